"""The tables: a million persons, a million tasks, 1,000 departments, 200 offices, 1,000 tags and half a million links."""

from __future__ import annotations

import random
from typing import Any, Iterator, Optional

SEED = 4711
PERSONS = 1_000_000

# The columns of each table, with a type of SQL that every engine has. {text} and {double} differ.
TABLES = {
    "office": "id INTEGER NOT NULL PRIMARY KEY, city {text} NOT NULL",
    "dept": "id INTEGER NOT NULL PRIMARY KEY, name {text} NOT NULL, office_id INTEGER NOT NULL",
    "tag": "id INTEGER NOT NULL PRIMARY KEY, label {text} NOT NULL",
    "person":
        "id {key} NOT NULL PRIMARY KEY, name {text} NOT NULL, name_c {text} NOT NULL, nick {text}, state {text}, "
        "level SMALLINT NOT NULL, age INTEGER, points BIGINT NOT NULL, score {double}, reading {double}, dept_id INTEGER",
    "task": "id {key} NOT NULL PRIMARY KEY, person_id {key} NOT NULL, priority INTEGER NOT NULL, cost INTEGER NOT NULL",
    "person_tag": "person_id {key} NOT NULL, tag_id INTEGER NOT NULL",
}

# The columns of each index.
INDEXES = {
    "office": ["city"],
    "dept": ["name", "office_id"],
    "tag": ["label"],
    "person": ["name", "name_c", "nick", "state", "level", "age", "points", "score", "reading", "dept_id"],
    "task": ["person_id", "priority, person_id"],
    "person_tag": ["person_id, tag_id", "tag_id, person_id"],
}

SYLLABLES = "ka lo mi ne tu ra so pe vi du ga be ca fo ji hu".split()

Row = tuple[Any, ...]


def rows(table: str, nan: Optional[str]) -> Iterator[Row]:
    """Returns the rows of a table, which are the same in every run. `nan` is what an engine stores
    in place of a number, or None."""
    some = random.Random(f"{SEED} {table}")
    if table == "office":
        return ((number, f"city-{number}") for number in range(1, 201))
    if table == "dept":
        return ((number, f"dept-{number}", number % 200 + 1) for number in range(1, 1001))
    if table == "tag":
        return ((number, f"tag-{number}") for number in range(1, 1001))
    if table == "person":
        return (person(number, some, nan) for number in range(1, PERSONS + 1))
    if table == "task":
        return (task(number, some) for number in range(1, PERSONS + 1))
    # Two tags for one person in four.
    firsts = ((number, some.randrange(1000)) for number in range(1, PERSONS + 1, 4))
    return ((number, (tag + which * 311) % 1000 + 1) for number, tag in firsts for which in (0, 1))


def person(number: int, some: random.Random, nan: Optional[str]) -> Row:
    choice = some.random
    # Four syllables, and five for one person in 300.
    name = "".join(SYLLABLES[int(choice() * 16)] for _ in range(4 if choice() > 1 / 300 else 5)).capitalize()
    nick = None if choice() < 0.02 else name[int(choice() * 2) * 2:].lower() + SYLLABLES[int(choice() * 16)]
    state = "done" if choice() < 0.996 else "open" if choice() < 0.5 else None
    level = int(choice() * 10_000) if choice() < 0.998 else 10_000 + int(choice() * 20)
    age = None if choice() < 0.02 else 120 if choice() < 5e-6 or number == 77 else 18 + int(choice() * 82)
    score = None if choice() < 0.01 else int(choice() * 819_200) / 8192
    reading = None if choice() < 0.01 else nan if choice() < 0.001 else int(choice() * 819_200) / 8192
    dept = None if choice() < 0.002 else 1 + int(choice() * 1000)
    return (number, name, name.lower(), nick, state, level, age, int(choice() * 1_000_000), score, reading, dept)


def task(number: int, some: random.Random) -> Row:
    """Each person has one task, except that one in 500 has none, and one in 5,000 has eleven."""
    owner = number if number % 500 else number - number % 5000 + 7
    return (number, min(owner, PERSONS), int(some.random() * 10_000), int(some.random() * 1000))
