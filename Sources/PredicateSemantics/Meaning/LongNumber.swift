import PredicateSyntax

/// A whole number of any length, with the arithmetic needed for the digits of a double.
///
/// It is stored in parts of eighteen digits, and multiplied by the largest power that fits in 64 bits at a time. The 751
/// digits of the least double take 840 multiplications this way instead of 400,000.
struct LongNumber {
  /// The base of a part.
  private static let base: UInt64 = 1_000_000_000_000_000_000
  private static let digitsOfPart = 18

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
      // The step stays below the base, so a product plus a carry stays below its square.
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
