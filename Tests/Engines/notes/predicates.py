"""The predicates and orders: most find few rows, so that an engine uses an index if it can."""

from __future__ import annotations

# A format for each way to compare a column, whose few rows an index finds or not.
OF_COLUMNS = [
    "{0} == {1}", "{0} != {1}", "NOT {0} == {1}", "{0} > {2}", "{0} >= {2}", "NOT {0} <= {2}", "{0} BETWEEN {{{2}, {3}}}",
    "{0} IN {{{1}}}", "{0} IN {{{1}, {2}, {3}}}", "NOT {0} IN {{{1}, {2}}}", "{0} == nil", "{0} != nil",
    "TERNARY({0} == {1}, 1, 2) == 1", "{0} == {1} OR {0} == {2}", "{0} == {1} AND points > 5",
]
# Columns, with three values that few rows have, in ascending order.
COLUMNS = [
    ("name", "'Kalomine'", "'Vuvu'", "'Vuvuvu'"), ("nick", "'lominetu'", "'vuvu'", "'vuvuvu'"),
    ("level", "9999", "10010", "10015"), ("age", "120", "119", "121"),
    ("points", "77", "999990", "999995"), ("score", "50.5", "99.99", "100"), ("dept.name", "'dept-5'", "'dept-999'", "'e'"),
]
OF_TEXTS = [
    "{0} BEGINSWITH 'Kalom'", "{0} BEGINSWITH 'Kalom' OR {0} BEGINSWITH 'Vuv'", "NOT {0} BEGINSWITH 'K'", "{0} LIKE 'Kalo*tu'",
    "{0} LIKE 'Kal?mi*'", "{0} LIKE 'Kalomi*'", "{0} LIKE '*ka'", "NOT {0} LIKE 'Ka*lo'", "{0} MATCHES 'Kalomi.*'",
    "{0} MATCHES '(Ka|Lo)mi.*'", "{0} CONTAINS 'kalo'", "{0} ENDSWITH 'tune'", "{0} ==[c] 'KALOMINE'",
    "{0} ==[c] 'KALOMINE' OR {0} ==[c] 'VUVU'",
]
OTHERS = [
    "age == level", "score > level", "age + 1 == 121", "name.length > 9", "level * 2 > 20030", "score == max:(score)",
    "level == max:(level)", "points == max:(points)", "dept == nil", "dept != nil", "dept.office.city == 'city-7'",
    "dept.office.city == nil", "dept.name == 'dept-5' AND level > 10010", "level > 10010 AND score > 99.9",
    "level > 10010 OR points > 999990", "level > 10010 OR age > 119", "level > 10010 OR name CONTAINS 'kalo'",
    "level > 10010 OR age == level", "name == 'Kalomine' OR nick == 'lominetu'", "name == 'Kalomine' OR level * 2 > 20030",
    "NOT (level <= 10010 AND points <= 999990)", "NOT (level <= 10010 OR points <= 999000)",
    "(level > 10010 AND state == 'done') OR points == 77", "TERNARY(level > 10010, level, age) > 5",
    "TERNARY(dept.name == 'dept-5', 1, 2) == 1", "ANY tasks.priority == 5", "ANY tasks.priority > 9998",
    "ANY tasks.priority == 5 AND level > 5000", "NONE tasks.priority == 5", "ALL tasks.priority > 5",
    "SUBQUERY(tasks, $x, $x.priority == 5 AND $x.cost > 2).@count > 0", "ANY tags.label == 'tag-7'", "NONE tags.label == 'tag-7'",
    "TRUEPREDICATE", "dept.name == 'dept-5' OR name == 'Kalomine'", "ANY tasks.priority == 5 OR name == 'Kalomine'",
    "ANY tasks.priority == 5 OR ANY tags.label == 'tag-7'", "SUBQUERY(tasks, $x, $x.priority == 5).@count > 1", "tasks.@count > 4",
    "tasks.@count > 4 OR name == 'Kalomine'", "age BETWEEN {level, 130}", "level IN {age, 10010}", "dept.name == 'dept-5' OR dept == nil",
    "(dept.name == 'dept-5' AND level > 10010) OR dept.name == 'dept-6'", "dept.name != 'dept-5'", "level > 10010 AND (age == 120 OR nick == nil)",
]
ORDERS = [
    ("TRUEPREDICATE", ["level"]), ("TRUEPREDICATE", ["level:desc"]), ("TRUEPREDICATE", ["name"]), ("TRUEPREDICATE", ["nick"]),
    ("TRUEPREDICATE", ["nick:desc"]), ("TRUEPREDICATE", ["level", "name"]), ("TRUEPREDICATE", ["dept.name"]),
    ("level > 10010", ["points"]), ("name CONTAINS 'ka'", ["points"]), ("name CONTAINS 'ka'", ["points", "level"]),
    ("level > 10010", ["points", "name"]), ("TRUEPREDICATE", ["points", "level:desc"]), ("TRUEPREDICATE", ["name:ci"]),
]


def predicates() -> list[tuple[str, list[str]]]:
    """Returns all formats, each with its sort keys."""
    formats = [form.format(*column) for column in COLUMNS for form in OF_COLUMNS]
    formats += [form.format(name) for form in OF_TEXTS for name in ("name", "nick", "dept.name")]
    return [(format, []) for format in formats + OTHERS] + ORDERS
