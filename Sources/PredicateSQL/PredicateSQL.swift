// Import this module to translate predicates to SQL. It includes the language, fetch requests and data models, and does not need the
// evaluation in memory.
@_exported import PredicateSemantics
@_exported import PredicateSyntax
