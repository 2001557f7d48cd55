# Sourced by the scripts beside it.

# identity ARGUMENTS: the checksum of the first event of a binary log, as mariadb-binlog reads it. Names of logs come
# again after a restore, these checksums don't.
identity() {
  mariadb-binlog "$@" --stop-position=5 2>/dev/null |
    awk '!found && match($0, /CRC32 0x[0-9a-f]+/) { print substr($0, RSTART + 6, RLENGTH - 6); found = 1 }'
}

# timelines FOLDER: the folders of logs in it, oldest first. A restore, or a gap in the logs, starts a new one.
timelines() { find "$1" -mindepth 1 -maxdepth 1 -type d -name '*Z' | LC_ALL=C sort; }
