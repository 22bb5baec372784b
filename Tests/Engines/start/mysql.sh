# MySQL 8: a server that already runs. Neither Debian nor PyPI has one, so that none is downloaded.

start_mysql() {
  if [ ! -S "${MYSQL_SOCKET:-}" ]; then
    skipped mysql "the dialect is NOT proved: there is no package of MySQL 8; MYSQL_SOCKET must name the socket of a running server"
    return
  fi
  python_package mysql "mysql-connector-python==$mysql_connector_python" || return
  echo "mysql: the server at $MYSQL_SOCKET"
}
