"""MariaDB, through MySQL's connector, whose prepared cursors are the server's own prepared statements.

(pymysql inserts values into the text, which would prove nothing.)
"""

from __future__ import annotations

import os
import uuid
from typing import Any, Optional

import mysql.connector

from .engine import Engine, Row
from .values import Parameter, Scalar


class MariaDB(Engine):
    name = "mariadb"
    collation = "utf8mb4_nopad_bin"
    socket = "MARIADB_SOCKET"  # the variable of the environment
    database = "proof"

    def __init__(self) -> None:
        self.connect()
        self.execute(f"CREATE DATABASE IF NOT EXISTS {self.database} CHARACTER SET utf8mb4 COLLATE {self.collation}")
        self.execute(f"USE {self.database}")

    def connect(self) -> None:
        # The connector only knows MySQL's collations. The collation that is used is set below.
        self.connection = mysql.connector.connect(
            unix_socket=os.environ[self.socket], user="root", charset="utf8mb4", collation="utf8mb4_general_ci",
            autocommit=True, use_pure=True)
        self.execute(f"SET NAMES utf8mb4 COLLATE {self.collation}")
        self.execute("SET time_zone = '+00:00'")

    def execute(self, sql: str) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute(sql)

    def insert(self, sql: str, types: list[str], rows: list[list[Optional[Scalar]]]) -> None:
        with self.connection.cursor(prepared=True) as cursor:
            for row in rows:
                cursor.execute(sql, [bound(value) for value in row])

    def rows(self, sql: str, parameters: list[Parameter]) -> list[Row]:
        values = [bound(parameter.value) for parameter in parameters]
        try:
            with self.connection.cursor(prepared=True) as cursor:
                cursor.execute(sql, values)
                # Fetch row by row: fetchall mistakes an error between two rows for a row, and waits for more.
                return list(iter(cursor.fetchone, None)) if cursor.description else []
        except Exception:
            # The rest of this result would be read as a part of the next one.
            self.connection.shutdown()
            self.connect()
            self.execute(f"USE {self.database}")
            raise

    def tables(self) -> list[str]:
        names = self.rows("SELECT table_name FROM information_schema.tables WHERE table_schema = 'proof'", [])
        return sorted("`" + name.replace("`", "``") + "`" for (name,) in names)


def bound(value: Any) -> Any:
    """Returns a value in the form that the connector accepts: a boolean is an integer and a UUID is text. There are no arrays."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, list):
        raise TypeError("MariaDB has no arrays")
    return value
