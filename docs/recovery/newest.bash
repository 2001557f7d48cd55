# Sourced by the scripts beside it.

# when TIME: a time, in UTC unless it says otherwise, as folders are called by it: 20261123T221005Z.
when() { date -u -d "$1" +%Y%m%dT%H%M%SZ; }

# newest FOLDER NAME: the newest folder in it that was whole before that time.
newest() {
  local path found= LC_ALL=C
  for path in "$1"/*Z; do
    if [ -d "$path" ] && [[ ${path##*/} < $2 ]]; then found=$path; fi
  done
  if [ -z "$found" ]; then
    echo "Nothing in $1 was whole before $2" >&2
    return 1
  fi
  echo "$found"
}

# aside FOLDER: keeps what is there under another name: nothing is thrown away before somebody has looked at it.
aside() {
  if [ -e "$1" ]; then mv "$1" "$1.before-$(when now)"; fi
}
