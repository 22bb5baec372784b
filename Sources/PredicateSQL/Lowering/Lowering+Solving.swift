import PredicateModel
import PredicateSyntax

// Comparisons of arithmetic with constants, such as `age * 2 > 7`, as comparisons of the key, such as `age >= 4`, which an index
// serves.

extension Lowering {
  /// Returns one of the six comparisons of arithmetic of one integer key and constants, as comparisons of the key. Returns nil
  /// for all other comparisons.
  @inline(never)
  mutating func solved(_ comparison: ResolvedComparison, is value: Bool) throws(Refusal) -> SQLCondition? {
    let ordered = comparison.withConstantOnRight
    guard case .function = ordered.left.kind, let comparator = SQLComparator(ordered.operator),
      let results = try results(comparator == .unequal ? .equal : comparator, ordered.right)
    else { return nil }
    return try solved(ordered, results, is: value == (comparator != .unequal))
  }

  /// Returns BETWEEN two constants of such arithmetic, as comparisons of the key.
  @inline(never)
  mutating func solved(
    _ low: ResolvedComparison, _ high: ResolvedComparison, is value: Bool
  ) throws(Refusal) -> SQLCondition? {
    guard case .function = low.left.kind, let least = try results(.greaterOrEqual, low.right),
      let greatest = try results(.lessOrEqual, high.right)
    else { return nil }
    return try solved(low, IntegerSpan(least.low, greatest.high), is: value)
  }

  /// Returns the integers for which a comparison with a constant is true; nil if the constant is not a number.
  private func results(
    _ comparator: SQLComparator, _ right: ResolvedExpression
  ) throws(Refusal) -> IntegerSpan? {
    guard let constant = right.constant, !constant.isNull else { return nil }
    let fitted = try fit(constant.settled, to: .integer64, at: right.range)
    let isExact: Bool
    let floor: Int128
    switch fitted {
    case .exactly(let parameter), .justAbove(let parameter):
      guard case .integer(let number) = parameter.value else { return nil }
      floor = Int128(number)
      isExact = if case .exactly = fitted { true } else { false }
    case .belowAll: (floor, isExact) = (IntegerSpan.all.low - 1, false)
    case .aboveAll: (floor, isExact) = (IntegerSpan.all.high, false)
    case .unlike: return nil
    }
    let span =
      switch comparator {
      case .equal, .unequal: isExact ? IntegerSpan(floor, floor) : IntegerSpan(1, 0)
      case .less: IntegerSpan(IntegerSpan.all.low, isExact ? floor - 1 : floor)
      case .lessOrEqual: IntegerSpan(IntegerSpan.all.low, floor)
      case .greater: IntegerSpan(floor + 1, IntegerSpan.all.high)
      case .greaterOrEqual: IntegerSpan(isExact ? floor : floor + 1, IntegerSpan.all.high)
      }
    return span
  }

  /// Returns whether the result of the left side is one of the results. A key for which it has none, because it or a part of it
  /// does not fit into 64 bits, is not among the keys.
  private mutating func solved(
    _ comparison: ResolvedComparison, _ results: IntegerSpan, is value: Bool
  ) throws(Refusal) -> SQLCondition? {
    guard let (key, keys) = IntegerSpan.solve(comparison.left, for: results) else { return nil }
    // Notes the faults of the arithmetic, and refuses what the dialect does not have.
    guard case .integer = try self.value(comparison.left).type, case .integer(let bounds) = try self.value(key).type
    else { return nil }
    func part(_ comparator: ResolvedComparison.Operator, _ constant: FormatValue) -> ResolvedPredicate {
      var part = comparison
      (part.left, part.operator) = (key, comparator)
      part.right = ResolvedExpression(
        .constant(constant), type: constant.valueType, isNullable: constant.isNull, range: comparison.right.range)
      return .comparison(part)
    }
    guard let low = Int64(exactly: keys.low), let high = Int64(exactly: keys.high), low <= high else {
      return .constant(!value)
    }
    var parts: [ResolvedPredicate] = []
    if low == high {
      parts = [part(.equal, .integer(low))]
    } else {
      if low > bounds.lowerBound { parts.append(part(.greaterThanOrEqual, .integer(low))) }
      if high < bounds.upperBound { parts.append(part(.lessThanOrEqual, .integer(high))) }
    }
    if parts.isEmpty { parts = [part(.notEqual, .null)] }
    return try condition(parts.count == 1 ? parts[0] : .and(parts), is: value)
  }
}

/// The integers from one to another; none if the first is greater.
private struct IntegerSpan {
  var low: Int128
  var high: Int128

  /// All integers of 64 bits.
  static let all = IntegerSpan(Int128(Int64.min), Int128(Int64.max))

  /// Creates the span of the integers of 64 bits within bounds.
  init(_ low: Int128, _ high: Int128) {
    self.low = max(low, Int128(Int64.min))
    self.high = min(high, Int128(Int64.max))
    if self.low > self.high { (self.low, self.high) = (1, 0) }
  }

  /// Returns the key of arithmetic of one key and constants, and the values of the key for which the result is one of the
  /// results and every part of it fits into 64 bits. Returns nil for all other expressions.
  static func solve(_ expression: ResolvedExpression, for results: IntegerSpan) -> (ResolvedExpression, IntegerSpan)? {
    var (rest, span) = (expression, results)
    while case .function(let function, let operands) = rest.kind {
      guard operands.count == 2 else { return nil }
      if let constant = operands[1].integer, let before = span.before(function.operation, constant) {
        (rest, span) = (operands[0], before)
      } else if let constant = operands[0].integer, let before = span.before(constant, function.operation) {
        (rest, span) = (operands[1], before)
      } else {
        return nil
      }
    }
    guard case .path = rest.kind, rest.type == .integer else { return nil }
    return (rest, span)
  }

  /// Returns the left operands for which the result is in the span.
  private func before(_ operation: ValueFunction.Operation?, _ constant: Int64) -> IntegerSpan? {
    let number = Int128(constant)
    switch operation {
    case .add: return IntegerSpan(low - number, high - number)
    case .subtract: return IntegerSpan(low + number, high + number)
    case .multiply:
      if number == 0 { return nil }
      let ends = number > 0 ? (low, high) : (-high, -low)
      let size = Int128(number.magnitude)
      return IntegerSpan(-Self.floor(-ends.0, size), Self.floor(ends.1, size))
    case .divide:
      if number == 0 { return nil }
      // A quotient is truncated toward zero.
      let ends = number > 0 ? (low, high) : (-high, -low)
      let size = Int128(number.magnitude)
      return IntegerSpan(
        ends.0 > 0 ? ends.0 * size : (ends.0 - 1) * size + 1, ends.1 < 0 ? ends.1 * size : (ends.1 + 1) * size - 1)
    default: return nil
    }
  }

  /// Returns the right operands for which the result is in the span.
  private func before(_ constant: Int64, _ operation: ValueFunction.Operation?) -> IntegerSpan? {
    switch operation {
    case .add, .multiply: before(operation, constant)
    case .subtract: IntegerSpan(Int128(constant) - high, Int128(constant) - low)
    default: nil
    }
  }

  /// Returns the quotient, rounded down. The divisor is positive.
  private static func floor(_ number: Int128, _ divisor: Int128) -> Int128 {
    number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
  }
}

extension ResolvedExpression {
  /// The integer, if this is a constant one.
  fileprivate var integer: Int64? {
    if case .integer(let number)? = constant?.settled { number } else { nil }
  }
}
