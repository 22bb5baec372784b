// Import this module to read the models of Core Data as data models, and their fetch request templates as stored requests.
@_exported import PredicateSQL
@_exported import PredicateSemantics
@_exported import PredicateSyntax
