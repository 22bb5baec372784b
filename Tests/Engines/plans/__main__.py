"""python -m plans sqlite|postgresql PREDCHECK [--time [PAIRS]]

Translates each question with `PREDCHECK sql`. Asserts by the engine's own plan that the statement uses the index, and that it
finds the same rows as the statement written by hand. With --time, runs the two in turn and prints the median of the ratios.
"""

from __future__ import annotations

import json
import statistics
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
    return ByHand(answer["sql"], answer["parameters"])


def ratio(database: Database, ours: ByHand, theirs: ByHand, pairs: int) -> str:
    """Runs both in turn, and returns the time and the ratio as text. The order changes with each pair."""
    def seconds(statement: ByHand, times: int) -> float:
        start = database.clock()
        for _ in range(times):
            database.ids(statement.sql, statement.parameters)
        return (database.clock() - start) / times

    once = max(seconds(ours, 3), seconds(theirs, 3))
    times = max(1, round(0.005 / once))  # Each run takes five milliseconds or more, so that the clock is precise enough.
    ratios, times_of_ours = [], []
    for pair in range(pairs):
        first, second = (ours, theirs) if pair % 2 else (theirs, ours)
        measured = {id(first): seconds(first, times)}
        measured[id(second)] = seconds(second, times)
        times_of_ours.append(measured[id(ours)])
        ratios.append(measured[id(ours)] / measured[id(theirs)])
    low, middle, high = statistics.quantiles(ratios, n=4)
    return f"{statistics.median(times_of_ours) * 1e6:.0f} µs, {middle:.2f} × by hand (quartiles {low:.2f} to {high:.2f})"


def shortened(plan: str) -> str:
    """Returns a plan with its longest lines cut off: PostgreSQL prints complete lists."""
    return "\n".join(line if len(line) <= 300 else line[:300] + "…" for line in plan.split("\n"))


def main(arguments: list[str]) -> int:
    if len(arguments) < 2 or arguments[0] not in ("sqlite", "postgresql"):
        print(__doc__, file=sys.stderr)
        return 2
    name, predcheck, *rest = arguments
    pairs = 0
    if rest[:1] == ["--time"]:
        pairs = int(rest[1]) if len(rest) > 1 else 101
    database: Database = SQLite() if name == "sqlite" else PostgreSQL()
    failed = 0
    for question in QUESTIONS:
        ours, theirs = translated(question, name, predcheck), question.by_hand(name)
        plans = database.plans(ours.sql, ours.parameters)
        faults = [fault for plan in plans for fault in database.faults(plan, question.index)]
        found, wanted = (database.ids(each.sql, each.parameters) for each in (ours, theirs))
        if sorted(found) != sorted(wanted) or not wanted:
            faults.append(f"finds {len(found)} rows; by hand {len(wanted)}")
        if faults:
            failed += 1
            plan = "\n".join(plans)
            print(f"FAILED: plan on {name}: {question.format}: {'; '.join(faults)}\n  {ours.sql}\n{shortened(plan)}")
        elif pairs:
            print(f"{name}: {question.format}: {ratio(database, ours, theirs, pairs)}")
        else:
            print(f"{name}: {question.format}: {question.index}, {len(found)} rows")
    print(f"{len(QUESTIONS) - failed} passed, {failed} failed, 0 skipped")
    return 0 if failed == 0 else 1


sys.exit(main(sys.argv[1:]))
