// What a program imports: the language, everything that runs it in memory, and the translation to SQL.
@_exported import PredicateEvaluation
@_exported import PredicateModel
@_exported import PredicateSQL
@_exported import PredicateSyntax
