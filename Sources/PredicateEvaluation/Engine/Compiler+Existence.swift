import PredicateModel
import PredicateSyntax

extension Compiler {
  /// `SUBQUERY(…).@count > 0` and the like, which ask whether there is an element: the first one answers. nil where the
  /// comparison asks something else, or where a fault behind the first element would be seen.
  mutating func existenceLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    var (left, right, op) = (comparison.left, comparison.right, comparison.comparison)
    if left.constant != nil, let mirrored = op.mirrored { (left, right, op) = (right, left, mirrored) }
    guard takesShortcuts, case .reduce(let reduction, let collection, _) = left.kind, reduction.kind == .count,
      reduction.isCollectionOperator, case .filter? = collection.sources.last,
      case .integer(let number)? = right.constant, let isWanted = Self.existence(op, number)
    else { return nil }
    let elements = compile(collection)
    if elements.mayFail { return nil }
    return PredicateNode(cost: 1000) { run, block, live in
      var result: UInt64 = 0
      forEachLane(live) { lane in
        var exists = false
        run.inner(for: bit(lane)) {
          _ = elements.forEach(run, block, lane) { _, _ in
            exists = true
            return false
          }
        }
        if exists == isWanted { result |= bit(lane) }
      }
      return result
    }
  }

  /// What a comparison of a count with a number says: true for some, false for none, nil for anything else.
  private static func existence(_ op: ResolvedComparison.Operator, _ number: Int64) -> Bool? {
    switch (op, number) {
    case (.greaterThan, 0), (.greaterThanOrEqual, 1): true
    case (.equal, 0), (.lessThanOrEqual, 0), (.lessThan, 1): false
    default: nil
    }
  }
}
