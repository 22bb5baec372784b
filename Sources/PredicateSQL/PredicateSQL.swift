// Import this module to translate predicates to SQL, without evaluation in memory. It includes the language, fetch requests and
// data models.
@_exported import PredicateSemantics
@_exported import PredicateSyntax
