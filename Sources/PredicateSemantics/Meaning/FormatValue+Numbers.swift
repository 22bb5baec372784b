import PredicateSyntax

// The order of numbers. Int64, UInt64, Double and Decimal compare exactly by value, regardless of their types (Rationale
// 4.4).

extension FormatValue {
  /// The decimal, or an integer as a decimal. `nil` for any other value.
  package var exactDecimal: FormatDecimal? {
    switch self {
    case .integer(let value): FormatDecimal(value)
    case .unsigned(let value): FormatDecimal(whole: UInt128(value))
    case .decimal(let value): value
    case .null, .bool, .double, .string, .date, .uuid, .data, .list, .set, .record, .object: nil
    }
  }

  /// Returns -1, 0 or 1, or `nil` if an operand is NaN or neither a number nor a boolean. Booleans compare as 0 and 1.
  package static func compare(_ left: FormatValue, _ right: FormatValue) -> Int? {
    switch (left, right) {
    case (.bool(let value), _): compare(.integer(value ? 1 : 0), right)
    case (_, .bool(let value)): compare(left, .integer(value ? 1 : 0))
    case (.integer(let l), .integer(let r)): sign(l, r)
    case (.unsigned(let l), .unsigned(let r)): sign(l, r)
    case (.integer, .unsigned): -1  // `unsigned` is only for values above Int64.max
    case (.unsigned, .integer): 1
    case (.double(let l), .double(let r)): l.isNaN || r.isNaN ? nil : sign(l, r)
    case (.integer(let l), .double(let r)): compare(l, r)
    case (.double(let l), .integer(let r)): compare(r, l).map { -$0 }
    case (.unsigned(let l), .double(let r)): compare(l, r)
    case (.double(let l), .unsigned(let r)): compare(r, l).map { -$0 }
    case (.decimal(let l), .decimal(let r)): compare(l, r)
    case (.decimal(let l), .integer(let r)): compare(l, FormatDecimal(r))
    case (.integer(let l), .decimal(let r)): compare(FormatDecimal(l), r)
    case (.decimal(let l), .unsigned(let r)): compare(l, FormatDecimal(whole: UInt128(r)))
    case (.unsigned(let l), .decimal(let r)): compare(FormatDecimal(whole: UInt128(l)), r)
    case (.decimal(let l), .double(let r)): compare(l, r)
    case (.double(let l), .decimal(let r)): compare(r, l).map { -$0 }
    default: nil
    }
  }

  private static func sign<T: Comparable>(_ left: T, _ right: T) -> Int { left < right ? -1 : left == right ? 0 : 1 }

  /// Compares an integer with a double. The double is converted to an integer, never the integer to a double, because 2^53 +
  /// 1 is not 2^53.
  package static func compare<T: FixedWidthInteger>(_ left: T, _ right: Double) -> Int? {
    if right.isNaN { return nil }
    // Each bound is a power of two, so it is exact as a double.
    if right >= Double(sign: .plus, exponent: T.isSigned ? T.bitWidth - 1 : T.bitWidth, significand: 1) { return -1 }
    let lowest = T.isSigned ? -Double(sign: .plus, exponent: T.bitWidth - 1, significand: 1) : 0
    if right < lowest { return 1 }
    let whole = T(right)  // rounds toward zero; in range by the checks above
    if left != whole { return left < whole ? -1 : 1 }
    let rest = right - Double(whole)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }

  /// Compares two decimals by sign, then magnitude, then digits.
  package static func compare(_ left: FormatDecimal, _ right: FormatDecimal) -> Int {
    if left.isNegative != right.isNegative { return left.isNegative ? -1 : 1 }
    let order = compareMagnitudes(left, right)
    return left.isNegative ? -order : order
  }

  private static func compareMagnitudes(_ left: FormatDecimal, _ right: FormatDecimal) -> Int {
    if left.significand == 0 || right.significand == 0 { return sign(left.significand, right.significand) }
    // The position of the first digit decides first.
    let order = sign(left.digitCount + left.exponent, right.digitCount + right.exponent)
    if order != 0 { return order }
    let shift = left.exponent - right.exponent
    if shift < 0 { return -compareMagnitudes(right, left) }
    let (aligned, overflow) = left.significand.multipliedReportingOverflow(by: FormatDecimal.powers[shift])
    return overflow ? 1 : sign(aligned, right.significand)
  }

  /// Compares a decimal with a double exactly. If rounding makes them equal, all digits of the double decide. Every decimal
  /// is between the infinities, even if it is outside the range of doubles.
  package static func compare(_ left: FormatDecimal, _ right: Double) -> Int? {
    if right.isNaN { return nil }
    if right.isInfinite { return right < 0 ? 1 : -1 }
    let rounded = left.doubleValue
    if rounded != right { return sign(rounded, right) }
    if right == 0 { return left.significand == 0 ? 0 : left.isNegative ? -1 : 1 }
    let order = compareExactly(left, right.magnitude)
    return left.isNegative ? -order : order
  }

  /// Compares the magnitude m × 10^e of a decimal with a positive finite double n × 2^q, by two whole numbers.
  private static func compareExactly(_ left: FormatDecimal, _ right: Double) -> Int {
    let power = Int(right.ulp.exponent)
    var (m, n) = (LongNumber(left.significand), LongNumber(UInt128(UInt64(right / right.ulp))))
    // A power below 0 divides, so the other side is multiplied. To a power below 0, `multiply` does nothing.
    m.multiply(by: 10, toPower: left.exponent)
    n.multiply(by: 10, toPower: -left.exponent)
    m.multiply(by: 2, toPower: -power)
    n.multiply(by: 2, toPower: power)
    return LongNumber.compare(m, n)
  }
}
