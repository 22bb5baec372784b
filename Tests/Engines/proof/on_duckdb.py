"""DuckDB, in this process."""

from __future__ import annotations

from typing import Optional

import duckdb

from .engine import Engine, Row
from .values import Parameter, Scalar


class DuckDB(Engine):
    name = "duckdb"

    def __init__(self) -> None:
        # If a table is joined with itself, this optimizer of DuckDB 1.5.1 to 2.0.0 confuses two columns and finds wrong rows
        # (duckdb/duckdb#25819).
        self.connection = duckdb.connect(":memory:", config={"threads": 2, "disabled_optimizers": "common_subplan"})

    def execute(self, sql: str) -> None:
        self.connection.execute(sql)

    def insert(self, sql: str, types: list[str], rows: list[list[Optional[Scalar]]]) -> None:
        self.begin()
        self.connection.executemany(sql, rows)
        self.execute("COMMIT")

    def rows(self, sql: str, parameters: list[Parameter]) -> list[Row]:
        return self.connection.execute(sql, [parameter.value for parameter in parameters]).fetchall()

    def tables(self) -> list[str]:
        names = self.rows("SELECT table_name FROM duckdb_tables()", [])
        return sorted('"' + name.replace('"', '""') + '"' for (name,) in names)
