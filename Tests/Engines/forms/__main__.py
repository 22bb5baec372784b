"""python -m forms PREDCHECK FOLDER ENGINE… [-- PART…]: runs the translated statement of each form and the best one by hand in turn,
and prints a table of the ratios in Markdown. Exit 1 if rows differ, if a ratio exceeds 1.3 and exceptions.jsonl does not name the
form and the reason, or if an exception is not needed. With parts of formats, only the forms that contain one of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Optional

from proof.values import parameter

from .engines import People
from .forms import FORMS, Form
from .race import MOST, Result, Statement, race
from .rows import SEED

HERE = Path(__file__).parent
# With a smaller ratio, an exception is a failure; and with one that is so many times the ratio of the exception.
NEEDLESS = 1.1
VARIATION = 1.5
# A statement that takes longer, in seconds, is ended.
LIMIT = 60.0


def translated(form: Form, dialect: str, predcheck: str) -> Statement:
    """Returns the statement that the library makes of a form."""
    command = [predcheck, "sql", form.format, "--model", str(HERE / "model.json"), "--entity", "Person"]
    command += ["--dialect", dialect, "--json", *form.options]
    for argument in form.arguments:
        command += ["--arg", argument]
    run = subprocess.run(command, capture_output=True, text=True)
    answer = json.loads(run.stdout) if run.returncode == 0 else {}
    if not answer or "remainder" in answer:
        raise ValueError(f"SQL cannot express all of it: {run.stdout}{run.stderr}")
    return answer["sql"], [parameter(written) for written in answer["parameters"]]


def exceptions() -> dict[tuple[str, str], tuple[float, str]]:
    """Returns the greatest ratio that was measured for a form on an engine, and why it exceeds the limit."""
    lines = (HERE / "exceptions.jsonl").read_text().splitlines()
    return {(line["form"], line["engine"]): (line["ratio"], line["reason"]) for line in map(json.loads, lines)}


def fault(answer: Result, excepted: Optional[tuple[float, str]]) -> str:
    """Returns why a result is a failure, or an empty text. The times of an exception may vary on a busy machine."""
    if answer.fault:
        return answer.fault
    if excepted is None:
        return "slower than by hand, and no exception" if answer.ratio > MOST else ""
    if answer.ratio < NEEDLESS:
        return "the exception is not needed"
    return "slower than the exception permits" if answer.ratio > VARIATION * excepted[0] else ""


def result(people: People, form: Form, predcheck: str) -> Result:
    try:
        return race(people, form, translated(form, people.name, predcheck))
    except Exception as error:  # A driver may throw any error.
        return Result(fault=f"{type(error).__name__}: {error}")


def main(arguments: list[str]) -> int:
    if len(arguments) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    predcheck, folder, *rest = arguments
    engines, parts = (rest[:rest.index("--")], rest[rest.index("--") + 1:]) if "--" in rest else (rest, [])
    forms = [form for form in FORMS if not parts or any(part in form.title for part in parts)]
    excepted = exceptions()
    print(f"seed {SEED}", flush=True)
    results: dict[tuple[str, str], Result] = {}
    failed = 0
    for engine in engines:
        people = People(engine, Path(folder), LIMIT)
        for form in forms:
            answer = results[form.title, engine] = result(people, form, predcheck)
            exception = excepted.get((form.title, engine))
            failure = fault(answer, exception)
            failed += bool(failure)
            text = "" if answer.fault else (
                f"{answer} × by hand, {answer.ours * 1e3:.3f} ms, by hand {answer.by_hand * 1e3:.3f} ms, {answer.rows} rows")
            why = failure or (exception[1] if exception else "")
            print(f"{'FAILED: ' if failure else ''}{engine}: {form.title}: {'; '.join(filter(None, [text, why]))}", flush=True)
        del people
    print(f"\n| form | {' | '.join(engines)} |\n|---|{'--:|' * len(engines)}")
    for form in forms:
        title = form.title.replace("|", "\\|")
        print(f"| `{title}` | {' | '.join(str(results[form.title, engine]) for engine in engines)} |")
    print(f"\n{len(results) - failed} passed, {failed} failed, 0 skipped")
    return 0 if failed == 0 else 1


sys.exit(main(sys.argv[1:]))
