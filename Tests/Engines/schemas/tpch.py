"""The tables of TPC-H, which tpchgen-cli generates."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from proof.engine import Engine

SCALE = "0.1"
TABLES = {
    "region": "r_regionkey integer NOT NULL, r_name char(25) NOT NULL, r_comment varchar(152), PRIMARY KEY (r_regionkey)",
    "nation": "n_nationkey integer NOT NULL, n_name char(25) NOT NULL, n_regionkey integer NOT NULL REFERENCES region,"
        " n_comment varchar(152), PRIMARY KEY (n_nationkey)",
    "part": "p_partkey integer NOT NULL, p_name varchar(55) NOT NULL, p_mfgr char(25) NOT NULL, p_brand char(10) NOT NULL,"
        " p_type varchar(25) NOT NULL, p_size integer NOT NULL, p_container char(10) NOT NULL,"
        " p_retailprice decimal(15, 2) NOT NULL, p_comment varchar(23) NOT NULL, PRIMARY KEY (p_partkey)",
    "supplier": "s_suppkey integer NOT NULL, s_name char(25) NOT NULL, s_address varchar(40) NOT NULL,"
        " s_nationkey integer NOT NULL REFERENCES nation, s_phone char(15) NOT NULL, s_acctbal decimal(15, 2) NOT NULL,"
        " s_comment varchar(101) NOT NULL, PRIMARY KEY (s_suppkey)",
    "partsupp": "ps_partkey integer NOT NULL REFERENCES part, ps_suppkey integer NOT NULL REFERENCES supplier,"
        " ps_availqty integer NOT NULL, ps_supplycost decimal(15, 2) NOT NULL, ps_comment varchar(199) NOT NULL,"
        " PRIMARY KEY (ps_partkey, ps_suppkey)",
    "customer": "c_custkey integer NOT NULL, c_name varchar(25) NOT NULL, c_address varchar(40) NOT NULL,"
        " c_nationkey integer NOT NULL REFERENCES nation, c_phone char(15) NOT NULL, c_acctbal decimal(15, 2) NOT NULL,"
        " c_mktsegment char(10) NOT NULL, c_comment varchar(117) NOT NULL, PRIMARY KEY (c_custkey)",
    "orders": "o_orderkey integer NOT NULL, o_custkey integer NOT NULL REFERENCES customer, o_orderstatus char(1) NOT NULL,"
        " o_totalprice decimal(15, 2) NOT NULL, o_orderdate date NOT NULL, o_orderpriority char(15) NOT NULL,"
        " o_clerk char(15) NOT NULL, o_shippriority integer NOT NULL, o_comment varchar(79) NOT NULL, PRIMARY KEY (o_orderkey)",
    "lineitem": "l_orderkey integer NOT NULL REFERENCES orders, l_partkey integer NOT NULL REFERENCES part,"
        " l_suppkey integer NOT NULL REFERENCES supplier, l_linenumber integer NOT NULL, l_quantity decimal(15, 2) NOT NULL,"
        " l_extendedprice decimal(15, 2) NOT NULL, l_discount decimal(15, 2) NOT NULL, l_tax decimal(15, 2) NOT NULL,"
        " l_returnflag char(1) NOT NULL, l_linestatus char(1) NOT NULL, l_shipdate date NOT NULL, l_commitdate date NOT NULL,"
        " l_receiptdate date NOT NULL, l_shipinstruct char(25) NOT NULL, l_shipmode char(10) NOT NULL,"
        " l_comment varchar(44) NOT NULL, PRIMARY KEY (l_orderkey, l_linenumber)",
}
INDEXES = ["orders (o_custkey)", "orders (o_orderdate)", "lineitem (l_shipdate)"]


def generated(scratch: Path) -> Path:
    """Returns the folder with a CSV file of each table."""
    folder = scratch / "tpch"
    if not folder.exists():
        program = Path(sys.executable).with_name("tpchgen-cli")
        subprocess.run(
            [program, "csv", "-s", SCALE, "--output-dir", folder], check=True, stdout=subprocess.DEVNULL)
    return folder


def load(engine: Engine, scratch: Path) -> None:
    folder = generated(scratch)
    for table, columns in TABLES.items():
        path = folder / f"{table}.csv"
        if engine.name == "clickhouse":
            engine.execute(
                f"CREATE TABLE {table} ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM file('{path}', CSVWithNames,"
                f" '{clickhouse_columns(columns)}')")
            continue
        engine.execute(f"CREATE TABLE {table} ({columns})")
        if engine.name == "duckdb":
            engine.execute(f"COPY {table} FROM '{path}' (HEADER)")
        else:
            connection: Any = engine.connection  # type: ignore[attr-defined]
            with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM stdin (FORMAT csv, HEADER)") as target:
                target.write(path.read_bytes())
    if engine.name == "clickhouse":
        return
    for index in INDEXES:
        engine.execute(f"CREATE INDEX ON {index}" if engine.name == "postgresql" else f"CREATE INDEX i{INDEXES.index(index)} ON {index}")
    engine.execute("ANALYZE")


def clickhouse_columns(columns: str) -> str:
    """Returns the columns of a table in the types of ClickHouse."""
    types = {"integer": "Int32", "date": "Date32", "char": "String", "varchar": "String", "decimal(15, 2)": "Decimal(15, 2)"}
    result = []
    for column in columns.split(" PRIMARY KEY")[0].replace("(15, 2)", "(15; 2)").split(","):
        if column.strip():
            name, declared = column.replace(";", ",").split(maxsplit=1)
            kind = "decimal(15, 2)" if declared.startswith("decimal") else declared.replace("(", " ").split()[0]
            result.append(f"{name} {types[kind]}")
    return ", ".join(result)
