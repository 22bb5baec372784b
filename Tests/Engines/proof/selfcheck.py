"""Tests the runner itself: it must accept correct rows of every kind of value, and detect each kind of wrong answer."""

from __future__ import annotations

import datetime
import decimal
import uuid
from typing import Any, Optional

from .engine import Engine
from .run import Runner
from .values import Parameter, Scalar
from .work import Attack, Insert, Line, Query, Rows, Setup, Types

VALUES: dict[str, list[Scalar]] = {
    "boolean": [True, False],
    "integer": [-(2**63), 2**63 - 1, 7],
    "double": [0.1, -1e300, 5e-324],
    "decimal": [decimal.Decimal("12345678901234.5678"), decimal.Decimal("-0.0001")],
    "text": ["", "O'Brien \\ \" ` ; -- \n?", "e\u0301", "\u00e9", "\U0001f600", "a "],
    "timestamp": [datetime.datetime(1500, 1, 2, 3, 4, 5, 123456), datetime.datetime(2026, 11, 20)],
    "uuid": [uuid.UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")],
    "bytes": [b"", b"\x00\xff'\\"],
}


def errors(engine: Engine, engine_types: Types) -> list[str]:
    """Returns the errors of the runner. Removes all tables that it creates."""
    found: list[str] = []
    types = engine_types.columns

    def mark(number: int, kind: str) -> str:
        return engine_types.places[kind].format(number)

    def expect(what: str, wanted: tuple[int, int], *lines: Line) -> None:
        tally = Runner(engine, report=lambda text: None).run(lines)
        if (tally.passed, tally.failed) != wanted:
            found.append(f"{what}: passed and failed should be {wanted}, but are {(tally.passed, tally.failed)}")

    # There is one column for each kind, with its name. Each row contains one value. Then each value is queried.
    table = "check_values"
    values = [(kind, value) for kind in types for value in VALUES[kind]]
    places = ", ".join(mark(number, kind) for number, kind in enumerate(["integer", *types], 1))
    rows: list[list[Optional[Scalar]]] = [
        [number, *[value if kind == column else None for column in types]]
        for number, (kind, value) in enumerate(values)]
    expect(
        "values", (len(rows), 0), Setup(create(engine_types, table, types)),
        Insert(f"INSERT INTO {table} VALUES ({places})", ["integer", *types], rows),
        *[query(f"SELECT id FROM {table} WHERE v_{kind} = {mark(1, kind)}", [number], Parameter(kind, value))
          for number, (kind, value) in enumerate(values)])

    table = "check_rows"
    insert = f"INSERT INTO {table} VALUES ({mark(1, 'integer')})"
    expect("rows", (0, 0), Setup(create(engine_types, table, {})), Insert(insert, ["integer"], [[0], [1], [2], [3]]))
    expect("a missing row", (0, 1), query(f"SELECT id FROM {table} WHERE id > 2", [2, 3]))
    expect("a row too many", (0, 1), query(f"SELECT id FROM {table}", [0, 1, 2]))
    expect("a row too many, allowed", (1, 0), query(f"SELECT id FROM {table}", [1], superset=True))
    expect("a missing row of a superset", (0, 1), query(f"SELECT id FROM {table}", [1, 9], superset=True))
    expect("an excluded row", (0, 1), query(f"SELECT id FROM {table}", [1], superset=True, excluded=[2]))
    expect("a row twice", (0, 1), query(f"SELECT 1 AS id FROM {table}", [1]))
    expect("another order", (0, 1), query(f"SELECT id FROM {table} ORDER BY id DESC", [0, 1, 2, 3], ordered=True))
    for kind in types:
        # Values of every kind are returned unchanged.
        kept = [[value] for one, value in values if one == kind]
        select = f"SELECT v_{kind} FROM check_values WHERE v_{kind} IS NOT NULL ORDER BY id"
        expect(f"rows of {kind}", (1, 0), ask(select, [kind], kept))
        if len(kept) > 1:
            expect(f"rows of {kind} in another order", (0, 1), ask(select, [kind], kept[::-1]))
            expect(f"rows of {kind} in any order", (1, 0), ask(select, [kind], kept[::-1], ordered=False))
    expect("another value", (0, 1), ask(f"SELECT id FROM {table} WHERE id = 2", ["integer"], [[3]]))
    expect("nothing for a value", (0, 1), ask(f"SELECT id FROM {table} WHERE id = 2", ["integer"], [[None]]))
    expect("a row less", (0, 1), ask(f"SELECT id FROM {table} WHERE id < 2 ORDER BY id", ["integer"], [[0], [1], [2]]))
    expect("another kind", (0, 1), ask("SELECT '2'", ["integer"], [[2]]))
    expect("an error", (0, 1), query("SELECT no_such_column", []))
    expect("an attack that is an error", (1, 0), Attack("attack", "SELECT no_such_column", []))
    expect("an attack that changes", (1, 1), Attack("attack", f"INSERT INTO {table} VALUES (5)", []))
    expect("an attack that makes a table", (1, 1), Attack("attack", create(engine_types, "check_attack", {}), []))
    if engine.can_undo:
        remove = f"DELETE FROM {table} WHERE id > 1"
        expect("a change that is undone", (2, 0), query(remove, [0, 1], check=f"SELECT id FROM {table}"),
               query(f"SELECT id FROM {table}", [0, 1, 2, 3, 5]))
    for name in engine.tables():
        engine.execute(f"DROP TABLE {name}")
    return found


def create(types: Types, table: str, kinds: dict[str, str]) -> str:
    columns = ", ".join([f"id {types.columns['integer']}", *[f"v_{kind} {name}" for kind, name in kinds.items()]])
    return f"CREATE TABLE {table} ({columns}){types.end}"


def query(
    sql: str, ids: list[Any], *parameters: Parameter, superset: bool = False, ordered: bool = False,
    check: Optional[str] = None, excluded: Optional[list[Any]] = None,
) -> Query:
    return Query("check/0", "", sql, list(parameters), ids, superset, ordered, check, excluded or [])


def ask(sql: str, columns: list[str], expected: list[list[Optional[Scalar]]], ordered: bool = True) -> Rows:
    return Rows("check/0", "", sql, [], columns, expected, ordered)
