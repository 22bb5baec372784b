"""The forms: a format string, and the best statement that a person would write for the same rows."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

from proof.values import Parameter

from .rows import SEED

# 10,000 of a million numbers, and all but a few levels.
POINTS = sorted(random.Random(SEED).sample(range(1_000_000), 10_000))
LEVELS = list(range(10_000))


@dataclass(frozen=True)
class Form:
    """`by_hand` is the statement of every dialect that `dialects` does not name. Statements by hand have their constants in the
    text, except for a long list."""

    format: str
    by_hand: str
    dialects: dict[str, str] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()  # A long list, which the statement by hand takes as `{list}`.
    is_ordered: bool = False

    @property
    def title(self) -> str:
        return " ".join([self.format, *self.options]) + (f" ({len(self.numbers):,} values)" if self.numbers else "")

    def statement(self, dialect: str) -> tuple[str, list[Parameter]]:
        """Returns the statement by hand and its parameters."""
        sql = self.dialects.get(dialect, self.by_hand)
        if not self.numbers:
            return sql, []
        elements = {
            "sqlite": "SELECT value FROM json_each(?)",
            "postgresql": "SELECT unnest($1::int8[])",
            "mariadb": "SELECT n FROM JSON_TABLE(?, '$[*]' COLUMNS (n BIGINT PATH '$')) AS list",
            "duckdb": "SELECT unnest(?)",
        }[dialect]
        if dialect in ("sqlite", "mariadb"):
            return sql.format(list=elements), [Parameter("text", json.dumps(self.numbers))]
        return sql.format(list=elements), [Parameter("integer", list(self.numbers), True)]


def where(format: str, condition: str, **rest: Any) -> Form:
    """Returns a form whose statement by hand selects persons by a condition."""
    dialects = {name: f"SELECT id FROM person WHERE {other}" for name, other in rest.pop("dialects", {}).items()}
    return Form(format, f"SELECT id FROM person WHERE {condition}", dialects, **rest)


def ordered(key: str, order: str, **dialects: str) -> Form:
    """Returns a form for the first 20 persons in an order."""
    statement = "SELECT id FROM person ORDER BY {}, id LIMIT 20"
    spelled = {name: statement.format(other) for name, other in dialects.items()}
    return Form(
        "TRUEPREDICATE", statement.format(order), spelled, options=("--sort", key, "--limit", "20"), is_ordered=True)


def either(format: str, first: str, second: str, **dialects: str) -> Form:
    """Returns a form for the persons whose identifiers either of two statements finds. MariaDB would run a UNION in an IN for each
    row."""
    union = f"{first} UNION {second}"
    mariadb = f"id IN (SELECT id FROM ({union}) AS found)"
    return where(format, f"id IN ({union})", dialects={"mariadb": mariadb, **dialects})


def grouped(values: str, having: str) -> str:
    return f"id IN (SELECT person_id FROM task {values} GROUP BY person_id HAVING {having})"


FORMS = [
    # One table.
    where("name == 'Kalomine'", "name = 'Kalomine'"),
    where("name ==[c] 'KALOMINE'", "name_c = 'kalomine'"),
    where("nick ==[c] 'LOMINETU'", "lower(nick) = 'lominetu'"),
    where("state != 'done'", "state <> 'done' OR state IS NULL"),
    where("level > 9990", "level > 9990"),
    where("level BETWEEN {17, 20}", "level BETWEEN 17 AND 20"),
    where(
        "age BETWEEN {level, 30000}", "age BETWEEN level AND 30000 OR age BETWEEN 30000 AND level"),
    where("age == level", "age = level"),
    where("name BEGINSWITH 'Kalomi'", "name >= 'Kalomi' AND name < 'Kalomj'"),
    where("name BEGINSWITH[c] 'KALOMI'", "name_c >= 'kalomi' AND name_c < 'kalomj'"),
    where(
        "name ENDSWITH 'lomine'", "right(name, 6) = 'lomine'",
        dialects={"sqlite": "substr(name, -6) = 'lomine'", "duckdb": "ends_with(name, 'lomine')"}),
    where(
        "name CONTAINS 'lomine'", "instr(name, 'lomine') > 0",
        dialects={"postgresql": "strpos(name, 'lomine') > 0", "duckdb": "contains(name, 'lomine')"}),
    where("name LIKE 'Ka*lo'", "name LIKE 'Ka%lo'", dialects={"sqlite": "name GLOB 'Ka*lo'"}),
    where(
        "name MATCHES 'Kalo(mi|ne).*'", "name >= 'Kalo' AND name < 'Kalp' AND name REGEXP '^Kalo(mi|ne)'",
        dialects={
            "sqlite": "name >= 'Kalo' AND name < 'Kalp' AND predicate_matches(name, 'Kalo(mi|ne).*')",
            "postgresql": "name ~ '^Kalo(mi|ne)'",
            "duckdb": "name >= 'Kalo' AND name < 'Kalp' AND regexp_matches(name, '^Kalo(mi|ne)')",
        }),
    where("name.length > 9", "length(name) > 9", dialects={"mariadb": "char_length(name) > 9"}),
    where("level IN {3, 50, 700}", "level IN (3, 50, 700)"),
    where("points IN %@", "points IN ({list})", arguments=(json.dumps(POINTS),), numbers=tuple(POINTS)),
    where("NOT level IN %@", "level NOT IN ({list})", arguments=(json.dumps(LEVELS),), numbers=tuple(LEVELS)),
    where("age == nil AND level > 9000", "age IS NULL AND level > 9000"),

    # Arithmetic, whose errors are nil.
    where("id * 2 > 1999990", "id * 2 > 1999990"),
    where("points * 2 > 1999990", "points * 2 > 1999990"),
    where("score * 2 > 199.9", "score * 2 > 199.9"),
    where("score + level > 10080", "score + level > 10080"),
    where("score / level > 50", "level <> 0 AND score / level > 50"),
    where("reading > 99.9", "reading > 99.9", dialects={"postgresql": "reading > 99.9 AND reading < 'NaN'",
                                                        "duckdb": "reading > 99.9 AND NOT isnan(reading)"}),

    # Aggregates of the whole table.
    where("score == max:(score)", "score = (SELECT MAX(score) FROM person)"),
    where("score == min:(score)", "score = (SELECT MIN(score) FROM person)"),
    where("age == max:(age)", "age = (SELECT MAX(age) FROM person)"),

    # To-one.
    where("dept.name == 'dept-17'", "dept_id = (SELECT id FROM dept WHERE name = 'dept-17')"),
    where(
        "dept.office.city == 'city-3'",
        "dept_id IN (SELECT d.id FROM dept d JOIN office o ON o.id = d.office_id WHERE o.city = 'city-3')"),
    where("dept.name == nil", "dept_id IS NULL"),
    where("dept == nil", "dept_id IS NULL"),
    either(
        "dept.name == 'dept-17' OR name == 'Kalomine'",
        "SELECT person.id FROM person JOIN dept ON dept.id = dept_id WHERE dept.name = 'dept-17'",
        "SELECT id FROM person WHERE name = 'Kalomine'",
        sqlite="dept_id IN (SELECT id FROM dept WHERE name = 'dept-17') OR name = 'Kalomine'"),

    # To-many.
    where("ANY tasks.priority == 5", "id IN (SELECT person_id FROM task WHERE priority = 5)"),
    where(
        "ANY tags.label == 'tag-5'",
        "id IN (SELECT person_id FROM person_tag JOIN tag ON tag.id = tag_id WHERE label = 'tag-5')"),
    either(
        "ANY tasks.priority == 5 OR name == 'Kalomine'",
        "SELECT person_id AS id FROM task WHERE priority = 5", "SELECT id FROM person WHERE name = 'Kalomine'"),
    either(
        "ANY tags.label == 'tag-5' OR dept.name == 'dept-17'",
        "SELECT person_id AS id FROM person_tag JOIN tag ON tag.id = tag_id WHERE label = 'tag-5'",
        "SELECT person.id FROM person JOIN dept ON dept.id = dept_id WHERE dept.name = 'dept-17'"),
    where(
        "NONE tasks.cost < 999", "NOT EXISTS (SELECT 1 FROM task WHERE person_id = person.id AND cost < 999)"),
    where(
        "ALL tasks.cost > 998", "NOT EXISTS (SELECT 1 FROM task WHERE person_id = person.id AND cost <= 998)"),
    where("tasks.@count == 0", "NOT EXISTS (SELECT 1 FROM task WHERE person_id = person.id)"),
    where("tasks.@count > 4", grouped("", "COUNT(*) > 4")),
    where(
        "SUBQUERY(tasks, $x, $x.priority > 5000).@count > 1", grouped("WHERE priority > 5000", "COUNT(*) > 1")),
    where("tasks.@sum.cost > 5000", grouped("", "SUM(cost) > 5000")),
    where("tasks.@avg.cost > 998", grouped("", "AVG(cost) > 998")),
    where("tasks.@min.cost == 999", grouped("", "MIN(cost) = 999")),
    where("tasks.@max.cost == 999", grouped("", "MAX(cost) = 999")),

    # Orders, groups and counts.
    ordered("level", "level"),
    ordered("nick", "nick NULLS FIRST", mariadb="nick"),
    ordered("nick:desc", "nick DESC NULLS LAST", mariadb="nick DESC"),
    ordered("score", "score NULLS FIRST", mariadb="score"),
    ordered("score:desc", "score DESC NULLS LAST", mariadb="score DESC"),
    ordered(
        "reading:desc", "reading DESC NULLS LAST", mariadb="reading DESC",
        postgresql="NULLIF(reading, 'NaN') DESC NULLS LAST", duckdb="NULLIF(reading, 'NaN') DESC NULLS LAST"),
    Form(
        "TRUEPREDICATE", "SELECT level, COUNT(*) FROM person GROUP BY level HAVING COUNT(*) > 130",
        options=("--group-by", "level", "--select", "level", "--select", "n=count:(name)", "--having", "n > 130")),
    Form("ANY tasks.priority == 5", "SELECT COUNT(*) FROM person WHERE id IN (SELECT person_id FROM task WHERE priority = 5)",
         options=("--count",)),
]
