// Import this module to sort, group and page Swift values with fetch requests. It includes evaluation.
@_exported import PredicateEvaluation
