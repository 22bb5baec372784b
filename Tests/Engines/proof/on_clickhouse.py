"""ClickHouse, in this process: chdb. Parameters are the server's own query parameters."""

from __future__ import annotations

import datetime
import decimal
import json
import struct
import uuid
from typing import Any, Optional

from chdb import session

from .engine import Engine, Row
from .values import Parameter, Scalar


class ClickHouse(Engine):
    name = "clickhouse"
    can_undo = False

    def __init__(self) -> None:
        self.session = session.Session()
        # How results are written as JSON.
        for setting in (
            "output_format_json_quote_64bit_integers = 0", "output_format_json_quote_denormals = 1",
            "output_format_json_quote_decimals = 1",
        ):
            self.execute(f"SET {setting}")
        # Columns of the tables of the proof are nullable, unless they are declared NOT NULL.
        self.execute("SET data_type_default_nullable = 1")
        self.execute("CREATE DATABASE proof")
        self.execute("USE proof")

    def execute(self, sql: str) -> None:
        self.session.query(sql)

    def insert(self, sql: str, types: list[str], rows: list[list[Optional[Scalar]]]) -> None:
        # One statement for many rows, because each makes a part of the table on the disk.
        head, _, places = sql.rpartition(" VALUES ")
        for start in range(0, len(rows), 100):
            parts: list[str] = []
            values: dict[str, str] = {}
            for index, row in enumerate(rows[start:start + 100]):
                parts.append(places.replace("{p", f"{{r{index}_"))
                for number, value in enumerate(row, 1):
                    values[f"r{index}_{number}"] = "\\N" if value is None else text(value)
            self.session.query(f"{head} VALUES {', '.join(parts)}", params=values)

    def rows(self, sql: str, parameters: list[Parameter]) -> list[Row]:
        values = {f"p{number}": text(parameter.value) for number, parameter in enumerate(parameters, 1)}
        # A text may be bytes that are not UTF-8; `surrogateescape` keeps them.
        result = self.session.query(sql, "JSONCompactEachRowWithNamesAndTypes", params=values)
        lines = [line for line in result.bytes().decode("utf-8", "surrogateescape").split("\n") if line]
        # After a query that failed, chdb writes the names and types several times.
        while len(lines) > 3 and lines[2:4] == lines[:2]:
            lines = lines[2:]
        types = json.loads(lines[1]) if len(lines) > 1 else []
        return [
            tuple(value_of(kind, value) for kind, value in zip(types, json.loads(line)))
            for line in lines[2:]]

    def tables(self) -> list[str]:
        names = self.rows("SELECT name FROM system.tables WHERE database = 'proof'", [])
        return sorted("`" + name.replace("\\", "\\\\").replace("`", "``") + "`" for (name,) in names)


def text(value: Any) -> str:
    """Returns a value as the text of a query parameter: an array, or a field of tab-separated values."""
    if isinstance(value, list):
        return "[" + ", ".join(element(item) for item in value) + "]"
    return binary(value) if isinstance(value, bytes) else escaped(plain(value))


def plain(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "microseconds")
    return str(value)


def binary(value: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in value)


def element(value: Scalar) -> str:
    """Returns an element of an array."""
    if isinstance(value, (bool, int, float)):
        return plain(value)
    if isinstance(value, bytes):
        return f"'{binary(value)}'"
    return "'" + escaped(plain(value)).replace("'", "\\'") + "'"


def escaped(written: str) -> str:
    return written.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\0", "\\0")


def value_of(kind: str, value: Any) -> Any:
    kind = kind.removeprefix("Nullable(")
    if value is None:
        return None
    if kind.startswith("Float32"):
        # The shortest digits of this float are those of another double.
        return struct.unpack("f", struct.pack("f", float(value)))[0]
    if kind.startswith("Float"):
        return float(value)
    if kind.startswith("Decimal"):
        return decimal.Decimal(value)
    if kind.startswith("Date"):
        return datetime.datetime.fromisoformat(value)
    if kind.startswith("UUID"):
        return uuid.UUID(value)
    if isinstance(value, str) and not value.isprintable():
        bytes_of = value.encode("utf-8", "surrogateescape")
        try:
            bytes_of.decode()
        except UnicodeDecodeError:
            return bytes_of
    return value
