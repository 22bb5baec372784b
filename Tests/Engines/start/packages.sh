# Debian packages: installed by root where a tool of the system is missing, unpacked in the scratch folder where a server is.

is_root() { [ "$(id -u)" = 0 ]; }

# Reads the lists of packages again, once, where that is allowed.
update_packages() {
  if [ -z "${packages_updated:-}" ] && is_root; then apt-get update -qq >/dev/null 2>&1; fi
  packages_updated=1
}

# install_packages NAME…: false where it cannot be done.
install_packages() {
  is_root && command -v apt-get >/dev/null || return
  update_packages
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1
}

# unpack FOLDER NAME…: unpacks packages, and the libraries that they need and the system lacks, without installing any: no
# service starts, and no one need be root. What was downloaded is kept.
unpack() {
  local folder=$1 names; shift
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || return
  update_packages
  names=$(LC_ALL=C apt-get -s -y --no-install-recommends install "$@" 2>/dev/null | awk '/^Inst/ { print $2 }')
  names=$(printf '%s\n' "$@" $names | sort -u)
  mkdir -p "$engines_cache/packages/$1" "$folder" && chmod 755 "$folder" || return
  (
    cd "$engines_cache/packages/$1" || exit
    if [ "$(cat names 2>/dev/null)" != "$names" ]; then
      rm -f ./*.deb
      apt-get download -qq $names >/dev/null 2>&1 || exit
      printf '%s\n' "$names" > names
    fi
    for package in *.deb; do dpkg -x "$package" "$folder" || exit; done
  )
}

# The folder of a Debian system's libraries, below a folder where packages were unpacked.
library_folder() { printf '%s/usr/lib/%s' "$1" "$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || echo "$(uname -m)-linux-gnu")"; }
