"""A driver of the proof: SQLite without registered functions, through Python's module."""

import base64
import json
import sqlite3
import sys

connection = sqlite3.connect(":memory:", isolation_level=None)  # BEGIN and ROLLBACK come as statements.


def bound(value):
    """Returns a value in the form that the module binds. This dialect has no other objects."""
    if isinstance(value, dict):
        return base64.b64decode(value["$binary"]) if "$binary" in value else float(value["$numberDouble"])
    return value


def written(value):
    """Returns a value of a row as JSON."""
    if isinstance(value, bytes):
        return {"$binary": base64.b64encode(value).decode()}
    if isinstance(value, float) and value in (float("inf"), -float("inf")):
        return {"$numberDouble": "Infinity" if value > 0 else "-Infinity"}
    return value


for line in sys.stdin:
    question = json.loads(line)
    try:
        rows = connection.execute(question["sql"], [bound(one["value"]) for one in question["parameters"]]).fetchall()
        answer = {"rows": [[written(value) for value in row] for row in rows]}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
