#!/usr/bin/env bash
# Brings a store on SQLite back to the newest snapshot before a time: restore-sqlite.sh '2026-11-23 22:10:05'
# (UTC unless the time says otherwise). The service must be stopped. What was there stays beside it.
#   DATA       the folder with the database and the files      SNAPSHOTS  the folder of the snapshots
set -euo pipefail
umask 077
source "$(dirname "$0")/newest.bash"
: "${DATA:=data}" "${SNAPSHOTS:?the folder of the snapshots}"
snapshot=$(newest "$SNAPSHOTS" "$(when "${1:?a time}")")
aside "$DATA"
mkdir "$DATA"
cp "$snapshot/store.sqlite" "$DATA/store.sqlite"
# The contents: what is changed from now on must not change the snapshot.
if [ -d "$snapshot/files" ]; then cp -a "$snapshot/files" "$DATA/files"; fi
echo "The store is as it was at ${snapshot##*/}"
