// The module that programs import: the language, its evaluation in memory, and its translation to SQL.
@_exported import PredicateEvaluation
@_exported import PredicateSQL
