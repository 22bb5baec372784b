import PredicateSyntax

/// A whole number of any length: as much of arithmetic as the digits of a double take.
///
/// It is kept in parts of eighteen digits and multiplied by as great a power at a time as 64 bits hold, so that the 751 digits
/// of the least double take 840 multiplications, and not 400,000.
struct LongNumber {
  /// What a part counts to.
  private static let base: UInt64 = 1_000_000_000_000_000_000
  private static let digitsOfPart = 18

  /// The parts, the least first.
  private var parts: [UInt64]
  /// How many parts have been multiplied: what it costs, for tests.
  private(set) var steps = 0

  init(_ value: UInt64) {
    let (high, low) = value.quotientAndRemainder(dividingBy: Self.base)
    parts = high > 0 ? [low, high] : [low]
  }

  /// Multiplies by a power of a small number, which is above 1.
  mutating func multiply(by factor: UInt64, toPower power: Int) {
    var left = power
    while left > 0 {
      // Below the base, so that a product and what is carried stay below its square.
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
      // The base does not go into the high half: the part and the factor are no greater than it.
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
