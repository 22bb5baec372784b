# Debian packages. If a tool of the system is missing, root installs its package. If a server is missing, its package is unpacked in
# the scratch folder.

is_root() { [ "$(id -u)" = 0 ]; }

# one_at_a_time COMMAND…: runs a command or a shell function in a subshell, while no other script does so, because two stages of
# Tests/run may need the same package.
packages_lock=${XDG_CACHE_HOME:-$HOME/.cache}/predicate-format/lock
one_at_a_time() {
  mkdir -p "$(dirname "$packages_lock")"
  (
    # Only the outermost call takes the lock.
    if [ -z "${packages_locked:-}" ] && command -v flock >/dev/null; then flock 9; fi
    packages_locked=1
    "$@" 9>&-
  ) 9>>"$packages_lock"
}

# Updates the lists of packages once, if this user is root.
update_packages() {
  if [ -z "${packages_updated:-}" ] && is_root; then one_at_a_time apt-get update -qq >/dev/null 2>&1; fi
  packages_updated=1
}

# install_packages NAME…: installs packages. The result is false if that is not possible.
install_packages() {
  is_root && command -v apt-get >/dev/null || return
  update_packages
  DEBIAN_FRONTEND=noninteractive one_at_a_time apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1
}

# unpack FOLDER NAME…: unpacks packages, and the libraries that they need and the system lacks, without installing them. No service
# starts, and root is not needed. Downloads are kept.
unpack() {
  local folder=$1 names; shift
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || return
  update_packages
  names=$(LC_ALL=C apt-get -s -y --no-install-recommends install "$@" 2>/dev/null | awk '/^Inst/ { print $2 }')
  names=$(printf '%s\n' "$@" $names | sort -u)
  mkdir -p "$engines_cache/packages/$1" "$folder" && chmod 755 "$folder" || return
  one_at_a_time download_and_unpack "$engines_cache/packages/$1" "$folder" "$names"
}

# download_and_unpack CACHE FOLDER NAMES
download_and_unpack() {
  local package
  cd "$1" || return
  if [ "$(cat names 2>/dev/null)" != "$3" ]; then
    rm -f ./*.deb
    apt-get download -qq $3 >/dev/null 2>&1 || return
    printf '%s\n' "$3" > names
  fi
  for package in *.deb; do dpkg -x "$package" "$2" || return; done
}

# library_folder FOLDER: prints the folder of a Debian system's libraries, below a folder where packages were unpacked.
library_folder() { printf '%s/usr/lib/%s' "$1" "$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || echo "$(uname -m)-linux-gnu")"; }
