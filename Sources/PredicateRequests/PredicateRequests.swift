@_exported import PredicateSemantics
