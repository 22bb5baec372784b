"""MySQL, through its own connector."""

from __future__ import annotations

from .on_mariadb import MariaDB


class MySQL(MariaDB):
    name = "mysql"
    collation = "utf8mb4_0900_bin"
    socket = "MYSQL_SOCKET"
