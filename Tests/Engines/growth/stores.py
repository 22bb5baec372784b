"""The engines, each with the tables as one would store them there: SQLite and PostgreSQL in tables with indexes, DuckDB and Spark in
Parquet files, ClickHouse in tables that are sorted by text and by identifier."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

from proof.engine import Engine, Row, open_engine
from proof.on_sqlite import SQLite
from proof.values import Parameter

from .tables import CREATE, INDEXES, all_words, categories, one_copy


class Store:
    """An engine with the tables."""

    name: str
    engine: Engine

    def seconds(self, sql: str, parameters: list[Parameter]) -> tuple[float, list[Row]]:
        """Returns the time of a statement, with all its rows."""
        start = time.perf_counter()
        rows = self.engine.rows(sql, parameters)
        return time.perf_counter() - start, rows

    def counted(self, sql: str, parameters: list[Parameter]) -> tuple[float, int]:
        """Returns the time of a statement without the transfer of its rows, and their number."""
        spent, rows = self.seconds(f"SELECT COUNT(*) FROM ({sql}) AS found", parameters)
        return spent, int(rows[0][0])

    def use(self, words: str) -> None:
        """Reads the words from another folder, if they are in files."""

    def close(self) -> None:
        """Ends the engine, if it runs in this process."""


class OwnTables(Store):
    """SQLite or PostgreSQL."""

    def __init__(self, name: str, copies: int, folder: Path) -> None:
        self.name = name
        is_sqlite = name == "sqlite"
        self.engine = SQLite(str(folder / "words.db")) if is_sqlite else open_engine(name)
        run = self.engine.execute
        if is_sqlite:
            # The data need not survive a crash.
            for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000", "mmap_size = 8000000000"):
                run(f"PRAGMA {pragma}")
            types = {"integer": "INTEGER", "text": "TEXT"}
            numbers = f"(WITH RECURSIVE n (copy) AS (SELECT 0 UNION ALL SELECT copy + 1 FROM n WHERE copy < {copies - 1}) " \
                "SELECT copy FROM n)"
        else:
            for setting in ("max_parallel_workers_per_gather = 0", "jit = off", "random_page_cost = 1.1", "work_mem = '64MB'",
                            "maintenance_work_mem = '1GB'"):
                run(f"SET {setting}")
            run("DROP TABLE IF EXISTS word, word_category, one_copy")
            types = {"integer": "BIGINT", "text": 'text COLLATE "C"'}
            numbers = f"(SELECT generate_series(0, {copies - 1})::int8 AS copy) AS copies"
        for statement in CREATE:
            run(statement.format(**types))
        self.fill("one_copy", one_copy())
        self.fill("word_category", categories(copies))
        # The columns by position: CROSS JOIN gives the copies in turn, so the identifiers rise.
        run(f"INSERT INTO word {all_words(numbers)}")
        for column in INDEXES:
            run(f"CREATE INDEX word_{column} ON word ({column})")
        run("ANALYZE" if is_sqlite else "VACUUM ANALYZE word")

    def fill(self, table: str, rows: list[Row]) -> None:
        mark = "?" if self.name == "sqlite" else "%s"
        if self.name == "sqlite":
            self.engine.connection.executemany(f"INSERT INTO {table} VALUES ({', '.join([mark] * len(rows[0]))})", rows)
            return
        with self.engine.connection.cursor().copy(f"COPY {table} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def close(self) -> None:
        self.engine.connection.close()


class SortedColumns(Store):
    """ClickHouse."""

    def __init__(self, parquet: Path) -> None:
        self.name = "clickhouse"
        self.engine = open_engine(self.name)
        for table, key in (("word_category", "id"), ("word", "text, id")):
            self.engine.execute(
                f"CREATE OR REPLACE TABLE {table} ENGINE = MergeTree ORDER BY ({key}) SETTINGS allow_nullable_key = 1 AS "
                f"SELECT * FROM file('{parquet}/{table}/*.parquet', 'Parquet')")

    def close(self) -> None:
        self.engine.session.close()


class Parquet(Store):
    """DuckDB or Spark over Parquet files."""

    def __init__(self, name: str, parquet: Path) -> None:
        self.name = name
        self.parquet = parquet
        if name == "duckdb":
            self.engine = open_engine(name)
        else:
            from proof.on_spark import Spark
            self.engine = Spark(**{"spark.sql.adaptive.enabled": "true", "spark.driver.memory": "6g"})
        self.view("word_category", "word_category")
        self.use("word")

    def use(self, words: str) -> None:
        self.view("word", words)

    def view(self, name: str, folder: str) -> None:
        files = self.parquet / folder
        if self.name == "duckdb":
            self.engine.execute(
                f"CREATE OR REPLACE VIEW {name} AS SELECT * FROM read_parquet('{files}/**/*.parquet', hive_partitioning = true)")
        else:
            self.engine.session.read.parquet(str(files)).createOrReplaceTempView(name)

    def plan(self, sql: str, parameters: list[Parameter]) -> str:
        explain = "EXPLAIN " if self.name == "duckdb" else "EXPLAIN FORMATTED "
        return "\n".join(str(row[-1]) for row in self.engine.rows(explain + sql, parameters))

    def close(self) -> None:
        if self.name == "spark":
            self.engine.session.stop()
        else:
            self.engine.connection.close()


def pushed_filters(plan: str) -> list[str]:
    """Returns the conditions that reach the files, by Spark's own plan: a line for each table that is read."""
    pushed = []
    for scan in re.split(r"\n\(\d+\) ", plan)[1:]:
        if not scan.startswith("Scan parquet"):
            continue
        location = re.search(r"Location: [^\n]*/(\w+)\]?", scan)
        found = [re.search(rf"{kind}Filters: \[(.*)\]", scan) for kind in ("Partition", "Pushed")]
        # The numbers only distinguish the columns and subselects of one session.
        conditions = ", ".join(re.sub(r"#\d+", "", each.group(1)) for each in found if each) or "(none)"
        pushed.append(f"{location.group(1) if location else '?'}: {conditions}")
    return pushed


def store(name: str, copies: int, folder: Path, parquet: Path) -> Store:
    if name in ("sqlite", "postgresql"):
        return OwnTables(name, copies, folder)
    return SortedColumns(parquet) if name == "clickhouse" else Parquet(name, parquet)
