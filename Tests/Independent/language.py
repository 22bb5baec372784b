"""The language of predicate format strings, as an evaluator written from the documents in Grammar.

A node of a tree prints itself as a format string and is evaluated here, as Grammar/README.md, Grammar/Differences.md,
Grammar/Diagnostics.md, Grammar/Rationale.md and Corpus/README.md describe it. Nothing is taken from the sources of the package.
"""
import math
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, Decimal
from functools import cmp_to_key
from itertools import takewhile

from values import (Date, EvaluationError, Num, Open, Set, arithmetic, as_double, beside_each_other, chosen, collection, compare,
                    constant, decimal, distinct, double, doubted, equal, integer, is_number, length, literal, mean, numbers,
                    order, read, total)


class Node:
    """A node of a tree: its kind, its data and its children."""

    __slots__ = ("kind", "data", "parts")

    def __init__(self, kind, data=None, parts=()):
        self.kind, self.data, self.parts = kind, data, tuple(parts)

    @property
    def is_predicate(self):
        return self.kind in ("comparison", "and", "or", "not", "true", "false")


# Operators with two spellings, and the functions of operators.
SAME = {"=": "==", "<>": "!=", "=<": "<=", "=>": ">="}
OPERATORS = {"add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "raise:toPower:": "**",
             "modulus:by:": "%"}

# ---- Print

LEVELS = {"**": 3, "*": 4, "/": 4, "+": 5, "-": 5, "<<": 6, ">>": 6, "&": 7, "^": 8, "|": 9, "UNION": 10, "INTERSECT": 10,
          "MINUS": 10}


def level(node):
    """Returns the row in the table of precedence. 0 binds tightest."""
    if node.kind == "binary":
        return LEVELS[node.data]
    if node.kind == "minus":
        return 2
    if node.kind == "literal" and node.data.startswith("-"):
        return 2
    return {"comparison": 12, "not": 13, "and": 14, "or": 15}.get(node.kind, 0)


def text(node):
    def part(child, most):
        return f"({text(child)})" if level(child) > most else text(child)

    kind, data, parts = node.kind, node.data, node.parts
    if kind in ("literal", "argument"):
        return data if kind == "literal" else "%@"
    if kind == "self":
        return "SELF"
    if kind == "key":
        return ".".join(data)
    if kind in ("variable", "given"):
        return "$" + (data if kind == "variable" else data[0])
    if kind == "path":
        return ".".join((part(parts[0], 0),) + data)
    if kind == "list":
        return "{" + ", ".join(map(text, parts)) + "}"
    if kind == "binary":
        mine = LEVELS[data]
        return f"{part(parts[0], mine)} {data} {part(parts[1], mine - 1)}"
    if kind == "minus":
        return "-" + part(parts[0], 1)
    if kind == "call":
        return f"{data}({', '.join(map(text, parts))})"
    if kind == "index":
        return f"{part(parts[0], 0)}[{data if data else text(parts[1])}]"
    if kind == "ternary":
        return f"TERNARY({', '.join(map(text, parts))})"
    if kind == "cast":
        return f'CAST({text(parts[0])}, "{data}")'
    if kind == "subquery":
        return f"SUBQUERY({text(parts[0])}, ${data}, {text(parts[1])})"
    if kind == "comparison":
        modifier, operator, options = data
        operator += f"[{options}]" if options else ""
        return f"{modifier + ' ' if modifier else ''}{text(parts[0])} {operator} {text(parts[1])}"
    if kind in ("and", "or"):
        mine = level(node)
        return f" {data or kind.upper()} ".join(part(child, mine - 1) for child in parts)
    if kind == "not":
        return (data or "NOT ") + part(parts[0], 13 if parts[0].kind == "not" else 12)
    return {"true": "TRUEPREDICATE", "false": "FALSEPREDICATE"}[kind]


# ---- Predicates


class Scope:
    """The object, all objects that are filtered, and the variables of SUBQUERY."""

    def __init__(self, this, everything, variables=None):
        self.this, self.everything, self.variables = this, everything, variables or {}


def holds(node, scope):
    kind, parts = node.kind, node.parts
    if kind == "true":
        return True
    if kind == "false":
        return False
    if kind == "not":
        return not holds(parts[0], scope)
    if kind == "and":
        return all(holds(part, scope) for part in parts)
    if kind == "or":
        return any(holds(part, scope) for part in parts)
    modifier, operator, options = node.data
    operator = SAME.get(operator, operator)
    if not modifier:
        return compare(evaluate(parts[0], scope), operator, options, evaluate(parts[1], scope))
    written = is_written(parts[0]) or is_read_for_each_pair(parts[0]) and parts[1].kind in ("key", "literal", "argument")
    right = None
    for place, element in enumerate(visited(parts[0], scope)):
        if place == 0:
            right = evaluate(parts[1], scope)
        holds_here = compare(element if written else doubted(element), operator, options, right)
        if holds_here != (modifier == "ALL"):
            return modifier == "ANY" or modifier == "SOME"
    return modifier in ("ALL", "NONE")


def visited(node, scope):
    """Yields the elements that a modifier or SUBQUERY ranges over. Those of a key path are read one by one (Rationale 6.1)."""
    if node.kind in ("key", "path") and not any(key.startswith("@") for key in node.data):
        value = scope.this if node.kind == "key" else evaluate(node.parts[0], scope)
        yield from elements_of(value, node.data)
        return
    try:
        value = evaluate(node, scope)
    except EvaluationError:
        if node.kind == "list":
            raise Open from None  # Whether the parts before it are compared first is not documented.
        raise
    yield from [] if value is None else collection(value)


def elements_of(value, keys, is_element=False):
    """Yields the elements of the collection at a key path. Those of a path through a collection are the values of its elements,
    with the elements of lists among them."""
    for place, key in enumerate(keys):
        if isinstance(value, (list, Set)):
            for each in collection(value):
                yield from elements_of(each, keys[place:], True)
            return
        value = step(value, key)
    if is_element and not isinstance(value, (list, Set)):
        yield value
    elif value is not None:
        yield from collection(value)


def is_read_for_each_pair(node):
    """Whether the constants of a list of ANY are read for each pair: if no part is computed."""
    return node.kind == "list" and all(is_written(part) or part.kind == "key" and len(part.data) == 1 for part in node.parts)


def is_written(node):
    """Whether an expression is a constant that is not computed."""
    return node.kind in ("literal", "argument", "given") or node.kind in ("cast", "list") and all(map(is_written, node.parts))


def is_constant(node):
    """Whether the string of an expression is a constant, which may be computed."""
    if node.kind == "call" and node.data in ("uppercase:", "lowercase:", "noindex:"):
        return is_constant(node.parts[0])
    return is_written(node)


def first(node):
    """Returns the node that a key path begins with."""
    return first(node.parts[0]) if node.kind == "path" else node


# ---- Expressions


def evaluate(node, scope):
    kind, data, parts = node.kind, node.data, node.parts
    if kind == "literal":
        return literal(data)
    if kind == "argument":
        return read(data, True)
    if kind == "self":
        return scope.this
    if kind == "key":
        return path(scope.this, data)
    if kind == "given":
        return read(data[1], True)
    if kind == "variable":
        return scope.variables[data]
    if kind == "path":
        return path(evaluate(parts[0], scope), data)
    if kind == "list":
        return [evaluate(part, scope) for part in parts]
    if kind == "binary":
        left, right = evaluate(parts[0], scope), evaluate(parts[1], scope)
        return combine(data, left, right) if data in ("UNION", "INTERSECT", "MINUS") else arithmetic(data, left, right)
    if kind == "minus":
        return arithmetic("-", constant(Num("integer", 0)), evaluate(parts[0], scope))
    if kind == "call":
        return call(data, parts, scope)
    if kind == "index":
        return element(evaluate(parts[0], scope), data or evaluate(parts[1], scope))
    if kind == "ternary":
        return chosen(evaluate(parts[1] if holds(parts[0], scope) else parts[2], scope))
    if kind == "cast":
        return cast(evaluate(parts[0], scope), data)
    if is_nil(parts[0], scope):
        return None
    return [each for each in map(doubted, visited(parts[0], scope))
            if holds(parts[1], Scope(scope.this, scope.everything, {**scope.variables, data: each}))]


def is_nil(node, scope):
    """Whether a collection is nil. Elements that cannot be read do not matter."""
    try:
        return evaluate(node, scope) is None
    except EvaluationError:
        return False


# ---- Key paths


def path(value, keys):
    for place, key in enumerate(keys):
        if key.startswith("@"):
            return operate(value, key, keys[place + 1:])
        value = step(value, key)
    return value


def step(value, key):
    if value is None:
        return None
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, (list, Set)):
        flat = []
        for each in collection(value):
            found = step(each, key)
            flat += collection(found) if isinstance(found, (list, Set)) else [found]
        return flat
    if isinstance(value, str) and key == "length":
        return Num("integer", length(value))
    raise EvaluationError("unknown-key")


def operate(value, key, keys):
    """Returns the result of a collection operator on the rest of the path."""
    if value is None:
        return None
    if key == "@count":
        return Num("integer", len(value) if isinstance(value, dict) else len(collection(value)))
    if isinstance(value, dict):
        return None
    collection(value)
    elements = collection(path(value, keys))
    if key == "@unionOfObjects":
        return elements
    if key == "@distinctUnionOfObjects":
        return distinct(elements)
    present = [each for each in elements if each is not None]
    if key == "@sum":
        return aggregate("sum:", present)
    if key == "@avg":
        numbers(*present)
        return mean(present, len(elements)) if elements else None
    return aggregate({"@min": "min:", "@max": "max:"}[key], present) if present else None


def element(value, at):
    if value is None:
        raise EvaluationError("nil-operand")
    if isinstance(value, dict):
        if isinstance(at, Num):
            raise EvaluationError("type-mismatch")
        if at not in ("FIRST", "LAST", "SIZE"):
            return value.get(at)
        value = [value[key] for key in sorted(value)]
    elements = collection(value)
    if isinstance(value, Set) and at != "SIZE":
        raise Open
    if at == "SIZE":
        return Num("integer", len(elements))
    if at in ("FIRST", "LAST"):
        return chosen(elements[0] if at == "FIRST" else elements[-1]) if elements else None
    numbers(at)
    if at.kind not in ("integer", "unsigned"):
        raise EvaluationError("type-mismatch")
    if not 0 <= at.value < len(elements):
        raise EvaluationError("index-out-of-range")
    return chosen(elements[at.value])


# ---- Functions


def aggregate(selector, elements):
    if selector in ("min:", "max:"):
        best = elements[0]
        if len(elements) == 1:
            order(best, best)
        for each in elements[1:]:
            found = order(doubted(each), doubted(best))
            if found < 0 if selector == "min:" else found > 0:
                best = each
        return chosen(best)
    if selector != "median:":
        # The numbers are added from left to right, so a sum that fails is reported before a later element that is not a number.
        before = list(takewhile(is_number, elements))
        if any(each.kind == "double" for each in before):
            total(before)
    numbers(*elements)
    if selector == "median:":
        elements = sorted(map(doubted, elements), key=cmp_to_key(order))
        low, high = elements[(len(elements) - 1) // 2], elements[len(elements) // 2]
        return low if len(elements) % 2 else arithmetic("/", arithmetic("+", low, high), constant(Num("integer", 2)))
    return total(elements) if selector == "sum:" else mean(elements, len(elements))


AGGREGATES = ("sum:", "count:", "min:", "max:", "average:", "median:")


def call(selector, parts, scope):
    if selector in AGGREGATES:
        value = evaluate(parts[0], scope)
        if parts[0].kind == "key" and not isinstance(value, (list, Set)) and not parts[0].data[-1].startswith("@"):
            value = over_all(scope.everything, parts[0].data)
        if parts[0].kind == "path" and first(parts[0]).kind == "variable" and not isinstance(value, (list, Set)):
            raise EvaluationError("aggregate-over-variable")
        if value is None:
            raise EvaluationError("nil-operand")
        elements = collection(value)
        present = [each for each in elements if each is not None]
        if selector == "count:":
            return Num("integer", len(present))
        if not present and selector != "sum:":
            raise EvaluationError("empty-collection")
        if parts[0].kind in ("list", "argument"):
            present = beside_each_other(present)
        return aggregate(selector, present)
    values = [evaluate(part, scope) for part in parts]
    if selector == "noindex:":
        return values[0]
    if selector in OPERATORS:
        return arithmetic(OPERATORS[selector], *values)
    if None in values:
        raise EvaluationError("nil-operand")
    if selector in ("uppercase:", "lowercase:", "length:"):
        if not isinstance(values[0], str):
            raise EvaluationError("type-mismatch")
        if selector == "length:":
            result = Num("integer", length(values[0]))
            return constant(result) if is_constant(parts[0]) else result
        return "".join(map(str.upper if selector == "uppercase:" else str.lower, values[0]))
    numbers(*values)
    value = values[0]
    if selector in ("floor:", "ceiling:", "trunc:"):
        return whole(selector, value)
    if selector == "abs:":
        if value.kind == "double":
            result = double(abs(value.value))
        elif value.kind == "decimal":
            result = decimal(value.value.copy_abs())
        else:
            result = integer(abs(value.value), value.kind == "unsigned")
        return constant(result, value.exact.copy_abs()) if value.constant else result
    function = {"sqrt:": math.sqrt, "exp:": math.exp, "ln:": math.log, "log:": math.log10}[selector]
    try:
        return double(function(as_double(value)))
    except (OverflowError, ValueError):
        raise EvaluationError("not-finite") from None


def over_all(everything, keys):
    """Returns the values of a key of SELF for all rows. Lists among them are left out."""
    try:
        values = [path(each, keys) for each in everything]
    except EvaluationError:
        raise Open from None
    if any(isinstance(value, (list, Set, dict)) for value in values):
        raise Open
    return values


def whole(selector, value):
    rounding = {"floor:": ROUND_FLOOR, "ceiling:": ROUND_CEILING, "trunc:": ROUND_DOWN}[selector]
    if value.kind == "decimal":
        result = decimal(value.value.to_integral_value(rounding))
    else:
        function = {"floor:": math.floor, "ceiling:": math.ceil, "trunc:": math.trunc}[selector]
        result = double(float(function(as_double(value))))
    return constant(result, value.exact.to_integral_value(rounding)) if value.constant else result


def combine(operation, left, right):
    left = [doubted(each) for each in collection(left)]
    if right is None:
        return Set(left)
    if isinstance(right, dict):
        right = [right[key] for key in sorted(right)]
    right = [doubted(each) for each in collection(right)]
    if operation == "UNION":
        return Set(left + right)
    return Set([each for each in left if any(equal(each, other) for other in right) == (operation == "INTERSECT")])


def cast(value, kind):
    if value is None:
        return None
    if kind == "NSDecimalNumber" and isinstance(value, str):
        return constant(decimal(Decimal(value)))
    if kind == "NSString" and isinstance(value, Num) and value.kind in ("integer", "unsigned"):
        return str(value.value)
    if kind == "NSDate" and isinstance(value, Num):
        return Date(as_double(value))
    raise EvaluationError("type-mismatch")


# ---- What the text shows


def told(node):
    """Returns the kinds of values that the text shows for an expression; none for a key path. Raises Open if the text has an
    error of kinds, because such an error is found before any row is evaluated."""
    kind, data, parts = node.kind, node.data, node.parts
    if node.is_predicate:
        check(node)
        return set()
    if kind in ("literal", "argument", "given"):
        return {name(evaluate(node, None))} - {"nil"}
    if kind == "ternary":
        told(parts[0])
        return told(parts[1]) | told(parts[2])
    kinds = [told(part) for part in parts]
    if kind == "list":
        return {"list"}
    if kind == "cast":
        return {{"NSDate": "date", "NSString": "string"}.get(data, "number")}
    if kind == "subquery":
        demand(kinds[0], "list")
        return {"list"}
    if kind == "index":
        demand(kinds[0], "list")
        return {"number"} if data == "SIZE" else of_elements(parts[0])
    if kind == "minus" or kind == "binary" and data not in ("UNION", "INTERSECT", "MINUS"):
        demand(set().union(*kinds), "number")
        return {"number"}
    if kind == "binary":
        demand(kinds[0] | kinds[1], "list")
        return {"list"}
    if kind == "path" and "list" in kinds[0]:
        return {"number" if data[0] == "@count" else "list"}
    if kind != "call":
        return set()
    if data in AGGREGATES:
        if parts[0].kind == "variable":
            raise Open
        demand(kinds[0], "list")
        elements = of_elements(parts[0])
        if data in ("sum:", "average:", "median:"):
            demand(elements, "number")
        elif data != "count:" and (len(elements) > 1 or "list" in elements):
            raise Open
        return elements if data in ("min:", "max:") else {"number"}
    if data == "noindex:":
        return kinds[0]
    wanted = "string" if data in ("length:", "uppercase:", "lowercase:") else "number"
    demand(set().union(*kinds), wanted)
    return {"string"} if data in ("uppercase:", "lowercase:") else {"number"}


def name(value):
    if isinstance(value, Num):
        return "boolean" if value.kind == "boolean" else "number"
    return {str: "string", Date: "date", list: "list", Set: "list", dict: "record"}.get(type(value), "nil")


def of_elements(node):
    if node.kind == "list":
        return set().union(*map(told, node.parts))
    if node.kind == "binary":
        return of_elements(node.parts[0]) | of_elements(node.parts[1])
    return set()


def demand(kinds, wanted):
    if kinds - {wanted}:
        raise Open


def check(node):
    if node.kind != "comparison":
        for part in node.parts:
            check(part)
        return
    modifier, operator, _ = node.data
    left, right = told(node.parts[0]), told(node.parts[1])
    operator = SAME.get(operator, operator)
    if modifier:
        demand(left, "list")
        if node.parts[1].kind in ("literal", "argument", "given") and evaluate(node.parts[1], None) is None:
            raise Open
        left = of_elements(node.parts[0])
    if operator == "BETWEEN":
        demand(right, "list")
        if node.parts[1].kind == "binary":
            raise Open
        right = of_elements(node.parts[1])
        if node.parts[1].kind == "list" and len(node.parts[1].parts) != 2:
            raise Open
    if operator in ("IN", "CONTAINS"):
        whole, part = (right, left) if operator == "IN" else (left, right)
        if whole - {"list", "string"} or "string" in whole and part - {"string"}:
            raise Open
    elif operator in ("BEGINSWITH", "ENDSWITH", "LIKE"):
        demand(left | right, "string")
    elif operator not in ("==", "!="):
        kinds = {"number" if each == "boolean" else each for each in left | right}
        if len(kinds) > 1 or kinds & {"list", "record"}:
            raise Open
