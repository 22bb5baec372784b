import PredicateSyntax

/// A predicate or an expression of a resolved tree, for what is computed in the same way for both.
package enum ResolvedNode: Sendable {
  case predicate(ResolvedPredicate)
  case expression(ResolvedExpression)

  /// The children in source order. `scope` is the scope of the elements for which a child is evaluated, or `nil` if the child
  /// is evaluated for the same objects as the node.
  package var children: [(node: ResolvedNode, scope: Int?)] {
    switch self {
    case .predicate(let predicate):
      switch predicate {
      case .constant: []
      case .and(let parts), .or(let parts): parts.map { (.predicate($0), nil) }
      case .not(let part): [(.predicate(part), nil)]
      case .comparison(let comparison): [(.expression(comparison.left), nil), (.expression(comparison.right), nil)]
      case .some(let collection, let test), .every(let collection, let test):
        collection.children + [(.predicate(test), collection.scope)]
      }
    case .expression(let expression):
      switch expression.kind {
      case .constant, .number, .path: []
      case .dynamicPath(let value, _), .cast(let value, _), .distinct(let value), .reduceDynamic(_, let value, _):
        [(.expression(value), nil)]
      case .elements(let collection, let leaf), .reduce(_, let collection, let leaf):
        collection.children + [(.expression(leaf), collection.scope)]
      case .reduceWhole(_, let value): [(.expression(value), 0)]
      case .function(_, let operands), .registered(_, let operands), .list(let operands):
        operands.map { (.expression($0), nil) }
      case .index(let base, .value(let index)): [(.expression(base), nil), (.expression(index), nil)]
      case .index(let base, .first), .index(let base, .last), .index(let base, .size): [(.expression(base), nil)]
      case .setOperation(_, let left, let right): [(.expression(left), nil), (.expression(right), nil)]
      case .conditional(let test, let then, let otherwise):
        [(.predicate(test), nil), (.expression(then), nil), (.expression(otherwise), nil)]
      }
    }
  }
}

extension ResolvedCollection {
  /// What the sources read. Only the first source is evaluated outside the scope of the collection.
  package var children: [(node: ResolvedNode, scope: Int?)] {
    sources.enumerated().map { index, source in
      let node: ResolvedNode =
        switch source {
        case .path(let path):
          .expression(ResolvedExpression(.path(path), type: elementType, isNullable: true, range: range))
        case .value(let value): .expression(value)
        case .filter(let predicate): .predicate(predicate)
        }
      return (node, index == 0 ? nil : scope)
    }
  }
}

// The maximum number of steps (see `Limits.steps`) to evaluate a tree for one object: one for each comparison and function,
// one for each key of a path after the first, and one for each element of a list that is not constant. Steps for the elements
// of a collection are counted for each element during iteration.

extension ResolvedNode {
  fileprivate var steps: Int {
    let own =
      switch self {
      case .predicate(.comparison), .predicate(.some), .predicate(.every): 1
      case .predicate(.constant), .predicate(.and), .predicate(.or), .predicate(.not): 0
      case .expression(let expression):
        switch expression.kind {
        // An aggregate over all objects is computed once.
        case .constant, .number, .reduceWhole, .conditional: 0
        case .path(let path): max(path.steps.count - 1, 0)
        case .dynamicPath(_, let keys): max(keys.count - 1, 0)
        case .list(let parts): parts.count
        case .elements, .reduce, .reduceDynamic, .function, .registered, .index, .cast, .distinct, .setOperation: 1
        }
      }
    return children.reduce(own) { $1.scope == nil ? $0 + $1.node.steps : $0 }
  }
}

extension ResolvedPredicate {
  package var steps: Int { ResolvedNode.predicate(self).steps }
}

extension ResolvedExpression {
  package var steps: Int { ResolvedNode.expression(self).steps }
}
