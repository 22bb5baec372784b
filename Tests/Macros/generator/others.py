"""Conditions of dictionaries, ranges, casts, patterns and computed properties, and of several conditions."""
from .effort import is_light
from .groups import Groups
from .schema import CREDITS, VALUES
from .terms import (CAST, RANGE, Term, Unsuitable, both, call, closure_call, coalesce, compare, either, infix, made,
                    member, negation, subscript)
from .themes import EQUALITIES, ORDERS

# Patterns, of which Foundation searches a match anywhere in the text.
PATTERNS = ["a+", "^[ab].*$", "[0-9]+", r"\*", "e.?$", "(?i)ANN", "^$", r"o|z", r"\w{4,}", r"^Caf.$", r"b\b", "n{2}"]


class Others(Groups):
    """More themes, and `predicate`, which makes a predicate of one."""

    # Slices and dictionaries.

    def a_slice(self, scope):
        """A slice that exists."""
        base = self.path(scope[:1], "[String]") if self.chance(0.6) else self.path(scope[:1], "[Mark]")
        length = self.choice([1, 2])
        first = self.choice([0, 0, length - 1])
        if self.chance(0.4):
            part = self.captured("part", f"{first}..<{length}", "Range<Int>")
        else:
            low, high = self.literal(str(first), "Int"), self.literal(str(length), "Int")
            part = infix(low, "..<", high, "Range<Int>", "Range", RANGE)
        slice = subscript(base, [("", part)], base.type, "CollectionRangeSubscript")
        if base.type == "[Mark]":
            bound = self.inner(scope, "Mark")
            condition = closure_call(
                slice, "contains", bound.text, self.of_element(bound, scope), "Bool", "SequenceContainsWhere")
        else:
            tag = self.constant("String", "tag")
            condition = call(slice, "contains", [("", tag)], "Bool", "SequenceContains", height=1)
        return both(compare(member(base, "count", "Int"), ">=", self.literal(str(length), "Int")), condition)

    def a_bare_slice(self, scope):
        base = self.path(scope[:1], "[String]")
        part = infix(self.literal("0", "Int"), "..<", self.literal("2", "Int"), "Range<Int>", "Range", RANGE)
        slice = subscript(base, [("", part)], "[String]", "CollectionRangeSubscript", closure=False)
        return call(slice, "contains", [("", self.constant("String", "tag"))], "Bool", "SequenceContains", height=1)

    def entry(self, scope):
        if self.chance(0.25):
            base = self.captured("table", '["a": 1, "Ann": 7, "zebra": 0]', "[String: Int]")
            return subscript(base, [("", self.text(scope, 0))], "Int?", "DictionaryKeySubscript")
        base = member(scope[0], "credits", "[String: Int]")
        key = Term(self.choice(CREDITS), "String", ["Value"])
        return subscript(base, [("", key)], "Int?", "DictionaryKeySubscript")

    def a_entry(self, scope):
        value = self.entry(scope)
        roll = self.random.random()
        if roll < 0.35:
            return compare(value, self.choice(EQUALITIES), self.for_optional("Int", "count"))
        if roll < 0.6:
            return compare(value, self.choice(EQUALITIES), Term("nil", "Int?", ["NilLiteral"]))
        return compare(coalesce(value, self.constant("Int", "count")), self.choice(ORDERS), self.number(scope, "Int", 0))

    def a_entry_or_default(self, scope):
        return compare(self.credit(scope, "Int", 0), self.choice(ORDERS + ["=="]), self.constant("Int", "count"))

    # Ranges.

    def bounds(self, type, key):
        """Returns the texts of two constants, the smaller one first."""
        values = [text for text in VALUES.get(key, VALUES["count"]) if abs(float(text)) < 1e6]
        return sorted(self.random.sample(values, 2), key=float)

    def a_range(self, scope):
        type = self.choice(["Int", "Int", "Double", "String"])
        value = self.path(scope, type)
        if type == "String":
            low, high = Term('"a"', type, ["Value"]), Term('"n"', type, ["Value"])
        else:
            low, high = (self.literal(text, type) for text in self.bounds(type, value.key))
            # The sign of the upper bound would be read as an operator after the dots.
            if high.text.startswith("-"):
                high = Term(f"({high.text})", type, high.kinds)
        closed = self.chance(0.5)
        span = infix(low, "..." if closed else "..<", high, "range", "ClosedRange" if closed else "Range", RANGE)
        return call(span, "contains", [("", value)], "Bool", "RangeExpressionContains", height=1)

    def a_captured_range(self, scope):
        type = self.choice(["Int", "Int", "Double", "Date", "String"])
        value = self.number(scope, type, self.choice([0, 0, 1])) if type == "Int" else self.path(scope, type)
        if type == "String":
            low, high = '"a"', '"n"'
        elif type == "Date":
            low, high = "moment(0)", "moment(700_000_000)"
        else:
            low, high = self.bounds(type, value.key)
            high = f"({high})" if high.startswith("-") else high
        sign = self.choice(["...", "..<"])
        span = self.captured("span", f"{low}{sign}{high}", "range")
        return call(span, "contains", [("", value)], "Bool", "RangeExpressionContains", height=1)

    def a_partial_range(self, scope):
        value = self.path(scope, self.choice(["Int", "Int", "Double"]))
        text = self.choice([text for text in VALUES[value.key] if not text.startswith("-")])
        span = self.captured("span", self.choice([f"{text}...", f"..<{text}", f"...{text}"]), "range")
        return call(span, "contains", [("", value)], "Bool", "RangeExpressionContains", height=1)

    def a_computed_range(self, scope):
        """A range whose bounds are computed for each row, after a test of their order."""
        low, high = self.two(scope[:1])
        value = self.constant("Int", low.key) if self.chance(0.6) else self.path(scope[:1], "Int")
        closed = self.chance(0.6)
        span = infix(low, "..." if closed else "..<", high, "range", "ClosedRange" if closed else "Range", RANGE)
        return both(
            compare(low, "<=", high), call(span, "contains", [("", value)], "Bool", "RangeExpressionContains", height=1))

    def a_bare_range(self, scope):
        low, high = self.two(scope[:1])
        span = infix(low, "..<", high, "range", "Range", RANGE, closure=False)
        value = self.constant("Int", low.key)
        return call(span, "contains", [("", value)], "Bool", "RangeExpressionContains", height=1)

    def a_stored_range(self, scope):
        base = member(scope[0], "span", "Range<Int>")
        roll = self.random.random()
        if roll < 0.6:
            value = self.path(scope, "Int") if self.chance(0.5) else self.constant("Int", "count")
            return call(base, "contains", [("", value)], "Bool", "RangeExpressionContains", height=1)
        if roll < 0.8:
            return compare(member(base, "lowerBound", "Int"), self.choice(ORDERS), self.number(scope, "Int", 0))
        return compare(base, "==", self.captured("span", "0..<5", "Range<Int>"))

    # Types and casts. The compiler warns of most of them, as they always succeed or always fail.

    def a_type(self, scope):
        base = self.path(scope, self.choice(["String?", "Int?", "Double?", "Int", "String"]))
        type = self.choice(["String", "Int", "Double", base.type.rstrip("?")])
        return infix(base, "is", Term(type, "type"), "Bool", "TypeCheck", CAST, height=1)

    def a_conditional_cast(self, scope):
        base = self.path(scope, self.choice(["String?", "Int?", "Int", "Double?"]))
        type = self.choice(["String", "Int", base.type.rstrip("?"), base.type.rstrip("?")])
        value = infix(base, "as?", Term(type, "type"), type + "?", "ConditionalCast", CAST)
        right = self.for_optional(type, base.key if base.type.rstrip("?") == type else None)
        sign = self.choice(EQUALITIES)
        return compare(self.grouped(value), sign, right if self.chance(0.7) else Term("nil", "", ["NilLiteral"]))

    def a_force_cast(self, scope):
        base = self.path(scope, self.choice(["String", "Int", "Int?", "Double"]))
        type = base.type.rstrip("?")
        cast = self.choice(["as!", "as"]) if not base.type.endswith("?") else "as!"
        # A cast of nil ends the program.
        is_safe = not base.type.endswith("?")
        value = infix(base, cast, Term(type, "type"), type, "ForceCast", CAST, closure=is_safe, bound=base.bound)
        return compare(self.grouped(value), self.choice(EQUALITIES + ["<"]), self.constant(type, base.key))

    # Texts.

    def a_pattern(self, scope):
        base = self.path(scope, "String")
        text = f"#/{self.choice(PATTERNS)}/#"
        if self.chance(0.3):
            pattern = self.captured("pattern", text, "Regex")
        else:
            pattern = Term(text, "Regex", ["Value"])
        return call(base, "contains", [("", pattern)], "Bool", "StringContainsRegex", height=1)

    def a_text_count(self, scope):
        base = self.path(scope, "String")
        if self.chance(0.4):
            return self.is_empty(base)
        view = self.choice(["count", "count", "count", "utf16.count", "utf8.count"])
        value = base
        for name in view.split("."):
            value = member(value, name, "Int")
        return compare(value, self.choice(ORDERS + ["=="]), self.literal(self.choice("01234"), "Int"))

    # Structs and computed properties.

    def a_struct(self, scope):
        turn = self.turn % 4
        if turn == 0:
            album = self.captured("album", 'Album(name: "First", year: 1969, label: "Apple")', "Album")
            return compare(member(scope[0], "album", "Album"), self.choice(EQUALITIES), album)
        if turn == 1:
            person = self.captured("person", 'Person(name: "Ann", born: 1950)', "Person?", annotation="Person?")
            return compare(member(scope[0], "producer", "Person?"), self.choice(EQUALITIES), person)
        if turn == 2:
            mark = self.captured("wantedMark", 'Mark(name: "a", value: 1, at: 0, note: nil)', "Mark")
            return call(member(scope[0], "marks", "[Mark]"), "contains", [("", mark)], "Bool", "SequenceContains", height=1)
        names = self.captured("list", f"[{', '.join(self.list_of('String', 'tag', self.choice([0, 1, 2])))}]", "[String]",
                              annotation="[String]")
        return compare(member(scope[0], "tags", "[String]"), self.choice(EQUALITIES), names)

    def a_computed(self, scope):
        track = scope[0]
        number = lambda base, name, type="Int": member(base, name, type)
        turn = self.turn % 7
        if turn == 0:
            return compare(number(track, "decade"), self.choice(ORDERS + ["=="]), self.constant("Int", "Track.decade"))
        if turn == 1:
            date = self.path(scope, "Date")
            return compare(number(date, "timeIntervalSinceReferenceDate", "Double"), self.choice(ORDERS),
                           self.literal(self.choice(["0.0", "86400.0", "1.0"]), "Double"))
        if turn == 2:
            return compare(number(number(track, "medium"), "rawValue"), self.choice(ORDERS + EQUALITIES),
                           self.literal(self.choice("128"), "Int"))
        if turn == 3:
            kinds = ["OptionalFlatMap", "Variable", "KeyPath"]
            link = made(f"{track.text}.link?.absoluteString", "String?", [track], kinds)
            return compare(link, self.choice(EQUALITIES), Term('"https://example.com/a"', "String", ["Value"]))
        if turn == 4:
            return compare(number(self.path(scope, "Int"), "magnitude", "UInt"), self.choice(ORDERS),
                           Term(self.choice(["3", "7", "250"]), "UInt", ["Value"]))
        if turn == 5:
            name = self.choice(["keys", "values"])
            value = Term(self.choice(CREDITS), "String", ["Value"]) if name == "keys" else self.constant("Int", "count")
            base = number(number(track, "credits"), name)
            return call(base, "contains", [("", value)], "Bool", "SequenceContains", height=1)
        kind = member(member(track, "kind", "Kind"), "rawValue", "String", key="kind")
        return self.choice([self.contains_text, self.begins, self.is_equal])(kind)

    # Several conditions.

    USUAL = [
        ("compare_int", 5), ("equal", 4), ("equal_optional", 3), ("flag", 3), ("compare_double", 2), ("compare_date", 1),
        ("compare_text", 1), ("coalesce", 2), ("member_of_captured", 2), ("contains_text", 2), ("begins", 1), ("count", 1),
        ("contains_element", 2), ("range", 1),
    ]
    USUAL_INNER = ["compare_int", "compare_int", "equal", "equal_optional", "contains_text", "begins", "compare_double"]

    def usual(self, scope, inner=False):
        """Returns a condition that most programs could contain. An inner one is about the innermost variable."""
        if inner:
            return self.theme(self.choice(self.USUAL_INNER), scope)
        names, weights = zip(*self.USUAL)
        return self.theme(self.random.choices(names, weights)[0], scope)

    def theme(self, name, scope):
        names = set(self.names)
        while True:
            try:
                return getattr(self, "a_" + name)(scope)
            except Unsuitable:
                self.names = set(names)

    def combined(self, left, right):
        """Returns a condition of two."""
        if left.level == 0 or right.level == 0:
            return left
        roll = self.random.random()
        if roll < 0.2:
            left = negation(left)
        if self.chance(0.4):
            left, right = right, left
        if roll < 0.9:
            return self.choice([both, either])(left, right)
        left, right = (self.grouped(part) for part in (left, right))
        return compare(left, self.choice(EQUALITIES), right)

    def grouped(self, part):
        """Returns the condition in parentheses, unless it is a name or a call."""
        return part if part.level == 11 else made(f"({part.text})", part.type, [part], key=part.key, bound=part.bound)

    def predicate(self, theme, extra):
        """Returns a predicate of a theme, and up to `extra` usual conditions."""
        scope = [self.track]
        condition = self.theme(theme, scope)
        while not is_light(condition):
            condition = self.theme(theme, scope)
        for _ in range(extra):
            other = self.usual(scope)
            try:
                if self.chance(0.3):
                    other = self.combined(other, self.usual(scope))
                together = self.combined(condition, other)
            except Unsuitable:
                continue
            if together.height <= 4 and is_light(together):
                condition = together
        if condition.level > 0 and condition.height < 4 and self.chance(0.08):
            condition = negation(condition)
        return condition
