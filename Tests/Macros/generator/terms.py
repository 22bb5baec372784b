"""Terms: parts of a predicate as Swift text, with their type and the expression types that the macro makes of them."""

import re

# A place where a long line may be broken: always a blank, and never next to a minus sign.
BREAK = "\x1f"

# The precedence of Swift's operators, from the weakest to the strongest.
IF, TERNARY, OR, AND, COMPARE, COALESCE, CAST, RANGE, ADD, MULTIPLY, PREFIX, POSTFIX = range(12)

# The largest magnitude that a term of integers may have: Foundation traps if integers overflow.
LARGEST = {"Int": 2**63 - 1, "Int16": 2**15 - 1}


class Unsuitable(Exception):
    """The parts make no sensible term. A theme then tries others."""


class Term:
    """A part of a predicate.

    kinds     the names of the expression types
    level     the precedence of the outermost operator
    bound     for integers: the largest magnitude of the value
    captured  the declarations of captured values, by name
    closure   whether the text is also an ordinary closure that does not end the program
    height    how deep conditions are nested
    key       the property that the term reads, to choose a value to compare with
    """

    def __init__(self, text, type, kinds=(), level=POSTFIX, bound=0, captured=None, closure=True, height=0, key=None):
        self.text, self.type, self.kinds, self.level = text, type, frozenset(kinds), level
        self.bound, self.captured, self.closure, self.height = bound, captured or {}, closure, height
        self.key = key

    def above(self, level):
        """Returns the text, in parentheses unless its operator is stronger than `level`."""
        return self.text if self.level > level else f"({self.text})"


def made(text, type, parts, kinds=(), level=POSTFIX, **values):
    """Returns a term that consists of parts."""
    kinds = frozenset(kinds).union(*(part.kinds for part in parts))
    captured = {name: value for part in parts for name, value in part.captured.items()}
    closure = values.pop("closure", True) and all(part.closure for part in parts)
    values.setdefault("height", max(part.height for part in parts))
    return Term(text, type, kinds, level, captured=captured, closure=closure, **values)


def infix(left, sign, right, type, kind, level, **values):
    """Returns a term with a binary operator."""
    if left.text == right.text and sign != "*":
        raise Unsuitable
    is_single = level in (COMPARE, RANGE)
    left_text = left.above(level if is_single or level == COALESCE else level - 1)
    right_text = right.above(level - 1 if level == COALESCE else level)
    gap = " " if sign in "+-*/%" or level == RANGE else BREAK
    text = left_text + sign + right_text if level == RANGE else f"{left_text}{gap}{sign} {right_text}"
    return made(text, type, [left, right], [kind], level, **values)


COMPARISONS = {"==": "Equal", "!=": "NotEqual"}


def compare(left, sign, right):
    return infix(left, sign, right, "Bool", COMPARISONS.get(sign, "Comparison"), COMPARE, height=1)


def both(left, right):
    return joined(left, "&&", right, "Conjunction", AND)


def either(left, right):
    return joined(left, "||", right, "Disjunction", OR)


def joined(left, sign, right, kind, level):
    # && within || needs no parentheses, but a reader expects them now and then: the caller adds them.
    return infix(left, sign, right, "Bool", kind, level, height=1 + max(left.height, right.height))


def negation(part):
    return made("!" + part.above(PREFIX), "Bool", [part], ["Negation"], PREFIX, height=1 + part.height)


def minus(part):
    """Returns the negative of a number. The text of a literal is one, too: the macro reads it as an operator."""
    inner = part.text if part.level == POSTFIX else f"({part.text})"
    return made("-" + inner, part.type, [part], ["UnaryMinus"], PREFIX, bound=part.bound)


def coalesce(left, right):
    return infix(left, "??", right, right.type, "NilCoalesce", COALESCE, bound=max(left.bound, right.bound))


def conditional(test, yes, no):
    if yes.text == no.text:
        raise Unsuitable
    text = f"{test.above(TERNARY)}{BREAK}? {yes.above(TERNARY)} : {no.above(TERNARY)}"
    return made(
        text, yes.type, [test, yes, no], ["Conditional"], TERNARY, bound=max(yes.bound, no.bound),
        height=1 + max(test.height, yes.height, no.height))


def no_chain(*parts):
    """Requires that no part has an optional chain: the macro would make the whole call the end of the chain."""
    if any("?." in part.text for part in parts):
        raise Unsuitable


def member(base, name, type, kinds=("KeyPath",), **values):
    no_chain(base)
    return made(f"{base.above(PREFIX)}.{name}", type, [base], kinds, **values)


def call(base, name, arguments, type, kind, **values):
    """Returns a call of a method. The argument is a text with terms: [("with: ", term)]."""
    no_chain(base, *(term for _, term in arguments))
    inner = ", ".join(label + term.text for label, term in arguments)
    return made(f"{base.above(PREFIX)}.{name}({inner})", type, [base] + [term for _, term in arguments], [kind], **values)


def subscript(base, arguments, type, kind, **values):
    inner = ", ".join(label + term.text for label, term in arguments)
    return made(f"{base.above(PREFIX)}[{inner}]", type, [base] + [term for _, term in arguments], [kind], **values)


def closure_call(base, name, variable, body, type, kind, label=None, **values):
    """Returns a call with a closure, which names its variable or calls it $0."""
    no_chain(base)
    if not re.search(rf"(?<![\w.]){re.escape(variable)}\b", body.text):
        raise Unsuitable
    inner = f"{{ {body.text} }}" if variable == "$0" else f"{{ {variable} in {body.text} }}"
    text = f"{base.above(PREFIX)}.{name}({label}: {inner})" if label else f"{base.above(PREFIX)}.{name} {inner}"
    values.setdefault("height", 1 + max(base.height, body.height))
    return made(text, type, [base, body], [kind], **values)
