// Import this module to use the whole language: parsing, checking, evaluation and fetch requests in memory, and translation to SQL.
@_exported import PredicateFetching
@_exported import PredicateSQL
