"""Random terms of each type: paths, constants, arithmetic."""
from .schema import BOUNDS, CAPTURED, CREDITS, E_ACUTE, FIELDS, TEXTS, VALUES
from .terms import (ADD, LARGEST, MULTIPLY, Term, Unsuitable, coalesce, conditional, infix, made, member, minus,
                    subscript)


def variable(name, type, key=None):
    """Returns a variable of a closure."""
    return Term(name, type, ["Variable"], key=key, bound=BOUNDS.get(key, 0))


def fields(base, entity):
    """Returns the properties of a struct as terms."""
    for name, type in FIELDS[entity].items():
        key = f"{entity}.{name}"
        yield member(base, name, type, key=key, bound=BOUNDS.get(key, 0))


class Values:
    """Makes random terms. The scope is a list of the variables that a term may use, the innermost last."""

    def __init__(self, random, turn=0):
        self.random = random
        # The number of earlier predicates of the same theme. Some themes have a variant for each turn.
        self.turn = turn
        self.names = set()
        self.track = Term("track", "Track", ["Variable"])

    def chance(self, probability):
        return self.random.random() < probability

    def choice(self, values):
        return self.random.choice(list(values))

    # Constants.

    def name(self, wanted):
        """Returns a name that the predicate does not use."""
        name, number = wanted, 1
        while name in self.names:
            number += 1
            name = f"{wanted}{number}"
        self.names.add(name)
        return name

    def captured(self, wanted, expression, type, bound=0, annotation=None):
        name = self.name(wanted)
        declaration = f"let {name}{': ' + annotation if annotation else ''} = {expression}"
        return Term(name, type, ["Value"], captured={name: declaration}, bound=bound)

    def literal(self, text, type):
        """Returns a literal. The macro reads the minus sign of one as an operator."""
        if text.startswith("-"):
            return minus(self.literal(text[1:], type))
        if text.endswith(".0") and self.chance(0.4):
            text = text[:-2]
        return Term(text, type, ["Value"], bound=abs(int(text)) if type in LARGEST else 0)

    def constant(self, type, key, captures=0.3):
        """Returns a value that the property has in some row, or almost: a literal or a captured value."""
        if type in CAPTURED:
            wanted, expressions = CAPTURED[type]
            return self.captured(wanted, self.choice(expressions), type)
        if type == "String":
            texts = TEXTS.get(key, TEXTS["Track.title"])
            text = self.choice(texts)
            return self.captured("text", text, type) if self.chance(captures) else Term(text, type, ["Value"])
        if type == "Bool":
            text = self.choice(["true", "false"])
            return self.captured("isWanted", text, type) if self.chance(captures) else Term(text, type, ["Value"])
        text = self.choice(VALUES.get(key, VALUES["count"] if type in LARGEST else VALUES["Track.gain"]))
        if not self.chance(captures) and not (type == "Decimal" and "." in text):
            return self.literal(text, type)
        bound = abs(int(text)) if type in LARGEST else 0
        expression = f'Decimal(string: "{text}") ?? 0' if type == "Decimal" else text
        annotation = type if type in ("Int16", "Float") else None
        return self.captured({"Int": "limit", "Int16": "small"}.get(type, "threshold"), expression, type, bound, annotation)

    def optional_constant(self, type, key):
        """Returns nil, or a captured optional that is nil or not."""
        inner = type[:-1]
        if self.chance(0.55):
            return Term("nil", type, ["NilLiteral"])
        if type == "URL?":
            return self.captured("link", self.choice(CAPTURED["URL"][1]), type)
        name = "wanted"
        if self.chance(0.3):
            return self.captured(name, "nil", type, annotation=type)
        value = self.constant(inner, key, captures=1)
        expression = next(iter(value.captured.values())).split(" = ", 1)[1]
        return self.captured(name, expression, type, annotation=type)

    def for_optional(self, type, key):
        """Returns a value to compare with an optional. The macro needs a number for a minus sign, not an optional."""
        value = self.constant(type, key, captures=0)
        return self.constant(type, key, captures=1) if value.text.startswith("-") else value

    def list_of(self, type, key, count):
        """Returns the texts of different constants, for a list."""
        if type in CAPTURED:
            pool = CAPTURED[type][1]
        else:
            pool = TEXTS.get(key) if type == "String" else VALUES.get(key, VALUES["count"])
        return self.random.sample(pool, min(count, len(pool)))

    # Paths.

    def paths(self, scope, type):
        """Returns the properties of a type that the scope reaches. Those of inner variables occur more often."""
        found = []
        for depth, base in enumerate(scope):
            weight = 1 if depth == 0 else 4
            if base.type == type:
                found += [base] * weight
            if base.type not in FIELDS:
                continue
            for field in fields(base, base.type):
                if field.type == type:
                    found += [field] * weight
                if field.type == "Album":
                    found += [inner for inner in fields(field, "Album") if inner.type == type] * weight
        return found

    def path(self, scope, type):
        found = self.paths(scope, type)
        if not found:
            raise Unsuitable
        return self.choice(found)

    def chain(self, type):
        """Returns an optional chain of an optional type: `track.producer?.name`."""
        fields_of = [name for name, field in FIELDS["Person"].items() if field.rstrip("?") + "?" == type]
        base = member(self.track, "producer", "Person?")
        kinds = ["OptionalFlatMap", "Variable", "KeyPath"]
        name = self.choice(fields_of)
        key = f"Person.{name}"
        return made(f"{base.text}?.{name}", type, [base], kinds, key=key, bound=BOUNDS.get(key, 0))

    # Numbers.

    def number(self, scope, type, depth=1, zero=True):
        """Returns a term of a numeric type."""
        makers = [self.path_number] * 4
        if depth > 0:
            makers += [self.sum, self.sum, self.product, self.coalesced, self.chosen, self.negative]
            if type in ("Int", "Int16"):
                makers += [self.quotient, self.remainder]
            if type == "Double":
                makers += [self.ratio]
            if type == "Int":
                makers += [self.counted, self.credit]
        for _ in range(50):
            term = self.choice(makers)(scope, type, depth)
            if term is not None and term.bound <= LARGEST.get(type, term.bound):
                return term
        return self.path(scope, type)

    def path_number(self, scope, type, depth):
        return self.path(scope, type)

    def sum(self, scope, type, depth):
        left = self.number(scope, type, depth - 1)
        right = self.number(scope, type, 0) if self.chance(0.5) else self.constant(type, left.key)
        return infix(left, self.choice("+-"), right, type, "Arithmetic", ADD, bound=left.bound + right.bound, key=left.key)

    def product(self, scope, type, depth):
        left = self.number(scope, type, depth - 1)
        right = self.number(scope, type, 0) if self.chance(0.2) else self.literal(self.choice(["2", "3", "10"]), type)
        return infix(left, "*", right, type, "Arithmetic", MULTIPLY, bound=left.bound * right.bound, key=left.key)

    def divisor(self, type):
        text = self.choice(["2", "3", "7", "60"])
        if self.chance(0.4):
            return self.captured("divisor", text, type, int(text), "Int16" if type == "Int16" else None)
        return self.literal(text, type)

    def quotient(self, scope, type, depth):
        left = self.number(scope, type, depth - 1)
        return infix(left, "/", self.divisor(type), type, "IntDivision", MULTIPLY, bound=left.bound)

    def remainder(self, scope, type, depth):
        left = self.number(scope, type, depth - 1)
        return infix(left, "%", self.divisor(type), type, "IntRemainder", MULTIPLY, bound=60)

    def ratio(self, scope, type, depth):
        left = self.number(scope, type, depth - 1)
        text = self.choice(["2.0", "0.5", "3.0", "10.0"])
        if self.chance(0.12):
            # A divisor that may be zero: the result is infinite, or not a number.
            right = self.path(scope, type)
        else:
            right = self.captured("divisor", text, type, 0) if self.chance(0.4) else self.literal(text, type)
        return infix(left, "/", right, type, "FloatDivision", MULTIPLY, key=left.key)

    def negative(self, scope, type, depth):
        return minus(self.number(scope, type, depth - 1))

    def coalesced(self, scope, type, depth):
        if not self.paths(scope, type + "?"):
            return None
        left = self.chain("Int?") if type == "Int" and self.chance(0.3) else self.path(scope, type + "?")
        right = self.number(scope, type, 0) if self.chance(0.3) else self.constant(type, left.key)
        return coalesce(left, right)

    def chosen(self, scope, type, depth):
        test = self.test()
        yes = self.number(scope, type, 0)
        no = self.number(scope, type, 0) if self.chance(0.6) else self.constant(type, yes.key)
        return conditional(test, yes, no)

    def counted(self, scope, type, depth):
        base = member(self.track, self.choice(["tags", "marks", "genres"]), "list")
        return member(base, "count", "Int", key="count", bound=10)

    def credit(self, scope, type, depth):
        base = member(self.track, "credits", "[String: Int]")
        key = Term(self.choice(CREDITS), "String", ["Value"])
        return subscript(
            base, [("", key), ("default: ", self.constant("Int", "count"))], "Int", "DictionaryKeyDefaultValueSubscript",
            bound=12)

    def test(self):
        """Returns a short condition."""
        return self.path([self.track], "Bool")

    # Texts.

    def text(self, scope, depth=1):
        """Returns a term of type String."""
        roll = self.random.random()
        if depth == 0 or roll < 0.6:
            return self.path(scope, "String")
        if roll < 0.7:
            return member(member(self.track, "kind", "Kind"), "rawValue", "String", key="kind")
        if roll < 0.85:
            left = self.chain("String?") if self.chance(0.3) else self.path(scope, "String?")
            return coalesce(left, self.text(scope, 0) if self.chance(0.4) else self.constant("String", left.key))
        return conditional(self.test(), self.text(scope, 0), self.text(scope, 0))

    def needle(self, base, key):
        """Returns a text to search for."""
        if self.chance(0.2):
            return coalesce(self.path([base], "String?"), Term(E_ACUTE, "String", ["Value"]))
        text = Term(self.choice(TEXTS[key]), "String", ["Value"])
        return self.captured("part", text.text, "String") if self.chance(0.3) else text
