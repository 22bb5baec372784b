"""The lines of a work file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterator, Optional, Union

from .values import Parameter, Scalar, parameter, scalar


@dataclass(frozen=True)
class Types:
    """The SQL types of an engine, and the placeholders of parameters, by kind; `{0}` is the number of the parameter."""

    columns: dict[str, str]
    places: dict[str, str]
    end: str  # What follows the columns of a CREATE TABLE statement.


@dataclass(frozen=True)
class Setup:
    """A statement that is executed unchanged."""

    sql: str


@dataclass(frozen=True)
class Insert:
    """Rows to insert. `types` are kinds of parameters, one for each column."""

    sql: str
    types: list[str]
    rows: list[list[Optional[Scalar]]]


@dataclass(frozen=True)
class Query:
    """A statement whose first column must contain the identifiers `ids`, each once."""

    id: str
    format: str
    sql: str
    parameters: list[Parameter]
    ids: list[Any]
    superset: bool  # There may be more rows, because a residual predicate is left.
    ordered: bool  # Whether the order matters.
    check: Optional[str]  # If the statement changes rows: a SELECT that returns them. The changes are then rolled back.
    excluded: list[Any]  # Rows that a superset must not contain, because the residual predicate is true for them.


@dataclass(frozen=True)
class Attack:
    """A statement that may fail, but must not change anything."""

    id: str
    sql: str
    parameters: list[Parameter]


@dataclass(frozen=True)
class Rows:
    """A statement and its expected rows. If there are none, the rows are kept for the program that made the statement."""

    id: str
    format: str
    sql: str
    parameters: list[Parameter]
    columns: list[str]  # The kind of parameter of each column.
    rows: Optional[list[list[Optional[Scalar]]]]
    ordered: bool  # Whether the order matters.


@dataclass(frozen=True)
class Setting:
    """A setting of the session: the statement that makes it, if there is one, and the value that a query must then find."""

    statement: Optional[str]
    query: str
    value: str


Line = Union[Types, Setting, Setup, Insert, Query, Attack, Rows]


def read(path: str) -> Iterator[Line]:
    """Reads a work file, line by line."""
    with open(path, encoding="utf-8") as file:
        for number, written in enumerate(file, 1):
            if not written.strip():
                continue
            try:
                yield line(json.loads(written))
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"{path}:{number}: {type(error).__name__}: {error}") from error


def line(fields: dict[str, Any]) -> Line:
    """Reads one line."""
    kind = fields["kind"]
    if kind == "engine":
        return Types(fields["columns"], fields["places"], fields["end"])
    if kind == "setting":
        return Setting(fields["statement"], fields["query"], fields["value"])
    if kind == "setup":
        return Setup(fields["sql"])
    if kind == "insert":
        return Insert(fields["sql"], fields["types"], [row(fields["types"], written) for written in fields["rows"]])
    parameters = [parameter(written) for written in fields.get("parameters", [])]
    if kind == "error":
        return Attack(str(fields["id"]), fields["sql"], parameters)
    if kind == "query":
        check = fields["check"] if fields.get("exec", False) else None
        return Query(
            str(fields["id"]), fields.get("format", ""), fields["sql"], parameters,
            [tuple(key) if isinstance(key, list) else key for key in fields["ids"]],
            fields.get("superset", False), fields.get("ordered", False), check, fields.get("excluded", []))
    if kind == "rows":
        columns = fields["columns"]
        rows = None if fields.get("keep", False) else [row(columns, written) for written in fields["rows"]]
        return Rows(
            str(fields["id"]), fields.get("format", ""), fields["sql"], parameters, columns, rows,
            fields.get("ordered", True))
    raise ValueError(f"unknown kind of line: {kind}")


def row(types: list[str], written: list[Any]) -> list[Optional[Scalar]]:
    if len(types) != len(written):
        raise ValueError(f"{len(written)} values for {len(types)} columns")
    return [None if value is None else scalar(kind, value) for kind, value in zip(types, written)]
