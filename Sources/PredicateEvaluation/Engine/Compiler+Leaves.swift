import PredicateSemantics
import PredicateSyntax

extension Compiler {
  // MARK: Comparisons

  mutating func compile(_ comparison: ResolvedComparison) -> PredicateNode {
    let planned = plan(comparison)
    let node = planned.leaf(in: &self) ?? definition(planned.comparison)
    return planned.isNegated ? Self.not(node) : node
  }

  /// Returns the node that computes both operands, which may always be used.
  mutating func definition(_ comparison: ResolvedComparison) -> PredicateNode {
    if comparison.operator == .isWithin {
      return allOf(comparison.parts.map { compile($0) })
    }
    return structureLeaf(comparison) ?? numberLeaf(comparison) ?? valueLeaf(comparison)
  }

  // MARK: Numbers on both sides

  private mutating func numberLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    if comparison.operator == .isAmong { return memberLeaf(comparison) }
    guard let order = comparison.operator.order else { return nil }
    if let left = integer(comparison.left), let right = integer(comparison.right) {
      return order.node(left, right, cost: left.mayFail || right.mayFail ? 100 : 3)
    }
    if let left = double(comparison.left), let right = double(comparison.right) {
      return order.node(left, right, cost: 4)
    }
    guard let left = double(comparison.left), case .integer? = comparison.right.constant,
      let interval = comparison.right.constant.flatMap({ NumericInterval(comparison.operator, $0) })
    else { return nil }
    let (low, high) = interval.doubles
    return left.node(cost: 4) { low <= $0 && $0 <= high }
  }
}

extension Compiler {
  /// Returns a leaf that tests whether a number is among constants.
  private mutating func memberLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    guard let elements = comparison.right.constant?.elements else { return nil }
    if let numbers = integer(comparison.left) {
      return numbers.node(among: elements, cost: numbers.mayFail ? 100 : 6, store)
    }
    guard let numbers = double(comparison.left) else { return nil }
    return numbers.node(among: elements, isOfDates: false, cost: numbers.mayFail ? 100 : 6, store)
  }
}

extension PlannedComparison {
  /// Returns the leaf of the plan, or `nil` if the definition must be used.
  fileprivate func leaf(in compiler: inout Compiler) -> PredicateNode? {
    switch plan {
    case .value(let subject, let test): compiler.testLeaf(subject, test, self)
    case .count(let collection, let interval): compiler.countLeaf(collection, IntegerRange(interval))
    case .existence(let collection, let isWanted): compiler.existenceLeaf(collection, isWanted)
    case .aggregate(let subject, let op, let value): compiler.aggregateLeaf(subject, op, value, self)
    case .membership(let key, let collection, let leaf): compiler.membershipJoin(key, collection, leaf, self)
    case .equalKeys, .definition: nil
    }
  }
}

extension Compiler {
  /// Returns a leaf that tests the values of a key path, in their column if there is one.
  fileprivate mutating func testLeaf(
    _ subject: ResolvedExpression, _ test: ValueTest, _ planned: PlannedComparison
  ) -> PredicateNode? {
    if let field = field(subject) {
      let column = ColumnPath(subject, in: self)
      if let leaf = column?.node(for: test, of: planned, in: &self) ?? field.node(for: test, of: planned, in: &self) {
        return field.charging(leaf, limits)
      }
    }
    return UntypedPath(subject, in: self)?.node(for: test, of: planned, in: &self)
  }

  /// Returns the access path of a key path, or `nil` for other expressions.
  func field(_ expression: ResolvedExpression) -> AccessPath? {
    guard case .path(let path) = expression.kind else { return nil }
    return access(path, at: expression.range)
  }
}

// Safety: A lane is below 64, so no bit is lost.
extension AcceptedOrder {
  /// Returns a node that compares two numbers.
  @inline(__always)
  fileprivate func node<Number: Comparable>(
    _ left: NumberNode<Number>, _ right: NumberNode<Number>, cost: Int
  ) -> PredicateNode {
    PredicateNode(cost: cost, mayFail: left.mayFail || right.mayFail) { run, block, live in
      unsafe withLanes(of: Number.self) { l in
        unsafe withLanes(of: Number.self) { r in
          let present = unsafe (left.fill(run, block, live, l), right.fill(run, block, live, r))
          return unsafe lanes(live, present.0, present.1, l, r)
        }
      }
    }
  }

  /// Returns the lanes that are true, given the lanes that have a value on each side and 64 numbers for each side.
  @inline(__always)
  func lanes<Number: Comparable>(
    _ live: UInt64, _ left: UInt64, _ right: UInt64, _ l: UnsafePointer<Number>, _ r: UnsafePointer<Number>
  ) -> UInt64 {
    let both = left & right
    let absent = equal ? live & ~left & ~right : 0
    var (lesser, same): (UInt64, UInt64) = (0, 0)
    if less || greater {
      everyLane(both) { unsafe lesser |= (l[$0] < r[$0] ? 1 : 0) &<< UInt64(truncatingIfNeeded: $0) }
    }
    everyLane(both) { unsafe same |= (l[$0] == r[$0] ? 1 : 0) &<< UInt64(truncatingIfNeeded: $0) }
    return absent | (less ? lesser : 0) | (equal ? same : 0) | (greater ? both & ~lesser & ~same : 0)
  }
}
