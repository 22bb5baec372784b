"""Runs the lines of a work file on an engine and reports the differences."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Optional, TextIO, Union

from . import rows
from .engine import Engine
from .values import Parameter
from .work import Attack, Insert, Line, Query, Rows, Setting, Setup, Types


@dataclass
class Tally:
    """The number of results of each kind."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seeds: dict[str, int] = field(default_factory=dict)  # Each seed, and how many of its statements ran.


@dataclass
class Runner:
    """Runs lines in their order. `report` receives a text for each failure, and `answers` the rows that are kept."""

    engine: Engine
    report: Callable[[str], None]
    answers: Optional[TextIO] = None
    tally: Tally = field(default_factory=Tally)
    # The statements of one run of attacks, and the contents of the tables before them.
    attacks: list[str] = field(default_factory=list)
    before: Optional[dict[str, Counter]] = None

    def run(self, lines: Iterable[Line]) -> Tally:
        for line in lines:
            if isinstance(line, Attack):
                self.attack(line)
                continue
            self.end_attacks()
            if isinstance(line, Setting):
                self.set(line)
            elif isinstance(line, Setup):
                self.engine.execute(line.sql)
            elif isinstance(line, Insert):
                self.engine.insert(line.sql, line.types, line.rows)
            elif isinstance(line, Rows):
                self.rows(line)
            elif isinstance(line, Query):
                self.query(line)
            else:
                assert isinstance(line, Types)  # Only the runner's test of itself needs them.
        self.end_attacks()
        return self.tally

    def set(self, setting: Setting) -> None:
        """Makes a setting of the session and checks it. Without the setting, no statement would prove anything."""
        if setting.statement is not None:
            self.engine.execute(setting.statement)
        found = self.engine.rows(setting.query, [])[0][-1]
        shown = found.decode() if isinstance(found, (bytes, bytearray)) else str(found)
        if shown.lower() != setting.value.lower():
            raise RuntimeError(f"{setting.query} is {shown}, but the dialect needs {setting.value}")

    def query(self, query: Query) -> None:
        if query.check is not None and not self.engine.can_undo:
            self.tally.skipped += 1
            return
        self.count_seed(query)
        try:
            got = self.changed(query) if query.check is not None else self.keys(query.sql, query.parameters)
            difference = compare(query, got)
        except Exception as error:  # Any error of a driver is a failure of this statement only.
            difference = f"{type(error).__name__}: {shortened(error)}"
        if difference is None:
            self.tally.passed += 1
            return
        self.fail(query, f"  expected: {query.ids}\n  {difference}", query.format)

    def rows(self, line: Rows) -> None:
        self.count_seed(line)
        try:
            got = self.engine.rows(line.sql, line.parameters)
            if line.rows is None:
                difference = self.keep(line, got)
            else:
                difference = rows.difference(line.columns, line.rows, got, line.ordered)
        except Exception as error:  # As for a query.
            difference = f"{type(error).__name__}: {shortened(error)}"
        if difference is None:
            self.tally.passed += 1
        else:
            self.fail(line, f"  {difference}", line.format)

    def keep(self, line: Rows, got: list[Any]) -> Optional[str]:
        """Writes rows to the file for the program that made the statement."""
        if self.answers is None:
            return "its rows must be kept, but PROOF_ANSWERS names no file for them"
        written = [[rows.written(kind, value) for kind, value in zip(line.columns, row)] for row in got]
        self.answers.write(json.dumps({"id": line.id, "rows": written}) + "\n")
        return None

    def count_seed(self, line: Union[Query, Rows]) -> None:
        seed = line.id.rpartition("/")[0]
        self.tally.seeds[seed] = self.tally.seeds.get(seed, 0) + 1

    def keys(self, sql: str, parameters: list[Parameter]) -> list[Any]:
        """Returns the primary keys in the rows. A key of several columns is a tuple."""
        return [row[0] if len(row) == 1 else tuple(row) for row in self.engine.rows(sql, parameters)]

    def changed(self, query: Query) -> list[Any]:
        """Returns the rows that the check finds after a change, and rolls the change back."""
        self.engine.begin()
        try:
            self.engine.change(query.sql, query.parameters)
            return self.keys(query.check or "", [])
        finally:
            self.engine.undo()

    def attack(self, attack: Attack) -> None:
        """Runs an attack. Rows and errors are both accepted, if the engine still answers."""
        if self.before is None:
            self.before = self.contents()
        self.attacks.append(attack.id)
        try:
            self.engine.rows(attack.sql, attack.parameters)
        except Exception:
            pass
        try:
            answers = self.engine.rows("SELECT 1", []) == [(1,)]
        except Exception:
            answers = False
        if answers:
            self.tally.passed += 1
        else:
            self.fail(attack, "  the engine no longer answers")

    def end_attacks(self) -> None:
        """Checks that a run of attacks did not change any table."""
        if self.before is None:
            return
        if self.contents() != self.before:
            self.tally.failed += 1
            self.report(f"FAILED: one of these changed a table: {', '.join(self.attacks)}")
        self.before = None
        self.attacks = []

    def contents(self) -> dict[str, Counter]:
        """Returns all rows of all tables, without their order."""
        return {
            table: Counter(repr(row) for row in self.engine.rows(f"SELECT * FROM {table}", []))
            for table in self.engine.tables()
        }

    def fail(self, line: Union[Query, Attack, Rows], difference: str, written: str = "") -> None:
        self.tally.failed += 1
        parameters = "\n".join(f"  parameter: {shortened(parameter)}" for parameter in line.parameters)
        head = f"FAILED: {line.id}: {written}" if written else f"FAILED: {line.id}"
        self.report("\n".join(part for part in [head, f"  sql: {line.sql}", parameters, difference] if part))


def compare(query: Query, got: list[Any]) -> Optional[str]:
    """Returns how the identifiers differ from the expected ones, or None if they do not."""
    if len(set(got)) != len(got):
        return f"got: {got}, an identifier twice"
    if query.ordered and got != query.ids:
        return f"got: {got}"
    missing, surplus = set(query.ids) - set(got), set(got) - set(query.ids)
    if query.superset:
        surplus &= set(query.excluded)
    if missing or surplus:
        return f"got: {got}\n  missing: {sorted(missing)}, too many: {sorted(surplus)}"
    return None


def shortened(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 2000 else f"{text[:2000]}… ({len(text)} characters)"
