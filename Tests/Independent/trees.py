"""Random trees and rows.

Values are small and few, so that equal ones are frequent. Some are large, nil, absent or of an unexpected kind.
"""
import re

from language import Node, text
from values import quote

INTEGERS = [0, 0, 1, 1, 2, 2, 3, 3, -1, 5, 10]
GREAT = [(1 << 63) - 1, -(1 << 63), (1 << 53) + 1, (1 << 53), 1 << 63, (1 << 64) - 1]
DOUBLES = [0.0, -0.0, 0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, -1.0, -0.5, 0.30000000000000004]
GREAT_DOUBLES = [1e300, 9007199254740992.0, 9.223372036854775807e18, 5e-324, 1e17]
DECIMALS = ["0", "0.1", "0.2", "0.3", "0.5", "1", "1.0", "1.5", "2", "2.5", "3", "-1", "-0.5", "0.01"]
GREAT_DECIMALS = ["12345678901234567890123456789012345678", "0.00000000000000000000000000000000000001",
                  "9007199254740993", "9223372036854775808", "0.1000000000000000055511151231257827"]
STRINGS = ["", "a", "b", "ab", "A", "AB", "aB", "é", "É", "e\u0301", "e", "E", "å", "Å", "a\u030a", "ß", "ss", "SS", "abc",
           "bab", "a*", "?", "\u212b", "\u0301", "1", "a\nb", "\uff21", "ﬁ", "fi", "ﬀ", "ſ", "I", "i", "ı", "İ", "Σ", "ς", "\U0001F600"]
PATTERNS = ["*", "?", "a*", "*b", "?b", "*a*", "??", "é", "?s", "s*", "*é", "A?", "a\\*", "\\?", "", "*\\*", "a*b", "?*", "**", "ß",
            "*ß*", "E?"]
OPTIONS = ["", "", "", "c", "d", "cd", "c", "w", "cdw", "n", "cn", "dc"]


class Maker:
    """Makes cases. `rough` is the share of values that are nil or of an unexpected kind."""

    def __init__(self, random):
        self.random = random
        self.rough = 0.05

    def case(self):
        """Returns a tree, and rows with the keys that it names."""
        self.rough = self.random.choice([0, 0.02, 0.05, 0.15])
        self.variables = {"n": self.a_number(), "word": self.a_string()} if self.chance(0.15) else {}
        if self.chance(0.75):
            node, count = self.predicate(self.random.choice([0, 1, 1, 2, 2, 3]), ()), self.random.randint(1, 4)
        else:
            node, count = self.any(self.random.choice([1, 1, 2, 3]), ()), 1
        self.used = set(re.findall(r"\w+", text(node)))
        return node, [self.row(2) for _ in range(count)]

    def one(self, *makers):
        return self.random.choice(makers)

    def chance(self, share):
        return self.random.random() < share

    # ---- Rows

    def row(self, depth):
        row = {}
        makers = {"i": self.an_integer, "j": self.an_integer, "d": self.a_double,
                  "e": lambda: {"$numberDouble": "NaN"} if self.chance(0.05) else self.a_double(), "p": self.a_decimal,
                  "q": self.a_decimal, "m": self.a_number, "b": lambda: self.chance(0.5), "s": self.a_string, "t": self.a_string,
                  "w": self.a_date,
                  "is": lambda: self.many(self.an_integer), "ds": lambda: self.many(self.a_double),
                  "ps": lambda: self.many(self.a_decimal), "ms": lambda: self.many(self.a_number),
                  "ss": lambda: self.many(self.a_string), "ws": lambda: self.many(self.a_date),
                  "us": lambda: {"$set": self.random.sample(range(-1, 5), self.random.randint(0, 3))},
                  "bounds": lambda: [self.a_number(), self.a_number()]}
        if depth:
            makers["one"] = lambda: self.row(0)
            makers["kids"] = lambda: [self.row(depth - 1) for _ in range(self.random.choice([0, 1, 2, 2, 3]))]
            makers["others"] = makers["kids"]
        for key, make in makers.items():
            if key not in self.used or self.chance(0.08):
                continue
            row[key] = None if self.chance(0.08) else self.anything() if self.chance(self.rough) else make()
        return row

    def many(self, make):
        values = [make() for _ in range(self.random.choice([0, 1, 2, 2, 3, 4]))]
        return [None if self.chance(0.08) else self.anything() if self.chance(self.rough) else each for each in values]

    def anything(self):
        return self.one(self.an_integer, self.a_double, self.a_decimal, self.a_string, self.a_date, lambda: self.chance(0.5),
                        lambda: None, lambda: [self.an_integer()], lambda: {"i": 1, "s": "a"})()

    def a_number(self):
        return self.one(self.an_integer, self.a_double, self.a_decimal)()

    def an_integer(self):
        return self.random.choice(GREAT if self.chance(0.05) else INTEGERS)

    def a_double(self):
        if self.chance(0.05):
            return self.random.uniform(-4, 4)
        return self.random.choice(GREAT_DOUBLES if self.chance(0.05) else DOUBLES)

    def a_decimal(self):
        if self.chance(0.08):
            digits = "".join(self.random.choice("0123456789") for _ in range(self.random.randint(1, 36)))
            return {"$numberDecimal": self.one("", "-") + self.one("0", "1", "2") + self.one(".", "") + digits}
        return {"$numberDecimal": self.random.choice(GREAT_DECIMALS if self.chance(0.05) else DECIMALS)}

    def a_string(self):
        return self.some("aabAsSéÉ\u0301åßeE") if self.chance(0.3) else self.random.choice(STRINGS)

    def some(self, letters):
        return "".join(self.random.choice(letters) for _ in range(self.random.randint(1, 4)))

    def a_date(self):
        return {"$date": f"2001-01-01T00:00:0{self.random.randint(0, 3)}Z"}

    # ---- Predicates

    def predicate(self, depth, names):
        chance = self.random.random()
        if depth and chance < 0.55:
            kind = self.one("and", "or", "and", "or", "not")
            parts = [self.predicate(depth - 1, names) for _ in range(1 if kind == "not" else self.random.choice([2, 2, 3]))]
            return Node(kind, self.one(None, None, {"and": "&&", "or": "||", "not": "!"}[kind]), parts)
        if chance > 0.98:
            return Node(self.one("true", "false"))
        return self.comparison(depth, names)

    def comparison(self, depth, names):
        make = self.one(self.number, self.number, self.number, self.string, self.string, self.date, self.boolean)
        many = self.lists(make, depth, names)
        modifier = ""
        options = self.random.choice(OPTIONS) if make == self.string else ""
        chance = self.random.random()
        if chance < 0.25:
            modifier = self.one("ANY", "ALL", "NONE", "SOME")
            left = many
        else:
            left = make(depth, names)
        operator = self.one("==", "!=", "<", "<=", ">", ">=", "==", self.one("=", "<>", "=<", "=>"), "IN", "BETWEEN", "CONTAINS", "text", "text")
        if operator == "text":
            operator = self.one("BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "LIKE") if make == self.string else "=="
        if operator == "IN":
            options = ""
            right = self.lists(make, depth, names)
            if make == self.string and self.chance(0.3):
                right = self.string(depth, names)
                options = self.random.choice(OPTIONS)
        elif operator == "BETWEEN":
            options = ""
            right = self.key("bounds", names) if self.chance(0.2) else \
                Node("list", None, [make(depth, names), make(depth, names)])
        elif operator == "CONTAINS" and make != self.string:
            right = make(depth, names)
            if not modifier:
                left = self.lists(make, depth, names)
        elif operator == "LIKE":
            right = self.pattern() if self.chance(0.8) else self.string(depth, names)
        else:
            right = make(depth, names)
        if not modifier and operator in ("==", "!=") and self.chance(0.1):
            left, right = many, self.lists(make, depth, names)
        if self.chance(self.rough):
            right = self.any(depth, names)
        return Node("comparison", (modifier, operator, options), (left, right))

    def pattern(self):
        return Node("literal", quote(self.some("**??\\aabAsSéE\u0301ß") if self.chance(0.5) else self.random.choice(PATTERNS)))

    # ---- Expressions

    def any(self, depth, names):
        return self.one(self.number, self.number, self.string, self.date, self.boolean,
                        lambda depth, names: self.lists(self.one(self.number, self.string, self.date), depth, names),
                        lambda depth, names: Node("literal", "NIL"))(depth, names)

    def key(self, key, names):
        keys = (key,)
        if self.chance(0.2):
            keys = ("one", key)
        if names and self.chance(0.75):
            return Node("path", keys, [Node("variable", self.random.choice(names))])
        return Node("key", keys)

    def through(self, key, names):
        """Returns a key path through collections."""
        keys = self.one(("kids", key), ("kids", key), ("others", key), ("kids", "one", key), ("kids", "others", key))
        if names and self.chance(0.6):
            return Node("path", keys, [Node("variable", self.random.choice(names))])
        return Node("key", keys)

    def fixed(self, written, value):
        """Returns a constant, written in the text or bound as an argument."""
        return Node("argument", value) if self.chance(0.15) else Node("literal", written)

    def number(self, depth, names):
        chance = self.random.random()
        if chance < 0.4 or depth <= 0:
            if self.variables and self.chance(0.15):
                return Node("given", ("n", self.variables["n"]))
            if self.chance(0.5):
                return self.key(self.one("i", "j", "d", "e", "p", "q", "m"), names)
            return self.constant_number()
        if chance < 0.43:
            operator = self.one("&", "|", "^", "<<", ">>")
            return Node("binary", operator, [self.whole(depth - 1, names), self.whole(depth - 1, names)])
        if chance < 0.6:
            return Node("binary", self.one("+", "-", "*", "/", "+", "-", "*", "/", "**"),
                        [self.number(depth - 1, names), self.number(depth - 1, names)])
        if chance < 0.64:
            inner = self.number(depth - 1, names)
            return Node("minus", None, [inner]) if inner.kind not in ("literal", "argument") else inner
        if chance < 0.72:
            return Node("call", self.one("abs:", "floor:", "ceiling:", "trunc:", "sqrt:", "exp:", "ln:", "log:", "noindex:"), [self.number(depth - 1, names)])
        if chance < 0.75:
            return Node("call", self.one("modulus:by:", "modulus:by:", "add:to:", "from:subtract:", "multiply:by:", "divide:by:",
                                         "raise:toPower:"), [self.number(depth - 1, names), self.number(depth - 1, names)])
        if chance < 0.82:
            return Node("call", self.one("sum:", "count:", "min:", "max:", "average:", "median:"), [self.lists(self.number, depth - 1, names)])
        if chance < 0.85 and not names:
            return Node("call", self.one("sum:", "count:", "min:", "max:", "average:", "median:"), [Node("key", (self.one("i", "d", "p", "m"),))])
        if chance < 0.92:
            return self.collected(depth, names)
        if chance < 0.95:
            return Node("ternary", None, [self.predicate(0, names), self.number(depth - 1, names), self.number(depth - 1, names)])
        if chance < 0.97:
            return Node("call", "length:", [self.string(depth - 1, names)])
        return self.indexed(self.number, depth, names)

    def whole(self, depth, names):
        if depth > 0 and self.chance(0.3):
            return Node("binary", self.one("+", "-", "*", "/", "&", "|", "^", "<<", ">>"),
                        [self.whole(depth - 1, names), self.whole(depth - 1, names)])
        return self.key(self.one("i", "j"), names) if self.chance(0.5) else Node("literal", str(self.random.randint(0, 6)))

    def constant_number(self):
        chance = self.random.random()
        if chance < 0.45:
            value = self.an_integer()
            return self.fixed(str(value), value)
        if chance < 0.9:
            value = self.a_double()
            return self.fixed(repr(value), value)
        value = self.random.choice(DECIMALS)
        if self.chance(0.5):
            return Node("argument", {"$numberDecimal": value})
        return Node("cast", "NSDecimalNumber", [Node("literal", quote(value))])

    def collected(self, depth, names):
        """Returns a collection operator such as @count."""
        operator = self.one("@count", "@sum", "@avg", "@min", "@max")
        if operator == "@count":
            collection = self.one("kids", "others", "is", "ss")
            if self.chance(0.6):
                return Node("path", ("@count",), [self.subquery(depth, names)])
            return self.joined((collection, "@count"), names)
        return self.joined((self.one("kids", "others"), operator, self.one("i", "d", "p", "m", "is", "ms")), names)

    def joined(self, keys, names):
        if names and self.chance(0.6):
            return Node("path", keys, [Node("variable", self.random.choice(names))])
        return Node("key", keys)

    def subquery(self, depth, names):
        name = "xyz"[len(names) % 3]
        collection = self.joined((self.one("kids", "others"),), names)
        return Node("subquery", name, [collection, self.predicate(max(0, depth - 1), names + (name,))])

    def indexed(self, make, depth, names):
        collection = self.lists(make, depth - 1, names)
        if collection.kind == "literal":
            return collection
        if self.chance(0.2):
            one = self.joined(("one",), names)
            return Node("index", None, [one, Node("literal", quote(self.one("i", "s", "d") if make == self.number else "s"))])
        where = self.one("FIRST", "LAST", None, "SIZE" if make == self.number else None)
        return Node("index", where, [collection] + ([] if where else [Node("literal", str(self.random.randint(0, 2)))]))

    def string(self, depth, names):
        chance = self.random.random()
        if chance < 0.75 or depth <= 0:
            if self.variables and self.chance(0.15):
                return Node("given", ("word", self.variables["word"]))
            if self.chance(0.5):
                return self.key(self.one("s", "t"), names)
            value = self.a_string()
            return self.fixed(quote(value), value)
        if chance < 0.83:
            return Node("call", self.one("uppercase:", "lowercase:"), [self.string(depth - 1, names)])
        if chance < 0.9:
            return Node("ternary", None, [self.predicate(0, names), self.string(depth - 1, names), self.string(depth - 1, names)])
        if chance < 0.95:
            return self.indexed(self.string, depth, names)
        return self.joined((self.one("kids", "others"), self.one("@min", "@max"), self.one("s", "ss")), names)

    def date(self, depth, names):
        chance = self.random.random()
        if chance < 0.4:
            return self.key("w", names)
        if chance < 0.6:
            return Node("argument", self.a_date())
        if chance < 0.9 or depth <= 0:
            return Node("cast", "NSDate", [Node("literal", str(self.random.randint(0, 3)))])
        return self.joined((self.one("kids", "others"), self.one("@min", "@max"), "w"), names)

    def boolean(self, depth, names):
        if self.chance(0.5):
            return self.key("b", names)
        if self.chance(0.15):
            return Node("literal", "NIL")
        return Node("literal", self.one("TRUE", "YES", "FALSE", "NO"))

    def lists(self, make, depth, names):
        chance = self.random.random()
        keys = {self.number: ("is", "ds", "ps", "ms", "us"), self.string: ("ss",), self.date: ("ws",)}.get(make, ("is",))
        singles = {self.number: ("i", "d", "p", "m"), self.string: ("s", "t"), self.date: ("w",)}.get(make, ("b",))
        if chance < 0.3:
            return self.key(self.random.choice(keys), names)
        if chance < 0.5:
            return self.through(self.random.choice(singles + keys), names)
        if chance < 0.9 or depth <= 0:
            return Node("list", None, [Node("literal", "NIL") if self.chance(0.04) else make(depth - 1, names)
                                       for _ in range(self.random.choice([0, 1, 2, 2, 3, 4]))])
        if chance < 0.92:
            return self.joined(("kids", self.one("@unionOfObjects", "@distinctUnionOfObjects"), self.random.choice(singles)), names)
        if chance < 0.96:
            return Node("path", (self.random.choice(singles),), [self.subquery(depth, names)])
        return Node("binary", self.one("UNION", "INTERSECT", "MINUS"),
                    [self.lists(make, depth - 1, names), self.lists(make, depth - 1, names)])
