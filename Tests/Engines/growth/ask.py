"""The two answers to a question: from the evaluation in memory, and from an engine with the translated statement."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from proof.values import Parameter, parameter

from .questions import Question
from .stores import Store
from .tables import LETTERS, WORDS

MODEL = Path(__file__).with_name("model.json")

Statement = tuple[str, list[Parameter]]


def in_memory(question: Question, predcheck: str, rows: Path) -> set[int]:
    """Returns the identifiers that `predcheck eval` finds among the rows of one copy."""
    command = [predcheck, "eval", question.format, "--data", str(rows / f"{question.entity}.jsonl")]
    for argument in question.arguments:
        command += ["--arg", argument]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {json.loads(line)["id"] for line in lines}


def translated(question: Question, predcheck: str, dialect: str) -> Statement:
    """Returns the statement that `predcheck sql` prints for the same format string."""
    command = [predcheck, "sql", question.format, "--model", str(MODEL), "--entity", question.entity, "--dialect", dialect]
    command += ["--json", *question.options]
    for argument in question.arguments:
        command += ["--arg", argument]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    if answer.get("residual") is not None or "remainder" in answer:
        raise ValueError(f"{question.format}: SQL cannot express all of it")
    return answer["sql"], [parameter(written) for written in answer["parameters"]]


def differences(store: Store, statement: Statement, question: Question, wanted: set[int], copies: int) -> list[str]:
    """Returns how the rows differ from those in memory. Every object that the evaluation in memory finds must be found once in
    every copy, and no other object. The query counts, for each number of an object in a copy, its rows and its copies."""
    size = len(WORDS) if question.entity == "Word" else len(LETTERS)
    sql, parameters = statement
    _, rows = store.seconds(
        f"""SELECT (id - 1) % {size} + 1 AS number, COUNT(*) AS found, COUNT(DISTINCT id) AS copies
            FROM ({sql}) AS found GROUP BY 1""", parameters)
    found = []
    if {row[0] for row in rows} != wanted:
        found.append(f"finds {len(rows)} objects, memory {len(wanted)}")
    if wrong := [tuple(row) for row in rows if (row[1], row[2]) != (copies, copies)]:
        found.append(f"not once in every copy: {wrong[:3]}")
    return found
