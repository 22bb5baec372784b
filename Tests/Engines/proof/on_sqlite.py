"""SQLite, in this process: Python's own. The proof uses that of `sqlproof`; this one is for the programs that measure times."""

from __future__ import annotations

import re
import sqlite3
from typing import Any, Callable, Optional

from .engine import Engine, Row
from .values import Parameter


class SQLite(Engine):
    name = "sqlite"

    def __init__(self, path: str = ":memory:") -> None:
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        # The library's own functions, as far as the forms need them. All texts here are ASCII.
        def function(name: str, count: int, body: Callable[..., Any]) -> None:
            self.connection.create_function(name, count, body, deterministic=True)

        function("predicate_length", 1, lambda text: None if text is None else len(text))
        function("predicate_fold", 2, lambda text, options: None if text is None else text.lower())
        patterns: dict[str, re.Pattern[str]] = {}
        def matches(text: Optional[str], pattern: str, *options: str) -> Optional[bool]:
            if pattern not in patterns:
                patterns[pattern] = re.compile(pattern, re.DOTALL)
            return None if text is None else patterns[pattern].fullmatch(text) is not None

        function("predicate_matches", 2, matches)
        function("predicate_matches", 3, matches)

    def execute(self, sql: str) -> None:
        self.connection.execute(sql)

    def insert(self, sql: str, types: list[str], rows: list[list[Any]]) -> None:
        self.connection.executemany(sql, rows)

    def rows(self, sql: str, parameters: list[Parameter]) -> list[Row]:
        return self.connection.execute(sql, [parameter.value for parameter in parameters]).fetchall()

    def tables(self) -> list[str]:
        return [name for (name,) in self.rows("SELECT name FROM sqlite_schema WHERE type = 'table'", [])]
