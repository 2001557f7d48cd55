# Releases of Node.js, for the scripts beside it.

# use_node RELEASE FOLDER: puts a release first in PATH, with its headers for npm. The registry's package brings it into
# the folder.
use_node() {
  local package
  package=node-$(node -p 'process.platform + "-" + process.arch') || return
  npm install --silent --no-save --prefer-offline --prefix "$2" "$package@$1" || return
  export npm_config_nodedir=$2/node_modules/$package
  export PATH=$npm_config_nodedir/bin:$PATH
}
