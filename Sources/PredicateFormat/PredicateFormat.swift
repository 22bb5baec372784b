// What a program imports: the language, and everything that runs it in memory.
@_exported import PredicateEvaluation
@_exported import PredicateModel
@_exported import PredicateSyntax
