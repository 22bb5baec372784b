import PredicateSemantics

// A part of a resolved tree may read objects of collections that contain it. Each such object has a scope, a number that grows from
// the outer to the inner collections.

extension ResolvedNode {
  /// Returns the greatest scope below a limit that the part reads, or -1 if it reads none. The scopes of collections in the part do
  /// not count. The result is a number and not a set, because it is computed for every part.
  ///
  /// - Parameters:
  ///   - limit: The scope of the first collection in the part.
  ///   - countsAggregates: Whether an aggregate over the whole collection counts as a use of SELF.
  func innermostScope(below limit: Int = .max, countsAggregates: Bool = true) -> Int {
    if case .expression(let expression) = self {
      switch expression.kind {
      case .path(let path): return path.scope < limit ? path.scope : -1
      case .reduceWhole: return countsAggregates && limit > 0 ? 0 : -1
      // Without a variable, the key applies to all rows if the row has no collection of its own there.
      case .reduceDynamic(_, _, nil) where !countsAggregates: return -1
      default: break
      }
    }
    var innermost = -1
    forEachChild { child, scope in
      let childLimit = min(limit, scope ?? limit)
      innermost = max(innermost, child.innermostScope(below: childLimit, countsAggregates: countsAggregates))
    }
    return innermost
  }
}

extension ResolvedExpression {
  /// Whether the value depends on one object of the collection that is filtered, and not only on all of them.
  var dependsOnOneObject: Bool { ResolvedNode.expression(self).innermostScope(countsAggregates: false) >= 0 }
}
