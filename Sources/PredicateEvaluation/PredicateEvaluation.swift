// Import this module to evaluate predicates in memory, without SQL. It includes the language: parsing, checking and printing.
@_exported import PredicateSemantics
@_exported import PredicateSyntax
