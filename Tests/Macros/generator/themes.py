"""Conditions: for each theme, one that certainly uses an expression type."""
from .schema import TEXTS
from .terms import (ADD, IF, MULTIPLY, Term, Unsuitable, both, call, closure_call, coalesce, compare, conditional, either,
                    infix, made, member, negation)
from .values import Values, variable

ORDERS = ["<", "<=", ">", ">="]
EQUALITIES = ["==", "!="]


class Themes(Values):
    """Makes conditions. Each method `a_…` is a theme."""

    def equality(self):
        return self.choice(["==", "==", "==", "!="])

    # Comparisons.

    def ordered(self, scope, type, depth):
        left = self.number(scope, type, depth) if type in ("Int", "Int16", "Double", "Float", "Decimal") else \
            self.path(scope, type)
        right = self.path(scope, type) if self.chance(0.25) else self.constant(type, left.key)
        return compare(left, self.choice(ORDERS), right)

    def a_compare_int(self, scope):
        return self.ordered(scope, "Int", self.choice([0, 0, 1, 2]))

    def a_compare_double(self, scope):
        return self.ordered(scope, "Double", self.choice([0, 0, 1, 2]))

    def a_compare_text(self, scope):
        left = self.text(scope)
        right = self.text(scope, 0) if self.chance(0.4) else self.constant("String", "middle")
        return compare(left, self.choice(ORDERS), right)

    def a_compare_date(self, scope):
        left = self.path(scope, "Date") if self.chance(0.6) else \
            coalesce(self.path(scope, "Date?"), self.constant("Date", None))
        return compare(left, self.choice(ORDERS + EQUALITIES), self.constant("Date", None))

    def a_compare_other(self, scope):
        type = self.choice(["Int16", "Float", "Decimal"])
        # Sums of Float are computed with 32 bits in Swift.
        return self.ordered(scope, type, self.choice([0, 0, 1]))

    def a_equal(self, scope):
        type = self.choice(["Int", "Int", "String", "String", "String", "Kind", "Medium", "Double", "Float", "Int16",
                            "Bool", "UUID", "Date", "Decimal"])
        left = self.text(scope) if type == "String" else \
            self.number(scope, type, 1) if type in ("Int", "Double") else self.path(scope, type)
        right = self.path(scope, type) if self.chance(0.15) else self.constant(type, left.key)
        return compare(left, self.equality(), right)

    def a_equal_optional(self, scope):
        type = self.choice(["Int?", "String?", "String?", "Double?", "Kind?", "Bool?", "Date?", "URL?", "Person?"])
        left = self.path(scope, type)
        if type == "Person?":
            right = Term("nil", type, ["NilLiteral"])
        elif self.chance(0.5):
            # The compiler makes an optional of the value.
            right = self.for_optional(type[:-1], left.key)
        elif self.chance(0.2):
            right = self.path(scope, type)
        else:
            right = self.optional_constant(type, left.key)
        if right.text == "nil" and self.chance(0.2):
            left, right = right, left
        return compare(left, self.choice(EQUALITIES), right)

    def a_flag(self, scope):
        left = self.path(scope, "Bool")
        roll = self.random.random()
        if roll < 0.35:
            return left
        if roll < 0.65:
            return negation(left)
        optional = coalesce(self.path(scope, "Bool?"), self.constant("Bool", None, captures=0.2))
        return optional if roll < 0.8 else negation(optional) if roll < 0.9 else compare(optional, self.equality(), left)

    def a_constant(self, scope):
        return self.constant("Bool", None, captures=0.6)

    # Arithmetic.

    def having(self, kind, scope, type, depth=2):
        """Returns a comparison of a number that certainly uses an expression type."""
        names = set(self.names)
        left = None
        while left is None or kind not in left.kinds:
            self.names = set(names)
            left = self.number(scope, type, depth)
        key = left.key or ("count" if type.startswith("Int") else None)
        return compare(left, self.choice(ORDERS + ["=="]), self.constant(type, key))

    def a_arithmetic(self, scope):
        return self.having("Arithmetic", scope, self.choice(["Int", "Int", "Int", "Double", "Double", "Decimal", "Int16"]))

    def a_minus(self, scope):
        return self.having("UnaryMinus", scope, self.choice(["Int", "Double", "Int16"]))

    def two(self, scope):
        """Returns two different integers."""
        left, right = self.path(scope, "Int"), self.path(scope, "Int")
        if left.text == right.text:
            raise Unsuitable
        return left, right

    def a_quotient(self, scope):
        if self.chance(0.3):
            left, right = self.two(scope)
            zero = Term("0", "Int", ["Value"])
            quotient = infix(left, "/", right, "Int", "IntDivision", MULTIPLY, key=left.key)
            return both(compare(right, "!=", zero), compare(quotient, self.choice(ORDERS), self.constant("Int", "count")))
        return self.having("IntDivision", scope, self.choice(["Int", "Int", "Int16"]))

    def a_remainder(self, scope):
        if self.chance(0.3):
            left, right = self.two(scope)
            zero = Term("0", "Int", ["Value"])
            remainder = infix(left, "%", right, "Int", "IntRemainder", MULTIPLY)
            return either(compare(right, "==", zero), compare(remainder, "==", self.constant("Int", "count")))
        return self.having("IntRemainder", scope, self.choice(["Int", "Int", "Int16"]))

    def a_ratio(self, scope):
        return self.having("FloatDivision", scope, "Double")

    # Conditions that choose.

    def a_chosen_value(self, scope):
        type = self.choice(["Int", "String", "String?", "Double?", "Bool"])
        test = self.usual(scope)
        if type == "Bool":
            return conditional(test, self.usual(scope), self.usual(scope))
        yes = self.path(scope, type)
        no = Term("nil", type, ["NilLiteral"]) if type == "Double?" else self.path(scope, type)
        return compare(conditional(test, yes, no), self.choice(EQUALITIES), self.for_optional(type.rstrip("?"), yes.key))

    def block(self, test, yes, no):
        """Returns an `if` expression."""
        text = f"if {test.text} {{ {yes.text} }} else {{ {no.text} }}"
        return made(text, "Bool", [test, yes, no], ["Conditional"], IF,
                    height=1 + max(test.height, yes.height, no.height))

    def a_block(self, scope):
        no = self.usual(scope)
        if self.chance(0.3):
            no = self.block(self.usual(scope), self.usual(scope), no)
            test, yes = self.usual(scope), self.usual(scope)
            text = f"if {test.text} {{ {yes.text} }} else {no.text}"
            return made(text, "Bool", [test, yes, no], ["Conditional"], IF, height=1 + no.height)
        return self.block(self.usual(scope), self.usual(scope), no)

    def a_binding(self, scope):
        """An `if let`, which is a flatMap whose result is coalesced."""
        type = self.choice(["Int?", "String?", "Double?"])
        names = {"Int?": "count", "String?": "word", "Double?": "number"}
        optional = self.path(scope, type)
        bound = variable(names[type], type[:-1], optional.key)
        bound.bound = optional.bound
        body = self.about(bound, scope)
        heads, parts = [f"let {bound.text} = {optional.text}"], [optional]
        if self.chance(0.3):
            other = self.path(scope, "Bool?")
            heads.append(f"let flag = {other.text}")
            parts.append(other)
            body = both(body, variable("flag", "Bool"))
        no = self.constant("Bool", None, captures=0) if self.chance(0.5) else self.path(scope, "Bool")
        text = f"if {', '.join(heads)} {{ {body.text} }} else {{ {no.text} }}"
        return made(text, "Bool", parts + [body, no], ["OptionalFlatMap", "NilCoalesce", "Variable"], IF,
                    height=1 + body.height)

    def about(self, bound, scope):
        """Returns a condition of a variable."""
        if bound.type == "String":
            return self.choice([self.contains_text, self.begins, self.is_equal, self.is_empty])(bound)
        return compare(bound, self.choice(ORDERS), self.constant(bound.type, bound.key))

    def contains_text(self, base):
        part = Term(self.choice(TEXTS["part"]), "String", ["Value"])
        return call(base, "contains", [("", part)], "Bool", "CollectionContainsCollection", height=1,
                    closure=part.text != '""')

    def begins(self, base):
        part = Term(self.choice(TEXTS["start"]), "String", ["Value"])
        return call(base, "starts", [("with: ", part)], "Bool", "SequenceStartsWith", height=1)

    def is_equal(self, base):
        return compare(base, self.equality(), self.constant("String", base.key))

    def is_empty(self, base):
        return member(base, "isEmpty", "Bool")

    # Optionals.

    def a_coalesce(self, scope):
        type = self.choice(["Int", "Double", "String", "Kind", "Bool", "Date"])
        if type == "String":
            left = self.path(scope, "String?")
            middle = self.path(scope, "String?")
            right = self.constant("String", left.key)
            value = coalesce(left, coalesce(middle, right)) if self.chance(0.3) and middle.text != left.text \
                else coalesce(left, right)
            return compare(value, self.choice(EQUALITIES + ["<", ">="]), self.constant("String", left.key))
        left = self.path(scope, type + "?")
        value = coalesce(left, self.constant(type, left.key))
        if type == "Bool":
            return value
        signs = ORDERS + EQUALITIES if type != "Kind" else EQUALITIES
        right = self.path(scope, type) if self.chance(0.2) else self.constant(type, left.key)
        return compare(value, self.choice(signs), right)

    def a_flat_map(self, scope):
        type = self.choice(["Int", "Double", "String"])
        optional = self.path(scope, type + "?")
        name = self.choice(["$0", "$0", "value"])
        bound = variable(name, type, optional.key)
        bound.bound = optional.bound
        if type != "String" and self.chance(0.3):
            body = self.number([bound], type, 0)
            body = infix(body, self.choice("+*"), self.literal("2", type), type, "Arithmetic", ADD)
            mapped = closure_call(optional, "flatMap", name, body, type + "?", "OptionalFlatMap", height=1)
            return compare(mapped, "==", self.for_optional(type, optional.key))
        body = self.about(bound, scope)
        if self.chance(0.25) and name != "$0":
            other = self.path(scope, "Int?")
            inner = compare(variable("$0", "Int", other.key), self.choice(ORDERS), self.constant("Int", other.key))
            inner = closure_call(other, "flatMap", "$0", both(inner, body), "Bool?", "OptionalFlatMap")
            mapped = closure_call(optional, "flatMap", name, inner, "Bool?", "OptionalFlatMap")
        else:
            mapped = closure_call(optional, "flatMap", name, body, "Bool?", "OptionalFlatMap")
        flag = self.constant("Bool", None, captures=0)
        return coalesce(mapped, flag) if self.chance(0.6) else compare(mapped, self.choice(EQUALITIES), flag)

    def a_chain(self, scope):
        roll = self.random.random()
        if roll < 0.35:
            left = self.chain(self.choice(["Int?", "String?"]))
            right = self.for_optional(left.type[:-1], left.key) if self.chance(0.7) else \
                Term("nil", left.type, ["NilLiteral"])
            return compare(left, self.choice(EQUALITIES), right)
        if roll < 0.55:
            left = coalesce(self.chain("Int?"), self.constant("Int", "Person.born"))
            return compare(left, self.choice(ORDERS), self.constant("Int", "Person.born"))
        optional = self.path(scope, "String?")
        bound = Term("$0", "String", ["Variable"], key=optional.key)
        body = self.choice([self.contains_text, self.begins, self.is_empty])(bound)
        text = optional.text + "?" + body.text.removeprefix("$0")
        chained = made(text, "Bool?", [optional, body], ["OptionalFlatMap"], height=1)
        flag = self.constant("Bool", None, captures=0)
        return coalesce(chained, flag) if self.chance(0.5) else compare(chained, self.choice(EQUALITIES), flag)

    def unwrapped(self, optional):
        return made(optional.text + "!", optional.type[:-1], [optional], ["ForcedUnwrap"], key=optional.key,
                    bound=optional.bound)

    def unwrapping(self, scope):
        optional = self.path(scope, self.choice(["Int?", "Double?", "String?", "Date?"]))
        value = self.unwrapped(optional)
        if value.type == "String":
            return optional, self.about(value, scope)
        return optional, compare(value, self.choice(ORDERS), self.constant(value.type, value.key))

    def a_unwrap(self, scope):
        optional, condition = self.unwrapping(scope)
        none = Term("nil", optional.type, ["NilLiteral"])
        roll = self.random.random()
        if roll < 0.5:
            return both(compare(optional, "!=", none), condition)
        if roll < 0.8:
            return either(compare(optional, "==", none), condition)
        return conditional(compare(optional, "==", none), self.path(scope, "Bool"), condition)

    def a_bare_unwrap(self, scope):
        _, condition = self.unwrapping(scope)
        condition.closure = False
        return condition
