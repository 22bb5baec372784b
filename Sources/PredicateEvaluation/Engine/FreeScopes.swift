import PredicateModel

// The scope of the innermost object below a limit that a part of a resolved tree uses, without its own collections, or -1
// if there is none. It is a number, not a set, because it is computed for every part.

/// Whether an aggregate over the whole collection counts as a use of SELF.
enum ScopeCounting { case all, single }

extension ResolvedPredicate {
  func innermostScope(below limit: Int = .max, _ counting: ScopeCounting = .all) -> Int {
    switch self {
    case .constant: -1
    case .and(let parts), .or(let parts): parts.reduce(-1) { max($0, $1.innermostScope(below: limit, counting)) }
    case .not(let part): part.innermostScope(below: limit, counting)
    case .comparison(let comparison):
      max(
        comparison.left.innermostScope(below: limit, counting), comparison.right.innermostScope(below: limit, counting))
    case .some(let collection, let test), .every(let collection, let test):
      max(
        collection.innermostScope(below: limit, counting),
        test.innermostScope(below: min(limit, collection.scope), counting))
    }
  }
}

extension ResolvedCollection {
  func innermostScope(below limit: Int, _ counting: ScopeCounting) -> Int {
    var result = -1
    // Only the first source is evaluated outside the collection's own scope.
    var limit = limit
    for source in sources {
      let scope =
        switch source {
        case .path(let path): path.scope < limit ? path.scope : -1
        case .value(let value): value.innermostScope(below: limit, counting)
        case .filter(let predicate): predicate.innermostScope(below: limit, counting)
        }
      result = max(result, scope)
      limit = min(limit, self.scope)
    }
    return result
  }
}

extension ResolvedExpression {
  func innermostScope(below limit: Int = .max, _ counting: ScopeCounting = .all) -> Int {
    switch kind {
    case .constant, .number: -1
    case .path(let path): path.scope < limit ? path.scope : -1
    case .dynamicPath(let value, _), .cast(let value, _), .distinct(let value):
      value.innermostScope(below: limit, counting)
    case .elements(let collection, let leaf), .reduce(_, let collection, let leaf):
      max(
        collection.innermostScope(below: limit, counting),
        leaf.innermostScope(below: min(limit, collection.scope), counting))
    case .reduceWhole: counting == .all && limit > 0 ? 0 : -1
    // Without a variable, the key applies to all rows if the row has no collection of its own there.
    case .reduceDynamic(_, let value, let variable):
      counting == .all || variable != nil ? value.innermostScope(below: limit, counting) : -1
    case .setOperation(_, let left, let right):
      max(left.innermostScope(below: limit, counting), right.innermostScope(below: limit, counting))
    case .function(_, let operands), .registered(_, let operands), .list(let operands):
      operands.reduce(-1) { max($0, $1.innermostScope(below: limit, counting)) }
    case .index(let base, .value(let index)):
      max(base.innermostScope(below: limit, counting), index.innermostScope(below: limit, counting))
    case .index(let base, _): base.innermostScope(below: limit, counting)
    case .conditional(let predicate, let then, let otherwise):
      max(
        predicate.innermostScope(below: limit, counting), then.innermostScope(below: limit, counting),
        otherwise.innermostScope(below: limit, counting))
    }
  }
}

extension ResolvedExpression {
  /// Whether the value depends on one object of the collection that is filtered, and not only on all of them.
  var asksForOneObject: Bool { innermostScope(below: .max, .single) >= 0 }
}
