"""The word list with two notes per word, on SQLite and PostgreSQL, with the indexes that the questions need."""

from __future__ import annotations

import json
import os
import sqlite3
from typing import Any, Iterator, Protocol

import psycopg
from psycopg.sql import Literal

from .questions import WORDS

TABLES = """
CREATE TABLE word (id {integer} PRIMARY KEY, text {text} NOT NULL, text_c {text} NOT NULL, length {integer});
CREATE TABLE note (id {integer} PRIMARY KEY, word_id {integer} NOT NULL REFERENCES word (id), stars {integer});
"""
INDEXES = """
CREATE INDEX word_text ON word (text);
CREATE INDEX word_text_c ON word (text_c);
CREATE INDEX word_length ON word (length);
CREATE INDEX note_word_stars ON note (word_id, stars);
CREATE INDEX note_stars ON note (stars, word_id);
ANALYZE;
"""


def word_rows() -> Iterator[tuple[int, str, str, int]]:
    return ((number, word, word, len(word)) for number, word in enumerate(WORDS, 1))


def note_rows() -> Iterator[tuple[int, int, int]]:
    """Returns two notes per word. About 35 notes have each number of stars."""
    return ((number, (number + 1) // 2, number * 7919 % 10007) for number in range(1, 2 * len(WORDS) + 1))


class Database(Protocol):
    dialect: str

    def ids(self, sql: str, parameters: list[Any]) -> list[int]: ...

    def plans(self, sql: str, parameters: list[Any]) -> list[str]:
        """Returns the engine's own plans, as text. A statement that is prepared often may have more than one."""

    def errors(self, plan: str, index: str) -> list[str]:
        """Returns what is wrong with a plan that should use an index."""


class SQLite:
    dialect = "sqlite"

    def __init__(self) -> None:
        self.connection = sqlite3.connect(":memory:", cached_statements=256)
        self.connection.executescript(TABLES.format(integer="INTEGER", text="TEXT"))
        self.connection.executemany("INSERT INTO word VALUES (?, ?, ?, ?)", word_rows())
        self.connection.executemany("INSERT INTO note VALUES (?, ?, ?)", note_rows())
        self.connection.executescript(INDEXES)

    def ids(self, sql: str, parameters: list[Any]) -> list[int]:
        return [row[0] for row in self.connection.execute(sql, parameters)]

    def plans(self, sql: str, parameters: list[Any]) -> list[str]:
        rows = self.connection.execute("EXPLAIN QUERY PLAN " + sql, parameters)
        return ["\n".join(row[3] for row in rows)]

    def errors(self, plan: str, index: str) -> list[str]:
        lines = plan.split("\n")
        found = []
        if not any(line.startswith("SEARCH") and line.split("INDEX ")[-1].split()[0] == index for line in lines):
            found.append(f"no search in {index}")
        if scans := [line for line in lines if line.startswith("SCAN") and "json_each" not in line and "CONSTANT" not in line]:
            found.append(f"reads all: {scans}")
        return found


class PostgreSQL:
    dialect = "postgresql"

    def __init__(self) -> None:
        self.connection = psycopg.connect(os.environ["POSTGRESQL_DSN"], autocommit=True, cursor_factory=psycopg.RawCursor)
        self.connection.execute("DROP TABLE IF EXISTS note, word")
        self.script(TABLES.format(integer="integer", text='text COLLATE "C"'))
        for table, rows in (("word", word_rows()), ("note", note_rows())):
            with self.connection.cursor().copy(f"COPY {table} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        self.script(INDEXES)
        # All data is in memory, where reading a random page costs hardly more than reading the next one. With the default of 4,
        # which is for rotating disks, a search for 5,000 of 172,823 words reads the whole table, in the same time.
        self.script("VACUUM word; VACUUM note; SET random_page_cost = 1.1")
        # A plan must not depend on how busy the machine is.
        self.script("SET max_parallel_workers_per_gather = 0; SET jit = off")

    def script(self, text: str) -> None:
        for statement in filter(str.strip, text.split(";")):
            self.connection.execute(statement)

    def ids(self, sql: str, parameters: list[Any]) -> list[int]:
        return [row[0] for row in self.connection.execute(sql, parameters, prepare=True)]

    def plans(self, sql: str, parameters: list[Any]) -> list[str]:
        """Returns the plan for these values, and the generic plan, which PostgreSQL may use from the sixth run on."""
        (these,) = self.connection.execute("EXPLAIN (FORMAT JSON) " + sql, parameters).fetchone()
        values = ", ".join(Literal(value).as_string(self.connection) for value in parameters)
        self.script(f"SET plan_cache_mode = force_generic_plan; PREPARE question AS {sql}")
        execute = "EXECUTE question" + (f"({values})" if parameters else "")
        (any_values,) = self.connection.execute("EXPLAIN (FORMAT JSON) " + execute).fetchone()
        self.script("DEALLOCATE question; RESET plan_cache_mode")
        return [json.dumps(plan[0]["Plan"], indent=1) for plan in (these, any_values)]

    def errors(self, plan: str, index: str) -> list[str]:
        nodes = list(every_node(json.loads(plan)))
        found = []
        if not any(node.get("Index Name") == index for node in nodes):
            found.append(f"no scan of {index}")
        if scans := [node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"]:
            found.append(f"reads all of {scans}")
        return found


def every_node(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", []):
        yield from every_node(child)
