# Python with the drivers, in a virtual environment that is kept. DuckDB and Spark are Python packages.

python=$engines_cache/python/bin/python

# Creates the environment if it does not exist.
get_python() {
  "$python" -m pip --version >/dev/null 2>&1 && return
  command -v python3 >/dev/null || install_packages python3-venv
  command -v python3 >/dev/null || return
  # On Debian, venv is in a separate package.
  python3 -m venv --clear "$engines_cache/python" >/dev/null 2>&1 && return
  install_packages python3-venv && python3 -m venv --clear "$engines_cache/python" >/dev/null 2>&1
}

# python_package ENGINE PACKAGE: installs the package that the runner of an engine imports.
python_package() {
  one_at_a_time get_python || { skipped "$1" "no Python 3 with venv and pip"; return; }
  one_at_a_time "$python" -m pip install -q --disable-pip-version-check "$2" >"$scratch/pip.log" 2>&1 \
    || skipped "$1" "pip could not install $2: $(tail -n 1 "$scratch/pip.log")"
}

start_duckdb() {
  python_package duckdb "duckdb==$duckdb" || return
  # DuckDB returns dates with a time zone as values of this package.
  python_package duckdb pytz || return
  echo "duckdb: $duckdb"
}

start_clickhouse() {
  python_package clickhouse "chdb==$chdb" || return
  echo "clickhouse: chdb $chdb"
}

start_spark() {
  get_java || { skipped spark "no Java $java or newer"; return; }
  python_package spark "pyspark==$pyspark" || return
  echo "spark: $pyspark on Java $(java_version)"
}

java_command() { if [ -n "${JAVA_HOME:-}" ]; then echo "$JAVA_HOME/bin/java"; else echo java; fi; }
java_version() { "$(java_command)" -version 2>&1 | sed -n 's/^[^"]*version "\([0-9]*\).*/\1/p' | head -n 1; }
has_java() { local version; version=$(java_version); [ "${version:-0}" -ge "$java" ]; }
get_java() {
  has_java && return
  install_packages "openjdk-$java-jre-headless" || install_packages default-jre-headless
  has_java
}
