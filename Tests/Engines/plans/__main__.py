"""python -m plans sqlite|postgresql PREDCHECK

Translates each question with `PREDCHECK sql`. Asserts by the engine's own plan that the statement uses the index, and that it
finds the same rows as the statement written by hand.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from .databases import Database, PostgreSQL, SQLite
from .questions import QUESTIONS, ByHand, Question

MODEL = Path(__file__).with_name("model.json")


def translated(question: Question, dialect: str, predcheck: str) -> ByHand:
    """Returns the statement that the library makes from a question."""
    command = [predcheck, "sql", question.format, "--model", str(MODEL), "--entity", "Word", "--dialect", dialect, "--json"]
    for argument in question.arguments:
        command += ["--arg", argument]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return ByHand(answer["sql"], [parameter["value"] for parameter in answer["parameters"]])


def shortened(plan: str) -> str:
    """Returns a plan with its longest lines cut off: PostgreSQL prints complete lists."""
    return "\n".join(line if len(line) <= 300 else line[:300] + "…" for line in plan.split("\n"))


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or arguments[0] not in ("sqlite", "postgresql"):
        print(__doc__, file=sys.stderr)
        return 2
    name, predcheck = arguments
    database: Database = SQLite() if name == "sqlite" else PostgreSQL()
    failed = 0
    for question in QUESTIONS:
        ours, theirs = translated(question, name, predcheck), question.by_hand(name)
        plans = database.plans(ours.sql, ours.parameters)
        errors = [error for plan in plans for error in database.errors(plan, question.index)]
        found, wanted = (database.ids(each.sql, each.parameters) for each in (ours, theirs))
        if sorted(found) != sorted(wanted) or not wanted:
            errors.append(f"finds {len(found)} rows; by hand {len(wanted)}")
        if errors:
            failed += 1
            plan = "\n".join(plans)
            print(f"FAILED: plan on {name}: {question.format}: {'; '.join(errors)}\n  {ours.sql}\n{shortened(plan)}")
        else:
            print(f"{name}: {question.format}: {question.index}, {len(found)} rows")
    print(f"{len(QUESTIONS) - failed} passed, {failed} failed, 0 skipped")
    return 0 if failed == 0 else 1


sys.exit(main(sys.argv[1:]))
