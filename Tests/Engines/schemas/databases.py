"""The databases that others made, loaded into an engine."""

from __future__ import annotations

import csv
import gzip
import os
import subprocess
from pathlib import Path
from typing import Any

import proof.on_sqlite
from proof.engine import Engine, open_engine

# The engines of each database.
ENGINES = {
    "chinook": ["postgresql", "sqlite", "mariadb"],
    "sakila": ["postgresql"],
    "tpch": ["postgresql", "duckdb", "clickhouse"],
}
FILES = {
    "chinook": ["Chinook_PostgreSql.sql", "Chinook_Sqlite.sql", "Chinook_MySql.sql"],
    "sakila": ["postgres-sakila-tables.sql", "postgres-sakila-data.sql.gz"],
}


class SQLite(proof.on_sqlite.SQLite):
    """A database in a file."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path

    def execute(self, sql: str) -> None:
        self.connection.executescript(sql)


def opened(name: str, database: str, scratch: Path) -> Engine:
    """Connects to an engine and creates a database."""
    if name == "sqlite":
        return SQLite(scratch / f"{database}.db")
    if name == "postgresql":
        from psycopg.conninfo import make_conninfo
        server = os.environ["POSTGRESQL_DSN"]
        engine = open_engine(name)
        engine.execute(f"DROP DATABASE IF EXISTS {database}")
        engine.execute(f"CREATE DATABASE {database}")
        os.environ["POSTGRESQL_DSN"] = make_conninfo(server, dbname=database)
        engine = open_engine(name)
        os.environ["POSTGRESQL_DSN"] = server
        return engine
    return open_engine(name)


def loaded(database: str, name: str, folder: Path, scratch: Path) -> Engine:
    """Returns an engine with a database as its scripts make it."""
    engine = opened(name, database, scratch)
    if database == "tpch":
        from . import tpch
        tpch.load(engine, scratch)
    elif database == "sakila":
        engine.execute((folder / "sakila" / FILES["sakila"][0]).read_text())
        copy(engine, gzip.decompress((folder / "sakila" / FILES["sakila"][1]).read_bytes()).decode())
        engine.execute("SET search_path TO public")
        engine.execute("ANALYZE")
    elif name == "postgresql":
        text = (folder / "chinook" / FILES["chinook"][0]).read_text()
        engine.execute(text.split("\\c chinook;")[1])
        engine.execute("ANALYZE")
    elif name == "sqlite":
        engine.execute((folder / "chinook" / FILES["chinook"][1]).read_text(encoding="utf-8-sig"))
        engine.execute("ANALYZE")
    else:
        for statement in (folder / "chinook" / FILES["chinook"][2]).read_text(encoding="utf-8-sig").split(";\n"):
            if statement.strip():
                engine.execute(statement)
        setattr(engine, "database", "Chinook")
    return engine


def copy(engine: Engine, script: str) -> None:
    """Executes a script of psql, with COPY from the lines that follow."""
    connection: Any = engine.connection  # type: ignore[attr-defined]
    statement: list[str] = []
    lines = iter(script.split("\n"))
    for line in lines:
        if line.startswith("COPY ") and line.endswith("FROM stdin;"):
            with connection.cursor() as cursor, cursor.copy(line.removesuffix(";")) as target:
                for row in lines:
                    if row == "\\.":
                        break
                    target.write(row + "\n")
        elif not line.startswith("--"):
            statement.append(line)
            if line.endswith(";"):
                connection.execute("\n".join(statement))
                statement = []


def model(engine: Engine, predcheck: str, scratch: Path) -> Path:
    """Returns the file of the model that `predcheck model` makes of a database."""
    if isinstance(engine, SQLite):
        options = ["--database", str(engine.path)]
    else:
        query = subprocess.run(
            [predcheck, "model", "--query", engine.name], check=True, capture_output=True, text=True).stdout
        connection: Any = engine.connection  # type: ignore[attr-defined]
        cursor = connection.cursor() if hasattr(connection, "cursor") else connection
        cursor.execute(query)
        schema = scratch / f"{engine.name}.csv"
        with schema.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([column[0] for column in cursor.description])
            writer.writerows(cursor.fetchall())
        options = ["--schema", str(schema)]
    path = scratch / f"{engine.name}-model.json"
    run = subprocess.run([predcheck, "model", *options], check=True, capture_output=True, text=True)
    path.write_text(run.stdout)
    return path
