import PredicateSemantics
import PredicateSyntax

// Comparisons of arithmetic with constants, such as `age * 2 > 7`, as comparisons of the key, such as `age >= 4`, which an index
// serves.

extension Lowering {
  /// Returns one of the six comparisons of arithmetic of one key and constants, as comparisons of the key. The key is an integer,
  /// a double or a date. Returns nil for all other comparisons.
  @inline(never)
  mutating func solved(_ comparison: ResolvedComparison, is wanted: Bool) throws(Refusal) -> SQLCondition? {
    let ordered = comparison.withConstantOnRight
    guard let constant = ordered.right.constant else { return nil }
    let isUnequal = ordered.operator == .notEqual
    let results = NumericInterval(isUnequal ? .equal : ordered.operator, constant.nanAsNil)
    return try solved(ordered, results, is: wanted != isUnequal)
  }

  /// Returns whether the result of the left side is in an interval, as comparisons of the key. A key for which it has no result,
  /// because the result of it or of a part of it is too large, is not among the keys.
  @inline(never)
  mutating func solved(
    _ comparison: ResolvedComparison, _ results: NumericInterval?, is wanted: Bool
  ) throws(Refusal) -> SQLCondition? {
    guard case .function = comparison.left.kind, let results, results.isOfDates == (comparison.left.type == .date),
      let (key, keys) = KeySpan.solve(comparison.left, for: results)
    else { return nil }
    // Notes the errors of the arithmetic, and refuses what the dialect does not have.
    _ = try value(comparison.left)
    let all: KeySpan
    switch try value(key).type {
    case .integer(let bounds): all = .integers(Int128(bounds.lowerBound), Int128(bounds.upperBound))
    case .double(let isSingle):
      all = table.holdsInfinity ? .doubles(-.infinity, .infinity) : isSingle ? .allDoubles.ofSingles : .allDoubles
    case .date(.referenceSeconds), .date(.unixSeconds), .date(.unixIntegerSeconds), .date(.unixMilliseconds):
      all = table.holdsInfinity ? .doubles(-.infinity, .infinity) : .allDoubles
    case .date: all = .doubles(Double.years1To9999.lowerBound, Double.years1To9999.upperBound)
    case .boolean, .decimal, .text, .uuid, .data, .object: return nil
    }
    func part(_ comparator: ResolvedComparison.Operator, _ constant: FormatValue) -> ResolvedPredicate {
      var part = comparison
      var constant = constant
      if results.isOfDates, case .double(let seconds) = constant { constant = .date(seconds) }
      (part.left, part.operator) = (key, comparator)
      part.right = ResolvedExpression(constant: constant, at: comparison.right.range)
      return .comparison(part)
    }
    guard let (low, high) = keys.ends, let (least, greatest) = all.ends else { return .constant(!wanted) }
    var parts: [ResolvedPredicate] = []
    if low == high {
      parts = [part(.equal, low)]
    } else {
      if FormatValue.order(low, least) == 1 {
        // Beside a date, `>` has the constant of the text less the seconds, which is a whole number more often.
        let isOpen = results.isOfDates && comparison.operator == .greaterThan
        parts.append(isOpen ? part(.greaterThan, low.nextDown) : part(.greaterThanOrEqual, low))
      }
      if FormatValue.order(high, greatest) == -1 {
        let isOpen = results.isOfDates && comparison.operator == .lessThan
        parts.append(isOpen ? part(.lessThan, high.nextUp) : part(.lessThanOrEqual, high))
      }
    }
    if parts.isEmpty { parts = [part(.notEqual, .null)] }
    return try condition(parts.count == 1 ? parts[0] : .and(parts), is: wanted)
  }
}

extension FormatValue {
  /// The least double that is greater, or the value itself if it is not a double.
  fileprivate var nextUp: FormatValue { if case .double(let number) = self { .double(number.nextUp) } else { self } }
  /// The greatest double that is less, or the value itself if it is not a double.
  fileprivate var nextDown: FormatValue {
    if case .double(let number) = self { .double(number.nextDown) } else { self }
  }
}

/// The numbers from one to another; none if the first is greater.
private enum KeySpan {
  /// Integers of 64 bits.
  case integers(Int128, Int128)
  /// Doubles, or dates as seconds. The arithmetic of the language has no infinite results.
  case doubles(Double, Double)

  static let allDoubles = KeySpan.doubles(-.greatestFiniteMagnitude, .greatestFiniteMagnitude)

  /// Creates the span of the integers of 64 bits within bounds.
  private init(_ low: Int128, _ high: Int128) {
    let (low, high) = (max(low, Int128(Int64.min)), min(high, Int128(Int64.max)))
    self = low <= high ? .integers(low, high) : .integers(1, 0)
  }

  /// Creates the span of the finite doubles within bounds. A bound is nil, and the span is empty, if no double is beyond it.
  private init(_ low: Double?, _ high: Double?) {
    guard let low, let high, low <= high else {
      self = .doubles(1, 0)
      return
    }
    self = .doubles(max(low, -.greatestFiniteMagnitude), min(high, .greatestFiniteMagnitude))
  }

  /// The first and the last number, or nil if there are none.
  var ends: (FormatValue, FormatValue)? {
    switch self {
    case .integers(let low, let high):
      guard let low = Int64(exactly: low), let high = Int64(exactly: high), low <= high else { return nil }
      return (.integer(low), .integer(high))
    case .doubles(let low, let high): return low <= high ? (.double(low), .double(high)) : nil
    }
  }

  /// The numbers of 32 bits in the span. A constant next to a key of 32 bits is read as such a number, so other bounds would be
  /// rounded.
  var ofSingles: KeySpan {
    guard case .doubles(let low, let high) = self else { return self }
    let (first, last) = (Float(low), Float(high))
    return .doubles(
      Double(Double(first) < low ? first.nextUp : first), Double(Double(last) > high ? last.nextDown : last))
  }

  /// Returns the key of arithmetic of one key and constants, and the values of the key for which the result is in an interval
  /// and the arithmetic has no error. Returns nil for all other expressions.
  static func solve(_ expression: ResolvedExpression, for results: NumericInterval) -> (ResolvedExpression, KeySpan)? {
    guard var span = KeySpan(results, of: expression.type) else { return nil }
    var rest = expression
    while case .function(let function, let operands) = rest.kind {
      guard operands.count == 2, let operation = Lowering.Arithmetic(function.operation) else { return nil }
      if let constant = operands[1].constant?.nanAsNil, let keys = span.preimage(ofLeftOperandOf: operation, constant) {
        (rest, span) = (operands[0], keys)
      } else if let constant = operands[0].constant?.nanAsNil,
        let keys = span.preimage(ofRightOperandOf: operation, constant)
      {
        (rest, span) = (operands[1], keys)
      } else {
        return nil
      }
    }
    guard case .path = rest.kind else { return nil }
    if rest.type == .double(precision: .single), expression.type == .double { return (rest, span.ofSingles) }
    return rest.type == expression.type ? (rest, span) : nil
  }

  private init?(_ results: NumericInterval, of type: ValueType) {
    switch type {
    case .integer: self = results.integers.map { KeySpan($0.lowerBound, $0.upperBound) } ?? .integers(1, 0)
    case .double, .date: self.init(results.doubles.low, results.doubles.high)
    case .any, .null, .bool, .decimal, .string, .uuid, .data, .record, .object, .list, .set: return nil
    }
  }

  /// Returns the left operands for which the result is in the span. The right operand is a constant.
  private func preimage(
    ofLeftOperandOf operation: Lowering.Arithmetic, _ constant: FormatValue
  ) -> KeySpan? {
    switch self {
    case .integers(let low, let high):
      guard case .integer(let number) = constant else { return nil }
      return Self.integerPreimage(low, high, operation, Int128(number))
    case .doubles(let low, let high):
      guard let number = try? ValueFunction.double(constant, of: "") else { return nil }
      switch operation {
      case .add: return Self.doublePreimage(low, high) { $0 + number }
      case .subtract: return Self.doublePreimage(low, high) { $0 - number }
      case .multiply: return Self.doublePreimage(low, high) { $0 * number }
      case .divide: return number == 0 ? nil : Self.doublePreimage(low, high) { $0 / number }
      case .modulus: return nil
      }
    }
  }

  /// Returns the right operands for which the result is in the span. The left operand is a constant.
  private func preimage(
    ofRightOperandOf operation: Lowering.Arithmetic, _ constant: FormatValue
  ) -> KeySpan? {
    switch (operation, self) {
    case (.add, _), (.multiply, _): return preimage(ofLeftOperandOf: operation, constant)
    case (.subtract, .integers(let low, let high)):
      guard case .integer(let number) = constant else { return nil }
      return KeySpan(Int128(number) - high, Int128(number) - low)
    case (.subtract, .doubles(let low, let high)):
      guard let number = try? ValueFunction.double(constant, of: "") else { return nil }
      return Self.doublePreimage(low, high) { number - $0 }
    case (.divide, _), (.modulus, _): return nil
    }
  }

  // MARK: Integers

  /// Returns the left integers for which the result is from `low` to `high`. `number` is the right operand.
  private static func integerPreimage(
    _ low: Int128, _ high: Int128, _ operation: Lowering.Arithmetic, _ number: Int128
  ) -> KeySpan? {
    switch operation {
    case .add: return KeySpan(low - number, high - number)
    case .subtract: return KeySpan(low + number, high + number)
    case .multiply:
      if number == 0 { return nil }
      let ends = number > 0 ? (low, high) : (-high, -low)
      let size = Int128(number.magnitude)
      return KeySpan(-floor(-ends.0, size), floor(ends.1, size))
    case .divide:
      if number == 0 { return nil }
      // A quotient is truncated toward zero.
      let ends = number > 0 ? (low, high) : (-high, -low)
      let size = Int128(number.magnitude)
      return KeySpan(
        ends.0 > 0 ? ends.0 * size : (ends.0 - 1) * size + 1, ends.1 < 0 ? ends.1 * size : (ends.1 + 1) * size - 1)
    case .modulus: return nil
    }
  }

  /// Returns the quotient, rounded down. The divisor is positive.
  private static func floor(_ number: Int128, _ divisor: Int128) -> Int128 {
    number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
  }

  // MARK: Doubles

  /// Returns the finite doubles for which the result is from `low` to `high`. The function must never fall or never rise, which
  /// rounding preserves.
  private static func doublePreimage(
    _ low: Double, _ high: Double, _ function: (Double) -> Double
  ) -> KeySpan {
    let largest = Double.greatestFiniteMagnitude
    if function(-largest) <= function(largest) {
      return KeySpan(least { function($0) >= low }, least { function(-$0) <= high }.map { 0 - $0 })
    }
    return KeySpan(least { function($0) <= high }, least { function(-$0) >= low }.map { 0 - $0 })
  }

  /// Returns the least finite double at which a condition holds, or nil if there is none. If it holds at a double, it must hold
  /// at all greater ones.
  private static func least(where holds: (Double) -> Bool) -> Double? {
    // Doubles of the same sign have the order of their bit patterns.
    func double(_ number: Int128) -> Double {
      let size = Double(bitPattern: UInt64(number.magnitude))
      return number < 0 ? -size : size
    }
    var end = Int128(Double.greatestFiniteMagnitude.bitPattern)
    var first = -end
    guard holds(double(end)) else { return nil }
    while first < end {
      let middle = first + (end - first) >> 1
      if holds(double(middle)) { end = middle } else { first = middle + 1 }
    }
    return double(end)
  }
}
