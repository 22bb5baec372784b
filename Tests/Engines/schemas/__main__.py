"""python -m schemas [--time] PREDCHECK FOLDER SCRIPTS ENGINES NAME…: runs the requests of each database on its engines, with the model
that `predcheck model` makes, and compares the rows with those of the statements by hand. With --time, prints the ratio of the least
times of 15 runs in turn. Exit 1 if rows differ or an engine reports an error.
"""

from __future__ import annotations

import collections
import decimal
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from proof.engine import Engine, Row
from proof.values import Parameter, parameter

from . import databases

HERE = Path(__file__).parent
RUNS = 15


def respelled(text: str, names: dict[str, str]) -> str:
    """Returns a text whose names, outside of quotes, are those of the engine's database: `invoice_line` is `InvoiceLine` in some."""
    parts = re.split(r"""('[^']*'|"[^"]*")""", text)
    change = lambda word: names.get(word.group().replace("_", "").lower(), word.group())
    return "".join(part if index % 2 else re.sub(r"(?<![:$])\b[a-z_]{2,}\b(?!:\()", change, part) for index, part in enumerate(parts))


def options(request: dict[str, Any], names: dict[str, str]) -> list[str]:
    """Returns a request as options of predcheck."""
    computed = {term["name"] for term in request.get("properties", []) if isinstance(term, dict)}
    key = lambda text: text if text in computed else respelled(text, names)
    result = [respelled(request.get("predicate", "TRUEPREDICATE"), names), "--entity", key(request["entity"])]
    for term in request.get("sort", []):
        result += ["--sort", key(term) if isinstance(term, str) else f"{key(term['key'])}:desc"]
    for group in request.get("groupBy", []):
        result += ["--group-by", key(group)]
    for term in request.get("properties", []):
        text = key(term) if isinstance(term, str) else f"{term['name']}={respelled(term['expression'], names)}"
        result += ["--select", text]
    if "having" in request:
        result += ["--having", request["having"]]
    if "limit" in request:
        result += ["--limit", str(request["limit"])]
    return result


def plain(value: Any) -> Any:
    """Returns a value in a form in which equal values of two statements are equal."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (float, decimal.Decimal)):
        number = float(f"{float(value):.12g}")
        return int(number) if number == int(number) else number
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode()
    return value.rstrip(" ") if isinstance(value, str) else value


def rows_of(rows: list[Row], ordered: bool) -> list[Any]:
    result = [tuple(plain(value) for value in row) for row in rows]
    return result if ordered else sorted(result, key=repr)


def least_times(engine: Engine, statements: list[tuple[str, list[Parameter]]]) -> list[float]:
    least = [float("inf")] * len(statements)
    for _ in range(RUNS):
        for index, (sql, parameters) in enumerate(statements):
            start = time.perf_counter()
            engine.rows(sql, parameters)
            least[index] = min(least[index], time.perf_counter() - start)
    return least


class Check:
    """The requests of one database on one engine."""

    def __init__(self, database: str, engine: Engine, model: Path, predcheck: str, is_timed: bool) -> None:
        self.database, self.engine, self.model, self.predcheck = database, engine, model, predcheck
        self.is_timed = is_timed
        self.names: dict[str, str] = {}
        if database == "chinook" and engine.name != "postgresql":
            for entity in json.loads(model.read_text())["entities"]:
                named = entity.get("attributes", []) + entity.get("relationships", [])
                tables = [key["linkTable"]["table"] for key in named if "linkTable" in key]
                for name in [entity["name"], *tables, *(key["name"] for key in named)]:
                    self.names[name.replace("_", "").lower()] = name

    def outcome(self, line: dict[str, Any]) -> tuple[str, str]:
        """Returns the outcome of a request: equal, refused, memory, error or WRONG; and what there is to say about it."""
        request = line["request"]
        by_hand = respelled(line.get("dialects", {}).get(self.engine.name, line["hand"]), self.names)
        command = [self.predcheck, "sql", *options(request, self.names), "--model", str(self.model), "--no-config"]
        run = subprocess.run(
            [*command, "--dialect", self.engine.name, "--json"], capture_output=True, text=True)
        if run.returncode != 0:
            reports = [json.loads(text) for text in run.stdout.splitlines()]
            messages = [found["message"] for report in reports for found in report["diagnostics"]]
            return "refused", "; ".join(messages) or run.stderr
        answer = json.loads(run.stdout)
        if answer["residual"] or answer.get("remainder"):
            return "memory", str(answer["residual"] or answer.get("remainder"))
        parameters = [parameter(written) for written in answer["parameters"]]
        is_ordered = "sort" in request
        expected = rows_of(self.engine.rows(by_hand, []), is_ordered)
        try:
            if answer.get("functions"):
                found = self.rows_of_predcheck(command)
            else:
                found = self.engine.rows(answer["sql"], parameters)
        except Exception as error:
            return "error", str(error).splitlines()[0]
        width = len(expected[0]) if expected and "properties" not in request else 0
        got = rows_of([row[:width] if width else row for row in found], is_ordered)
        if got != expected:
            return "WRONG", f"{len(got)} rows, by hand {len(expected)}: {answer['sql']}"
        if not self.is_timed or answer.get("functions"):
            return "equal", ""
        ours, hand = least_times(self.engine, [(answer["sql"], parameters), (by_hand, [])])
        return "equal", f"{ours / hand:.2f} × by hand, {ours * 1000:.2f} ms, by hand {hand * 1000:.2f} ms"

    def rows_of_predcheck(self, command: list[str]) -> list[Row]:
        """Returns the rows of a statement of SQLite with the library's functions."""
        database = str(getattr(self.engine, "path"))
        run = subprocess.run([*command, "--database", database, "--json"], check=True, capture_output=True, text=True)
        answers = [json.loads(text) for text in run.stdout.splitlines()]
        return [tuple(answer.values()) if "id" in answer else tuple(answer["value"].values()) for answer in answers]


def main(arguments: list[str]) -> int:
    is_timed = arguments[0] == "--time"
    predcheck, scratch, scripts, engines, *names = arguments[is_timed:]
    failures = 0
    for database in names:
        missing = [name for name in databases.FILES.get(database, []) if not (Path(scripts) / database / name).exists()]
        if missing:
            print(f"SKIPPED: {database}: there is no {database}/{missing[0]} in '{scripts}'")
            continue
        lines = [json.loads(text) for text in (HERE / f"{database}.jsonl").read_text().splitlines()]
        model = None
        for name in databases.ENGINES[database]:
            if name != "sqlite" and name not in engines.split():
                print(f"SKIPPED: {database} on {name}: the engine does not run")
                continue
            engine = databases.loaded(database, name, Path(scripts), Path(scratch))
            # DuckDB and ClickHouse have the tables of PostgreSQL.
            if name in ("postgresql", "sqlite", "mariadb"):
                model = databases.model(engine, predcheck, Path(scratch))
            if model is None:
                print(f"SKIPPED: {database} on {name}: PostgreSQL, of which the model is made, does not run")
                continue
            check = Check(database, engine, model, predcheck, is_timed)
            counts: collections.Counter[str] = collections.Counter()
            for line in lines:
                outcome, text = check.outcome(line)
                counts[outcome] += 1
                failures += outcome in ("WRONG", "error")
                if outcome != "equal" or text:
                    print(f"{database} on {name}: {line['id']}: {outcome}{': ' if text else ''}{text}"[:600])
            print(f"{database} on {name}: " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return failures > 0


sys.exit(main(sys.argv[1:]))
