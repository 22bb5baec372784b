import PredicateModel
import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AccessPath: TestedValues {
  func node(for test: ValueTest, of planned: PlannedComparison, in compiler: inout Compiler) -> PredicateNode? {
    if endsAtObject || endsInLength { return nil }
    switch test {
    case .isNil: return nilLeaf
    // Operators for texts and collections check the kind of an untyped value even if the other operand is nil.
    case .never: return hasGetters || type.valueType == .any ? nil : .never
    case .range(let interval): return rangeLeaf(interval)
    case .text(let test, let needle, let options):
      guard let maker = textMaker(cost: 4) else { return nil }
      if test == .contains, compiler.current > 0, !options.folds, needle.utf8.count == 1, let byte = needle.utf8.first {
        return maker.visit(ByteInElement(byte))
      }
      return withTextKernel(test, needle: needle, options: options, store: compiler.store, maker)
    case .order(let ordering, let needle, let options):
      guard let maker = textMaker(cost: 4) else { return nil }
      return withOrderKernel(ordering, needle: needle, options: options, store: compiler.store, maker)
    case .matches(_, let options):
      guard let maker = textMaker(cost: 4), let pattern = compiler.pattern(of: planned.comparison) else { return nil }
      return patternLeaf(pattern, options, maker, compiler.store, at: planned.comparison.range)
    case .members(let elements): return membershipLeaf(elements, compiler.store)
    }
  }

  /// The leaf for the values that are nil, or `nil` if not only the optional itself can be nil.
  private var nilLeaf: PredicateNode? {
    // nil may occur anywhere on the path.
    guard !hasGetters, type.unwrapped.isNilOnlyAsOptional else { return nil }
    let path = self
    let type = type
    return PredicateNode(cost: 3) { run, block, live in
      path.withPlaces(run, block, live) { places, mask in
        var present: UInt64 = 0
        forEachLane(mask) { if !type.isNil(places[$0]) { present |= bit($0) } }
        return live & ~present
      }
    }
  }

  // MARK: Numbers

  /// Returns the leaf for a number or date in an interval, or `nil` if the values are not of its kind.
  func rangeLeaf(_ interval: NumericInterval) -> PredicateNode? {
    switch type.unwrapped.kind {
    case .integer where !interval.isOfDates: integerLeaf(interval)
    case .double where !interval.isOfDates, .float where !interval.isOfDates, .bool where !interval.isOfDates,
      .date where interval.isOfDates:
      realLeaf(interval)
    default: nil
    }
  }

  @inline(never)
  private func integerLeaf(_ interval: NumericInterval) -> PredicateNode? {
    guard case .integer(let kind) = payloadType.kind else { return nil }
    func leaf<T: FixedWidthInteger>(_: T.Type) -> PredicateNode {
      IntegerRange<T>(interval).map { self.leaf(cost: 1, $0) } ?? .never
    }
    switch kind {
    case .int8: return leaf(Int8.self)
    case .int16: return leaf(Int16.self)
    case .int32: return leaf(Int32.self)
    case .int64: return leaf(Int64.self)
    case .uint8: return leaf(UInt8.self)
    case .uint16: return leaf(UInt16.self)
    case .uint32: return leaf(UInt32.self)
    case .uint64: return leaf(UInt64.self)
    }
  }

  /// Returns the leaf for a type that compares as a double, or `nil` for other types.
  @inline(never)
  private func realLeaf(_ interval: NumericInterval) -> PredicateNode? {
    let (low, high) = interval.doubles
    func leaf<Value: RealValue>(_: Value.Type) -> PredicateNode {
      self.leaf(cost: 1, RealRange<Value>(low: low, high: high))
    }
    switch payloadType.kind {
    case .double: return leaf(Double.self)
    case .float: return leaf(Float.self)
    case .date: return leaf(Date.self)
    case .bool: return leaf(Bool.self)
    default: return nil
    }
  }

  // MARK: Membership

  /// Returns the leaf for a string or an integer among constants.
  @inline(never)
  private func membershipLeaf(_ elements: [FormatValue], _ store: NeedleStore) -> PredicateNode? {
    if let maker = textMaker(cost: 8) {
      // A value that is not a string equals no string. Membership ignores the options.
      return withSetKernel(elements.compactMap(\.stringValue), options: [], store: store, maker)
    }
    // Constants that equal no integer of the width are dropped.
    func leaf<T: FixedWidthInteger>(_: T.Type) -> PredicateNode {
      let sorted = IntegerMembership<T>.members(elements)
      return self.leaf(cost: 4, IntegerMembership<T>(members: store.values(sorted), count: sorted.count))
    }
    guard case .integer(let kind) = type.kind else { return nil }
    switch kind {
    case .int8: return leaf(Int8.self)
    case .int16: return leaf(Int16.self)
    case .int32: return leaf(Int32.self)
    case .int64: return leaf(Int64.self)
    case .uint8: return leaf(UInt8.self)
    case .uint16: return leaf(UInt16.self)
    case .uint32: return leaf(UInt32.self)
    case .uint64: return leaf(UInt64.self)
    }
  }

  // MARK: Texts

  /// Returns the visitor that creates the leaf of a kernel, or `nil` if the values are not strings.
  private func textMaker(cost: Int) -> TextLeafMaker? {
    guard case .string = payloadType.kind else { return nil }
    return TextLeafMaker(path: self, cost: cost)
  }

  /// Returns a leaf for MATCHES. Patterns equivalent to strings need no regular expression.
  private func patternLeaf(
    _ pattern: Pattern, _ options: StringOptions, _ maker: TextLeafMaker, _ store: NeedleStore, at range: FormatRange
  ) -> PredicateNode {
    guard let strings = pattern.strings else { return expressionLeaf(pattern, at: range) }
    let tests = withPatternKernels(strings, options: options, store: store, maker)
    let simple = Compiler.joined(tests, none: false, Compiler.or)
    if pattern.isStringsOnly { return simple }
    // The regular expression handles strings that are not ASCII.
    let (beyond, rest) = (maker.visit(BeyondASCII()), expressionLeaf(pattern, at: range))
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
    return PredicateNode(cost: 100, mayFail: true) { run, block, live in
      reader.withAddresses(run, block, live) { addresses, present in
        var result: UInt64 = 0
        let asking = PatternAsking(pattern)
        forEachLane(present) { lane in
          switch asking.ask(addresses[lane].assumingMemoryBound(to: String.self).pointee, run) {
          case .yes: result |= bit(lane)
          case .no: break
          case .gaveUp: run.fail(EvaluationError(.patternLimit), at: range, lane: lane)
          }
        }
        return result
      }
    }
  }

  /// Returns a leaf that takes the steps of its texts if steps or time are limited. Otherwise reading the lengths is not
  /// worth the cost.
  func charging(_ leaf: PredicateNode, _ limits: Limits) -> PredicateNode {
    guard limits.countsTexts, !endsAtObject, case .string = payloadType.kind else { return leaf }
    let reader = AddressReader(self)
    var charging = leaf
    charging.lanes = { run, block, live in
      let bytes = reader.withAddresses(run, block, live) { addresses, present in
        var bytes = 0
        forEachLane(present) { bytes &+= addresses[$0].assumingMemoryBound(to: String.self).pointee.utf8.count }
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
    default: true
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

extension IntegerMembership {
  /// Returns the elements that are integers of the width, sorted and without duplicates.
  static func members(_ elements: [FormatValue]) -> [T] {
    let members: [T] = elements.compactMap { element in
      switch element.equalityKey {
      case .integer(let value): T(exactly: value)
      case .unsigned(let value): T(exactly: value)
      default: nil
      }
    }
    return Set(members).sorted()
  }
}
