"""The Swift files of the predicates."""
import re

from .terms import BREAK

WIDTH = 120
IGNORED = "// swift-format-ignore-file"


def wrapped(text, indent, width=WIDTH):
    """Returns the lines of a text, broken before operators."""
    lines, line = [], ""
    for part in text.split(BREAK):
        candidate = f"{line} {part}" if line else part
        room = width - indent - (2 if lines else 0)
        if line and len(candidate) > room:
            lines.append(line)
            line = part
        else:
            line = candidate
    lines.append(line)
    return [" " * (indent + (2 if index else 0)) + line for index, line in enumerate(lines)]


def literal(text, indent, label=""):
    """Returns the lines of a raw string literal whose value is the text, without line breaks."""
    plain = f'#"{text.replace(BREAK, " ")}"#'
    if indent + len(label) + len(plain) < WIDTH:
        return [" " * indent + label + plain]
    lines, line = [], ""
    for part in re.findall(r"\S+\s*", text.replace(BREAK, " ")):
        if line and indent + len(line) + len(part) > WIDTH - 4:
            lines.append(line)
            line = ""
        line += part
    lines.append(line)
    blank = " " * indent
    # A backslash at the end of a line continues the text; the blank stands before it.
    middle = [blank + line + "\\#" for line in lines[:-1]] + [blank + lines[-1]]
    return [blank + label + '#"""'] + middle + [blank + '"""#']


class Case:
    """A numbered predicate as Swift text."""

    def __init__(self, number, term, shorthand):
        self.number, self.term = number, term
        self.text = term.text
        self.head = " track in"
        if shorthand and "{" not in term.text and " if " not in term.text:
            self.text = re.sub(r"\btrack\.", "$0.", term.text)
            self.head = ""
        if "track." not in term.text:
            self.head = " _ in"

    @property
    def declarations(self):
        return [self.term.captured[name] for name in sorted(self.term.captured)]

    def lines(self):
        """Returns a function that makes the case."""
        captured = "; ".join(self.declarations)
        lines = ["", f"private func case{self.number:03}() -> MacroCase {{"]
        for declaration in self.declarations:
            lines += wrapped(declaration, 2)
        if len(lines) > 2:
            lines.append("")
        lines.append("  return MacroCase(")
        lines.append(f"    {self.number},")
        if captured:
            lines += literal(captured, 4, "captured: ")
            lines[-1] += ","
        lines += literal(self.text, 4)
        lines[-1] += ","
        kinds = sorted(self.term.kinds)
        lines += listed(kinds)
        lines.append(f"    #Predicate<Track> {{{self.head}")
        lines += wrapped(self.text, 6)
        lines.append("    }")
        if self.term.closure:
            lines.append(f"  ) {{{self.head}")
            lines += wrapped(self.text, 4)
            lines.append("  }")
        else:
            lines.append("  )")
        return lines + ["}"]


def listed(kinds):
    """Returns the lines of a string literal with names."""
    text = " ".join(kinds)
    if len(text) + 7 < WIDTH:
        return [f'    "{text}",']
    half = len(kinds) // 2
    return [f'    "{" ".join(kinds[:half])} "', f'      + "{" ".join(kinds[half:])}",']


def file(cases, number):
    """Returns the text of a file with predicates."""
    first, last = cases[0].number, cases[-1].number
    lines = [
        IGNORED, f"// Predicates {first} to {last}, written by Tests/Macros/generate.", "import Foundation", "",
        f"func cases{number:02}() -> [MacroCase] {{", "  [",
    ]
    names = wrapped(("," + BREAK).join(f"case{case.number:03}()" for case in cases) + ",", 4)
    lines += ["    " + line.strip() for line in names] + ["  ]", "}"]
    for case in cases:
        lines += case.lines()
    return "\n".join(lines) + "\n"


def index(count):
    """Returns the text of the file that lists the others."""
    names = wrapped((BREAK + "+ ").join(f"cases{number:02}()" for number in range(1, count + 1)), 2)
    lines = [
        IGNORED, "// Written by Tests/Macros/generate.", "", "/// All generated predicates.",
        "func generatedCases() -> [MacroCase] {",
    ] + names + ["}"]
    return "\n".join(lines) + "\n"
