"""The indexes that an engine's plan uses."""

from __future__ import annotations

import json
import re
from typing import Any, Iterator

from forms.engines import People
from proof.values import Parameter


def nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """Returns the objects of a plan in JSON."""
    if isinstance(tree, dict):
        yield tree
        tree = list(tree.values())
    if isinstance(tree, list):
        for part in tree:
            yield from nodes(part)


def used(people: People, sql: str, parameters: list[Parameter]) -> set[str]:
    """Returns the names of the indexes that find rows or their order. DuckDB does not name indexes, only the tables where it uses
    one."""
    return {"sqlite": sqlite, "postgresql": postgresql, "mariadb": mariadb, "duckdb": duckdb}[people.name](
        people, sql, parameters)


def sqlite(people: People, sql: str, parameters: list[Parameter]) -> set[str]:
    lines = [row[3] for row in people.rows("EXPLAIN QUERY PLAN " + sql, parameters)]
    sorts = "USE TEMP B-TREE FOR ORDER BY" in lines
    return {
        found[1] for line in lines if (found := re.search(r"INDEX (\w+)", line))
        and (line.startswith("SEARCH") or "ORDER BY" in sql and line.startswith("SCAN") and not sorts)}


def postgresql(people: People, sql: str, parameters: list[Parameter]) -> set[str]:
    plan = list(nodes(people.rows("EXPLAIN (FORMAT JSON) " + sql, parameters)[0][0]))
    sorts = any(node.get("Node Type") == "Sort" for node in plan)
    return {
        node["Index Name"] for node in plan
        if "Index Name" in node and ("Index Cond" in node or "ORDER BY" in sql and not sorts)}


def mariadb(people: People, sql: str, parameters: list[Parameter]) -> set[str]:
    names: set[str] = set()
    for row in people.rows("EXPLAIN " + sql, parameters):
        way, key, extra = row[3], row[5], row[-1] or ""
        if key and (way != "index" or "ORDER BY" in sql and "filesort" not in extra):
            names |= set(re.findall(r"\w+_\d+", key))
    return names


def duckdb(people: People, sql: str, parameters: list[Parameter]) -> set[str]:
    (row,) = people.rows("EXPLAIN (ANALYZE, FORMAT JSON) " + sql, parameters)
    about = [node.get("extra_info", {}) for node in nodes(json.loads(row[1]))]
    return {node["Table"].split(".")[-1] for node in about if isinstance(node, dict) and node.get("Type") == "Index Scan"}
