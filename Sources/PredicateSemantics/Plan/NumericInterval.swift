import PredicateSyntax

/// The interval of numbers, or of dates as seconds, for which one or more comparisons with constants are true.
package struct NumericInterval: Sendable {
  private struct End {
    var value: FormatValue
    /// Whether the interval excludes the end.
    var isOpen: Bool
  }

  /// The lower ends, all of which bound the values. Which of them is the greatest may depend on how the constants are read.
  private var lows: [End] = []
  private var highs: [End] = []
  /// Whether the values are dates. Otherwise they are numbers, and booleans are 1 and 0.
  package let isOfDates: Bool

  /// Creates the interval of `x op constant`, or returns `nil` if there is none.
  package init?(_ op: ResolvedComparison.Operator, _ constant: FormatValue) {
    var (low, high): (FormatValue?, FormatValue?) = (nil, nil)
    var isOpen = false
    switch op {
    case .equal: (low, high) = (constant, constant)
    case .lessThan: (high, isOpen) = (constant, true)
    case .lessThanOrEqual: high = constant
    case .greaterThan: (low, isOpen) = (constant, true)
    case .greaterThanOrEqual: low = constant
    case .between:
      guard case .list(let bounds) = constant, bounds.count == 2 else { return nil }
      (low, high) = (bounds[0].nanAsNil, bounds[1].nanAsNil)
    case .notEqual, .text, .matches, .contains, .isAmong, .isWithin: return nil
    }
    isOfDates = if case .date? = low ?? high { true } else { false }
    guard Self.makeNumber(&low, isOfDates), Self.makeNumber(&high, isOfDates) else { return nil }
    if let low { lows = [End(value: low, isOpen: isOpen)] }
    if let high { highs = [End(value: high, isOpen: isOpen)] }
  }

  /// Creates the interval of the numbers that satisfy all comparisons of a key, or returns `nil` if a comparison has no interval.
  init?(allOf comparisons: [ResolvedComparison]) {
    var all: NumericInterval?
    for comparison in comparisons {
      let ordered = comparison.withConstantOnRight
      guard let constant = ordered.right.constant, let one = NumericInterval(ordered.operator, constant) else {
        return nil
      }
      if all == nil {
        all = one
      } else if all?.isOfDates == one.isOfDates {
        all?.lows += one.lows
        all?.highs += one.highs
      } else {
        return nil
      }
    }
    guard let all else { return nil }
    self = all
  }

  /// Converts an end to a number; returns `false` if it is of another kind.
  private static func makeNumber(_ end: inout FormatValue?, _ isDate: Bool) -> Bool {
    switch (end, isDate) {
    case (nil, _): return true
    case (.date(let seconds), true): end = .double(seconds)
    case (.bool(let value), false): end = .integer(value ? 1 : 0)
    case (.integer, false), (.unsigned, false), (.double, false), (.decimal, false): break
    default: return false
    }
    return true
  }

  // MARK: Integers

  /// The integers in the interval that have 64 bits, with or without sign; `nil` if there are none.
  package var integers: ClosedRange<Int128>? {
    var (least, greatest) = (Self.storableIntegers.lowerBound, Self.storableIntegers.upperBound)
    for low in lows { least = max(least, Self.least(from: low.value, isOpen: low.isOpen)) }
    // The predecessor of the first integer above the interval.
    for high in highs { greatest = min(greatest, Self.least(from: high.value, isOpen: !high.isOpen) - 1) }
    return least <= greatest ? least...greatest : nil
  }

  private static let storableIntegers = Int128(Int64.min)...Int128(UInt64.max)

  /// Returns the least integer in the interval that begins at `bound`, or the one after all integers. It uses binary search
  /// because comparing is exact for every kind of number, and rounding is not.
  private static func least(from bound: FormatValue, isOpen: Bool) -> Int128 {
    if case .integer(let number) = bound { return Int128(number) + (isOpen ? 1 : 0) }
    var (first, end) = (storableIntegers.lowerBound, storableIntegers.upperBound + 1)
    while first < end {
      let middle = first + (end - first) / 2
      let value = Int64(exactly: middle).map(FormatValue.integer) ?? .unsigned(UInt64(middle))
      let order = FormatValue.compare(value, bound) ?? -1
      if isOpen ? order > 0 : order >= 0 { end = middle } else { first = middle + 1 }
    }
    return first
  }

  /// `true` if a count in the interval means that there are elements, and `false` if it means that there are none. `nil` if it
  /// means something else.
  package var existence: Bool? {
    guard let integers else { return nil }
    if integers.upperBound == 0 { return false }
    return integers.lowerBound == 1 && integers.upperBound >= Int64.max ? true : nil
  }

  // MARK: Doubles

  /// The least and greatest doubles in the interval; a NaN end makes it empty.
  package var doubles: (low: Double, high: Double) {
    var (low, high) = (-Double.infinity, Double.infinity)
    for end in lows {
      let least = Self.leastDouble(from: end.value, end.isOpen)
      if !(least <= low) { low = least }
      if low.isNaN { break }
    }
    for end in highs {
      let greatest = Self.greatestDouble(to: end.value, end.isOpen)
      if !(greatest >= high) { high = greatest }
      if high.isNaN { break }
    }
    return (low, high)
  }

  private static func leastDouble(from bound: FormatValue, _ isOpen: Bool) -> Double {
    let bound = bound.asDoubleOperand()
    let near = nearest(bound)
    let order = FormatValue.compare(.double(near), bound) ?? 0
    if order == 0, isOpen, near == .infinity { return .nan }  // Nothing is greater.
    return order < 0 || order == 0 && isOpen ? near.nextUp : near
  }

  private static func greatestDouble(to bound: FormatValue, _ isOpen: Bool) -> Double {
    let bound = bound.asDoubleOperand()
    let near = nearest(bound)
    let order = FormatValue.compare(.double(near), bound) ?? 0
    if order == 0, isOpen, near == -.infinity { return .nan }  // Nothing is less.
    return order > 0 || order == 0 && isOpen ? near.nextDown : near
  }

  /// Returns the number as a double, which may be rounded.
  private static func nearest(_ bound: FormatValue) -> Double { bound.doubleValue ?? .nan }
}
