# Programs of Debian's packages, for the scripts beside it.

# has COMMAND...: all of them are there.
has() {
  local name
  for name in "$@"; do command -v "$name" >/dev/null || return 1; done
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

# install PACKAGE...: Debian packages, without starting the services that they bring.
install() {
  local policy=/usr/sbin/policy-rc.d own=
  if [ ! -e "$policy" ]; then
    own=yes
    printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
    as_root chmod +x "$policy"
  fi
  as_root apt-get update -qq &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
  local state=$?
  if [ -n "$own" ]; then as_root rm -f "$policy"; fi
  return $state
}

# What the members of a cluster are, and what stands before them.
cluster_packages=(mariadb-server mariadb-backup galera-4 haproxy)

has_cluster_programs() {
  local PATH=$PATH:/usr/sbin
  has mariadbd mariabackup haproxy && [ -e /usr/lib/galera/libgalera_smm.so ]
}

cluster_programs() { has_cluster_programs || install "${cluster_packages[@]}"; }
