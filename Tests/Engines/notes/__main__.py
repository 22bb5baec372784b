"""python -m notes PREDCHECK FOLDER ENGINE…: compares the notes about indexes with the engines' own plans. If a statement has notes
that an index can be used, its plan must use one of these. Its plan must use no index of a column whose notes all say that none is
used. Exit 1 if a note is wrong.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import forms.rows

forms.rows.PERSONS = 60_000
from forms.engines import People  # noqa: E402
from proof.values import Parameter, parameter  # noqa: E402

from .plans import used  # noqa: E402
from .predicates import predicates  # noqa: E402

MODEL = Path(forms.rows.__file__).with_name("model.json")
# The index of each column, by the name in notes.
COLUMNS = {
    "Person": ["name", "name[c]", "nick", "state", "level", "age", "points", "score", "reading", "dept"],
    "Dept": ["name", "office"], "Office": ["city"], "Tag": ["label"], "Task": ["person", "priority"],
}
INDEXES = {
    f"{entity}.{column}": f"{entity.lower()}_{number}"
    for entity, columns in COLUMNS.items() for number, column in enumerate(columns)}


def translated(
    format: str, order: list[str], dialect: str, predcheck: str
) -> tuple[str, list[Parameter], list[dict[str, str]]] | None:
    """Returns a statement, its parameters and its notes, or None if the dialect refuses it."""
    command = [predcheck, "sql", format, "--model", str(MODEL), "--entity", "Person"]
    command += ["--dialect", dialect, "--json"]
    for key in order:
        command += ["--sort", key]
    if order:
        command += ["--limit", "20"]
    run = subprocess.run(command, capture_output=True, text=True)
    lines = run.stdout.splitlines()
    return None if run.returncode != 0 or len(lines) != 1 else of_json(json.loads(lines[0]))


def of_json(answer: dict[str, Any]) -> tuple[str, list[Parameter], list[dict[str, str]]]:
    return answer["sql"], [parameter(written) for written in answer["parameters"]], answer["notes"]


def errors(people: People, sql: str, parameters: list[Parameter], notes: list[dict[str, str]]) -> list[str]:
    """Returns what is wrong with the notes of a statement."""
    plan = used(people, sql, parameters)
    # DuckDB's plans name the tables only.
    name = (lambda index: index.split("_")[0]) if people.name == "duckdb" else lambda index: index
    indexes: dict[str, set[str]] = {"index": set(), "scan": set(), "missing-index": set()}
    for note in notes:
        column = note["message"].split(": ")[0]
        is_firm = note["kind"] != "scan" or "no index is used" in note["message"]
        if note["kind"] in indexes and column in INDEXES and is_firm:
            indexes[note["kind"]].add(name(INDEXES[column]))
    found = []
    if indexes["index"] and not indexes["index"] & plan:
        found.append(f"the plan uses none of {sorted(indexes['index'])}, but {sorted(plan)}")
    if wrong := (indexes["scan"] - indexes["index"]) & plan:
        found.append(f"the plan uses {sorted(wrong)}")
    return found


def main(arguments: list[str]) -> int:
    if len(arguments) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    predcheck, folder, *engines = arguments
    failed = 0
    for engine in engines:
        people = People(engine, Path(folder), 30.0)
        compared = noted = refused = wrong = 0
        for format, order in predicates():
            answer = translated(format, order, engine, predcheck)
            if answer is None:
                refused += 1
                print(f"{engine}: no statement: {format}")
                continue
            compared += 1
            noted += any(note["kind"] == "index" for note in answer[2])
            if found := errors(people, *answer):
                wrong += 1
                messages = "; ".join(note["message"] for note in answer[2])
                print(f"FAILED: {engine}: {' '.join([format, *order])}: {'; '.join(found)}\n  {answer[0]}\n  {messages}")
        print(f"{engine}: {compared} statements, {noted} with an index, {refused} refused, {wrong} with wrong notes", flush=True)
        failed += wrong
    print(f"{failed} failed, 0 skipped")
    return 0 if failed == 0 else 1


sys.exit(main(sys.argv[1:]))
