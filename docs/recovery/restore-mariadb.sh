#!/usr/bin/env bash
# Restores the data folder of a MariaDB server as a store was at a time: restore-mariadb.sh '2026-11-23 22:10:05' (UTC
# unless the time says otherwise). Changes from that second on are left out. It takes the newest backup before that time
# and repeats what the binary logs have of the store since then. Stop server and service first. Everything is checked and
# made in new folders before anything is replaced, and what is replaced is kept beside it.
#   BACKUPS  the folder of the backups      BINLOGS    the folder of the copied logs
#   DATADIR  the server's data folder       STORE      the name of the store's database
#   DATA     the folder with the files      SNAPSHOTS  of the files; without it they are left alone (S3)
set -euo pipefail
shopt -s nullglob
umask 077
source "$(dirname "$0")/newest.bash"
source "$(dirname "$0")/logs.bash"
: "${BACKUPS:?}" "${BINLOGS:?}" "${DATADIR:?}" "${STORE:?}" "${DATA:=data}"
export DATABASE_URL="${DATABASE_URL:-mysql://localhost/$STORE}"
PATH=$PATH:/usr/sbin
fail() {
  echo "$1" >&2
  exit 1
}

# What is needed is there, and belongs together.
time=$(when "${1:?a time}")
until=$(date -u -d "$1" '+%Y-%m-%d %H:%M:%S')
DATA=$(realpath -m "$DATA")
backup=$(newest "$BACKUPS" "$time")
if [ -n "${SNAPSHOTS:-}" ]; then files=$(newest "$SNAPSHOTS" "$time")/files; fi
read -r log place backed <<<"$(node -p '
  const { file, position, identity } =
    JSON.parse(fs.readFileSync(process.argv[1], "utf8")).database.binaryLog ?? {};
  [file, position, identity].join(" ")' "$backup/manifest.json")"
if [ -z "${backed:-}" ]; then fail "$backup has no position of a binary log: it needs log_bin and --tool mariadb-backup"; fi
timeline=
mapfile -t folders < <(timelines "$BINLOGS")
for folder in "${folders[@]}"; do
  if [ -n "$timeline" ] && [[ ! ${folder##*/} > $time ]]; then
    fail "$backup ends in the logs of $timeline, but those of $folder began before $time: no backup leads there"
  fi
  if [ -f "$folder/$log" ] && [ "$(identity --no-defaults "$folder/$log")" = "$backed" ]; then timeline=$folder; fi
done
if [ -z "$timeline" ]; then fail "No folder in $BINLOGS has the log $log in which $backup ends"; fi
logs=()
for path in "$timeline"/*; do
  if [[ ${path##*/} < $log ]]; then continue; fi
  if [ "${#logs[@]}" -gt 0 ] && [ "$((10#${path##*.}))" != "$((10#${logs[-1]##*.} + 1))" ]; then
    fail "A log is missing between ${logs[-1]} and $path"
  fi
  logs+=("$path")
done
events() {
  TZ=UTC mariadb-binlog --no-defaults --database="$STORE" --start-position="$place" --stop-datetime="$until" "${logs[@]}"
}
events >/dev/null || fail "The logs in $timeline can't be read"

now=$(when now)
server= new=$DATADIR.new-$now newFiles=$DATA/files.new-$now
clean_up() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
  rm -rf "$new" "$newFiles"
}
trap clean_up EXIT
node dist/cli.js restore --from "$backup" --no-files --datadir "$new"

# Nobody else can reach this server: it has no port, and its socket is in a folder of its owner.
if [ -e "$DATADIR" ]; then owner=$(stat -c %U "$DATADIR"); else owner=$([ "$(id -u)" = 0 ] && echo mysql || id -un); fi
chown -R "$owner:" "$new"
socket=$new/restore.sock
mariadbd --no-defaults --user="$owner" --datadir="$new" --socket="$socket" --pid-file="$new/restore.pid" \
  --skip-networking --skip-grant-tables --skip-log-bin >"$new/restore.log" 2>&1 &
server=$!
for _ in $(seq 600); do
  if mariadb-admin --no-defaults --socket="$socket" ping >/dev/null 2>&1; then break; fi
  kill -0 "$server" || fail "$(cat "$new/restore.log")"
  sleep 0.1
done
events | mariadb --no-defaults --socket="$socket" --binary-mode
mariadb-admin --no-defaults --socket="$socket" shutdown
wait "$server"
server=

if [ -n "${SNAPSHOTS:-}" ]; then
  mkdir -p "$newFiles"
  if [ -d "$files" ]; then cp -a "$files/." "$newFiles"; fi
  # What came between that snapshot and the time is in the next one.
  for path in "$SNAPSHOTS"/*Z; do
    if [[ ${path##*/} < $time || ! -d $path/files ]]; then continue; fi
    (cd "$path/files" && find . -type f ! -newermt "$until UTC" -print0 |
      xargs -0 -r cp -a --parents --target-directory="$newFiles")
    break
  done
fi

aside "$DATADIR"
mv -T "$new" "$DATADIR"
if [ -n "${SNAPSHOTS:-}" ]; then
  aside "$DATA/files"
  mv -T "$newFiles" "$DATA/files"
fi
# The server starts its logs again: those from now on belong to another backup.
mkdir -p "$BINLOGS/$now"
echo "The store is as it was at $time. Start the server, then take a backup: those from before lead to no time from now on"
