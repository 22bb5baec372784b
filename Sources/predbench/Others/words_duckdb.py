"""The workloads on DuckDB, with one thread. predbench runs this program, which measures its own time.

A line of input is a JSON object {"list": {"path", "letters"}, "sql", "parameters", "times"}, whose statement returns one number.
The list has one word per line, and words with the same first letters form a category. It is loaded unless it is that of the
question before. A line of output is {"nanoseconds", "count"} or {"error"}. The time is that of the statement minus that of the
same statement on empty tables, which is the time to parse and plan it.
"""

import json
import sys
import time

import duckdb

TABLES = """
CREATE TABLE word_category (id BIGINT PRIMARY KEY, first_letter VARCHAR NOT NULL);
CREATE TABLE word (id BIGINT PRIMARY KEY, text VARCHAR NOT NULL, text_c VARCHAR NOT NULL, text_cd VARCHAR NOT NULL,
  length SMALLINT NOT NULL, category_id BIGINT);
"""

LOAD = """
CREATE TEMP TABLE line AS SELECT row_number() OVER () AS id, column0 AS text, left(column0, $letters) AS letters
  FROM read_csv($file, header = false, all_varchar = true, delim = '\\0', quote = '', escape = '');
INSERT INTO word_category SELECT min(id), letters FROM line GROUP BY letters ORDER BY min(id);
INSERT INTO word SELECT line.id, line.text, lower(line.text), lower(strip_accents(line.text)), length(line.text),
  word_category.id FROM line JOIN word_category ON first_letter = letters ORDER BY line.id;
"""


def database(path, letters):
    """Returns a database of the words, or an empty one if there is no path."""
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    connection.execute(TABLES)
    if path is not None:
        # Several statements cannot share a parameter.
        quoted = "'" + path.replace("'", "''") + "'"
        connection.execute(LOAD.replace("$letters", str(letters)).replace("$file", quoted))
    return connection


def least(connection, question, times):
    """Returns the shortest time of one answer, and the answer."""
    best, count = float("inf"), 0
    for _ in range(times):
        start = time.thread_time_ns()
        count = connection.execute(question["sql"], question["parameters"]).fetchone()[0]
        best = min(best, time.thread_time_ns() - start)
    return best, count


def main():
    planning = {}
    empty = database(None, 0)
    latest, earlier, full = None, empty, empty
    for line in sys.stdin:
        question = json.loads(line)
        try:
            sql, list_ = question["sql"], question["list"]
            if list_ != latest:
                latest, earlier, full = list_, full, database(list_["path"], list_["letters"])
            # The planning time is measured once, with many runs. The least of many differences would be too small.
            if sql not in planning:
                planning[sql], _ = least(empty, question, 200)
            # An answer for the list before warms the code.
            least(earlier, question, 1)
            nanoseconds, count = least(full, question, max(1, question["times"]))
            answer = {"nanoseconds": max(0, nanoseconds - planning[sql]), "count": count}
        except Exception as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)


main()
