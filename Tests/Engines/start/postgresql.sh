# PostgreSQL: a separate cluster in the scratch folder, with a socket there.

postgresql_programs() {
  local folder
  for folder in "$(pg_config --bindir 2>/dev/null)" /usr/lib/postgresql/*/bin "$scratch"/postgresql/usr/lib/postgresql/*/bin \
    "$(dirname "$(command -v initdb 2>/dev/null)" 2>/dev/null)"; do
    if [ -n "$folder" ] && [ -x "$folder/initdb" ]; then echo "$folder"; return; fi
  done
  return 1
}

# Prints the name of Debian's package of the server, such as postgresql-15.
postgresql_package() {
  apt-cache depends postgresql 2>/dev/null | awk '/Depends: postgresql-[0-9]+$/ { print $2; exit }'
}

start_postgresql() {
  python_package postgresql "psycopg[binary]==$psycopg" || return
  if ! postgresql_bin=$(postgresql_programs); then
    update_packages
    unpack "$scratch/postgresql" "$(postgresql_package)"
    postgresql_bin=$(postgresql_programs) \
      || { skipped postgresql "initdb is not installed, and its package could not be downloaded"; return; }
    postgresql_libraries=$(library_folder "$scratch/postgresql")
  fi
  postgresql_data=$scratch/pg
  server_folder "$postgresql_data" || return
  if ! as_postgresql initdb -D "$postgresql_data/data" -U postgres -A trust -E UTF8 --locale=C --no-sync \
    >"$scratch/initdb.log" 2>&1; then
    skipped postgresql "initdb: $(tail -n 1 "$scratch/initdb.log")"; return
  fi
  # The data need not survive a crash.
  if ! as_postgresql pg_ctl -D "$postgresql_data/data" -w -l "$postgresql_data/log" \
    -o "-k $postgresql_data -c listen_addresses='' -c fsync=off -c shared_buffers=256MB" start >/dev/null 2>&1; then
    skipped postgresql "the server did not start: $(tail -n 1 "$postgresql_data/log" 2>/dev/null)"; return
  fi
  postgresql_runs=1
  export POSTGRESQL_DSN="host=$postgresql_data user=postgres dbname=postgres"
  echo "postgresql: $("$postgresql_bin/postgres" --version 2>/dev/null | sed 's/.*) //')"
}

# as_postgresql PROGRAM ARGUMENT…
as_postgresql() {
  local program=$postgresql_bin/$1; shift
  "${as_server[@]}" LD_LIBRARY_PATH="${postgresql_libraries:-${LD_LIBRARY_PATH:-}}" "$program" "$@"
}

stop_postgresql() {
  if [ -n "${postgresql_runs:-}" ]; then as_postgresql pg_ctl -D "$postgresql_data/data" -m immediate stop >/dev/null 2>&1; fi
  postgresql_runs=
}
