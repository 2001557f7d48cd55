#!/usr/bin/env bash
# Copies a MariaDB server as it runs, without locking anybody out: once a day, as a user who may read its data folder.
#   CNF      a file with the login below [client], and datadir below [mariadbd]      BACKUPS  a folder elsewhere
# The folder of a backup is called by the time at which it was whole.
set -euo pipefail
umask 077
: "${CNF:=store.cnf}" "${BACKUPS:?the folder of the backups}"
mkdir -p "$BACKUPS"
new=$(mktemp -d -p "$BACKUPS" .new-XXXXXX)
trap 'rm -rf "$new" "$new.log"' EXIT
mariadb-backup --defaults-file="$CNF" --backup --target-dir="$new" 2>"$new.log" ||
  { cat "$new.log" >&2; exit 1; }
sync "$new"
mv -T "$new" "$BACKUPS/$(date -u +%Y%m%dT%H%M%SZ)"
