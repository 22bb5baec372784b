"""Compares the rows of an engine with the expected ones, and converts them to values of the case format."""

from __future__ import annotations

import base64
import datetime
import decimal
import math
import uuid
from collections import Counter
from typing import Any, Optional

from .values import Scalar


Rows = list[list[Optional[Scalar]]]


def difference(columns: list[str], expected: Rows, got: list[Any], ordered: bool) -> Optional[str]:
    """Returns how the rows differ from the expected ones, or None if they do not."""
    wanted = [comparable_row(columns, row) for row in expected]
    found = [comparable_row(columns, row) for row in got]
    if len(found) != len(wanted):
        return f"{len(found)} rows, expected {len(wanted)}: {got[:20]}"
    if not ordered:
        return None if Counter(found) == Counter(wanted) else f"got {got[:20]}, expected {expected[:20]} in any order"
    for place, (one, other) in enumerate(zip(wanted, found)):
        if one != other:
            return f"row {place}: got {other}, expected {one}"
    return None


def comparable_row(columns: list[str], row: Any) -> tuple[Any, ...]:
    if len(row) != len(columns):
        raise ValueError(f"{len(row)} values for {len(columns)} columns")
    return tuple(comparable(kind, value) for kind, value in zip(columns, row))


def comparable(kind: str, value: Any) -> Any:
    """Returns a value that `==` compares by its meaning: numbers exactly, whatever their type, and NaN as None."""
    if value is None:
        return None
    if kind in ("integer", "double", "decimal", "boolean"):
        if isinstance(value, float) and math.isnan(value):
            return None
        if isinstance(value, (bool, int, float, decimal.Decimal)):
            return value
    elif kind == "text":
        if isinstance(value, (bytes, bytearray)):  # MariaDB's connector returns texts of some collations as bytes.
            return bytes(value).decode()
        if isinstance(value, str):
            return value
    elif kind == "bytes":
        if isinstance(value, str):  # ClickHouse has one type for texts and bytes.
            return value.encode()
        if isinstance(value, (bytes, bytearray, memoryview)):
            return bytes(value)
    elif kind == "uuid":
        return value if isinstance(value, uuid.UUID) else uuid.UUID(comparable("text", value))
    elif kind == "timestamp":
        if isinstance(value, datetime.datetime):
            return (value.astimezone(datetime.timezone.utc) if value.tzinfo else value).replace(tzinfo=None)
        if isinstance(value, datetime.date):
            return datetime.datetime(value.year, value.month, value.day)
    raise ValueError(f"this is not a value of the kind {kind}: {value!r}")


def written(kind: str, value: Any) -> Any:
    """Returns a value as JSON in the case format."""
    value = comparable(kind, value)
    if value is None or isinstance(value, str):
        return value
    if kind == "boolean":
        return bool(value)
    if isinstance(value, decimal.Decimal):
        return int(value) if kind == "integer" and value == int(value) else {"$numberDecimal": f"{value:f}"}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$numberDouble": "Infinity" if value > 0 else "-Infinity"}
    if isinstance(value, uuid.UUID):
        return {"$uuid": str(value)}
    if isinstance(value, bytes):
        return {"$binary": base64.b64encode(value).decode()}
    if isinstance(value, datetime.datetime):
        return {"$date": value.isoformat() + "Z"}
    return float(value) if kind == "double" else int(value) if isinstance(value, bool) else value
