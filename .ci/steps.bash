# Steps of a run: what each is called, whether it failed, and what it took. Sourced by the scripts beside it,
# which have `work` name a folder of their own.
steps=$work/steps
touch "$steps"
beside_pids=()
beside_logs=()

# step NAME COMMAND...: runs it and notes the seconds and CPU seconds that it took.
step() {
  local name=$1 state=ok taken=$work/taken.$BASHPID real user system
  shift
  echo "== $name"
  local TIMEFORMAT='%0R %0U %0S'
  { time "$@" 2>&3 || state=FAILED; } 3>&2 2>"$taken"
  read -r real user system <"$taken"
  echo "$real $((user + system)) $state $name" >>"$steps"
  echo "-- $name: $state, $real s (CPU: $((user + system)) s)"
  [ "$state" = ok ]
}

# check NAME COMMAND...: a step whose failure doesn't keep the following ones from telling theirs.
check() { step "$1" timeout --kill-after=10 3600 "${@:2}" || true; }

# beside NAME COMMAND...: the same, while others go on; `together` tells what they wrote.
beside() { aside check "$@"; }

# aside FUNCTION ARGUMENT...: the same with the steps of a function, one after the other.
aside() {
  local log
  log=$(mktemp -p "$work")
  "$@" >"$log" 2>&1 &
  beside_pids+=($!)
  beside_logs+=("$log")
}

# together: waits for all that was begun by `beside` and `aside`. Fails when what `aside` began has failed.
together() {
  local at state=0
  for at in "${!beside_pids[@]}"; do
    wait "${beside_pids[$at]}" || state=1
    cat "${beside_logs[$at]}"
  done
  beside_pids=()
  beside_logs=()
  return $state
}

# abandon: ends what was begun by `beside` and `aside`, and is still going on.
abandon() {
  local pid children
  for pid in "${beside_pids[@]}"; do
    children=$(pgrep -P "$pid") || true
    # shellcheck disable=SC2086 # ids, one a line
    kill "$pid" $children 2>/dev/null || true
  done
}

# passed: whether no step failed.
passed() { ! grep -q '^[0-9]* [0-9]* FAILED ' "$steps"; }

# slowest: all steps, those that took longest first; then those that failed.
slowest() {
  echo "steps (seconds, CPU seconds):"
  sort -rn "$steps" | while read -r real cpu _ name; do
    printf '%6d %6d  %s\n' "$real" "$cpu" "$name"
  done
  sed -n 's/^[0-9]* [0-9]* FAILED /FAILED: /p' "$steps"
}
