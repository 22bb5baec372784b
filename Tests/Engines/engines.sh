# Gets, starts and stops database engines for tests. For bash scripts that source it:
#
#   . Tests/Engines/engines.sh
#   start_engines postgresql mariadb mysql duckdb clickhouse spark
#   for engine in $engines; do …; done
#
# After start_engines, `engines` contains the names of the engines that run, `python` is an interpreter that has their drivers, and
# POSTGRESQL_DSN, MARIADB_SOCKET, MYSQL_SOCKET and JAVA_HOME are exported. If an engine is not available, a line that begins with
# "SKIPPED:" gives its name and the reason.
#
# needs_program NAME sets `program` to a program of the package, from the folder PROGRAMS. The default is .build/optimised/release,
# where `Tests/run --stage build` builds optimized programs, or else the folder of `swift build`.
#
# The script changes only a scratch folder and the cache of downloads (ENGINES_CACHE, or ~/.cache/predicate-format). There is one
# exception: on a Debian-like system, root installs the packages python3-venv and Java if they are missing. All servers listen
# only on sockets in the scratch folder, and are stopped when the script ends for any reason.

engines_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
engines_cache=${ENGINES_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/predicate-format}
. "$engines_folder/versions"
. "$engines_folder/start/packages.sh"
. "$engines_folder/start/python.sh"
. "$engines_folder/start/postgresql.sh"
. "$engines_folder/start/mariadb.sh"
. "$engines_folder/start/mysql.sh"

engines=
scratch=$(mktemp -d "${TMPDIR:-/tmp}/engines.XXXXXX") || exit 70
chmod 755 "$scratch"  # if this user is root, the servers run as another one
mkdir -p "$engines_cache"

stop_engines() {
  stop_postgresql
  stop_mariadb
  stop_mysql
  rm -rf "$scratch"
}
trap stop_engines EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# skipped NAME REASON: prints that an engine is skipped. The result is false, for `|| return`.
skipped() { printf 'SKIPPED: %s: %s\n' "$1" "$2"; return 1; }

needs_program() {
  local builds folder; builds=$(cd "$engines_folder/../.." && pwd)/.build
  for folder in ${PROGRAMS:+"$PROGRAMS"} "$builds/optimised/release" "$builds/release" "$builds/debug"; do
    program=$folder/$1
    if [ -x "$program" ]; then return; fi
  done
  echo "$1 is not built: swift build --product $1" >&2
  exit 2
}

# start_engines NAME…
start_engines() {
  local name
  for name in "$@"; do
    case $name in
      postgresql | mariadb | mysql | duckdb | clickhouse | spark) ;;
      *) echo "no engine is named '$name': postgresql, mariadb, mysql, duckdb, clickhouse, spark" >&2; exit 2 ;;
    esac
    if "start_$name"; then engines="$engines $name"; fi
  done
}

# Servers refuse to run as root. `as_server` is a prefix that runs a command as another user, if necessary. server_folder creates a
# folder that belongs to this user.
as_server=(env)
server_user=
if [ "$(id -u)" = 0 ]; then
  server_user=nobody
  if id postgres >/dev/null 2>&1; then server_user=postgres; fi
  as_server=(setpriv --reuid="$server_user" --regid="$(id -g "$server_user")" --clear-groups env)
fi
server_folder() {
  mkdir "$1" || return
  if [ -n "$server_user" ]; then chown "$server_user" "$1"; fi
}
