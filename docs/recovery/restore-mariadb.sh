#!/usr/bin/env bash
# Makes the data folder of a MariaDB server as a store was at a time: restore-mariadb.sh '2026-11-23 22:10:05' (UTC
# unless the time says otherwise): what was done from that second on is left out. It takes the newest backup before
# that time and does what the binary logs hold of the store since then. Server and service must be stopped; what
# was in the folders stays beside them.
#   BACKUPS  the folder of the backups      BINLOGS    the folder of the copied logs
#   DATADIR  the server's data folder       STORE      the name of the store's database
#   DATA     the folder with the files      SNAPSHOTS  of the files; without it they are left alone (S3)
set -euo pipefail
shopt -s nullglob
umask 077
source "$(dirname "$0")/newest.bash"
: "${BACKUPS:?}" "${BINLOGS:?}" "${DATADIR:?}" "${STORE:?}" "${DATA:=data}"
PATH=$PATH:/usr/sbin
time=$(when "${1:?a time}")
until=$(date -u -d "$1" '+%Y-%m-%d %H:%M:%S')
DATA=$(realpath -m "$DATA")
backup=$(newest "$BACKUPS" "$time")
owner=$(if [ "$(id -u)" = 0 ]; then echo mysql; else id -un; fi)

aside "$DATADIR"
cp -a "$backup" "$DATADIR"
mariadb-backup --prepare --target-dir="$DATADIR" 2>"$DATADIR/prepare.log" ||
  { cat "$DATADIR/prepare.log" >&2; exit 1; }
# The backup ends there: the name of the log, and the place in it.
read -r log place _ <"$(ls "$DATADIR"/*_binlog_info | head -n 1)"
chown -R "$owner:" "$DATADIR"

# Nobody else can come to this server: it has no port, and its socket stands in a folder of its owner's.
socket=$DATADIR/restore.sock
mariadbd --no-defaults --user="$owner" --datadir="$DATADIR" --socket="$socket" --pid-file="$DATADIR/restore.pid" \
  --skip-networking --skip-grant-tables --skip-log-bin >"$DATADIR/restore.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
for _ in $(seq 600); do
  if mariadb-admin --no-defaults --socket="$socket" ping >/dev/null 2>&1; then break; fi
  kill -0 "$server" || { cat "$DATADIR/restore.log" >&2; exit 1; }
  sleep 0.1
done
logs=()
for path in "$BINLOGS"/*; do
  if [[ ! ${path##*/} < $log ]]; then logs+=("$path"); fi
done
if [ "${#logs[@]}" -gt 0 ]; then
  TZ=UTC mariadb-binlog --no-defaults --database="$STORE" --start-position="$place" \
    --stop-datetime="$until" "${logs[@]}" |
    mariadb --no-defaults --socket="$socket" --binary-mode
fi
mariadb-admin --no-defaults --socket="$socket" shutdown
trap - EXIT
wait "$server"

if [ -n "${SNAPSHOTS:-}" ]; then
  files=$(newest "$SNAPSHOTS" "$time")/files
  aside "$DATA/files"
  mkdir -p "$DATA/files"
  if [ -d "$files" ]; then cp -a "$files/." "$DATA/files"; fi
  # What came between that snapshot and the time is in the next one.
  for path in "$SNAPSHOTS"/*Z; do
    if [[ ${path##*/} < $time || ! -d $path/files ]]; then continue; fi
    (cd "$path/files" && find . -type f ! -newermt "$until UTC" -print0 |
      xargs -0 -r cp -a --parents --target-directory="$DATA/files")
    break
  done
fi
echo "The store is as it was at $time"
