"""An engine that a driver serves: a program that reads statements and writes rows, as lines of JSON; see ../README.md."""

from __future__ import annotations

import json
import math
import os
import select
import subprocess
import sys
import time
from typing import Any, NoReturn, Optional

from .engine import Engine, Row
from .rows import written
from .values import SCALARS, Parameter, Scalar, scalar


class Driver(Engine):
    """The program that the field `driver` of an engine file names. It runs in the folder of the file."""

    def __init__(self, path: str) -> None:
        try:
            with open(path, encoding="utf-8") as file:
                fields = json.load(file)
        except (OSError, ValueError) as error:
            sys.exit(f"{path}: {error}")
        self.name = os.path.basename(path).removesuffix(".json")
        self.command: str = field(path, fields, "driver", str)
        self.tables_query: str = field(path, fields, "tables", str)
        self.can_undo = field(path, fields, "transactions", bool, True)
        self.seconds = field(path, fields, "seconds", int, 60)
        self.program = subprocess.Popen(
            self.command, shell=True, cwd=os.path.dirname(os.path.abspath(path)), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        self.received = b""

    def execute(self, sql: str) -> None:
        self.rows(sql, [])

    def insert(self, sql: str, types: list[str], rows: list[list[Optional[Scalar]]]) -> None:
        for row in rows:
            self.ask(sql, [{"type": kind, "value": given(kind, value)} for kind, value in zip(types, row)])

    def rows(self, sql: str, parameters: list[Parameter]) -> list[Row]:
        rows = self.ask(sql, [
            {"type": one.kind, "value": [given(one.kind, value) for value in one.scalars()] if one.is_list
             else given(one.kind, one.value)}
            for one in parameters])
        return [tuple(read(value) for value in row) for row in rows]

    def tables(self) -> list[str]:
        return sorted(name for (name,) in self.rows(self.tables_query, []))

    def version(self) -> str:
        return self.command

    def ask(self, sql: str, parameters: list[dict[str, Any]]) -> list[list[Any]]:
        """Returns the rows of the answer. A driver that ends, or does not answer as it must, ends the run."""
        if self.received:
            self.end("answered more than one line", self.received, sql)
        try:
            self.program.stdin.write(json.dumps({"sql": sql, "parameters": parameters}).encode() + b"\n")
            self.program.stdin.flush()
        except OSError:
            pass  # It has ended, so that there is no line to read.
        line = self.line(sql)
        try:
            answer = json.loads(line)
        except ValueError:
            self.end("must answer with a line of JSON", line, sql)
        if isinstance(answer, dict) and isinstance(answer.get("error"), str):
            raise RuntimeError(f"{answer['error']}\n  sql: {sql}")
        rows = answer.get("rows", []) if isinstance(answer, dict) and answer.keys() <= {"rows"} else None
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            self.end('must answer with {"rows": [[…], …]} or {"error": "…"}', line, sql)
        return rows

    def line(self, sql: str) -> bytes:
        """Returns the next line of the driver."""
        last = time.monotonic() + self.seconds
        while b"\n" not in self.received:
            if not select.select([self.program.stdout], [], [], max(0, last - time.monotonic()))[0]:
                self.end(f"did not answer within {self.seconds} seconds", self.received, sql)
            part = os.read(self.program.stdout.fileno(), 1 << 16)
            if not part:
                self.end(f"ended with status {self.program.wait()}", self.received, sql)
            self.received += part
        line, _, self.received = self.received.partition(b"\n")
        return line

    def end(self, reason: str, received: bytes, sql: str) -> NoReturn:
        """Ends the driver and the run."""
        self.program.kill()
        sys.exit(f"the driver '{self.command}' {reason}; it wrote {received[:500]!r}\n  sql: {sql}")


def field(path: str, fields: Any, name: str, kind: type, default: Any = None) -> Any:
    """Returns a field of an engine file."""
    value = fields.get(name, default) if isinstance(fields, dict) else None
    if type(value) is not kind or kind is int and value < 1:
        words = {str: "a text", bool: "true or false", int: "a number of seconds, at least 1"}
        sys.exit(f"{path}: the field '{name}' must be {words[kind]}")
    return value


def given(kind: str, value: Any) -> Any:
    """Returns a value of a parameter as JSON."""
    return {"$numberDouble": "NaN"} if isinstance(value, float) and math.isnan(value) else written(kind, value)


def read(value: Any) -> Any:
    """Reads a value of an answer. An object of one field names the kind of its value, as in the case format."""
    if isinstance(value, dict) and len(value) == 1 and (kind := SCALARS.get(next(iter(value)))):
        return scalar(kind, value)
    return value
