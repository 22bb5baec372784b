"""The tables: `copies` copies of the word list, each with its own 26 categories, so that every answer of the application grows
by the same factor. Copy n contains the words from n × 172823 + 1 on, and the categories from n × 26 + 1 on."""

from __future__ import annotations

import json
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

WORDS = (Path(__file__).parents[3] / "Corpus/WordList/words.txt").read_text().split()
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def write_parquet(session: SparkSession, copies: int, folder: Path) -> None:
    """Writes `word` and `word_category`. The words are sorted by text, as is usual for data that is searched by text, so that
    a filter on the text skips most row groups without reading them."""
    one = session.createDataFrame(
        [(number, word, LETTERS.index(word[0]) + 1) for number, word in enumerate(WORDS, 1)],
        "number BIGINT, text STRING, category INT")
    one.createOrReplaceTempView("one_copy")
    session.range(copies).createOrReplaceTempView("copies")
    words = session.sql(f"""
        SELECT /*+ BROADCAST(copies) */ copies.id * {len(WORDS)} + number AS id, text, text AS text_c,
               CAST(length(text) AS SMALLINT) AS length, copies.id * {len(LETTERS)} + category AS category_id
        FROM one_copy CROSS JOIN copies""")
    files = max(2, copies // 8)
    words.repartitionByRange(files, "text").sortWithinPartitions("text").write.parquet(str(folder / "word"))
    categories = session.createDataFrame(
        [(copy * len(LETTERS) + number, letter) for copy in range(copies) for number, letter in enumerate(LETTERS, 1)],
        "id BIGINT, first_letter STRING")
    categories.coalesce(1).write.parquet(str(folder / "word_category"))


def read_parquet(session: SparkSession, folder: Path) -> None:
    """Makes the tables of a folder available under the names that the statements use."""
    for name in ("word", "word_category"):
        table(session, folder, name).createOrReplaceTempView(name)


def table(session: SparkSession, folder: Path, name: str) -> DataFrame:
    return session.read.parquet(str(folder / name))


def write_rows(folder: Path) -> None:
    """Writes the same objects as rows for `predcheck eval`."""
    with open(folder / "Word.jsonl", "w") as file:
        for number, word in enumerate(WORDS, 1):
            category = {"firstLetter": word[0]}
            print(json.dumps({"id": number, "text": word, "length": len(word), "wordCategory": category}), file=file)
    with open(folder / "WordCategory.jsonl", "w") as file:
        for number, letter in enumerate(LETTERS, 1):
            words = [{"text": word, "length": len(word)} for word in WORDS if word[0] == letter]
            print(json.dumps({"id": number, "firstLetter": letter, "words": words}), file=file)
