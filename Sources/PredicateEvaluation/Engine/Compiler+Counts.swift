import PredicateModel
import PredicateSyntax

extension Compiler {
  /// `words.@count > 10000`, where the words are an array of objects that the objects themselves hold: the array's own count
  /// is compared where it stands. nil where the comparison is another.
  mutating func countLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    var (left, right, op) = (comparison.left, comparison.right, comparison.comparison)
    if left.constant != nil, let mirrored = op.mirrored { (left, right, op) = (right, left, mirrored) }
    guard takesShortcuts, case .reduce(let reduction, let collection, _) = left.kind, reduction.kind == .count,
      reduction.isCollectionOperator, collection.sources.count == 1, case .path(let path) = collection.sources[0],
      path.scope == current, let access = AccessPath(path, from: layout(of: current)), access.type.isArrayOfReferences,
      let constant = right.constant, let bounds = Bounds(op, constant, for: .number)
    else { return nil }
    // Behind an object that is nil there are no elements, which is a count too.
    if case .general = access.shape { return nil }
    let (low, high) = bounds.integers(Int.self)
    guard let range = IntegerRange(low, high) else { return .never }
    return access.leaf(cost: 2, ArrayCountRange(range: range))
  }

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
