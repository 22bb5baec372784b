"""report.py LINES: prints the table of Tests/coverage, and the lines that no test executes.

LINES is the output file of `llvm-cov export -format=lcov`.
"""
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent.parent


def read_counts(path):
    """Returns the number of executions by line number, for each file below Sources."""
    counts, current = {}, None
    for line in pathlib.Path(path).read_text().splitlines():
        if line.startswith("SF:"):
            name = pathlib.Path(line[3:])
            current = None
            if name.is_relative_to(root / "Sources"):
                current = counts.setdefault(str(name.relative_to(root)), {})
        elif line.startswith("DA:") and current is not None:
            number, count = line[3:].split(",")[:2]
            current[int(number)] = max(current.get(int(number), 0), int(count))
    return counts


def uncovered_runs(counts, text):
    """Returns the runs of lines that are not executed, each as the first line and the number of lines. A run that consists only of
    closing brackets does not count: nothing can be executed there, for example after a loop that only `return` leaves."""
    runs, begin, last = [], None, None
    for number in sorted(counts) + [None]:
        is_covered = number is None or counts[number] > 0
        if begin is not None and (is_covered or number != last + 1):
            if any(line.strip(" )]}") for line in text[begin - 1:last]):
                runs.append((begin, last - begin + 1))
            begin = None
        if not is_covered:
            begin = number if begin is None else begin
            last = number
    return runs


def main():
    counts = read_counts(sys.argv[1])
    uncovered = []
    print(f"{'module':22}{'lines':>8}{'executed':>10}{'percent':>9}")
    for module in sorted({name.split("/")[1] for name in counts}):
        files = {name: lines for name, lines in counts.items() if name.split("/")[1] == module}
        total = sum(len(lines) for lines in files.values())
        executed = sum(1 for lines in files.values() for count in lines.values() if count)
        print(f"{module:22}{total:8}{executed:10}{100 * executed / total if total else 0:9.2f}")
        for name, lines in sorted(files.items()):
            text = (root / name).read_text().split("\n")
            for begin, length in uncovered_runs(lines, text):
                uncovered.append(f"{name}:{begin}-{begin + length - 1}: {text[begin - 1].strip()}")
    print(f"{len(uncovered)} ranges of lines that no test executes, each with its first line:")
    print("\n".join(uncovered))


main()
