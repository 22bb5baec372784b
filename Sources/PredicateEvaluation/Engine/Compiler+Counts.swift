import PredicateModel
import PredicateSyntax

extension Compiler {
  /// Returns a leaf for a comparison such as `words.@count > 10000` that reads the stored count of the array. Returns `nil`
  /// for other comparisons, or if the objects themselves do not contain an array of objects.
  mutating func countLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    var (left, right, op) = (comparison.left, comparison.right, comparison.operator)
    if left.constant != nil, let mirrored = op.mirrored { (left, right, op) = (right, left, mirrored) }
    guard takesShortcuts, case .reduce(let reduction, let collection, _) = left.kind, reduction.kind == .count,
      reduction.isCollectionOperator, collection.sources.count == 1, case .path(let path) = collection.sources[0],
      path.scope == current, let access = AccessPath(path, from: layout(of: current)), access.type.isArrayOfReferences,
      let constant = right.constant, let bounds = Bounds(op, constant, for: .number)
    else { return nil }
    // If an object on the path is nil, the count is 0, which this leaf does not handle.
    if case .general = access.shape { return nil }
    let (low, high) = bounds.integers(Int.self)
    guard let range = IntegerRange(low, high) else { return .never }
    return access.leaf(cost: 2, ArrayCountRange(range: range))
  }

  /// Returns a leaf for a comparison such as `SUBQUERY(…).@count > 0` that stops at the first element, or `nil` if the
  /// comparison is not an existence test or if a fault after the first element would be observable.
  mutating func existenceLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    var (left, right, op) = (comparison.left, comparison.right, comparison.operator)
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

  /// Returns `true` if the comparison requires an element, `false` if it requires none, and `nil` otherwise.
  private static func existence(_ op: ResolvedComparison.Operator, _ number: Int64) -> Bool? {
    switch (op, number) {
    case (.greaterThan, 0), (.greaterThanOrEqual, 1): true
    case (.equal, 0), (.lessThanOrEqual, 0), (.lessThan, 1): false
    default: nil
    }
  }
}
