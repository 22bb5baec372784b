"""Runs a work file on a database engine and compares the rows; see ../README.md."""
