import PredicateModel
import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The interval of values for which a comparison with a constant number is true.
struct Bounds {
  var low: FormatValue?
  var high: FormatValue?
  /// Whether the interval excludes its ends.
  var isOpen = false

  /// Creates the interval of `x op constant`, or returns `nil` if there is none or the constant is not of the family of
  /// `x`. Dates are represented as seconds, and booleans as 1 and 0.
  init?(_ op: ResolvedComparison.Operator, _ constant: FormatValue, for family: ValueType.Family) {
    switch op {
    case .equal: (low, high) = (constant, constant)
    case .lessThan: (high, isOpen) = (constant, true)
    case .lessThanOrEqual: high = constant
    case .greaterThan: (low, isOpen) = (constant, true)
    case .greaterThanOrEqual: low = constant
    case .between:
      guard case .list(let bounds) = constant, bounds.count == 2 else { return nil }
      (low, high) = (bounds[0].settled, bounds[1].settled)
    case .notEqual, .text, .matches, .contains: return nil
    }
    guard Self.settle(&low, family), Self.settle(&high, family) else { return nil }
  }

  /// Converts an end to a number; returns `false` if it does not belong to the family.
  private static func settle(_ end: inout FormatValue?, _ family: ValueType.Family) -> Bool {
    switch (end, family) {
    case (nil, _): return true
    case (.date(let seconds), .date): end = .double(seconds)
    case (.bool(let value), .number): end = .integer(value ? 1 : 0)
    case (.integer, .number), (.unsigned, .number), (.double, .number), (.decimal, .number): break
    default: return false
    }
    return true
  }

  /// Returns the least and greatest integers of a width in the interval; 1 and 0 if there are none.
  func integers<T: FixedWidthInteger>(_: T.Type) -> (low: T, high: T) {
    guard let low = low.map({ Self.least(T.self, from: $0, isOpen: isOpen) }) ?? T.min,
      let high = high.map({ Self.greatest(T.self, to: $0, isOpen: isOpen) }) ?? T.max
    else { return (1, 0) }
    return (low, high)
  }

  /// Returns the least integer in the interval that begins at `bound`. It uses binary search because comparing is exact for
  /// every kind of number, and rounding is not.
  private static func least<T: FixedWidthInteger>(_: T.Type, from bound: FormatValue, isOpen: Bool) -> T? {
    func isIn(_ value: T) -> Bool {
      let order = NumberOrder.compare(FormatValue(value), bound) ?? -1
      return isOpen ? order > 0 : order >= 0
    }
    guard isIn(.max) else { return nil }
    if isIn(.min) { return .min }
    var (out, inside) = (T.min, T.max)
    while true {
      let middle = out &+ T(truncatingIfNeeded: (T.Magnitude(truncatingIfNeeded: inside &- out)) / 2)
      if middle == out { return inside }
      if isIn(middle) { inside = middle } else { out = middle }
    }
    // The loop ends by returning alone.
  }

  private static func greatest<T: FixedWidthInteger>(_: T.Type, to bound: FormatValue, isOpen: Bool) -> T? {
    // The predecessor of the first integer above the interval.
    guard let behind = least(T.self, from: bound, isOpen: !isOpen) else { return .max }
    return behind == .min ? nil : behind - 1
  }

  /// The least and greatest doubles in the interval; a NaN end makes it empty.
  var doubles: (low: Double, high: Double) {
    (
      low.map { Self.leastDouble(from: $0, isOpen) } ?? -.infinity,
      high.map { Self.greatestDouble(to: $0, isOpen) } ?? .infinity
    )
  }

  private static func leastDouble(from bound: FormatValue, _ isOpen: Bool) -> Double {
    let bound = bound.besideDouble()
    let near = nearest(bound)
    let order = NumberOrder.compare(.double(near), bound) ?? 0
    if order == 0, isOpen, near == .infinity { return .nan }  // Nothing is greater.
    return order < 0 || order == 0 && isOpen ? near.nextUp : near
  }

  private static func greatestDouble(to bound: FormatValue, _ isOpen: Bool) -> Double {
    let bound = bound.besideDouble()
    let near = nearest(bound)
    let order = NumberOrder.compare(.double(near), bound) ?? 0
    if order == 0, isOpen, near == -.infinity { return .nan }  // Nothing is less.
    return order > 0 || order == 0 && isOpen ? near.nextDown : near
  }

  /// Returns the number as a double, which may be rounded.
  private static func nearest(_ bound: FormatValue) -> Double {
    switch bound {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.doubleValue
    default: .nan
    }
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

extension AccessPath {
  /// Returns the leaf for an integer of any width, optional or not.
  @inline(never)
  func integerLeaf(_ bounds: Bounds) -> PredicateNode? {
    guard case .integer(let kind) = payloadType.kind else { return nil }
    switch kind {
    case .int8: return leaf(bounds, Int8.self)
    case .int16: return leaf(bounds, Int16.self)
    case .int32: return leaf(bounds, Int32.self)
    case .int64: return leaf(bounds, Int64.self)
    case .uint8: return leaf(bounds, UInt8.self)
    case .uint16: return leaf(bounds, UInt16.self)
    case .uint32: return leaf(bounds, UInt32.self)
    case .uint64: return leaf(bounds, UInt64.self)
    }
  }

  /// Returns the leaf for a type that compares as a double, optional or not, or `nil` for other types.
  @inline(never)
  func realLeaf(_ bounds: Bounds) -> PredicateNode? {
    switch payloadType.kind {
    case .double: return leaf(bounds, Double.self)
    case .float: return leaf(bounds, Float.self)
    case .date: return leaf(bounds, Date.self)
    case .bool: return leaf(bounds, Bool.self)
    default: return nil
    }
  }

  private func leaf<Value: RealValue>(_ bounds: Bounds, _: Value.Type) -> PredicateNode {
    let (low, high) = bounds.doubles
    return leaf(cost: 1, RealRange<Value>(low: low, high: high))
  }

  private func leaf<T: FixedWidthInteger>(_ bounds: Bounds, _: T.Type) -> PredicateNode {
    let (low, high) = bounds.integers(T.self)
    guard let range = IntegerRange(low, high) else { return .never }
    return leaf(cost: 1, range)
  }

  /// Returns the leaf for an integer among constants. Constants that equal no integer of the width are dropped.
  @inline(never)
  func integerMembershipLeaf(_ elements: [FormatValue], _ store: NeedleStore) -> PredicateNode? {
    guard case .integer(let kind) = type.kind else { return nil }
    switch kind {
    case .int8: return membershipLeaf(elements, store, Int8.self)
    case .int16: return membershipLeaf(elements, store, Int16.self)
    case .int32: return membershipLeaf(elements, store, Int32.self)
    case .int64: return membershipLeaf(elements, store, Int64.self)
    case .uint8: return membershipLeaf(elements, store, UInt8.self)
    case .uint16: return membershipLeaf(elements, store, UInt16.self)
    case .uint32: return membershipLeaf(elements, store, UInt32.self)
    case .uint64: return membershipLeaf(elements, store, UInt64.self)
    }
  }

  private func membershipLeaf<T: FixedWidthInteger>(
    _ elements: [FormatValue], _ store: NeedleStore, _: T.Type
  ) -> PredicateNode {
    let sorted = IntegerMembership<T>.members(elements)
    return leaf(cost: 4, IntegerMembership<T>(members: store.values(sorted), count: sorted.count))
  }
}
