"""Spark SQL, in a separate JVM on this machine."""

from __future__ import annotations

import datetime
import logging
import os
import re
import tempfile
import time
import uuid
from typing import Any, Optional

# Spark's Python side reads timestamps as local time. Without SPARK_LOCAL_IP it looks for an address of the machine.
os.environ["TZ"] = "UTC"
time.tzset()
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

from pyspark.sql import Column, SparkSession, functions  # noqa: E402

from .engine import Engine, Row  # noqa: E402
from .values import Parameter, Scalar  # noqa: E402


def session(**options: str) -> SparkSession:
    """Returns a session in ANSI mode and UTC, in one process that does not listen on any outside address."""
    builder = SparkSession.builder.master("local[2]")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.log.level": "OFF",
        "spark.driver.extraJavaOptions": "-Duser.timezone=UTC",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.ansi.enabled": "true",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.warehouse.dir": tempfile.mkdtemp(prefix="spark-warehouse-"),
    }
    settings.update(options)
    for key, value in settings.items():
        builder = builder.config(key, value)
    made = builder.getOrCreate()
    # Errors are exceptions here. If they were logged too, the log would mix with the report.
    made.sparkContext.setLogLevel("OFF")
    for name in ("SQLQueryContextLogger", "DataFrameQueryContextLogger"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return made


class Spark(Engine):
    name = "spark"
    can_undo = False

    def __init__(self, **options: str) -> None:
        self.session = session(**options)

    def execute(self, sql: str) -> None:
        self.session.sql(sql).collect()

    def insert(self, sql: str, types: list[str], rows: list[list[Optional[Scalar]]]) -> None:
        """Inserts many rows with one statement, because every statement writes a file."""
        head, places = re.fullmatch(r"(.*VALUES\s*)(\(.*\))\s*", sql, re.DOTALL | re.IGNORECASE).groups()
        for start in range(0, len(rows), 100):
            some = rows[start:start + 100]
            values = [typed(self.session, kind, value) for row in some for kind, value in zip(types, row)]
            self.session.sql(head + ", ".join([places] * len(some)), args=values).collect()

    def rows(self, sql: str, parameters: list[Parameter]) -> list[Row]:
        values = [self.bound_parameter(parameter) for parameter in parameters]
        return [tuple(row) for row in self.session.sql(sql, args=values).collect()]

    def tables(self) -> list[str]:
        names = [row.tableName for row in self.session.sql("SHOW TABLES").collect()]
        return sorted("`" + name.replace("`", "``") + "`" for name in names)

    def bound_parameter(self, parameter: Parameter) -> Any:
        return bound(self.session, parameter)


def bound(session: SparkSession, parameter: Parameter) -> Any:
    """Returns a parameter in the form that `sql(text, args)` accepts."""
    values = [typed(session, parameter.kind, value) for value in parameter.scalars()]
    if not parameter.is_list:
        return values[0]
    if values and all(isinstance(value, (str, float)) for value in values):
        return functions.lit(values)  # One call to the JVM instead of one for each value.
    return functions.array(*[value if isinstance(value, Column) else functions.lit(value) for value in values])


def typed(session: SparkSession, kind: str, value: Optional[Scalar]) -> Any:
    """Returns a value with the type of its kind. Python's integers would have 32 bits if they fit, and its timestamps before 1582
    would use another calendar."""
    if value is None:
        return None
    if kind == "integer":
        return functions.expr(f"{int(value)}L")
    if isinstance(value, datetime.datetime):
        return session._jvm.java.time.LocalDateTime.parse(value.isoformat())
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, bytes):
        return bytearray(value)
    return value
