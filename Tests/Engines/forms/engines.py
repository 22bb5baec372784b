"""The engines, with the tables. The drivers are those of the proof."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any, Optional

from proof.engine import Row, open_engine
from proof.values import Parameter

from .rows import INDEXES, TABLES, rows


class Limited:
    """Ends a statement of an engine in this process after a time."""

    def __init__(self, connection: Any, seconds: float) -> None:
        self.timer = threading.Timer(seconds, connection.interrupt)

    def __enter__(self) -> None:
        self.timer.start()

    def __exit__(self, *_: Any) -> None:
        self.timer.cancel()


class People:
    """An engine with the tables, which are loaded, indexed and analyzed. A statement ends after `limit` seconds."""

    def __init__(self, name: str, folder: Path, limit: float) -> None:
        self.name = name
        self.limit = limit
        self.is_inside = name in ("sqlite", "duckdb")
        # An engine in this process is measured by the time of the process, which other programs do not change.
        self.clock = time.process_time if self.is_inside else time.perf_counter
        self.engine = open_engine(name)
        getattr(self, f"prepare_{name}")()
        types = self.types()
        for table, columns in TABLES.items():
            self.engine.execute(f"DROP TABLE IF EXISTS {table}")
            self.engine.execute(f"CREATE TABLE {table} ({columns.format(**types)})")
            getattr(self, f"load_{name}")(table, folder)
            for number, index in enumerate(INDEXES[table]):
                self.engine.execute(f"CREATE INDEX {table}_{number} ON {table} ({self.indexed(table, index)})")
        for table in TABLES:
            if name == "mariadb":
                self.engine.rows(f"ANALYZE TABLE {table}", [])
            else:
                self.engine.execute(f"ANALYZE {table}")
        if name == "mariadb":
            self.engine.execute(f"SET max_statement_time = {limit}")

    def types(self) -> dict[str, str]:
        double = {"sqlite": "REAL", "postgresql": "float8"}.get(self.name, "DOUBLE")
        text = {"postgresql": 'text COLLATE "C"', "mariadb": "VARCHAR(60) COLLATE utf8mb4_nopad_bin"}.get(self.name, "TEXT")
        # SQLite's rows are found by an INTEGER PRIMARY KEY.
        return {"double": double, "text": text, "key": "INTEGER" if self.name == "sqlite" else "BIGINT"}

    def indexed(self, table: str, columns: str) -> str:
        """Returns the columns of an index. On PostgreSQL, NULLS FIRST is what the notes of ordered statements ask for."""
        if self.name == "postgresql" and columns in ("nick", "score"):
            return f"{columns} NULLS FIRST"
        return columns

    # MARK: Loading

    def prepare_sqlite(self) -> None:
        pass

    def load_sqlite(self, table: str, folder: Path) -> None:
        places = ", ".join("?" * (TABLES[table].count(",") + 1))
        self.engine.execute("BEGIN")
        self.engine.insert(f"INSERT INTO {table} VALUES ({places})", [], rows(table, None))
        self.engine.execute("COMMIT")

    def prepare_postgresql(self) -> None:
        # The data is in memory, a plan must not depend on how busy the machine is, and a sort must not need files.
        for setting in (
            "random_page_cost = 1.1", "max_parallel_workers_per_gather = 0", "jit = off", "work_mem = '64MB'",
            "maintenance_work_mem = '512MB'", f"statement_timeout = '{round(self.limit)}s'"):
            self.engine.execute(f"SET {setting}")

    def load_postgresql(self, table: str, folder: Path) -> None:
        with open(written(folder, table, "NaN"), "rb") as file, \
                self.engine.connection.cursor().copy(f"COPY {table} FROM STDIN") as copy:
            while block := file.read(1 << 20):
                copy.write(block)
        self.engine.execute(f"VACUUM {table}")

    def prepare_mariadb(self) -> None:
        self.engine.execute("SET GLOBAL innodb_buffer_pool_size = 1073741824")

    def load_mariadb(self, table: str, folder: Path) -> None:
        self.engine.execute(f"LOAD DATA INFILE '{written(folder, table, None)}' INTO TABLE {table}")

    def prepare_duckdb(self) -> None:
        self.engine.execute("SET threads = 1")

    def load_duckdb(self, table: str, folder: Path) -> None:
        self.engine.execute(
            f"INSERT INTO {table} SELECT * FROM read_csv('{written(folder, table, 'NaN')}', delim = '\\t', header = false, "
            f"nullstr = '\\N', all_varchar = true, quote = '', escape = '')")

    # MARK: Asking

    def rows(self, sql: str, parameters: list[Parameter]) -> list[Row]:
        """Returns the rows of a statement. Throws the driver's error if it takes too long."""
        if self.name == "postgresql":
            # Not prepared, so that both statements are planned at each run: one has parameters, the other has constants.
            from psycopg import RawCursor
            with RawCursor(self.engine.connection) as cursor:
                return cursor.execute(sql, [parameter.value for parameter in parameters], prepare=False).fetchall()
        if not self.is_inside:
            return self.engine.rows(sql, parameters)
        with Limited(self.engine.connection, self.limit):
            return self.engine.rows(sql, parameters)

    def seconds(self, sql: str, parameters: list[Parameter], times: int) -> float:
        """Returns the least time of some runs, which a busy machine changes less than the mean."""
        least = float("inf")
        for _ in range(times):
            start = self.clock()
            self.rows(sql, parameters)
            least = min(least, self.clock() - start)
        return least


def written(folder: Path, table: str, nan: Optional[str]) -> Path:
    """Returns a file with the rows of a table, which is written once."""
    file = folder / f"{table}-{nan}.tsv"
    if not file.exists():
        with open(file, "w", encoding="utf-8") as out:
            for row in rows(table, nan):
                print(*("\\N" if value is None else value for value in row), sep="\t", file=out)
    return file
