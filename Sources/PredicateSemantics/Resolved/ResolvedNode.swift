import PredicateSyntax

/// A predicate or an expression of a resolved tree, for code that treats both alike.
package enum ResolvedNode: Sendable {
  case predicate(ResolvedPredicate)
  case expression(ResolvedExpression)

  /// The children in source order. `scope` is the scope of the elements for which a child is evaluated, or `nil` if the child
  /// is evaluated for the same objects as the node.
  package var children: [(node: ResolvedNode, scope: Int?)] {
    var children: [(node: ResolvedNode, scope: Int?)] = []
    forEachChild { children.append(($0, $1)) }
    return children
  }

  /// The number of nodes in the tree below and including this one.
  @inline(never)
  package var nodeCount: Int {
    var count = 1
    forEachChild { child, _ in count += child.nodeCount }
    return count
  }

  /// Calls a function with each element of `children`, without making the array.
  package func forEachChild(_ body: (ResolvedNode, _ scope: Int?) -> Void) {
    switch self {
    case .predicate(let predicate):
      switch predicate {
      case .constant: break
      case .and(let parts), .or(let parts): for part in parts { body(.predicate(part), nil) }
      case .not(let part): body(.predicate(part), nil)
      case .comparison(let comparison):
        body(.expression(comparison.left), nil)
        body(.expression(comparison.right), nil)
      case .some(let collection, let test), .every(let collection, let test):
        collection.forEachChild(body)
        body(.predicate(test), collection.scope)
      }
    case .expression(let expression):
      switch expression.kind {
      case .constant, .number, .path: break
      case .dynamicPath(let value, _), .cast(let value, _), .distinct(let value), .reduceDynamic(_, let value, _):
        body(.expression(value), nil)
      case .elements(let collection, let leaf), .reduce(_, let collection, let leaf):
        collection.forEachChild(body)
        body(.expression(leaf), collection.scope)
      case .reduceWhole(_, let value): body(.expression(value), 0)
      case .function(_, let operands), .registered(_, let operands), .list(let operands):
        for operand in operands { body(.expression(operand), nil) }
      case .index(let base, let index):
        body(.expression(base), nil)
        if case .value(let position) = index { body(.expression(position), nil) }
      case .setOperation(_, let left, let right):
        body(.expression(left), nil)
        body(.expression(right), nil)
      case .conditional(let test, let then, let otherwise):
        body(.predicate(test), nil)
        body(.expression(then), nil)
        body(.expression(otherwise), nil)
      }
    }
  }
}

extension ResolvedCollection {
  /// Calls a function with what the sources read. Only the first source is evaluated outside the scope of the collection.
  fileprivate func forEachChild(_ body: (ResolvedNode, _ scope: Int?) -> Void) {
    var sourceScope: Int?
    for source in sources {
      switch source {
      case .path(let path):
        let value = ResolvedExpression(.path(path), type: elementType, isNullable: true, range: range)
        body(.expression(value), sourceScope)
      case .value(let value): body(.expression(value), sourceScope)
      case .filter(let predicate): body(.predicate(predicate), sourceScope)
      }
      sourceScope = scope
    }
  }
}

extension ResolvedNode {
  /// Whether two evaluations for the same object may have different values, as those of `random()` may.
  var mayDifferEachTime: Bool {
    if case .expression(let expression) = self {
      if case .function(let function, _) = expression.kind, function.mayDifferEachTime { return true }
      if case .registered = expression.kind { return true }
    }
    return children.contains { $0.node.mayDifferEachTime }
  }
}

// The maximum number of steps (see `PredicateLimits.steps`) to evaluate a tree for one object: one for each comparison, collection and
// operation, one for each key of a path after the first, and one for each element of a list unless the whole list is constant.
// Steps for the elements of a collection are counted for each element during iteration.
//
// These functions do not use `forEachChild`, because it copies each child, and a predicate is often compiled for a single use. The
// two recursive ones are never inlined, because the compiler would inline several levels of the recursion.

extension ResolvedPredicate {
  @inline(never)
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
  @inline(never)
  package var steps: Int {
    switch kind {
    // An aggregate over all objects is computed once.
    case .constant, .number, .reduceWhole: 0
    case .path(let path): path.stepsOfKeys
    case .dynamicPath(let value, let keys): max(keys.count - 1, 0) + value.steps
    case .cast(let value, _), .distinct(let value), .reduceDynamic(_, let value, _): 1 + value.steps
    case .elements(let collection, _), .reduce(_, let collection, _): 1 + collection.steps
    case .function(_, let operands), .registered(_, let operands): operands.reduce(1) { $0 + $1.steps }
    case .list(let parts): parts.reduce(parts.count) { $0 + $1.steps }
    case .index(let base, .value(let position)): 1 + base.steps + position.steps
    case .index(let base, .first), .index(let base, .last), .index(let base, .size): 1 + base.steps
    case .setOperation(_, let left, let right): 1 + left.steps + right.steps
    case .conditional(let test, let then, let otherwise): test.steps + then.steps + otherwise.steps
    }
  }
}

extension ResolvedCollection {
  /// The steps of the first source. The others are evaluated for each element.
  fileprivate var steps: Int {
    switch sources.first {
    case .path(let path): path.stepsOfKeys
    case .value(let value): value.steps
    case .filter(let predicate): predicate.steps
    case nil: 0
    }
  }
}

extension ResolvedPath {
  fileprivate var stepsOfKeys: Int { max(steps.count - 1, 0) }
}

extension PredicateLimits {
  /// The maximum number of nodes in the copies of operands that the check of a predicate or a request makes.
  static let copiedNodes = 100_000
}
