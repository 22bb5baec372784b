"""Conditions of collections."""
from .terms import Term, both, call, closure_call, coalesce, compare, made, member, negation, subscript
from .themes import EQUALITIES, ORDERS, Themes
from .values import variable


class Groups(Themes):
    """More themes."""

    # Membership.

    def element(self, scope):
        """Returns a value, and the type and the property of the values that it may have."""
        type = self.choice(["Int", "Int", "String", "String", "Kind", "Double", "Medium", "Date"])
        if type in ("Int", "String", "Kind") and self.chance(0.25):
            optional = self.path(scope, type + "?")
            return coalesce(optional, self.constant(type, optional.key)), optional.key
        value = self.number(scope, "Int", self.choice([0, 0, 1])) if type == "Int" else self.path(scope, type)
        return value, value.key or "count"

    def a_member_of_captured(self, scope):
        if self.chance(0.15):
            optional = self.path(scope, self.choice(["String?", "Int?"]))
            texts = self.list_of(optional.type[:-1], optional.key, 2) + ["nil"]
            kind = f"[{optional.type}]"
            values = self.captured("choices", f"[{', '.join(texts)}]", kind, annotation=kind)
            return call(values, "contains", [("", optional)], "Bool", "SequenceContains", height=1)
        value, key = self.element(scope)
        texts = self.list_of(value.type, key, self.choice([0, 1, 2, 3, 4]))
        kind = self.choice([f"[{value.type}]", f"[{value.type}]", f"Set<{value.type}>"])
        values = self.captured("choices", f"[{', '.join(texts)}]", kind, annotation=kind)
        return call(values, "contains", [("", value)], "Bool", "SequenceContains", height=1)

    def a_member_of_list(self, scope):
        type = self.choice(["Int", "String", "Double"])
        value = self.path(scope, type)
        texts = [text for text in self.list_of(type, value.key, 4) if not text.startswith("-")] or ["1"]
        if type == "Double":
            texts = [text if "." in text or "e" in text else text + ".0" for text in texts]
        values = Term(f"[{', '.join(texts)}]", f"[{type}]", ["Value"])
        return call(values, "contains", [("", value)], "Bool", "SequenceContains", height=1)

    def collection(self, scope, types=("[String]", "Set<String>")):
        """Returns a collection of texts, and the values of its elements."""
        base = self.path(scope, self.choice(types))
        return base, "tag" if base.text.endswith("tags") else "genre"

    def a_contains_element(self, scope):
        base, key = self.collection(scope, ("[String]", "[String]", "Set<String>"))
        value = self.text(scope) if self.chance(0.25) else self.constant("String", key)
        return call(base, "contains", [("", value)], "Bool", "SequenceContains", height=1)

    def inner(self, scope, type, key=None):
        """Returns a variable for the elements of a collection."""
        wanted = {"Mark": "mark", "String": "tag", "Int": "number"}[type]
        nested = any(variable.text == "$0" for variable in scope)
        name = "$0" if self.chance(0.55) and not nested else wanted
        while any(variable.text == name for variable in scope):
            name = name + "2"
        return variable(name, type, key)

    def of_element(self, bound, scope):
        """Returns a condition of an element, which may also read the outer variables."""
        if bound.type == "Mark":
            condition = self.usual([bound] if bound.text == "$0" or self.chance(0.6) else scope + [bound], inner=True)
            return condition if self.chance(0.6) else self.combined(condition, self.usual([bound], inner=True))
        if bound.type == "String":
            if self.chance(0.2):
                return compare(bound, self.choice(EQUALITIES + ["<"]), self.path(scope[:1], "String"))
            return self.choice([self.contains_text, self.begins, self.is_equal, self.is_empty])(bound)
        return compare(bound, self.choice(ORDERS), self.path(scope[:1], "Int"))

    def elements(self, scope):
        """Returns a collection and a variable for its elements."""
        roll = self.random.random()
        if roll < 0.6:
            return self.path(scope[:1], "[Mark]"), self.inner(scope, "Mark")
        if roll < 0.9:
            base, key = self.collection(scope[:1])
            return base, self.inner(scope, "String", key)
        texts = self.list_of("Int", "count", 3)
        return self.captured("numbers", f"[{', '.join(texts)}]", "[Int]"), self.inner(scope, "Int", "count")

    def a_contains_where(self, scope):
        base, bound = self.elements(scope)
        if self.chance(0.1) and bound.type == "String":
            # The macro writes `\.isEmpty` as a closure.
            text = f"{base.text}.contains(where: \\.isEmpty)"
            return made(text, "Bool", [base], ["SequenceContainsWhere", "KeyPath", "Variable"], height=1)
        label = "where" if self.chance(0.3) else None
        condition = self.of_element(bound, scope)
        return closure_call(base, "contains", bound.text, condition, "Bool", "SequenceContainsWhere", label)

    def a_all_satisfy(self, scope):
        base, bound = self.elements(scope)
        return closure_call(base, "allSatisfy", bound.text, self.of_element(bound, scope), "Bool", "SequenceAllSatisfy")

    def a_nested(self, scope):
        """An inner collection within the closure of an outer one."""
        outer = variable("mark", "Mark")
        base = self.path(scope[:1], "[Mark]")
        if self.chance(0.5):
            tag = variable("tag", "String", "tag")
            test = compare(tag, "==", member(outer, self.choice(["name", "name"]), "String", key="Mark.name"))
            tags = member(scope[0], "tags", "[String]")
            body = closure_call(tags, "contains", "tag", test, "Bool", "SequenceContainsWhere")
        else:
            other = variable("other", "Mark")
            test = compare(member(other, "value", "Int"), self.choice(["==", "<", ">="]), member(outer, "value", "Int"))
            found = closure_call(base, "filter", "other", test, "[Mark]", "Filter")
            body = compare(member(found, "count", "Int"), self.choice([">", "=="]), self.literal("1", "Int"))
        name = self.choice(["contains", "allSatisfy"])
        kind = {"contains": "SequenceContainsWhere", "allSatisfy": "SequenceAllSatisfy"}[name]
        return closure_call(base, name, "mark", body, "Bool", kind)

    def a_filter(self, scope):
        base, bound = self.elements(scope)
        found = closure_call(base, "filter", bound.text, self.of_element(bound, scope), base.type, "Filter")
        roll = self.random.random()
        if roll < 0.5:
            return compare(member(found, "count", "Int"), self.choice(ORDERS + ["=="]), self.constant("Int", "count"))
        if roll < 0.75:
            empty = member(found, "isEmpty", "Bool")
            return empty if self.chance(0.5) else negation(empty)
        if bound.type == "Mark":
            bound = variable("$0", "Mark")
            return closure_call(found, "contains", "$0", self.of_element(bound, scope), "Bool", "SequenceContainsWhere")
        return compare(member(found, "count", "Int"), "==", self.number(scope[:1], "Int", 0))

    def a_begins(self, scope):
        base = self.text(scope)
        if base.level < 11:
            base = self.path(scope, "String")
        part = self.needle(scope[0], "start") if self.chance(0.8) else self.path(scope, "String")
        return call(base, "starts", [("with: ", part)], "Bool", "SequenceStartsWith", height=1)

    def a_begins_with_list(self, scope):
        base = self.path(scope[:1], "[String]")
        texts = self.list_of("String", "tag", self.choice([0, 1, 2]))
        part = self.captured("beginning", f"[{', '.join(texts)}]", "[String]", annotation="[String]")
        if texts and self.chance(0.5):
            part = Term(f"[{', '.join(texts)}]", "[String]", ["Value"])
        return call(base, "starts", [("with: ", part)], "Bool", "SequenceStartsWith", height=1)

    def a_contains_list(self, scope):
        base = self.path(scope[:1], "[String]")
        texts = self.list_of("String", "tag", self.choice([1, 2]))
        part = Term(f"[{', '.join(texts)}]", "[String]", ["Value"])
        return call(base, "contains", [("", part)], "Bool", "CollectionContainsCollection", height=1)

    def extreme(self, scope, name):
        kind = "SequenceMinimum" if name == "min" else "SequenceMaximum"
        if self.chance(0.3):
            base = self.captured("numbers", f"[{', '.join(self.list_of('Int', 'Track.bonus', 3))}]", "[Int]")
            value = made(f"{base.text}.{name}()", "Int?", [base], [kind])
            return compare(coalesce(value, self.literal("0", "Int")), self.choice(ORDERS), self.path(scope, "Int"))
        base, key = self.collection(scope[:1])
        value = made(f"{base.text}.{name}()", "String?", [base], [kind])
        if self.chance(0.5):
            return compare(value, self.choice(EQUALITIES), self.constant("String", key, captures=0))
        value = coalesce(value, Term('""', "String", ["Value"]))
        return compare(value, self.choice(ORDERS), self.constant("String", "middle"))

    def a_minimum(self, scope):
        return self.extreme(scope, "min")

    def a_maximum(self, scope):
        return self.extreme(scope, "max")

    def a_contains_text(self, scope):
        base = self.path(scope, "String") if self.chance(0.7) else self.text(scope)
        part = self.needle(scope[0], "part") if self.chance(0.85) else self.path(scope, "String")
        # Foundation's method of the same name, which an ordinary closure calls, finds no empty text.
        is_literal = part.text.startswith('"') and part.text != '""'
        return call(base, "contains", [("", part)], "Bool", "CollectionContainsCollection", height=1, closure=is_literal)

    def a_count(self, scope):
        base = member(scope[0], self.choice(["tags", "marks", "genres", "credits"]), "list")
        if self.chance(0.4):
            empty = member(base, "isEmpty", "Bool")
            return empty if self.chance(0.5) else negation(empty)
        return compare(member(base, "count", "Int"), self.choice(ORDERS + EQUALITIES), self.constant("Int", "count"))

    def a_end(self, scope):
        """The first or the last element."""
        name = self.choice(["first", "last"])
        if self.chance(0.6):
            base = member(member(scope[0], "tags", "[String]"), name, "String?")
            return compare(base, self.choice(EQUALITIES), self.constant("String", "tag", captures=0))
        base = member(member(scope[0], "marks", "[Mark]"), name, "Mark?")
        chained = made(f"{base.text}?.name", "String?", [base], ["OptionalFlatMap", "Variable", "KeyPath"])
        return compare(chained, self.choice(EQUALITIES), self.constant("String", "Mark.name", captures=0))

    # Subscripts.

    def a_index(self, scope):
        """An element at an index that exists."""
        base = self.path(scope[:1], "[String]") if self.chance(0.6) else self.path(scope[:1], "[Mark]")
        number = self.choice([0, 0, 1, 2])
        index = self.literal(str(number), "Int") if self.chance(0.6) else self.captured("index", str(number), "Int")
        element = subscript(base, [("", index)], base.type[1:-1], "CollectionIndexSubscript", key="tag")
        if element.type == "Mark":
            element = member(element, "value", "Int", key="Mark.value")
            condition = compare(element, self.choice(ORDERS), self.constant("Int", "Mark.value"))
        else:
            condition = compare(element, self.equality(), self.constant("String", "tag"))
        return both(compare(member(base, "count", "Int"), ">", index), condition)

    def a_bare_index(self, scope):
        base = self.path(scope[:1], "[String]")
        element = subscript(base, [("", self.literal("0", "Int"))], "String", "CollectionIndexSubscript", closure=False)
        return compare(element, self.equality(), self.constant("String", "tag"))
