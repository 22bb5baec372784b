"""The values of predicate format strings, for an evaluator written from the documents in Grammar.

Kinds of values, comparison, string folding and arithmetic, as Grammar/README.md, Grammar/Differences.md and Grammar/Diagnostics.md
describe them. Nothing is taken from the sources of the package.

    nil         None (NaN reads as nil)
    numbers     Num: boolean, integer (signed or unsigned), double, decimal; a constant also has its exact decimal
    strings     str, compared by Unicode scalars
    dates       Date, seconds since 2001
    lists       list;   sets: Set;   records: dict
"""
import math
import unicodedata
from decimal import Context, Decimal, Inexact, ROUND_HALF_EVEN
from fractions import Fraction

LEAST, MOST, MOST_UNSIGNED = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1
WIDE = Context(prec=2000, rounding=ROUND_HALF_EVEN, Emin=-9999, Emax=9999)


class EvaluationError(Exception):
    """An error of evaluation, with its code."""

    @property
    def code(self):
        return self.args[0]


class Open(Exception):
    """The documents do not describe the value. The case is left out."""


class Num:
    """A number. `exact` is the decimal that a constant is read as next to a decimal; None if the number is not a constant.
    A number is `open` if the documents do not say whether it is a constant."""

    __slots__ = ("kind", "value", "constant", "exact", "open")

    def __init__(self, kind, value, constant=False, exact=None, open=False):
        self.kind, self.value, self.constant, self.exact, self.open = kind, value, constant, exact, open

    def __repr__(self):
        return f"{self.kind}({self.value}{', constant' if self.constant else ''})"


class Date:
    __slots__ = ("seconds",)

    def __init__(self, seconds):
        self.seconds = seconds

    def __repr__(self):
        return f"Date({self.seconds})"


class Set:
    __slots__ = ("elements",)

    def __init__(self, elements):
        self.elements = []
        for element in elements:
            if not any(equal(element, other) for other in self.elements):
                self.elements.append(element)

    def __repr__(self):
        return f"Set({self.elements})"


def integer(value, unsigned=False):
    """Returns the integer. Raises an overflow if it does not fit."""
    if not LEAST <= value <= (MOST_UNSIGNED if unsigned else MOST):
        raise EvaluationError("overflow")
    return Num("integer" if value <= MOST else "unsigned", value)


def double(value):
    if not math.isfinite(value):
        raise EvaluationError("not-finite")
    return Num("double", value)


def decimal(value):
    """Returns the decimal. Raises an overflow if it has more than 38 digits."""
    value = value.normalize(WIDE)
    if len(value.as_tuple().digits) > 38:
        raise EvaluationError("overflow")
    return Num("decimal", value)


def truth(value):
    return Num("boolean", int(value))


def constant(number, exact=None):
    if exact is None:
        exact = as_decimal(number)
    return Num(number.kind, number.value, True, exact)


def as_decimal(number):
    """Returns a number as a decimal. A double has its shortest digits."""
    if number.kind == "decimal":
        return number.value
    if number.kind == "double":
        return Decimal(repr(number.value))
    return Decimal(number.value)


def as_double(number):
    return float(number.value)


# ---- Comparison


def beside(one, other):
    """Returns a constant as the kind of the other number."""
    if one.constant and other.kind == "decimal" and one.kind != "decimal":
        return Num("decimal", one.exact)
    if one.constant and other.kind == "double" and one.kind == "decimal" and not other.constant and math.isfinite(as_double(one)):
        return Num("double", as_double(one))
    if one.open and one.kind == "double" and other.kind == "decimal":
        raise Open
    return one


def beside_each_other(values):
    """Returns the elements of a list that is reduced. A constant double next to a decimal is a decimal."""
    are_numbers = [value for value in values if isinstance(value, Num)]
    are_constants = all(value.constant for value in are_numbers)
    if any(value.kind == "decimal" and not (are_constants and not is_amount(value)) for value in are_numbers):
        return [decimal(value.exact) if isinstance(value, Num) and value.constant and value.kind == "double" else value
                for value in values]
    return values


def compare_numbers(a, b):
    a, b = beside(a, b), beside(b, a)
    a, b = Fraction(a.value), Fraction(b.value)
    return (a > b) - (a < b)


def equal(a, b, options=""):
    """nil equals nil. Values of different kinds are never equal."""
    if a is None or b is None:
        return a is None and b is None
    if isinstance(a, Num) and isinstance(b, Num):
        return compare_numbers(a, b) == 0
    if isinstance(a, str) and isinstance(b, str):
        return fold(a, options) == fold(b, options)
    if isinstance(a, Date) and isinstance(b, Date):
        return a.seconds == b.seconds
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b))
    if isinstance(a, Set) and isinstance(b, Set):
        return len(a.elements) == len(b.elements) and all(any(equal(x, y) for y in b.elements) for x in a.elements)
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(equal(a[key], b[key]) for key in a)
    return False


def order(a, b, options=""):
    """Returns -1, 0 or 1 for two values other than nil."""
    if isinstance(a, Num) and isinstance(b, Num):
        return compare_numbers(a, b)
    if isinstance(a, str) and isinstance(b, str):
        a, b = fold(a, options), fold(b, options)
        return (a > b) - (a < b)
    if isinstance(a, Date) and isinstance(b, Date):
        return (a.seconds > b.seconds) - (a.seconds < b.seconds)
    raise EvaluationError("type-mismatch")


def distinct(values):
    return Set(values).elements


# ---- Strings


def fold(text, options):
    """NFD, width, marks if d, full case folding if c, NFC. Each of c, d and w folds width."""
    if not set(options) & set("cdw") or "n" in options:
        return text
    text = "".join(narrow(scalar) for scalar in unicodedata.normalize("NFD", text))
    if "d" in options:
        text = "".join(scalar for scalar in text if not unicodedata.category(scalar).startswith("M"))
    if "c" in options:
        text = text.casefold()
    return unicodedata.normalize("NFC", text)


def narrow(scalar):
    form, _, codes = unicodedata.decomposition(scalar).partition(" ")
    return "".join(chr(int(code, 16)) for code in codes.split()) if form in ("<wide>", "<narrow>") else scalar


def like(text, pattern):
    """`*` matches any text, `?` any scalar. A backslash removes the meaning of the next character."""
    if pattern == "":
        return False
    parts, place = [], 0
    while place < len(pattern):
        if pattern[place] == "\\" and place + 1 < len(pattern):
            place += 1
            parts.append(("is", pattern[place]))
        else:
            parts.append(({"*": "many", "?": "one"}.get(pattern[place], "is"), pattern[place]))
        place += 1
    reached = {0}
    for kind, scalar in parts:
        if kind == "many":
            reached = set(range(min(reached), len(text) + 1)) if reached else set()
        else:
            reached = {at + 1 for at in reached if at < len(text) and (kind == "one" or text[at] == scalar)}
    return len(text) in reached


def length(text):
    """Returns the number of UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


# ---- Operators


def collection(value):
    if isinstance(value, list):
        return value
    if isinstance(value, Set):
        return value.elements
    raise EvaluationError("not-a-collection")


def compare(left, operator, options, right):
    if operator == "==":
        return equal(left, right, options)
    if operator == "!=":
        return not equal(left, right, options)
    if operator == "BETWEEN":
        return between(left, right)
    if operator == "IN":
        return contains(right, left, options)
    if operator == "CONTAINS":
        return contains(left, right, options)
    if operator in ("<", "<=", ">", ">="):
        if left is None or right is None:
            return left is right and operator in ("<=", ">=")
        found = order(left, right, options)
        return {"<": found < 0, "<=": found <= 0, ">": found > 0, ">=": found >= 0}[operator]
    for side in (left, right):
        if side is not None and not isinstance(side, str):
            raise EvaluationError("type-mismatch")
    if left is None or right is None:
        return False
    if operator == "LIKE" and "d" in options and "\\" in right and any(map(unicodedata.combining, right)):
        raise Open  # Whether a mark after a backslash is removed first is not documented.
    left, right = fold(left, options), fold(right, options)
    if operator == "LIKE":
        return like(left, right)
    if right == "":
        return False
    return left.startswith(right) if operator == "BEGINSWITH" else left.endswith(right)


def between(value, bounds):
    if value is None or bounds is None:
        return False
    if not isinstance(bounds, list) or len(bounds) != 2:
        raise EvaluationError("bad-bounds")
    if None in bounds:
        return False
    first, last = order(value, bounds[0]), order(value, bounds[1])
    return first >= 0 >= last or last >= 0 >= first


def contains(whole, part, options):
    """CONTAINS, and IN with its operands exchanged."""
    if whole is None:
        return False
    if isinstance(whole, str):
        if part is None:
            return False
        if not isinstance(part, str):
            raise EvaluationError("type-mismatch")
        part = fold(part, options)
        return part != "" and part in fold(whole, options)
    elements = list(whole.values()) if isinstance(whole, dict) else collection(whole)
    return part is not None and any(equal(element, part) for element in elements)


# ---- Arithmetic


def numbers(*operands):
    if any(operand is None for operand in operands):
        raise EvaluationError("nil-operand")
    for operand in operands:
        if not is_number(operand):
            raise EvaluationError("type-mismatch")


def is_number(value):
    return isinstance(value, Num) and value.kind != "boolean"


def plain(operation, a, b):
    """Returns the result of an operation on two numbers, which are not converted."""
    if "double" in (a.kind, b.kind):
        return double_operation(operation, as_double(a), as_double(b))
    if "decimal" in (a.kind, b.kind):
        return decimal(decimal_operation(operation, as_decimal(a), as_decimal(b)))
    x, y = a.value, b.value
    unsigned = "unsigned" in (a.kind, b.kind)
    if operation in "/%" and y == 0:
        raise EvaluationError("division-by-zero")
    if operation == "/":
        result = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    elif operation == "%":
        result = abs(x) % abs(y) * (1 if x >= 0 else -1)
    else:
        result = {"+": x + y, "-": x - y, "*": x * y}[operation]
    return integer(result, unsigned)


def double_operation(operation, x, y):
    if operation in "/%" and y == 0:
        raise EvaluationError("division-by-zero")
    if operation == "%":
        return double(math.fmod(x, y))
    if operation == "/":
        return double(x / y)
    return double({"+": x + y, "-": x - y, "*": x * y}[operation])


def decimal_operation(operation, x, y):
    """Returns the exact result. A quotient is rounded half to even to 38 digits."""
    for operand in (x, y):
        if len(operand.normalize(WIDE).as_tuple().digits) > 38:
            raise EvaluationError("overflow")
    if operation in "/%" and y == 0:
        raise EvaluationError("division-by-zero")
    if operation == "/":
        return Context(prec=38, rounding=ROUND_HALF_EVEN, Emin=-9999, Emax=9999).divide(x, y)
    if operation == "%":
        return WIDE.remainder(x, y)
    with_flags = WIDE.copy()
    with_flags.clear_flags()
    result = {"+": with_flags.add, "-": with_flags.subtract, "*": with_flags.multiply}[operation](x, y)
    if with_flags.flags[Inexact]:
        raise EvaluationError("overflow")
    return result


def arithmetic(operation, a, b):
    """`+ - * /` and the remainder. The result of constants is a constant."""
    if isinstance(a, Date) or isinstance(b, Date):
        raise Open
    numbers(a, b)
    if operation in BITS:
        return bits(operation, a, b)
    if operation == "**":
        return power(*as_operands(a, b))
    if a.constant and b.constant:
        a, b = as_operands(a, b)
        try:
            result = plain(operation, a, b)
        except EvaluationError:
            if {a.kind, b.kind} == {"decimal", "double"}:
                raise Open from None
            raise
        if "double" in (a.kind, b.kind):
            try:
                exact = decimal(decimal_operation(operation, a.exact, b.exact)).value
            except EvaluationError:
                exact = as_decimal(result)
        else:
            exact = as_decimal(result)
        return constant(result, exact)
    return plain(operation, *as_operands(a, b))


def as_operands(a, b):
    """Returns the operands of an operation. Constants take the kind of the other number."""
    if not (a.constant and b.constant):
        return beside(a, b), beside(b, a)
    if is_amount(a) or is_amount(b):
        a, b = (Num("decimal", each.exact, True, each.exact) for each in (a, b))
    return a, b


def is_amount(number):
    """Whether a number is a decimal, and not a literal that is one because a double would lose some of its digits."""
    if number.kind != "decimal":
        return False
    nearest = float(number.value)
    return len(number.value.normalize(WIDE).as_tuple().digits) <= 15 or nearest in (0, math.inf, -math.inf) \
        or Decimal(repr(nearest)) == number.value


BITS = {"&": int.__and__, "|": int.__or__, "^": int.__xor__, "<<": int.__lshift__, ">>": int.__rshift__}


def bits(operation, a, b):
    """Operations on signed integers. Other numbers, and shifts that lose bits, are not documented."""
    if not a.kind == b.kind == "integer" or operation in ("<<", ">>") and not 0 <= b.value < 64:
        raise Open
    result = BITS[operation](a.value, b.value)
    if not LEAST <= result <= MOST:
        raise Open
    return constant(integer(result)) if a.constant and b.constant else integer(result)


def power(a, b):
    try:
        result = math.pow(as_double(a), as_double(b))
    except (OverflowError, ValueError):
        raise EvaluationError("not-finite") from None
    return double(result)


def total(values):
    """Returns a sum. Integers and decimals are added exactly, doubles in order."""
    kinds = {value.kind for value in values}
    doubtful = any(value.kind == "double" and (value.constant or value.open) for value in values)
    if doubtful and "decimal" in kinds:
        raise Open
    if len(kinds) > 1 and "double" in kinds:
        in_order(values)
    if "double" in kinds:
        result = 0.0
        for value in values:
            result += as_double(value)
        return Num("double", double(result).value, open=doubtful)
    if "decimal" in kinds:
        result = Decimal(0)
        for value in values:
            result = WIDE.add(result, as_decimal(value))
        return decimal(result)
    return integer(sum(value.value for value in values), "unsigned" in kinds)


def in_order(values):
    """Returns a sum of several kinds of numbers. It is not documented when each becomes a double, so both ways must agree."""
    try:
        result = Num("integer", 0)
        for value in values:
            result = plain("+", result, value)
    except EvaluationError:
        raise Open from None
    if result.value != sum(map(as_double, values)):
        raise Open


def mean(values, count):
    """Returns the average of the values. Elements up to the count that are missing count as 0."""
    result = total(values)
    if result.kind == "decimal":
        return decimal(decimal_operation("/", result.value, Decimal(count)))
    return Num("double", as_double(result) / count, open=result.open or all(value.constant for value in values))


# ---- Reading


def chosen(value):
    """Returns the result of a function that chooses one of its arguments. It is not a constant."""
    return Num(value.kind, value.value) if isinstance(value, Num) else value


def doubted(value):
    """Returns an element of a list. The documents do not say whether an element of constants is a constant."""
    return Num(value.kind, value.value, open=value.constant or value.open) if isinstance(value, Num) else value


def literal(written):
    word = written.upper()
    if word in ("NIL", "NULL"):
        return None
    if word in ("TRUE", "YES", "FALSE", "NO"):
        return constant(truth(word in ("TRUE", "YES")))
    if written[0] in "'\"":
        return unquote(written)
    if not set(written) & set(".eE"):
        value = int(written)
        return constant(integer(value, True))
    exact, nearest = Decimal(written), float(written)
    if Decimal(repr(nearest)) != exact:
        return constant(decimal(exact))
    return constant(double(nearest), exact)


def quote(value):
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquote(written):
    return written[1:-1].replace('\\"', '"').replace("\\\\", "\\")


def read(value, fixed=False):
    """Returns a value from the JSON of a case."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        number = truth(value)
    elif isinstance(value, int):
        number = integer(value, True)
    elif isinstance(value, float):
        number = double(value)
    elif isinstance(value, list):
        return [read(each, fixed) for each in value]
    elif "$numberDecimal" in value:
        number = decimal(Decimal(value["$numberDecimal"]))
    elif "$numberDouble" in value:
        return None
    elif "$date" in value:
        return Date(int(value["$date"][17:19]))
    elif "$set" in value:
        return Set([read(each, fixed) for each in value["$set"]])
    else:
        return {key: read(each, fixed) for key, each in value.items()}
    return constant(number) if fixed else number
