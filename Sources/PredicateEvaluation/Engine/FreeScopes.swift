import PredicateModel

// Which objects a part of a resolved tree speaks of, those of its own collections left out.

extension ResolvedPredicate {
  var freeScopes: Set<Int> {
    switch self {
    case .constant: []
    case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.freeScopes) }
    case .not(let part): part.freeScopes
    case .comparison(let comparison): comparison.left.freeScopes.union(comparison.right.freeScopes)
    case .some(let collection, let test), .every(let collection, let test):
      collection.freeScopes.union(test.freeScopes.filter { $0 < collection.scope })
    }
  }
}

extension ResolvedCollection {
  var freeScopes: Set<Int> {
    var result: Set<Int> = []
    for (index, source) in sources.enumerated() {
      let scopes: Set<Int> =
        switch source {
        case .path(let path): [path.scope]
        case .value(let value): value.freeScopes
        case .filter(let predicate): predicate.freeScopes
        }
      // Only the first source is read outside the collection's own scope.
      result.formUnion(index == 0 ? scopes : scopes.filter { $0 < scope })
    }
    return result
  }
}

extension ResolvedExpression {
  var freeScopes: Set<Int> {
    switch kind {
    case .constant: []
    case .path(let path): [path.scope]
    case .dynamicPath(let value, _): value.freeScopes
    case .elements(let collection, let leaf), .reduce(_, let collection, let leaf):
      collection.freeScopes.union(leaf.freeScopes.filter { $0 < collection.scope })
    case .reduceWhole: [0]
    case .reduceDynamic(_, let value, _): value.freeScopes.union([0])
    case .cast(let value, _), .distinct(let value): value.freeScopes
    case .setOperation(_, let left, let right): left.freeScopes.union(right.freeScopes)
    case .function(_, let operands), .list(let operands): operands.reduce(into: []) { $0.formUnion($1.freeScopes) }
    case .index(let base, .value(let index)): base.freeScopes.union(index.freeScopes)
    case .index(let base, _): base.freeScopes
    case .conditional(let predicate, let then, let otherwise):
      predicate.freeScopes.union(then.freeScopes).union(otherwise.freeScopes)
    }
  }
}
