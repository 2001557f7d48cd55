# Loaded before a page's commands (BASH_ENV): notes every request and every command that fails, and goes on.
# RECORDS is the folder of the notes; a note's name begins with the moment and the line of the page.
unset BASH_ENV
set -u -o pipefail

curl() {
  local note="$RECORDS/${EPOCHREALTIME/[.,]/}-${BASH_LINENO[-2]}"
  command curl -q --noproxy '*' --show-error "$@" --write-out '%{stderr}%{http_code}' \
    2>"$note.status" | tee "$note.body"
  return "${PIPESTATUS[0]}"
}

trap 'failed=$?; echo "exit code $failed: $BASH_COMMAND" >"$RECORDS/${EPOCHREALTIME/[.,]/}-$LINENO.failed"' ERR

# COMMANDS, where it is set, runs commands of the command line (test/support/servers/serve-commands.cjs).
node() {
  if [ -z "${COMMANDS-}" ] || [ "$1" != dist/cli.js ]; then
    command node "$@"
    return
  fi
  local ended
  ended=$(printf '%s\n' "${@:2}" | jq -cnR '{args: [inputs], environment: env, folder: env.PWD}' |
    command curl -q -sS --noproxy '*' --data-binary @- "$COMMANDS") || return
  jq -j .stdout <<<"$ended"
  jq -j .stderr <<<"$ended" >&2
  return "$(jq .code <<<"$ended")"
}

npm() {
  if [ -n "${COMMANDS-}" ] && [[ "$*" == 'run cli -- '* ]]; then
    node dist/cli.js "${@:4}"
  else
    command npm "$@"
  fi
}
