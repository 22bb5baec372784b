// Import this module to use the whole language: parsing, checking, evaluation in memory, and translation to SQL.
@_exported import PredicateEvaluation
@_exported import PredicateSQL
