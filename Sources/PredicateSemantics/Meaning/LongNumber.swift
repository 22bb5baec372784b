import PredicateSyntax

/// A whole number of any length, with the arithmetic needed for the digits of a double.
///
/// It is stored in parts of eighteen digits. Each step multiplies by the largest power of the factor that is at most
/// the base. The 751 digits of the smallest positive double take 840 multiplications this way instead of 400,000.
struct LongNumber {
  /// The base of a part.
  static let base: UInt64 = 1_000_000_000_000_000_000
  static let digitsOfPart = 18

  /// The parts, least significant first.
  private var parts: [UInt64]
  /// The number of parts multiplied so far, which is the cost. For tests.
  private(set) var steps = 0

  init(_ value: UInt64) {
    let (high, low) = value.quotientAndRemainder(dividingBy: Self.base)
    parts = high > 0 ? [low, high] : [low]
  }

  /// Multiplies by a power of a small number greater than 1.
  mutating func multiply(by factor: UInt64, toPower power: Int) {
    var left = power
    while left > 0 {
      // The step is at most the base, and each part is below it. So a product plus a carry stays below the square of
      // the base.
      var step = factor
      left -= 1
      while left > 0, step <= Self.base / factor {
        step *= factor
        left -= 1
      }
      multiply(by: step)
    }
  }

  private mutating func multiply(by factor: UInt64) {
    steps += parts.count
    var carry: UInt64 = 0
    for index in parts.indices {
      let product = parts[index].multipliedFullWidth(by: factor)
      let (low, overflow) = product.low.addingReportingOverflow(carry)
      // The high half is less than the base, because neither the part nor the factor exceeds the base.
      (carry, parts[index]) = Self.base.dividingFullWidth((product.high + (overflow ? 1 : 0), low))
    }
    if carry > 0 { parts.append(carry) }
  }

  /// The digits, most significant first.
  var digits: [UInt8] {
    var digits: [UInt8] = []
    for part in parts.reversed() {
      let text = String(part).utf8
      if !digits.isEmpty { digits += repeatElement(0, count: Self.digitsOfPart - text.count) }
      digits += text.map { $0 - UInt8(ascii: "0") }
    }
    return digits
  }
}
