"""The interface between the runner and an engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Optional

from .values import Parameter, Scalar

Row = tuple[Any, ...]


class Engine(ABC):
    """A connection to an engine. Errors are the driver's own exceptions."""

    name: str
    # Whether changes of rows can be rolled back.
    can_undo = True

    @abstractmethod
    def execute(self, sql: str) -> None:
        """Executes a statement that has no parameters and gives no rows."""

    @abstractmethod
    def insert(self, sql: str, types: list[str], rows: list[list[Optional[Scalar]]]) -> None:
        """Executes an INSERT for each row."""

    @abstractmethod
    def rows(self, sql: str, parameters: list[Parameter]) -> list[Row]:
        """Returns the rows of a statement. The engine binds the parameters, which are never inserted into the text."""

    @abstractmethod
    def tables(self) -> list[str]:
        """Returns the names of all tables, as they are written in a statement."""

    def change(self, sql: str, parameters: list[Parameter]) -> None:
        """Executes a statement that changes rows."""
        self.rows(sql, parameters)

    def begin(self) -> None:
        self.execute("BEGIN")

    def undo(self) -> None:
        self.execute("ROLLBACK")

    def version(self) -> str:
        return str(self.rows("SELECT version()", [])[0][0])


def open_engine(name: str) -> Engine:
    """Connects to an engine of a name or of an engine file; the drivers of the others are not imported."""
    if name.endswith(".json"):
        from .on_driver import Driver
        return Driver(name)
    if name == "sqlite":
        from .on_sqlite import SQLite
        return SQLite()
    if name == "postgresql":
        from .on_postgresql import PostgreSQL
        return PostgreSQL()
    if name == "mariadb":
        from .on_mariadb import MariaDB
        return MariaDB()
    if name == "mysql":
        from .on_mysql import MySQL
        return MySQL()
    if name == "clickhouse":
        from .on_clickhouse import ClickHouse
        return ClickHouse()
    if name == "duckdb":
        from .on_duckdb import DuckDB
        return DuckDB()
    if name == "spark":
        from .on_spark import Spark
        return Spark()
    raise ValueError(f"no engine is named '{name}': sqlite, postgresql, mariadb, mysql, duckdb, clickhouse, spark")
