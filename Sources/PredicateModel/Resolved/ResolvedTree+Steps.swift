// The maximum number of steps (see `Limits.steps`) to evaluate a tree for one object: one for each comparison and function,
// one for each key of a path after the first, and one for each element of a list that is not constant. Steps for the elements
// of a collection are counted for each element during iteration.

extension ResolvedPredicate {
  package var steps: Int {
    switch self {
    case .constant: 0
    case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.steps }
    case .not(let part): part.steps
    case .comparison(let comparison): 1 + comparison.left.steps + comparison.right.steps
    case .some(let collection, _), .every(let collection, _): 1 + collection.steps
    }
  }
}

extension ResolvedExpression {
  package var steps: Int {
    switch kind {
    case .constant, .number: 0
    case .path(let path): max(path.steps.count - 1, 0)
    case .dynamicPath(let base, let keys): base.steps + max(keys.count - 1, 0)
    case .elements(let collection, _), .reduce(_, let collection, _): 1 + collection.steps
    // Computed once for all objects.
    case .reduceWhole: 0
    case .reduceDynamic(_, let leaf, _): 1 + leaf.steps
    case .function(_, let operands), .registered(_, let operands): operands.reduce(1) { $0 + $1.steps }
    case .list(let parts): parts.reduce(parts.count) { $0 + $1.steps }
    case .index(let base, .value(let index)): 1 + base.steps + index.steps
    case .index(let base, _): 1 + base.steps
    case .cast(let value, _), .distinct(let value): 1 + value.steps
    case .setOperation(_, let left, let right): 1 + left.steps + right.steps
    case .conditional(let predicate, let then, let otherwise): predicate.steps + then.steps + otherwise.steps
    }
  }
}

extension ResolvedCollection {
  /// The steps of the first source. The steps of the others are counted for each element.
  fileprivate var steps: Int {
    switch sources.first {
    case .path(let path): max(path.steps.count - 1, 0)
    case .value(let value): value.steps
    case .filter, nil: 0
    }
  }
}
