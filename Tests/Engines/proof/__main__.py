"""python -m proof ENGINE FILE…: exit 1 if anything differs, 2 if the engine could not be used.

The engine is a name, or an engine file, whose name ends in .json. Rows that are kept are written to the
file that PROOF_ANSWERS names.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import Callable

from . import selfcheck
from .engine import open_engine
from .run import Runner
from .work import Types, read


def first_failures() -> Callable[[str], None]:
    """Returns a function that prints the first failures completely, and only the first line of the others."""
    printed = 0

    def report(text: str) -> None:
        nonlocal printed
        printed += 1
        print(text if printed <= 20 else text.split("\n")[0])

    return report


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print("usage: python -m proof ENGINE FILE…", file=sys.stderr)
        return 2
    name, *files = arguments
    try:
        engine = open_engine(name)
        name = engine.name
        print(f"{name}: {engine.version()}")
        types = next(read(files[0]), None)
        if not isinstance(types, Types):
            raise ValueError(f"{files[0]}: the first line must have the kind 'engine'")
        if errors := selfcheck.errors(engine, types):
            print("\n".join(f"FAILED: the runner itself: {error}" for error in errors))
            return 2
        start = time.monotonic()
        with contextlib.ExitStack() as stack:
            answers = os.environ.get("PROOF_ANSWERS")
            kept = stack.enter_context(open(answers, "w", encoding="utf-8")) if answers else None
            runner = Runner(engine, report=first_failures(), answers=kept)
            for file in files:
                runner.run(read(file))
    except Exception as error:  # A driver may throw any error outside of a statement.
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 2
    tally = runner.tally
    seeds = ", ".join(f"{seed} ({count})" for seed, count in tally.seeds.items())
    print(f"{name}: {time.monotonic() - start:.1f} s; seeds: {seeds}")
    if tally.skipped:
        print(f"{tally.skipped} statements that change rows are skipped: {name} cannot roll them back")
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    # A run without statements proves nothing.
    return 0 if tally.failed == 0 and tally.passed > 0 else 1


sys.exit(main(sys.argv[1:]))
