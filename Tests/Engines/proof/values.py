"""Values of a work file, as Python values that the drivers bind with their types."""

from __future__ import annotations

import base64
import datetime
import decimal
import uuid
from dataclasses import dataclass
from typing import Any, Union

Scalar = Union[bool, int, float, decimal.Decimal, str, datetime.datetime, uuid.UUID, bytes]


@dataclass(frozen=True)
class Parameter:
    """A value to bind. `kind` is a raw value of SQLParameter.Kind. The value is a list if `is_list`, and never None."""

    kind: str
    value: Union[Scalar, list[Scalar]]
    is_list: bool = False

    def scalars(self) -> list[Scalar]:
        """Returns the values of a list, or the single value."""
        return self.value if isinstance(self.value, list) else [self.value]


def parameter(written: dict[str, Any]) -> Parameter:
    """Reads a parameter of a work file, or of `predcheck sql --json`."""
    kind, value = written["type"], written["value"]
    if isinstance(value, list):
        return Parameter(kind, [scalar(kind, element) for element in value], True)
    return Parameter(kind, scalar(kind, value))


def scalar(kind: str, written: Any) -> Scalar:
    """Reads one value, which is not null."""
    try:
        return READERS[kind](written)
    except (KeyError, TypeError, ValueError, decimal.InvalidOperation) as error:
        raise ValueError(f"this is not a value of the kind {kind}: {written!r}") from error


def boolean(written: Any) -> bool:
    if written not in (True, False, 0, 1):
        raise ValueError(written)
    return bool(written)


def integer(written: Any) -> int:
    if isinstance(written, float) or isinstance(written, str):
        raise ValueError(written)
    return int(written)


def double(written: Any) -> float:
    return float(written["$numberDouble"] if isinstance(written, dict) else written)


def exact_decimal(written: Any) -> decimal.Decimal:
    return decimal.Decimal(written["$numberDecimal"] if isinstance(written, dict) else written)


def text(written: Any) -> str:
    if not isinstance(written, str):
        raise TypeError(written)
    return written


def timestamp(written: Any) -> datetime.datetime:
    """Reads a timestamp in UTC, without its zone. Python's own reader accepts only fractions of three or six digits."""
    whole, _, fraction = written["$date"].removesuffix("Z").partition(".")
    moment = datetime.datetime.strptime(whole, "%Y-%m-%dT%H:%M:%S")
    if len(fraction.rstrip("0")) > 6:
        raise ValueError("more precise than a microsecond")
    return moment.replace(microsecond=int(fraction[:6].ljust(6, "0")))


READERS = {
    "boolean": boolean,
    "integer": integer,
    "double": double,
    "decimal": exact_decimal,
    "text": text,
    "timestamp": timestamp,
    "uuid": lambda written: uuid.UUID(written["$uuid"] if isinstance(written, dict) else written),
    "bytes": lambda written: base64.b64decode(written["$binary"], validate=True),
}

# The kinds of the values that are objects of one field in JSON.
SCALARS = {"$numberDouble": "double", "$numberDecimal": "decimal", "$date": "timestamp", "$uuid": "uuid", "$binary": "bytes"}
