"""An engine that a driver serves: a program that reads statements and writes rows, as lines of JSON; see ../README.md."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from typing import Any, Optional

from .engine import Engine, Row
from .rows import written
from .values import SCALARS, Parameter, Scalar, scalar


class Driver(Engine):
    """The program that the field `driver` of an engine file names. It runs in the folder of the file."""

    def __init__(self, path: str) -> None:
        with open(path, encoding="utf-8") as file:
            fields = json.load(file)
        self.name = os.path.basename(path).removesuffix(".json")
        self.command: str = fields["driver"]
        self.tables_query: str = fields["tables"]
        self.can_undo = fields.get("transactions", True)
        self.program = subprocess.Popen(
            self.command, shell=True, cwd=os.path.dirname(os.path.abspath(path)), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, encoding="utf-8")

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
        """Returns the rows of the answer. A driver that ends, or does not answer in JSON, ends the run."""
        line = ""
        try:
            self.program.stdin.write(json.dumps({"sql": sql, "parameters": parameters}) + "\n")
            self.program.stdin.flush()
            line = self.program.stdout.readline()
            answer = json.loads(line)
            error, rows = answer.get("error"), answer.get("rows", [])
        except (OSError, ValueError, AttributeError):
            ended = "" if line else f" It ended with status {self.program.wait()}."
            sys.exit(f"the driver '{self.command}' must answer with a line of JSON, not {line!r}.{ended}\n  sql: {sql}")
        if error is not None:
            raise RuntimeError(error)
        return rows


def given(kind: str, value: Any) -> Any:
    """Returns a value of a parameter as JSON."""
    return {"$numberDouble": "NaN"} if isinstance(value, float) and math.isnan(value) else written(kind, value)


def read(value: Any) -> Any:
    """Reads a value of an answer. An object of one field names the kind of its value, as in the case format."""
    if isinstance(value, dict) and len(value) == 1 and (kind := SCALARS.get(next(iter(value)))):
        return scalar(kind, value)
    return value
