# Gets, starts and stops database engines for tests. For bash scripts that source it:
#
#   . Tests/Engines/engines.sh
#   start_engines postgresql mariadb duckdb spark
#   for engine in $engines; do …; done
#
# After start_engines, `engines` names those that answer, `python` is an interpreter that has their drivers, and
# POSTGRESQL_DSN, MARIADB_SOCKET and JAVA_HOME are exported. What cannot be had is named on a line that begins with "SKIPPED:".
#
# needs_program NAME sets `program` to an optimised program of the package: in the folder PROGRAMS, .build/optimised/release where it
# is not set, which `Tests/run --stage build` fills.
#
# Nothing is changed outside of a scratch folder and the cache (downloads that are kept: ENGINES_CACHE, or
# ~/.cache/predicate-format), but for two packages that only root on a Debian-like system installs where they are missing:
# python3-venv and Java. All servers listen on a socket in the
# scratch folder alone, and end with the script, however it ends.

engines_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
engines_cache=${ENGINES_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/predicate-format}
. "$engines_folder/versions"
. "$engines_folder/start/packages.sh"
. "$engines_folder/start/python.sh"
. "$engines_folder/start/postgresql.sh"
. "$engines_folder/start/mariadb.sh"

engines=
scratch=$(mktemp -d "${TMPDIR:-/tmp}/engines.XXXXXX") || exit 70
chmod 755 "$scratch"  # the servers run as another user where this one is root
mkdir -p "$engines_cache"

stop_engines() {
  stop_postgresql
  stop_mariadb
  rm -rf "$scratch"
}
trap stop_engines EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# skipped NAME REASON: says so; false, for `|| return`.
skipped() { printf 'SKIPPED: %s: %s\n' "$1" "$2"; return 1; }

needs_program() {
  program=${PROGRAMS:-$(cd "$engines_folder/../.." && pwd)/.build/optimised/release}/$1
  if [ ! -x "$program" ]; then echo "$program is not there: Tests/run --stage build" >&2; exit 2; fi
}

# start_engines NAME…
start_engines() {
  local name
  for name in "$@"; do
    case $name in
      postgresql | mariadb | duckdb | spark) ;;
      *) echo "no engine is named '$name': postgresql, mariadb, duckdb, spark" >&2; exit 2 ;;
    esac
    if "start_$name"; then engines="$engines $name"; fi
  done
}

# Servers refuse to run as root: the words before a command that runs it as a user who may. server_folder makes one of theirs.
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
