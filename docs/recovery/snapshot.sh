#!/usr/bin/env bash
# Keeps what a store is at this moment: SQLite's database whole, the files as further names of the same files, which
# takes no room until they change. The folder of a snapshot is called by the time at which it was whole. Run it
# every minute, in the folder of the service: with MariaDB and MySQL it keeps the files alone.
#   DATA       the folder with the database and the files      SNAPSHOTS  a folder on the same file system
# All snapshots of the last hour stay, the first of each hour of a day, the first of each day of 30 days.
set -euo pipefail
shopt -s nullglob
umask 077
: "${DATA:=data}" "${SNAPSHOTS:?the folder of the snapshots}"
mkdir -p "$SNAPSHOTS"
new=$(mktemp -d -p "$SNAPSHOTS" .new-XXXXXX)
trap 'rm -rf "$new"' EXIT

# The database first: what it names is then among the files as well.
if [ -e "$DATA/store.sqlite" ]; then
  FROM=$DATA/store.sqlite INTO=$new/store.sqlite node -e \
    'const { openSqlite } = require("./dist/database/dialect/sqlite.driver.js");
    openSqlite(process.env.FROM).prepare("VACUUM INTO ?").run(process.env.INTO)'
fi
# While they are copied some may go, or move.
for attempt in 1 2 3 4 5; do
  if [ ! -d "$DATA/files" ]; then break; fi
  rm -rf "$new/files"
  if cp -al "$DATA/files" "$new/files" 2>"$new/problem"; then break; fi
  if [ "$attempt" = 5 ]; then
    cat "$new/problem" >&2
    exit 1
  fi
done
rm -f "$new/problem"
sync "$new"
# Of two within one second the later one waits for the next.
while name=$(date -u +%Y%m%dT%H%M%SZ) && [ -e "$SNAPSHOTS/$name" ]; do sleep 0.1; done
mv -T "$new" "$SNAPSHOTS/$name"

minutes_ago() { date -u -d "$1 minutes ago" +%Y%m%dT%H%M%SZ; }
LC_ALL=C
hour=$(minutes_ago 60) day=$(minutes_ago 1440) month=$(minutes_ago 43200) last=
for path in "$SNAPSHOTS"/*Z; do
  name=${path##*/}
  if [[ $name > $hour ]]; then break; fi
  if [[ $name > $day ]]; then period=${name:0:11}; else period=${name:0:8}; fi
  if [[ $name < $month || $period = "$last" ]]; then rm -rf "$path"; else last=$period; fi
done
