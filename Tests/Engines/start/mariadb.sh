# MariaDB: a separate server in the scratch folder, with a socket there. Its default is utf8mb4; the runner sets everything else.

start_mariadb() {
  python_package mariadb "mysql-connector-python==$mysql_connector_python" || return
  local tries=0
  mariadb_base= mariadb_program= mariadb_install=
  find_mariadb /usr || find_mariadb "$(dirname "$(dirname "$(command -v mariadbd 2>/dev/null)")" 2>/dev/null)" || {
    unpack "$scratch/mariadb" mariadb-server-core mariadb-client-core
    mariadb_libraries=$(library_folder "$scratch/mariadb")
    find_mariadb "$scratch/mariadb/usr"
  } || { skipped mariadb "mariadbd is not installed, and its package could not be downloaded"; return; }
  local as_mariadb=("${as_server[@]}" LD_LIBRARY_PATH="${mariadb_libraries:-${LD_LIBRARY_PATH:-}}")
  mariadb_data=$scratch/maria
  server_folder "$mariadb_data" || return
  if ! "${as_mariadb[@]}" "$mariadb_install" --no-defaults --basedir="$mariadb_base" --datadir="$mariadb_data/data" \
    --lc-messages-dir="$mariadb_base/share/mysql" --auth-root-authentication-method=normal --skip-test-db \
    >"$scratch/mariadb-install.log" 2>&1; then
    # The program ends with advice and an empty line. The cause precedes them.
    local cause
    cause=$(grep -i -m 1 error "$scratch/mariadb-install.log" || grep . "$scratch/mariadb-install.log" | tail -n 1)
    skipped mariadb "mariadb-install-db: $cause"; return
  fi
  # The data need not survive a crash.
  "${as_mariadb[@]}" "$mariadb_program" --no-defaults --basedir="$mariadb_base" --datadir="$mariadb_data/data" \
    --lc-messages-dir="$mariadb_base/share/mysql" --socket="$mariadb_data/socket" --skip-networking \
    --pid-file="$mariadb_data/pid" --character-set-server=utf8mb4 --innodb-flush-log-at-trx-commit=0 \
    --innodb-buffer-pool-size=256M >"$scratch/mariadb.log" 2>&1 &
  mariadb_process=$!
  while [ ! -S "$mariadb_data/socket" ]; do
    tries=$((tries + 1))
    if [ $tries -gt 300 ] || ! kill -0 "$mariadb_process" 2>/dev/null; then
      skipped mariadb "the server did not start: $(tail -n 1 "$scratch/mariadb.log")"; return
    fi
    sleep 0.1
  done
  export MARIADB_SOCKET=$mariadb_data/socket
  echo "mariadb: $("${as_mariadb[@]}" "$mariadb_program" --no-defaults --version | sed 's/.*Ver \([^ ]*\).*/\1/')"
}

# find_mariadb FOLDER: finds the programs below a folder. The result is false if they are not there.
find_mariadb() {
  local folder
  for folder in sbin bin libexec; do
    if [ -x "$1/$folder/mariadbd" ] && [ -x "$1/bin/mariadb-install-db" ]; then
      mariadb_base=$1 mariadb_program=$1/$folder/mariadbd mariadb_install=$1/bin/mariadb-install-db
      return
    fi
  done
  return 1
}

stop_mariadb() {
  if [ -n "${mariadb_process:-}" ]; then
    kill "$mariadb_process" 2>/dev/null
    wait "$mariadb_process" 2>/dev/null
  fi
  mariadb_process=
}
