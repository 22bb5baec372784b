"""python -m growth PREDCHECK FOLDER [COPIES…]: the table of Grammar/Guides/OutgrowingOneMachine.md. Exit 1 if an answer differs."""

from __future__ import annotations

import sys
from pathlib import Path

from proof.on_spark import session as new_session

from .ask import differences, in_memory, pushed_filters, seconds, translated
from .questions import QUESTIONS, Question
from .tables import WORDS, read_parquet, write_parquet, write_rows

# 0.17, 1, 5 and 20 million words.
COPIES = [1, 6, 29, 116]


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    predcheck, folder, *rest = arguments
    sizes = [int(word) for word in rest] or COPIES
    home = Path(folder)
    write_rows(home)
    wanted = [in_memory(question, predcheck, home) for question in QUESTIONS]
    session = new_session(**{"spark.sql.adaptive.enabled": "true", "spark.driver.memory": "6g"})
    statements = [translated(question, predcheck, session) for question in QUESTIONS]
    times: list[list[float]] = [[] for _ in QUESTIONS]
    failed = 0
    for copies in sizes:
        parquet = home / f"copies-{copies}"
        write_parquet(session, copies, parquet)
        read_parquet(session, parquet)
        if copies == sizes[0]:
            # Java compiles code that runs often. Without this warmup, the first size would include the time for all.
            for statement in statements * 3:
                seconds(session, statement)
        for question, statement, expected, row in zip(QUESTIONS, statements, wanted, times):
            faults = differences(session, statement, question, expected, copies)
            failed += bool(faults)
            for fault in faults:
                print(f"FAILED: {question.format}, {copies} copies: {fault}")
            runs = [seconds(session, statement) for _ in range(3)]
            row.append(min(time for time, _ in runs))
            if any(count != len(expected) * copies for _, count in runs):
                failed += 1
                print(f"FAILED: {question.format}: {runs} rows, memory {len(expected)} × {copies}")
        print(f"{copies * len(WORDS)} words are done", file=sys.stderr)
    rows = [copies * len(WORDS) for copies in sizes]
    print(f"| format string | matches | {' | '.join(f'{count:,} rows, s' for count in rows)} |")
    print("|---|--:|" + "--:|" * len(rows))
    for question, expected, row in zip(QUESTIONS, wanted, times):
        matches = len(expected) * sizes[-1]
        print(f"| `{shown(question)}` | {matches:,} | {' | '.join(f'{time:.2f}' for time in row)} |")
    print("\n| format string | conditions that reach the Parquet reader |\n|---|---|")
    for question, statement in zip(QUESTIONS, statements):
        print(f"| `{shown(question)}` | {'<br>'.join(pushed_filters(session, statement))} |")
    checks = len(QUESTIONS) * len(sizes)
    print(f"\n{checks - min(failed, checks)} passed, {failed} failed, 0 skipped")
    return 0 if failed == 0 else 1


def shown(question: Question) -> str:
    arguments = "".join(f", {argument}" for argument in question.arguments)
    return (question.format + arguments).replace("|", "\\|")


sys.exit(main(sys.argv[1:]))
