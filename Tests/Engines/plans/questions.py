"""The questions: a format string, the index that its statement must use, and the best statement that a person would write."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WORDS = (Path(__file__).parents[3] / "Corpus/WordList/words.txt").read_text().split()

# Every 34th word: 5,000 words.
SOME = WORDS[::34][:5000]


@dataclass(frozen=True)
class ByHand:
    """A statement of one dialect, and its parameters."""

    sql: str
    parameters: list[Any]


@dataclass(frozen=True)
class Question:
    """The plan must name `index`. A plan that reads the whole table `word` is also wrong."""

    format: str
    index: str
    sqlite: ByHand
    postgresql: ByHand
    arguments: tuple[str, ...] = ()

    def by_hand(self, dialect: str) -> ByHand:
        return self.sqlite if dialect == "sqlite" else self.postgresql


def question(format: str, index: str, condition: str, parameters: list[Any], types: str) -> Question:
    """Returns a question whose best statement differs only in the placeholders. `types` lists PostgreSQL's types in order."""
    numbered = condition
    for number, name in enumerate(types.split(), 1):
        numbered = numbered.replace("?", f"${number}::{name}", 1)
    select = "SELECT id FROM word WHERE "
    return Question(format, index, ByHand(select + condition, parameters), ByHand(select + numbered, parameters))


QUESTIONS = [
    question("text == 'zyzzyvas'", "word_text", "text = ?", ["zyzzyvas"], "text"),
    question("text BEGINSWITH 'qua'", "word_text", "text >= ? AND text < ?", ["qua", "qub"], "text text"),
    question("text BEGINSWITH[c] 'QUA'", "word_text_c", "text_c >= ? AND text_c < ?", ["qua", "qub"], "text text"),
    question("length BETWEEN {20, 25}", "word_length", "length BETWEEN ? AND ?", [20, 25], "int4 int4"),
    Question(
        "text IN %@", "word_text",
        ByHand("SELECT id FROM word WHERE text IN (SELECT value FROM json_each(?))", [json.dumps(SOME)]),
        ByHand("SELECT id FROM word WHERE text = ANY($1::text[])", [SOME]),
        (json.dumps(SOME),)),
    question("NOT length <= 20", "word_length", "length > ? OR length IS NULL", [20], "int4"),
    question("length == max:(length)", "word_length", "length = (SELECT MAX(length) FROM word)", [], ""),
    Question(
        "ANY notes.stars == 4711", "note_stars",
        ByHand("SELECT id FROM word WHERE id IN (SELECT word_id FROM note WHERE stars = ?)", [4711]),
        ByHand(
            "SELECT id FROM word w WHERE EXISTS (SELECT 1 FROM note n WHERE n.word_id = w.id AND n.stars = $1::int8)",
            [4711])),
]
