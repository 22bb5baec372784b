// What a program imports to run predicates on SQLite.
@_exported import PredicateSQL
