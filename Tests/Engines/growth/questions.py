"""The format strings of the word-list application, each with its entity, and those of the recipes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    entity: str
    format: str
    arguments: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


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

# The files of one letter are in one folder.
OF_ONE_LETTER = Question("Word", 'letter == "q" AND text CONTAINS "iv"')

# 1,000 of about a tenth of the words, in the order of their identifiers: all, and those after the middle in two ways.
PAGE = 1000


def everything() -> Question:
    return Question("Word", 'letter == "s"')


def page_after(identifier: int) -> Question:
    return Question("Word", f'letter == "s" AND id > {identifier}', options=("--sort", "id", "--limit", str(PAGE)))


def page_at(offset: int) -> Question:
    return Question("Word", 'letter == "s"', options=("--sort", "id", "--limit", str(PAGE), "--offset", str(offset)))
