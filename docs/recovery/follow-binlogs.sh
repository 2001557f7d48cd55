#!/usr/bin/env bash
# Copies the binary logs of a MariaDB server as they are written, until it is stopped: run it as a service that is
# restarted whenever it ends. The server needs log_bin and binlog_checksum=CRC32 (the default), and must keep its logs
# until they are copied (binlog_expire_logs_seconds).
#   CNF      a file with the login below [client]      BINLOGS  a folder elsewhere      FIRST  the log to begin with
# The logs are in folders, each named by the time at which its first log was copied. A restored server starts its logs
# again, with the same names; then this script starts a new folder.
set -euo pipefail
umask 077
source "$(dirname "$0")/logs.bash"
: "${CNF:=store.cnf}" "${BINLOGS:?the folder of the logs}"
mkdir -p "$BINLOGS"
login=--defaults-extra-file=$CNF
available=$(mariadb "$login" --batch --skip-column-names -e 'SHOW BINARY LOGS' | cut -f 1)

timeline=$(timelines "$BINLOGS" | tail -n 1)
last=
if [ -n "$timeline" ]; then last=$(ls "$timeline" | sort | tail -n 1); fi
if [ -n "$last" ]; then
  copied=$(identity --no-defaults "$timeline/$last")
  written=
  if grep -qFx "$last" <<<"$available"; then written=$(identity "$login" --read-from-remote-server "$last"); fi
  if [ -z "$copied" ]; then
    # The copy was cut off in its first event.
    rm "$timeline/$last"
    exit 1
  fi
  if [ "$copied" != "$written" ]; then
    echo "The server doesn't continue $timeline/$last: it was restored, or its logs are gone. Take a backup now." >&2
    timeline= last=
  fi
fi
if [ -z "$timeline" ]; then
  timeline=$BINLOGS/$(date -u +%Y%m%dT%H%M%SZ)
  mkdir "$timeline"
fi
# The last log is copied again: it may have been cut off.
exec mariadb-binlog "$login" --read-from-remote-server --raw --stop-never \
  --result-file="$timeline/" "${last:-${FIRST:-$(head -n 1 <<<"$available")}}"
