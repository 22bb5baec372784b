"""The two answers to a question: from the evaluation in memory, and from Spark with the translated statement."""

from __future__ import annotations

import json
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import SparkSession

from proof.on_spark import bound
from proof.values import parameter

from .questions import Question
from .tables import LETTERS, WORDS

MODEL = Path(__file__).parents[3] / "Corpus/SQL/Models/wordlist.json"


def in_memory(question: Question, predcheck: str, rows: Path) -> set[int]:
    """Returns the identifiers that `predcheck eval` finds among the rows of one copy."""
    command = [predcheck, "eval", question.format, "--data", str(rows / f"{question.entity}.jsonl")]
    for argument in question.arguments:
        command += ["--arg", argument]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {json.loads(line)["id"] for line in lines}


@dataclass(frozen=True)
class Statement:
    sql: str
    arguments: list[object]


def translated(question: Question, predcheck: str, session: SparkSession) -> Statement:
    """Returns the statement that `predcheck sql` prints for the same format string."""
    command = [
        predcheck, "sql", question.format, "--model", str(MODEL), "--entity", question.entity, "--dialect", "spark", "--json"]
    for argument in question.arguments:
        command += ["--arg", argument]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    if answer.get("residual") is not None:
        raise ValueError(f"{question.format}: SQL cannot express all of it")
    return Statement(answer["sql"], [bound(session, parameter(written)) for written in answer["parameters"]])


def seconds(session: SparkSession, statement: Statement) -> tuple[float, int]:
    """Returns the time of the statement, without transferring its rows, and the number of rows."""
    start = time.perf_counter()
    (count,), = session.sql(f"SELECT COUNT(*) FROM ({statement.sql}) found", args=statement.arguments).collect()
    return time.perf_counter() - start, count


def differences(session: SparkSession, statement: Statement, question: Question, wanted: set[int], copies: int) -> list[str]:
    """Returns how the rows differ from those in memory. Every object that the evaluation in memory finds must be found once in
    every copy, and no other object. The query counts, for each number of an object in a copy, its rows and its copies."""
    size = len(WORDS) if question.entity == "Word" else len(LETTERS)
    rows = session.sql(
        f"""SELECT pmod(id - 1, {size}) + 1 AS number, COUNT(*) AS found, COUNT(DISTINCT id) AS copies
            FROM ({statement.sql}) found GROUP BY 1""", args=statement.arguments).collect()
    found = []
    if {row.number for row in rows} != wanted:
        found.append(f"finds {len(rows)} objects, memory {len(wanted)}")
    if wrong := [row for row in rows if (row.found, row.copies) != (copies, copies)]:
        found.append(f"not once in every copy: {wrong[:3]}")
    return found


def pushed_filters(session: SparkSession, statement: Statement) -> list[str]:
    """Returns the conditions that reach the Parquet reader, by Spark's own plan: a line for each table that is read."""
    (plan,), = session.sql("EXPLAIN FORMATTED " + statement.sql, args=statement.arguments).collect()
    pushed = []
    for scan in re.split(r"\n\(\d+\) ", plan)[1:]:
        if not scan.startswith("Scan parquet"):
            continue
        location = re.search(r"Location: [^\n]*/(\w+)\]?", scan)
        filters = re.search(r"PushedFilters: \[(.*)\]", scan)
        # The numbers only distinguish the subselects of one session.
        conditions = re.sub(r"#\d+", "", filters.group(1)) if filters else "(none)"
        pushed.append(f"{location.group(1) if location else '?'}: {conditions}")
    return pushed
