"""PostgreSQL, through psycopg, with the `$1` placeholders of the server's own prepared statements."""

from __future__ import annotations

import os
import struct
from typing import Optional

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Loader

from .engine import Engine, Row
from .values import Parameter, Scalar


class Single(Loader):
    """Reads a float of 32 bits, which the server sends as its shortest text, as exactly that float."""

    def load(self, data: Buffer) -> float:
        return struct.unpack("f", struct.pack("f", float(bytes(data))))[0]


class PostgreSQL(Engine):
    name = "postgresql"

    def __init__(self) -> None:
        self.connection = psycopg.connect(os.environ["POSTGRESQL_DSN"], autocommit=True)
        self.connection.adapters.register_loader("float4", Single)
        # No statement depends on the time zone of the session.
        self.execute("SET timezone = 'America/New_York'")
        self.execute("SET client_min_messages = warning")

    def execute(self, sql: str) -> None:
        self.connection.execute(sql)

    def insert(self, sql: str, types: list[str], rows: list[list[Optional[Scalar]]]) -> None:
        with psycopg.RawCursor(self.connection) as cursor:
            cursor.executemany(sql, rows)

    def rows(self, sql: str, parameters: list[Parameter]) -> list[Row]:
        with psycopg.RawCursor(self.connection) as cursor:
            cursor.execute(sql, [parameter.value for parameter in parameters], prepare=True)
            return cursor.fetchall() if cursor.description else []

    def tables(self) -> list[str]:
        names = self.rows("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'", [])
        return sorted(name for (name,) in names)
