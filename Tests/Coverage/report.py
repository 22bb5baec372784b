"""report.py [LINES]: prints the table of Tests/coverage, and compares the uncovered lines with uncovered.jsonl.

LINES is the output file of `llvm-cov export -format=lcov`. Without it, the lines of uncovered.jsonl are only searched in the
sources. Prints "ok:" and "FAILED:" lines as the stages of Tests/run do. The exit
code is 1 if something failed.
"""
import json
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent.parent
libraries = [
    "PredicateSyntax", "PredicateSemantics", "PredicateEvaluation", "PredicateFetching", "PredicateSQL",
    "PredicateCoreData", "PredicateSQLite",
]
others = ["PredicateInput", "PredicateCases", "CommandSupport", "predcheck"]
least = 95.0


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


def reasons():
    """Returns the entries of uncovered.jsonl by file and number of the first line, and the errors of the file."""
    result, errors = {}, []
    for number, text in enumerate((root / "Tests/Coverage/uncovered.jsonl").read_text().splitlines(), 1):
        where = f"Tests/Coverage/uncovered.jsonl:{number}"
        entry = json.loads(text)
        if set(entry) - {"after"} != {"file", "line", "lines", "reason"} or not entry["reason"]:
            errors.append(f"{where}: expected file, line, lines, reason and perhaps after")
            continue
        path = root / entry["file"]
        lines = [line.strip() for line in path.read_text().split("\n")] if path.is_file() else []
        start = 0
        if "after" in entry:
            if lines.count(entry["after"]) != 1:
                errors.append(f"{where}: the line in 'after' occurs {lines.count(entry['after'])} times in {entry['file']}")
                continue
            start = lines.index(entry["after"]) + 1
        if entry["line"] not in lines[start:]:
            errors.append(f"{where}: {entry['file']} has no such line: {entry['line']}")
            continue
        result[entry["file"], start + lines[start:].index(entry["line"]) + 1] = entry
    return result, errors


def main():
    listed, errors = reasons()
    if len(sys.argv) == 1:
        print("\n".join(f"FAILED: {error}" for error in errors) or "ok: uncovered.jsonl fits the sources")
        return 1 if errors else 0
    counts = read_counts(sys.argv[1])
    used = set()
    print(f"{'module':22}{'lines':>8}{'executed':>10}{'percent':>9}{'with reason':>12}")
    for module in libraries + others:
        files = {name: lines for name, lines in counts.items() if name.split("/")[1] == module}
        total = sum(len(lines) for lines in files.values())
        executed = sum(1 for lines in files.values() for count in lines.values() if count)
        argued = 0
        for name, lines in sorted(files.items()):
            text = (root / name).read_text().split("\n")
            for begin, length in uncovered_runs(lines, text):
                entry = listed.get((name, begin))
                if entry and length <= entry["lines"]:
                    used.add((name, begin))
                    argued += length
                elif module in libraries:
                    errors.append(f"{name}:{begin}: no test executes these {length} lines, and Tests/Coverage/uncovered.jsonl "
                                  f"gives no reason: {text[begin - 1].strip()}")
        percent = 100 * executed / total if total else 0.0
        print(f"{module:22}{total:8}{executed:10}{percent:9.2f}{argued:12}")
        if module in libraries and percent < least:
            errors.append(f"{module}: {percent:.2f} of 100 lines are executed, expected {least}")
    for key in sorted(set(listed) - used):
        print(f"note: {key[0]}:{key[1]} is executed, or its run of lines became longer or moved: {listed[key]['line']}")
    for error in errors:
        print(f"FAILED: coverage: {error}")
    if not errors:
        print(f"ok: coverage: at least {least:.0f} of 100 lines of each library module, and a reason for each of the others")
    return 1 if errors else 0


sys.exit(main())
