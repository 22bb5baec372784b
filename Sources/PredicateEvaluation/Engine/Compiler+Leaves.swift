import PredicateModel
import PredicateSyntax

extension Compiler {
  // MARK: Comparisons

  mutating func compile(_ comparison: ResolvedComparison) -> PredicateNode {
    // `!=` is the opposite of `==`, also for nil.
    if comparison.operator == .notEqual {
      var opposite = comparison
      opposite.operator = .equal
      return Self.not(compile(opposite))
    }
    // A long pattern may scan a text many times, and only the leaf for values counts those steps.
    if comparison.isSlowLike { return valueLeaf(comparison) }
    if let leaf = columnLeaf(comparison) ?? structureLeaf(comparison) ?? typedLeaf(comparison) {
      return counted(leaf, comparison)
    }
    return untypedLeaf(comparison) ?? countLeaf(comparison) ?? existenceLeaf(comparison) ?? membershipJoin(comparison)
      ?? hoisted(comparison, numberLeaf(comparison) ?? valueLeaf(comparison))
  }

  /// Returns a leaf that takes the steps of its texts if steps or time are limited. Otherwise reading the lengths is not
  /// worth the cost.
  private func counted(_ leaf: PredicateNode, _ comparison: ResolvedComparison) -> PredicateNode {
    guard limits.countsTexts else { return leaf }
    for side in [comparison.left, comparison.right] {
      guard case .path(let resolved) = side.kind, let path = AccessPath(resolved, from: layout(of: resolved.scope)),
        !path.endsAtObject, let length = path.type.utf8Length
      else { continue }
      var counted = leaf
      counted.lanes = { run, block, live in
        let bytes = path.withPlaces(run, block, live) { places, mask in
          var bytes = 0
          forEachLane(mask) { bytes &+= length(places[$0]) }
          return bytes
        }
        return run.spend(bytes: bytes) ? leaf.lanes(run, block, live) : 0
      }
      return counted
    }
    return leaf
  }

  /// Returns a leaf that compares a key path of a known type with a constant, or `nil` if there is none.
  private mutating func typedLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    var (left, right, op) = (comparison.left, comparison.right, comparison.operator)
    if left.constant != nil, let mirrored = op.mirrored { (left, right, op) = (right, left, mirrored) }
    if op == .contains, case .path = right.kind, left.constant != nil { return membershipLeaf(comparison) }
    guard case .path(let resolved) = left.kind, let constant = right.constant,
      let path = AccessPath(resolved, from: layout(of: resolved.scope)), !path.endsAtObject
    else { return nil }
    if constant.isNull { return nilLeaf(path, op) }
    switch (path.type.unwrapped.kind, constant) {
    case (.string, .string) where op == .matches && !path.endsInLength:
      return matchesLeaf(path, comparison)
    case (.string, .string(let text)) where !path.endsInLength && !comparison.options.contains(.localeSensitive):
      return textLeaf(path, op, text, comparison.options)
    case (.integer, _) where !path.endsInLength:
      return Bounds(op, constant, for: .number).map { path.integerLeaf($0) } ?? nil
    case (.double, _), (.float, _), (.bool, _):
      return Bounds(op, constant, for: .number).map { path.realLeaf($0) } ?? nil
    case (.date, _): return Bounds(op, constant, for: .date).map { path.realLeaf($0) } ?? nil
    default: return nil
    }
  }

  /// Returns a leaf that compares with the constant nil. Only equality and the orders that include it are ever true.
  private func nilLeaf(_ path: AccessPath, _ op: ResolvedComparison.Operator) -> PredicateNode? {
    guard !path.endsInLength, !path.hasGetters else { return nil }
    switch op {
    case .equal, .lessThanOrEqual, .greaterThanOrEqual:
      // nil may occur anywhere on the path.
      guard path.type.unwrapped.isNilOnlyAsOptional else { return nil }
      let type = path.type
      return PredicateNode(cost: 3) { run, block, live in
        path.withPlaces(run, block, live) { places, mask in
          var present: UInt64 = 0
          forEachLane(mask) { if !type.isNil(places[$0]) { present |= bit($0) } }
          return live & ~present
        }
      }
    case .lessThan, .greaterThan, .between, .contains, .text, .matches:
      return PredicateNode(cost: 0) { _, _, _ in 0 }
    case .notEqual: return nil
    }
  }

  private func textLeaf(
    _ path: AccessPath, _ op: ResolvedComparison.Operator, _ text: String, _ options: StringOptions
  ) -> PredicateNode? {
    let maker = TextLeafMaker(path: path, cost: 4)
    // An optional of an optional has a different layout from the one that the kernel reads.
    if case .optional(let payload) = path.type.kind, case .optional = payload.kind { return nil }
    if case .text(.contains) = op, current > 0, !options.folds, text.utf8.count == 1, let byte = text.utf8.first {
      return maker.visit(ByteInElement(byte))
    }
    return op == .contains ? nil : textNode(op, text, options, maker)
  }

  /// Passes the kernel of a comparison of strings with a constant to the visitor, or returns `nil` if there is no kernel.
  @inline(__always)
  func textNode<Visitor: ByteKernelVisitor>(
    _ op: ResolvedComparison.Operator, _ text: String, _ options: StringOptions, _ visitor: Visitor
  ) -> Visitor.Result? {
    switch op {
    case .equal: return withTextKernel(.equal, needle: text, options: options, store: store, visitor)
    case .text(let test): return withTextKernel(test, needle: text, options: options, store: store, visitor)
    // If the types are unknown, the left side may be a string, which is searched.
    case .contains: return withTextKernel(.contains, needle: text, options: options, store: store, visitor)
    case .lessThan: return withOrderKernel(.less, needle: text, options: options, store: store, visitor)
    case .lessThanOrEqual: return withOrderKernel(.lessOrEqual, needle: text, options: options, store: store, visitor)
    case .greaterThan: return withOrderKernel(.greater, needle: text, options: options, store: store, visitor)
    case .greaterThanOrEqual:
      return withOrderKernel(.greaterOrEqual, needle: text, options: options, store: store, visitor)
    case .notEqual, .between, .matches: return nil
    }
  }

  /// Returns a leaf for MATCHES with a valid constant pattern. Patterns equivalent to strings need no regular expression.
  private mutating func matchesLeaf(_ path: AccessPath, _ comparison: ResolvedComparison) -> PredicateNode? {
    if case .optional(let payload) = path.type.kind, case .optional = payload.kind { return nil }
    guard let pattern = pattern(of: comparison) else { return nil }
    guard let strings = pattern.strings else { return expressionLeaf(path, pattern, at: comparison.range) }
    let maker = TextLeafMaker(path: path, cost: 4)
    let tests = withPatternKernels(strings, options: comparison.options, store: store, maker)
    let simple = joined(tests, none: false, Self.or)
    if pattern.isStringsOnly { return simple }
    // The regular expression handles strings that are not ASCII.
    let (beyond, rest) = (maker.visit(BeyondASCII()), expressionLeaf(path, pattern, at: comparison.range))
    return PredicateNode(cost: simple.cost + beyond.cost, mayFault: true) { run, block, live in
      let others = beyond.lanes(run, block, live)
      let passed = simple.lanes(run, block, live & ~others)
      return others == 0 ? passed : passed | rest.lanes(run, block, others)
    }
  }

  /// Returns a leaf that matches with the library's regular expression. Matching takes most of the time, so strings are
  /// passed without boxing.
  private func expressionLeaf(_ path: AccessPath, _ pattern: Pattern, at range: SourceRange) -> PredicateNode {
    let isOptional = path.type.isNullable
    return PredicateNode(cost: 100, mayFault: true) { run, block, live in
      path.withPlaces(run, block, live) { places, mask in
        var result: UInt64 = 0
        let asking = PatternAsking(pattern)
        forEachLane(mask) { lane in
          let place = places[lane]
          let text =
            isOptional
            ? place.assumingMemoryBound(to: String?.self).pointee : place.assumingMemoryBound(to: String.self).pointee
          guard let text else { return }
          switch asking.ask(text, run) {
          case .yes: result |= bit(lane)
          case .no: break
          case .gaveUp: run.fail(EvaluationFault(.patternLimit), at: range, lane: lane)
          }
        }
        return result
      }
    }
  }

  /// Returns a leaf for `key IN {…}` with constant strings or integers.
  private func membershipLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    guard case .path(let resolved) = comparison.right.kind, let elements = comparison.left.constant?.elements,
      let path = AccessPath(resolved, from: layout(of: resolved.scope)), !path.endsAtObject, !path.endsInLength
    else { return nil }
    if case .integer = path.type.kind { return path.integerMembershipLeaf(elements, store) }
    guard case .string = path.type.unwrapped.kind else { return nil }
    if case .optional(let payload) = path.type.kind, case .optional = payload.kind { return nil }
    var texts: [String] = []
    // A value that is not a string equals no string.
    for case .string(let text) in elements { texts.append(text) }
    // Membership ignores the options.
    return withSetKernel(
      texts, options: [], store: store,
      TextLeafMaker(path: path, cost: 8))
  }

  // MARK: Numbers on both sides

  private mutating func numberLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    guard let order = comparison.operator.order else { return nil }
    if let left = integer(comparison.left), let right = integer(comparison.right) {
      let mayFault = left.mayFault || right.mayFault
      return PredicateNode(cost: mayFault ? 100 : 3, mayFault: mayFault) { run, block, live in
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: 128) { buffer in
          let l = buffer.baseAddress.unsafelyUnwrapped  // a buffer of 128 has an address
          let r = l + 64
          let present = (left.fill(run, block, live, l), right.fill(run, block, live, r))
          return order.lanes(live, present.0, present.1, l, r)
        }
      }
    }
    if let left = double(comparison.left), let right = double(comparison.right) {
      return PredicateNode(cost: 4, mayFault: left.mayFault || right.mayFault) { run, block, live in
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 128) { buffer in
          let l = buffer.baseAddress.unsafelyUnwrapped  // a buffer of 128 has an address
          let r = l + 64
          let present = (left.fill(run, block, live, l), right.fill(run, block, live, r))
          return order.lanes(live, present.0, present.1, l, r)
        }
      }
    }
    guard let left = double(comparison.left), case .integer? = comparison.right.constant,
      let bounds = comparison.right.constant.flatMap({ Bounds(comparison.operator, $0, for: .number) })
    else { return nil }
    let (low, high) = bounds.doubles
    return PredicateNode(cost: 4, mayFault: left.mayFault) { run, block, live in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 64) { buffer in
        let l = buffer.baseAddress.unsafelyUnwrapped  // a buffer of 64 has an address
        var result: UInt64 = 0
        forEachLane(left.fill(run, block, live, l)) { if low <= l[$0], l[$0] <= high { result |= bit($0) } }
        return result
      }
    }
  }
}

extension ResolvedComparison {
  /// Whether this is LIKE with a pattern that may take far more steps than the text has bytes.
  fileprivate var isSlowLike: Bool {
    guard self.operator == .text(.like), case .string(let text)? = right.constant else { return false }
    return text.utf8.count > LikePattern.longestQuickPart && !LikePattern(text, options).isQuick
  }
}

extension SwiftType {
  /// The function that returns the length in bytes of a string at an address, or `nil` for other types.
  fileprivate var utf8Length: ((UnsafeRawPointer) -> Int)? {
    switch kind {
    case .string: return { $0.assumingMemoryBound(to: String.self).pointee.utf8.count }
    case .optional(let payload):
      guard case .string = payload.kind else { return nil }
      return { $0.assumingMemoryBound(to: String?.self).pointee?.utf8.count ?? 0 }
    default: return nil
    }
  }

  /// Whether only the optional itself can be nil. Numbers may be NaN, and values of unknown type may contain nil.
  fileprivate var isNilOnlyAsOptional: Bool {
    switch kind {
    case .float, .double, .decimal, .date, .formatValue, .any, .read, .optional: false
    default: true
    }
  }
}

extension ResolvedComparison.Operator {
  /// The operator with its operands exchanged, or `nil` if there is none.
  var mirrored: ResolvedComparison.Operator? {
    switch self {
    case .equal, .notEqual: self
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    case .text, .matches, .contains, .between: nil
    }
  }

  /// The orders that the operator accepts, or `nil` if it does not order its operands.
  var order: AcceptedOrder? {
    switch self {
    case .equal: AcceptedOrder(less: false, equal: true, greater: false)
    case .lessThan: AcceptedOrder(less: true, equal: false, greater: false)
    case .lessThanOrEqual: AcceptedOrder(less: true, equal: true, greater: false)
    case .greaterThan: AcceptedOrder(less: false, equal: false, greater: true)
    case .greaterThanOrEqual: AcceptedOrder(less: false, equal: true, greater: true)
    case .notEqual, .text, .matches, .contains, .between: nil
    }
  }
}

/// The orders (less, equal, greater) for which a comparison is true. nil equals nil, and has no order with other values.
struct AcceptedOrder {
  let less: Bool
  let equal: Bool
  let greater: Bool

  func accepts(_ order: Int) -> Bool { order < 0 ? less : order == 0 ? equal : greater }

  /// Returns the lanes that are true, given the lanes that have a value on each side and 64 numbers for each side.
  @inline(__always)
  func lanes<Number: Comparable>(
    _ live: UInt64, _ left: UInt64, _ right: UInt64, _ l: UnsafePointer<Number>, _ r: UnsafePointer<Number>
  ) -> UInt64 {
    let both = left & right
    let absent = equal ? live & ~left & ~right : 0
    var (lesser, same): (UInt64, UInt64) = (0, 0)
    if less || greater {
      everyLane(both) { lesser |= (l[$0] < r[$0] ? 1 : 0) &<< UInt64(truncatingIfNeeded: $0) }
    }
    everyLane(both) { same |= (l[$0] == r[$0] ? 1 : 0) &<< UInt64(truncatingIfNeeded: $0) }
    return absent | (less ? lesser : 0) | (equal ? same : 0) | (greater ? both & ~lesser & ~same : 0)
  }
}
