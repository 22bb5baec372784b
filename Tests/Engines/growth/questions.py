"""The format strings of the word-list application, each with its entity."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    entity: str
    format: str
    arguments: tuple[str, ...] = ()


QUESTIONS = [
    Question("Word", "wordCategory.firstLetter = %@", ("s",)),
    Question("Word", "text = 'zyzzyvas'"),
    Question("Word", "length BETWEEN {20, 25}"),
    Question("Word", 'text ENDSWITH "gry"'),
    Question("WordCategory", 'ANY words.text CONTAINS "z"'),
    Question("Word", 'text ==[c] "QIVIUT"'),
    Question("Word", 'length == 20 AND text ENDSWITH "ing"'),
    Question("Word", 'text CONTAINS "q" AND NOT text CONTAINS "u"'),
    Question("WordCategory", "words.@count > %d", ("10000",)),
    Question("Word", "length > average:(length)"),
    Question("Word", "length = max:(length)"),
    Question("WordCategory", "SUBQUERY(words, $x, $x.length = 25).@count > 0"),
    Question("Word", "text BEGINSWITH 'z'"),
]
