# MySQL: a separate server in the scratch folder, with a socket there. Its package comes from the archives of the system, or else
# from Debian's unstable distribution on the mirror of the system, because Debian's releases have no MySQL. All its libraries come
# with it, even the one of C, and its own loader runs it, so nothing is installed. MYSQL_SOCKET names the socket of a server that
# already runs, which is then used instead.

start_mysql() {
  local tries=0
  python_package mysql "mysql-connector-python==$mysql_connector_python" || return
  if [ -n "${MYSQL_SOCKET:-}" ]; then
    [ -S "$MYSQL_SOCKET" ] || { skipped mysql "MYSQL_SOCKET is not a socket: $MYSQL_SOCKET"; return; }
    echo "mysql: the server at $MYSQL_SOCKET"
    return
  fi
  unpack_mysql "$scratch/mysql" && find_mysql "$scratch/mysql" || {
    skipped mysql "its package could not be downloaded; MYSQL_SOCKET can name the socket of a server that runs"; return
  }
  mysql_data=$scratch/my
  server_folder "$mysql_data" || return
  if ! "${as_mysql[@]}" --initialize-insecure >"$scratch/mysql.log" 2>&1; then
    skipped mysql "mysqld --initialize-insecure: $(mysql_cause)"; return
  fi
  # The data need not survive a crash.
  "${as_mysql[@]}" --socket="$mysql_data/socket" --pid-file="$mysql_data/pid" --skip-networking --mysqlx=OFF --skip-log-bin \
    --innodb-flush-log-at-trx-commit=0 --innodb-buffer-pool-size=256M >"$scratch/mysql.log" 2>&1 &
  mysql_process=$!
  while [ ! -S "$mysql_data/socket" ]; do
    tries=$((tries + 1))
    if [ $tries -gt 600 ] || ! kill -0 "$mysql_process" 2>/dev/null; then
      skipped mysql "the server did not start: $(mysql_cause)"; return
    fi
    sleep 0.1
  done
  export MYSQL_SOCKET=$mysql_data/socket
  echo "mysql: $("${as_mysql[@]}" --version | sed 's/.*Ver \([^ ]*\).*/\1/')"
}

# Prints the first error of the server. The last lines only say that it ends.
mysql_cause() { grep -m 1 '\[ERROR\]' "$scratch/mysql.log" || tail -n 1 "$scratch/mysql.log"; }

# find_mysql FOLDER: sets `as_mysql`, a prefix that runs the server below the folder. The result is false if it is not there.
find_mysql() {
  local loader libraries
  loader=$(find "$1" -name 'ld-linux*.so.*' 2>/dev/null | head -n 1)
  # Older systems have libraries in /lib, too.
  libraries=$(library_folder "$1")
  libraries=$libraries:${libraries/#"$1/usr/"/"$1/"}
  [ -n "$loader" ] && [ -x "$1/usr/sbin/mysqld" ] || return
  as_mysql=("${as_server[@]}" "$loader" --library-path "$libraries" "$1/usr/sbin/mysqld" --no-defaults --basedir="$1/usr"
    --datadir="$scratch/my/data" --lc-messages-dir="$1/usr/share/mysql" --character-sets-dir="$1/usr/share/mysql/charsets"
    --secure-file-priv=NULL)
}

# unpack_mysql FOLDER: unpacks the package and all its libraries in a folder. Downloads are kept, and are then used without the
# lists of packages.
unpack_mysql() {
  local cache=$engines_cache/packages/mysql-server-core
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || return
  mkdir -p "$cache" "$1" && chmod 755 "$1" || return
  one_at_a_time download_mysql "$cache" "$1"
}

# download_mysql CACHE FOLDER
download_mysql() {
  local names mirror package
  names=$(cat "$1/names" 2>/dev/null)
  if [ -z "$names" ]; then
    update_packages
    export APT_CONFIG=$scratch/mysql-apt.conf
    # No package counts as installed. Thus the libraries that the system has in another version are downloaded.
    printf 'Dir::State::status "/dev/null"; Dir::Cache "%s"; APT::Sandbox::User "root";\n' "$scratch/mysql-cache" >"$APT_CONFIG"
    package=$(apt-cache search --names-only '^mysql-server-core(-[0-9.]+)?$' | cut -d ' ' -f 1 | sort -V | tail -n 1)
    if [ -z "$package" ]; then
      package=mysql-server-core
      mirror=$(debian_mirror)
      [ -n "$mirror" ] && list_unstable "$mirror" || return
    fi
    # Only scripts need Perl.
    names=$(LC_ALL=C apt-get -s -y --no-install-recommends install "$package" 2>/dev/null | awk '/^Inst/ && $2 !~ /perl/ { print $2 }')
  fi
  [ -n "$names" ] && download_and_unpack "$1" "$2" "$names"
}

# Prints the address of Debian's archive that the system uses; nothing if it uses none.
debian_mirror() {
  apt-get indextargets --format '$(ORIGIN)|$(RELEASE)|$(REPO_URI)' 'Created-By: Packages' 2>/dev/null \
    | awk -F '|' '$1 == "Debian" && $2 !~ /-/ { print $3; exit }'
}

# list_unstable MIRROR: gets the list of packages of Debian's unstable distribution. The system does not see it.
list_unstable() {
  local folder=$scratch/mysql-lists keys=/usr/share/keyrings/debian-archive-keyring.gpg
  mkdir -p "$folder" || return
  if [ -f "$keys" ]; then keys="[signed-by=$keys] "; else keys=; fi
  echo "deb $keys$1 sid main" >"$folder/sources.list"
  printf 'Dir::State "%s"; Dir::Etc::sourcelist "%s"; Dir::Etc::sourceparts "/dev/null";\n' \
    "$folder" "$folder/sources.list" >>"$APT_CONFIG"
  apt-get update -qq >/dev/null 2>&1
}

stop_mysql() {
  if [ -n "${mysql_process:-}" ]; then
    kill "$mysql_process" 2>/dev/null
    wait "$mysql_process" 2>/dev/null
  fi
  mysql_process=
}
