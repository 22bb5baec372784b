import PredicateSemantics
import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AccessPath {
  /// Returns a node that tests the values, or `nil` if the definition of the comparison must be used.
  func node(for test: ValueTest, of planned: PlannedComparison, in compiler: inout Compiler) -> PredicateNode? {
    if endsAtObject || endsInLength { return nil }
    switch test {
    case .isNil: return nilLeaf
    // Operators for texts and collections check the kind of an untyped value even if the other operand is nil.
    case .never: return hasGetters || type.valueType == .any ? nil : .never
    case .range(let interval): return rangeLeaf(interval)
    case .text(let test, let needle, let options):
      if !isText { return nil }
      return withTextKernel(test, needle: needle, options: options, store: compiler.store, self)
    case .order(let op, let needle, let options):
      guard isText, let order = op.order else { return nil }
      return withOrderKernel(order, needle: needle, options: options, store: compiler.store, self)
    case .matches(_, let options):
      guard isText, let pattern = compiler.pattern(of: planned.comparison) else { return nil }
      return patternLeaf(pattern, options, compiler.store, at: planned.comparison.range)
    case .members(let elements, let options): return membershipLeaf(elements, options, compiler.store)
    }
  }

  /// The leaf for the values that are nil, or `nil` if not only the optional itself can be nil.
  private var nilLeaf: PredicateNode? {
    // nil may occur anywhere on the path.
    guard !hasGetters, type.unwrapped.isNilOnlyAsOptional else { return nil }
    let path = self
    let type = type
    return PredicateNode(cost: 3) { run, block, live in
      unsafe path.withAddresses(run, block, live) { addresses, mask in
        var present: UInt64 = 0
        forEachLane(mask) { if unsafe !type.isNil(addresses[$0]) { present |= bit($0) } }
        return live & ~present
      }
    }
  }

  // MARK: Numbers

  /// Returns the leaf for a number or date in an interval, or `nil` if the values are not of its kind.
  @inline(never)
  func rangeLeaf(_ interval: NumericInterval) -> PredicateNode? {
    let (low, high) = interval.doubles
    func leaf<Value: RealValue>(_: Value.Type) -> PredicateNode {
      // NaN is in no interval.
      self.leaf(cost: 1) { addresses, live in
        unsafe addresses.scan(live, isShort: true) {
          let value = unsafe $0.assumingMemoryBound(to: Value.self).pointee.real
          return value >= low && value <= high
        }
      }
    }
    switch type.payload.kind {
    case .integer(let integer): return interval.isOfDates ? nil : integer.leaf(self, interval)
    case .double: return interval.isOfDates ? nil : leaf(Double.self)
    case .float: return interval.isOfDates ? nil : leaf(Float.self)
    case .bool: return interval.isOfDates ? nil : leaf(Bool.self)
    case .date: return interval.isOfDates ? leaf(Date.self) : nil
    case .decimal, .string, .substring, .data, .uuid, .url, .formatValue, .any, .optional, .array, .set, .dictionary,
      .read, .structure, .object, .unreadable:
      return nil
    }
  }

  /// Returns the leaf for the arrays of objects whose number of elements is in a range.
  func countLeaf(_ counts: IntegerRange<Int>) -> PredicateNode {
    // Arrays of objects have the same layout for all classes; see `SwiftType.withElements`.
    leaf(cost: 2) { addresses, live in
      unsafe addresses.scan(live) { unsafe counts.contains($0.assumingMemoryBound(to: [AnyObject].self).pointee.count) }
    }
  }

  // MARK: Membership

  /// Returns the leaf for a string, a number or a date among constants. A value of another kind equals none of them.
  @inline(never)
  private func membershipLeaf(
    _ elements: [FormatValue], _ options: FormatStringOptions, _ store: KernelMemory
  ) -> PredicateNode? {
    if case .string = type.payload.kind {
      var leaf = withSetKernel(elements.compactMap(\.stringValue), options: options, store: store, self)
      leaf.cost += 4
      return leaf
    }
    let cost = 4 + AddressReader(self).cost
    if case .integer(let integer) = type.payload.kind {
      return node(integer).node(among: elements, of: integer, cost: cost, store)
    }
    var isOfDates: Bool { if case .date = type.payload.kind { true } else { false } }
    return realNode?.node(among: elements, isOfDates: isOfDates, cost: cost, store)
  }

  // MARK: Texts

  /// Whether the values are strings.
  private var isText: Bool { if case .string = type.payload.kind { true } else { false } }

  /// Returns a leaf for MATCHES. Patterns equivalent to strings need no regular expression.
  private func patternLeaf(
    _ pattern: Pattern, _ options: FormatStringOptions, _ store: KernelMemory, at range: FormatRange
  ) -> PredicateNode {
    guard let strings = pattern.strings else { return expressionLeaf(pattern, at: range) }
    let tests = withPatternKernels(strings, options: options, store: store, self)
    let simple = Compiler.joined(tests, none: false, Compiler.or)
    if pattern.needsNoExpression { return simple }
    // The regular expression handles strings that are not ASCII.
    let (beyond, rest) = (visit(BeyondASCII()), expressionLeaf(pattern, at: range))
    return PredicateNode(cost: simple.cost + beyond.cost, mayFail: true) { run, block, live in
      let others = beyond.lanes(run, block, live)
      let passed = simple.lanes(run, block, live & ~others)
      return others == 0 ? passed : passed | rest.lanes(run, block, others)
    }
  }

  /// Returns a leaf that matches with the library's regular expression. Matching takes most of the time, so strings are
  /// passed without boxing.
  private func expressionLeaf(_ pattern: Pattern, at range: FormatRange) -> PredicateNode {
    let reader = AddressReader(self)
    return PredicateNode(cost: PredicateNode.expressionCost, mayFail: true) { run, block, live in
      reader.withAddresses(run, block, live) { addresses, present in
        var result: UInt64 = 0
        let matcher = PatternMatcher(pattern)
        forEachLane(present) { lane in
          switch unsafe matcher.matches(addresses[lane].assumingMemoryBound(to: String.self).pointee, run) {
          case true?: result |= bit(lane)
          case false?: break
          case nil: run.fail(EvaluationError(.patternLimit), at: range, lane: lane)
          }
        }
        return result
      }
    }
  }

  /// Returns a leaf that takes the steps of its texts if steps or time are limited. Otherwise reading the lengths is not
  /// worth the cost.
  func charging(_ leaf: PredicateNode, _ limits: PredicateLimits) -> PredicateNode {
    guard limits.countsTexts, !endsAtObject, case .string = type.payload.kind else { return leaf }
    let reader = AddressReader(self)
    var charging = leaf
    charging.lanes = { run, block, live in
      let bytes = reader.withAddresses(run, block, live) { addresses, present in
        // Safety: The texts of 64 lanes are in memory, so the sum of their lengths fits.
        var bytes = 0
        forEachLane(present) { unsafe bytes &+= addresses[$0].assumingMemoryBound(to: String.self).pointee.utf8.count }
        return bytes
      }
      return run.spend(bytes: bytes) ? leaf.lanes(run, block, live) : 0
    }
    return charging
  }
}

extension SwiftType {
  /// Whether only the optional itself can be nil. Numbers may be NaN, and values of unknown type may contain nil.
  fileprivate var isNilOnlyAsOptional: Bool {
    switch kind {
    case .float, .double, .decimal, .date, .formatValue, .any, .read, .optional: false
    case .bool, .integer, .string, .substring, .data, .uuid, .url, .array, .set, .dictionary, .structure, .object,
      .unreadable:
      true
    }
  }
}

extension StoredInteger {
  static func leaf(_ path: AccessPath, _ interval: NumericInterval) -> PredicateNode {
    guard let range = IntegerRange<Self>(interval) else { return .never }
    return path.leaf(cost: 1) { addresses, live in
      unsafe addresses.scan(live, isShort: true) {
        unsafe range.contains($0.assumingMemoryBound(to: Self.self).pointee)
      }
    }
  }
}

extension IntegerRange {
  /// Creates the range of the integers of an interval, or returns `nil` if none of them has this width.
  init?(_ interval: NumericInterval) {
    guard let all = interval.integers else { return nil }
    let (low, high) = (max(all.lowerBound, Int128(T.min)), min(all.upperBound, Int128(T.max)))
    guard low <= high else { return nil }
    self.init(T(truncatingIfNeeded: low), T(truncatingIfNeeded: high))
  }
}

extension NumberNode<Int64> {
  /// Returns a node for the numbers among constants.
  ///
  /// - Parameter type: The type of the numbers. Those of `UInt64` are reinterpreted, and so are the constants.
  func node(
    among elements: [FormatValue], of type: any StoredInteger.Type = Int64.self, cost: Int, _ store: KernelMemory
  ) -> PredicateNode {
    let members = Members(integersOf: elements, as: type, store)
    return node(cost: cost) { members.contain($0) }
  }
}

extension NumberNode<Double> {
  /// Returns a node for the numbers, or dates as seconds, among constants.
  func node(among elements: [FormatValue], isOfDates: Bool, cost: Int, _ store: KernelMemory) -> PredicateNode {
    let members = Members(realsOf: elements, isOfDates: isOfDates, store)
    return node(cost: cost) { members.contain($0) }
  }
}

extension Members<Int64> {
  /// Creates the set of those elements that are integers.
  ///
  /// - Parameter type: If it is `UInt64`, the integers of this type, reinterpreted.
  init(integersOf elements: [FormatValue], as type: any StoredInteger.Type = Int64.self, _ store: KernelMemory) {
    self.init(
      elements.compactMap { element in
        switch element.equalityKey {
        case .integer(let value): type == UInt64.self && value < 0 ? nil : value
        case .unsigned(let value): type == UInt64.self ? Int64(bitPattern: value) : Int64(exactly: value)
        default: nil
        }
      }, store)
  }
}

extension Members<Double> {
  /// Creates the set of those elements that equal a double, or a date as seconds.
  init(realsOf elements: [FormatValue], isOfDates: Bool = false, _ store: KernelMemory) {
    self.init(
      elements.compactMap { element in
        switch element.asDoubleOperand().equalityKey {
        case .integer(let value) where !isOfDates: Double(exactly: value)
        case .unsigned(let value) where !isOfDates: Double(exactly: value)
        case .double(let value) where !isOfDates: value
        case .date(let seconds) where isOfDates: seconds
        default: nil
        }
      }, store)
  }
}
