import PredicateSemantics
import PredicateSyntax

// Conditions on the elements of a collection that compare one of their keys with a key of an outer object:
// `SUBQUERY(others, $x, $x.key == key)`, `ANY others.key == key`, `key IN others.key`. If many objects use the same
// collection, a hash table finds the candidates, which are then tested as usual.

// Safety: The memory has room for whole blocks of hashes, and a lane is below 64.
extension Compiler {
  /// Returns the elements of a collection that may pass a condition, in order: all of them, or only those whose key has the
  /// hash of the outer key. The others would not pass, and the condition cannot fail for them.
  ///
  /// - Parameter isNegated: Whether to find the elements that do not pass.
  mutating func candidates(
    of elements: CollectionNode, for condition: ResolvedPredicate, isNegated: Bool = false
  ) -> CollectionNode {
    guard let elementsAt = unsafe elements.elementsAt, let comparison = equality(in: condition, isNegated),
      let sides = joinSides(comparison)
    else { return elements }
    let join = newJoin()
    let scansBefore = sides.areTexts ? JoinTables.scansBefore.texts : JoinTables.scansBefore.integers
    return unsafe CollectionNode(
      forEach: { run, block, lane, body in
        var isFound = false
        unsafe elementsAt(run, block, lane) { base, count in
          let identity = JoinTable.Identity(join: join, address: UInt(bitPattern: base), count: count)
          let table = run.joins.table(identity, scansBefore: scansBefore) {
            unsafe Self.table(run, base, count, sides.element.hash)
          }
          guard let table else { return }
          isFound = true
          var hash: UInt32 = 0
          _ = unsafe sides.outer.hash.fill(run, run.scopes[sides.outer.scope], 1, &hash)
          table.forEach(hash) { unsafe run.spend($1.nonzeroBitCount) && body(Block(base: base, first: $0), $1) }
        }
        return isFound || elements.forEach(run, block, lane, body)
      }, layout: elements.layout, mayFail: elements.mayFail)
  }

  private static func table(
    _ run: Run, _ base: UnsafeRawPointer, _ count: Int, _ hash: NumberNode<UInt32>
  ) -> JoinTable {
    unsafe JoinTable(
      Array(unsafeUninitializedCapacity: (count + 63) / 64 * 64) { buffer, filled in
        unsafe buffer.initialize(repeating: 0)
        filled = count
        guard let hashes = buffer.baseAddress else { return }
        unsafe run.forEachBlock(base, count) { block, live in
          _ = unsafe hash.fill(run, block, live, hashes + block.first)
          return true
        }
      })
  }

  /// Returns an equality between a key of the elements and an outer key that the condition requires, if no part before
  /// it can fail. If `isNegated`, the condition must be false instead of true.
  private func equality(in condition: ResolvedPredicate, _ isNegated: Bool) -> ResolvedComparison? {
    switch condition {
    case .comparison(let comparison):
      guard comparison.joins(current) else { return nil }
      let planned = plan(comparison)
      guard case .equalKeys = planned.plan, planned.isNegated == isNegated else { return nil }
      return planned.comparison
    case .not(let part): return equality(in: part, !isNegated)
    case .and(let parts) where !isNegated:
      for part in parts {
        if let found = equality(in: part, false) { return found }
        guard part.hasNoErrors else { return nil }
      }
      return nil
    case .constant, .and, .or, .some, .every: return nil
    }
  }

  // MARK: Keys

  /// The hash of a key for each lane, and the scope of the key.
  private typealias JoinSide = (scope: Int, hash: NumberNode<UInt32>)

  /// Returns both sides of an equality, hashed alike, or `nil` unless both are stored integers or both stored strings.
  private func joinSides(
    _ comparison: ResolvedComparison
  ) -> (element: JoinSide, outer: JoinSide, areTexts: Bool)? {
    guard let left = joinSide(comparison.left, comparison.options),
      let right = joinSide(comparison.right, comparison.options), left.isText == right.isText
    else { return nil }
    let isLeft = left.side.scope == current
    return (isLeft ? left.side : right.side, isLeft ? right.side : left.side, left.isText)
  }

  private func joinSide(_ key: ResolvedExpression, _ options: FormatStringOptions) -> (side: JoinSide, isText: Bool)? {
    guard case .path(let path) = key.kind else { return nil }
    let access = access(path, at: key.range)
    if access.hasGetters || access.endsAtObject { return nil }
    if let node = access.integerNode {
      return unsafe ((path.scope, NumberNode(fill: { unsafe Self.hashes(of: node, $0, $1, $2, $3) })), false)
    }
    guard !access.endsInLength, !options.contains(.localeSensitive), case .string = access.type.payload.kind else {
      return nil
    }
    let text: (UnsafeRawPointer) -> String? =
      access.type.isNullable
      ? { unsafe $0.assumingMemoryBound(to: String?.self).pointee }
      : { unsafe $0.assumingMemoryBound(to: String.self).pointee }
    return unsafe (
      (path.scope, NumberNode(fill: { unsafe Self.hashes(of: access, text, options, $0, $1, $2, $3) })), true
    )
  }

  /// nil equals nil, so it has a hash like other values.
  private static var hashOfNil: UInt32 { 0 }

  /// The random factor of integer hashes. It is secret, so that nobody can choose keys with the same hash.
  private static let multiplier = UInt64.random(in: 0...UInt64.max) | 1

  private static func hashes(
    of node: NumberNode<Int64>, _ run: Run, _ block: Block, _ live: UInt64, _ out: UnsafeMutablePointer<UInt32>
  ) -> UInt64 {
    unsafe withLanes(of: Int64.self) { values in
      let present = unsafe node.fill(run, block, live, values)
      let multiplier = multiplier
      forEachLane(live) { lane in
        // Every bit of the number affects one half of the product or the other.
        let product = unsafe UInt64(bitPattern: values[lane]).multipliedFullWidth(by: multiplier)
        unsafe out[lane] =
          present & bit(lane) == 0 ? hashOfNil : UInt32(truncatingIfNeeded: product.high ^ product.low)
      }
      return live
    }
  }

  private static func hashes(
    of path: AccessPath, _ text: (UnsafeRawPointer) -> String?, _ options: FormatStringOptions, _ run: Run,
    _ block: Block,
    _ live: UInt64, _ out: UnsafeMutablePointer<UInt32>
  ) -> UInt64 {
    unsafe path.withAddresses(run, block, live) { addresses, mask in
      forEachLane(live) { lane in
        unsafe out[lane] = hashOfNil
        guard mask & bit(lane) != 0, let text = unsafe text(addresses[lane]) else { return }
        var hasher = Hasher()
        var key = options.folds ? folded(text, options) : text
        // Equality compares scalars. The hash of `String` would treat composed and decomposed letters as equal.
        key.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        unsafe out[lane] = UInt32(truncatingIfNeeded: hasher.finalize())
      }
      return live
    }
  }

  // MARK: IN

  /// Compiles `key IN others.key` as `ANY others.key == key` if both keys are stored, without a list. nil is in no list.
  mutating func membershipJoin(
    _ key: ResolvedExpression, _ collection: ResolvedCollection, _ leaf: ResolvedExpression,
    _ planned: PlannedComparison
  ) -> PredicateNode? {
    var equality = planned.comparison
    (equality.left, equality.operator, equality.right, equality.options) = (leaf, .equal, key, [])
    guard equality.joins(collection.scope) else { return nil }
    let elements = compile(collection)
    let isStored = within(collection.scope, elements.layout) { compiler in
      unsafe elements.elementsAt != nil && compiler.joinSides(equality) != nil
    }
    guard isStored else { return nil }
    var nilTest = equality
    nilTest.left = ResolvedExpression(.constant(.null), type: .null, isNullable: true, range: equality.range)
    return compile(.and([.not(.comparison(nilTest)), .some(collection, .comparison(equality))]))
  }
}

extension ResolvedComparison {
  /// Whether one side is a path from the objects of `scope` and the other a path from an enclosing scope.
  fileprivate func joins(_ scope: Int) -> Bool {
    guard case .path(let left) = left.kind, case .path(let right) = right.kind else { return false }
    return left.scope == scope && right.scope < scope || right.scope == scope && left.scope < scope
  }
}

extension ResolvedPredicate {
  /// Whether evaluation cannot fail: a comparison of stored values of known types.
  fileprivate var hasNoErrors: Bool {
    guard case .comparison(let comparison) = self, comparison.operator != .matches else { return false }
    return [comparison.left, comparison.right].allSatisfy { side in
      if case .path = side.kind { side.type != .any } else { side.constant != nil }
    }
  }
}
