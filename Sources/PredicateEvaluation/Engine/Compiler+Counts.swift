import PredicateSemantics
import PredicateSyntax

extension Compiler {
  /// Returns a leaf for a comparison such as `words.@count > 10000` that reads the stored count of the array. Returns `nil`
  /// if the objects themselves do not contain an array of objects.
  ///
  /// - Parameter counts: The counts for which the comparison is true, or `nil` if there are none.
  func countLeaf(_ collection: ResolvedCollection, _ counts: IntegerRange<Int>?) -> PredicateNode? {
    guard collection.sources.count == 1, case .path(let path) = collection.sources[0], path.scope == current
    else { return nil }
    let access = access(path, at: collection.range)
    // If an object on the path is nil, the count is 0, which this leaf does not handle.
    guard access.type.isArrayOfReferences, access.own != nil else { return nil }
    return counts.map(access.countLeaf) ?? .never
  }

  /// Returns a leaf for a comparison such as `SUBQUERY(…).@count > 0` that stops at the first element, or `nil` if an error
  /// after the first element would be observable.
  mutating func existenceLeaf(_ collection: ResolvedCollection, _ isWanted: Bool) -> PredicateNode? {
    if let leaf = countLeaf(collection, isWanted ? IntegerRange(1, .max) : IntegerRange(.min, 0)) { return leaf }
    guard case .filter? = collection.sources.last else { return nil }
    let elements = compile(collection)
    if elements.mayFail { return nil }
    return PredicateNode(cost: PredicateNode.elementsCost) { run, block, live in
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
}
