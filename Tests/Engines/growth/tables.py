"""The tables: `copies` copies of the word list, each with its own 26 categories, so that every answer of the application grows
by the same factor. Copy n contains the words from n × 172823 + 1 on, and the categories from n × 26 + 1 on."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb

WORDS = (Path(__file__).parents[3] / "Corpus/WordList/words.txt").read_text().split()
LETTERS = "abcdefghijklmnopqrstuvwxyz"

CREATE = [
    "CREATE TABLE word_category (id {integer} PRIMARY KEY, first_letter {text} NOT NULL)",
    "CREATE TABLE word (id {integer} PRIMARY KEY, text {text} NOT NULL, text_c {text} NOT NULL, length SMALLINT NOT NULL, "
    "letter {text} NOT NULL, category_id {integer})",
    "CREATE TEMPORARY TABLE one_copy (number INTEGER, text {text}, letter {text}, category INTEGER)",
]
INDEXES = ["text", "text_c", "length", "category_id"]


def one_copy() -> list[tuple[int, str, str, int]]:
    return [(number, word, word[0], LETTERS.index(word[0]) + 1) for number, word in enumerate(WORDS, 1)]


def categories(copies: int) -> list[tuple[int, str]]:
    return [(copy * 26 + number, letter) for copy in range(copies) for number, letter in enumerate(LETTERS, 1)]


def all_words(copies: str) -> str:
    """Returns the query of all words. `copies` is a table with a column `copy`."""
    return (
        f"SELECT copy * {len(WORDS)} + number AS id, text, text AS text_c, CAST(length(text) AS SMALLINT) AS length, letter, "
        f"copy * 26 + category AS category_id FROM {copies} CROSS JOIN one_copy")


def write_parquet(copies: int, folder: Path) -> None:
    """Writes `word`, sorted by text, so that a filter on the text skips most row groups; the same words in `word_by_letter`, with
    a folder for each letter; and `word_category`."""
    for name in ("word", "word_category"):
        (folder / name).mkdir(parents=True)
    connection = duckdb.connect(str(folder / "temporary.db"), config={"threads": 2, "memory_limit": "4GB"})
    # DuckDB is slow at single rows, so they are in a file.
    rows = folder / "one_copy.csv"
    rows.write_text("".join(f"{number},{word},{letter},{category}\n" for number, word, letter, category in one_copy()))
    connection.execute(
        f"CREATE TEMPORARY TABLE one_copy AS SELECT * FROM read_csv('{rows}', header = false, columns = "
        "{'number': 'BIGINT', 'text': 'VARCHAR', 'letter': 'VARCHAR', 'category': 'BIGINT'})")
    rows.unlink()
    numbers = f"(SELECT range AS copy FROM range({copies}))"
    connection.execute(
        f"COPY ({all_words(numbers)} ORDER BY text) TO '{folder}/word/words.parquet' (FORMAT parquet, COMPRESSION zstd)")
    connection.execute(
        f"COPY (SELECT * FROM '{folder}/word/*.parquet') TO '{folder}/word_by_letter' "
        "(FORMAT parquet, COMPRESSION zstd, PARTITION_BY (letter))")
    connection.execute(
        f"COPY (SELECT copy * 26 + number AS id, chr(CAST(96 + number AS INTEGER)) AS first_letter FROM {numbers} CROSS JOIN "
        f"(SELECT unnest(range(1, 27)) AS number)) TO '{folder}/word_category/categories.parquet' (FORMAT parquet)")
    connection.close()
    (folder / "temporary.db").unlink()


def write_rows(folder: Path) -> None:
    """Writes the objects of one copy as rows for `predcheck eval`."""
    with open(folder / "Word.jsonl", "w") as file:
        for number, word in enumerate(WORDS, 1):
            category = {"firstLetter": word[0]}
            row = {"id": number, "text": word, "length": len(word), "letter": word[0], "wordCategory": category}
            print(json.dumps(row), file=file)
    with open(folder / "WordCategory.jsonl", "w") as file:
        for number, letter in enumerate(LETTERS, 1):
            words = [{"text": word, "length": len(word)} for word in WORDS if word[0] == letter]
            print(json.dumps({"id": number, "firstLetter": letter, "words": words}), file=file)
