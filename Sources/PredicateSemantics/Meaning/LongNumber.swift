import PredicateSyntax

/// A whole number of any length, with the arithmetic that compares a decimal with a double.
///
/// It is stored in parts of eighteen digits, as in `DecimalSum`. It is multiplied by the largest power of the factor that is at
/// most the base, part by part. The smallest positive double, 2^-1074, has the 751 digits of 5^1074. They take 896 products of
/// parts, and would take 400,000 products of digits.
package struct LongNumber {
  /// 10 to the power of `digitsPerPart`.
  static let base: UInt64 = 1_000_000_000_000_000_000
  /// The number of decimal digits in a part.
  static let digitsPerPart = 18

  /// The parts, least significant first.
  package private(set) var parts: [UInt64]
  /// The number of parts multiplied so far, so that a test can check the cost.
  package private(set) var partProducts = 0

  package init(_ value: UInt128) {
    var (rest, part) = value.quotientAndRemainder(dividingBy: UInt128(Self.base))
    parts = [UInt64(truncatingIfNeeded: part)]
    while rest > 0 {
      (rest, part) = rest.quotientAndRemainder(dividingBy: UInt128(Self.base))
      parts.append(UInt64(truncatingIfNeeded: part))
    }
  }

  /// Multiplies by a power of a factor, which is at least 1 and at most the base.
  package mutating func multiply(by factor: UInt64, toPower power: Int) {
    var left = power
    while left > 0 {
      var chunk = factor
      left -= 1
      while left > 0, chunk <= Self.base / factor {
        chunk *= factor
        left -= 1
      }
      multiply(by: chunk)
    }
  }

  private mutating func multiply(by factor: UInt64) {
    partProducts += parts.count
    var carry: UInt64 = 0
    for index in parts.indices {
      let product = parts[index].multipliedFullWidth(by: factor)
      let (low, overflow) = product.low.addingReportingOverflow(carry)
      // The high half is less than the base, because neither the part nor the factor exceeds the base.
      (carry, parts[index]) = Self.base.dividingFullWidth((product.high + (overflow ? 1 : 0), low))
    }
    if carry > 0 { parts.append(carry) }
  }

  /// Returns -1, 0 or 1.
  static func compare(_ left: LongNumber, _ right: LongNumber) -> Int {
    if left.parts.count != right.parts.count { return left.parts.count < right.parts.count ? -1 : 1 }
    for (l, r) in zip(left.parts, right.parts).reversed() where l != r { return l < r ? -1 : 1 }
    return 0
  }
}
