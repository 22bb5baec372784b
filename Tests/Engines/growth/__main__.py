"""python -m growth PREDCHECK FOLDER ENGINE… [-- COPIES…]: the tables of Grammar/Guides/OutgrowingOneMachine.md. Exit 1 if an answer
differs."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from .ask import differences, in_memory, translated
from .questions import OF_ONE_LETTER, PAGE, QUESTIONS, Question, everything, page_after, page_at
from .stores import Parquet, Store, pushed_filters, store
from .tables import WORDS, write_parquet, write_rows

# 1 and 20 million words.
COPIES = [6, 116]


class Run:
    """The times of all engines, in seconds, and the number of wrong answers."""

    def __init__(self, predcheck: str, home: Path) -> None:
        self.predcheck = predcheck
        write_rows(home)
        self.wanted = {question: in_memory(question, predcheck, home) for question in [*QUESTIONS, OF_ONE_LETTER]}
        self.times: dict[tuple[str, int, Question], float] = {}
        self.partitions: dict[str, tuple[float, float, str]] = {}
        self.pages: dict[str, tuple[float, float, float]] = {}
        self.filters: list[tuple[Question, list[str]]] = []
        self.checks = 0
        self.failed = 0

    def check(self, what: str, errors: list[str]) -> None:
        self.checks += 1
        self.failed += bool(errors)
        for error in errors:
            print(f"FAILED: {what}: {error}", flush=True)

    def ask(self, where: Store, copies: int) -> None:
        """Runs every question, and compares its rows with those in memory."""
        for question in QUESTIONS:
            statement = translated(question, self.predcheck, where.name)
            wanted = self.wanted[question]
            errors = differences(where, statement, question, wanted, copies)
            runs = [where.counted(*statement) for _ in range(3)]
            if any(count != len(wanted) * copies for _, count in runs):
                errors.append(f"{runs} rows, memory {len(wanted)} × {copies}")
            self.check(f"{where.name}, {copies} copies, {question.format}", errors)
            least = self.times[where.name, copies, question] = min(spent for spent, _ in runs)
            print(f"{where.name}, {copies} copies, {question.format}: {least:.4f} s", file=sys.stderr, flush=True)

    def ask_partitions(self, where: Parquet, copies: int) -> None:
        """Compares a condition on the partition column in both layouts."""
        statement = translated(OF_ONE_LETTER, self.predcheck, where.name)
        spent = []
        for layout in ("word", "word_by_letter"):
            where.use(layout)
            errors = differences(where, statement, OF_ONE_LETTER, self.wanted[OF_ONE_LETTER], copies)
            self.check(f"{where.name}, {layout}, {OF_ONE_LETTER.format}", errors)
            spent.append(min(where.counted(*statement)[0] for _ in range(5)))
        plan = where.plan(*statement)
        if where.name == "spark":
            shown = "<br>".join(pushed_filters(plan))
        else:
            lines = [line.strip("│ ").strip() for line in plan.split("\n")]
            shown = " ".join(line for line in lines if "Files:" in line or "letter =" in line) or "(none)"
        self.partitions[where.name] = (spent[0], spent[1], shown)
        print(f"{where.name}, partitions: {spent} {shown}", file=sys.stderr, flush=True)
        where.use("word")

    def ask_pages(self, where: Store, copies: int) -> None:
        """Compares a page after an identifier with a page after an offset, and with all identifiers."""
        middle = copies // 2 * len(WORDS)
        of_one_copy = sum(word[0] == "s" for word in WORDS)
        offset = copies // 2 * of_one_copy
        spent, answers = [], []
        for question in (everything(), page_after(middle), page_at(offset)):
            statement = translated(question, self.predcheck, where.name)
            runs = [where.seconds(*statement) for _ in range(3)]
            spent.append(min(time for time, _ in runs))
            answers.append([row[0] for row in runs[0][1]])
        whole = sorted(answers[0])
        page = whole[offset:offset + PAGE]
        errors = [] if len(whole) == of_one_copy * copies and answers[1] == answers[2] == page else ["other rows"]
        self.check(f"{where.name}, pages", errors)
        self.pages[where.name] = (spent[0], spent[1], spent[2])
        print(f"{where.name}, pages: {spent}", file=sys.stderr, flush=True)

    def report(self, engines: list[str], sizes: list[int]) -> None:
        """Prints the tables. Each time is a multiple of the least time in its row."""
        columns = [(engine, copies) for copies in sizes for engine in engines]
        titles = [f"{engine}, {copies * len(WORDS):,}" for engine, copies in columns]
        print(f"\n| format string | matches | {' | '.join(titles)} |\n|---|--:|{'--:|' * len(columns)}")
        for question in QUESTIONS:
            times = [self.times[engine, copies, question] for engine, copies in columns]
            cells = " | ".join(multiple(time, min(times)) for time in times)
            print(f"| `{shown(question)}` | {len(self.wanted[question]) * sizes[-1]:,} | {cells} |")
        totals = [sum(self.times[engine, copies, question] for question in QUESTIONS) for engine, copies in columns]
        print(f"| all, seconds | | {' | '.join(f'{total:.2f}' for total in totals)} |")
        if self.partitions:
            print("\n| engine | one file | a folder for each letter | what reaches the files |\n|---|--:|--:|---|")
            for engine, (one, folders, plan) in self.partitions.items():
                print(f"| {engine} | {multiple(one, min(one, folders))} | {multiple(folders, min(one, folders))} | {plan} |")
        print("\n| engine | a page after an identifier | a page after an offset | all identifiers |\n|---|--:|--:|--:|")
        for engine, (whole, after, at) in self.pages.items():
            print(f"| {engine} | 1 | {multiple(at, after)} | {multiple(whole, after)} |")
        if self.filters:
            print("\n| format string | conditions that reach the Parquet reader |\n|---|---|")
            for question, pushed in self.filters:
                print(f"| `{shown(question)}` | {'<br>'.join(pushed)} |")
        print(f"\n{self.checks - self.failed} passed, {self.failed} failed, 0 skipped")


def multiple(time: float, least: float) -> str:
    ratio = time / least
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"


def shown(question: Question) -> str:
    arguments = "".join(f", {argument}" for argument in question.arguments)
    return (question.format + arguments).replace("|", "\\|")


def main(arguments: list[str]) -> int:
    if len(arguments) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    predcheck, folder, *rest = arguments
    engines, sizes = (rest[:rest.index("--")], rest[rest.index("--") + 1:]) if "--" in rest else (rest, [])
    copies_of = [int(word) for word in sizes] or COPIES
    home = Path(folder)
    run = Run(predcheck, home)
    for copies in copies_of:
        parquet = home / f"copies-{copies}"
        write_parquet(copies, parquet)
        for engine in engines:
            where = store(engine, copies, home, parquet)
            if engine == "spark":
                # Java compiles code that runs often.
                for question in QUESTIONS * 2:
                    where.counted(*translated(question, predcheck, engine))
            run.ask(where, copies)
            if copies == copies_of[-1]:
                run.ask_pages(where, copies)
                if isinstance(where, Parquet):
                    run.ask_partitions(where, copies)
                    if engine == "spark":
                        run.filters = [
                            (question, pushed_filters(where.plan(*translated(question, predcheck, engine))))
                            for question in QUESTIONS]
            where.close()
            (home / "words.db").unlink(missing_ok=True)
            print(f"{engine}: {copies * len(WORDS):,} words are done", file=sys.stderr, flush=True)
        shutil.rmtree(parquet)
    run.report(engines, copies_of)
    return 0 if run.failed == 0 else 1


sys.exit(main(sys.argv[1:]))
