// Import this module to use the language in memory: parsing, checking, evaluation and fetch requests. `PredicateSQL` translates the
// same predicates to SQL.
@_exported import PredicateFetching
