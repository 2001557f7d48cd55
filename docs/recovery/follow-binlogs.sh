#!/usr/bin/env bash
# Copies the binary logs of a MariaDB server as they are written, until it is stopped: run it as a service, that is
# started again when it ends. The server needs log_bin, and keeps its logs until they are copied
# (binlog_expire_logs_seconds).
#   CNF      a file with the login below [client]      BINLOGS  a folder elsewhere      FIRST  the log to begin with
set -euo pipefail
umask 077
: "${CNF:=store.cnf}" "${BINLOGS:?the folder of the logs}"
mkdir -p "$BINLOGS"
# What was begun last is copied anew: it may have been cut off.
last=$(ls "$BINLOGS" | sort | tail -n 1)
first=${last:-${FIRST:-$(mariadb --defaults-extra-file="$CNF" -N -e 'SHOW BINARY LOGS' | head -n 1 | cut -f 1)}}
exec mariadb-binlog --defaults-extra-file="$CNF" --read-from-remote-server --raw --stop-never \
  --result-file="$BINLOGS/" "$first"
