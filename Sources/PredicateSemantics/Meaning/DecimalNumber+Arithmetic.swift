import PredicateSyntax

// Exact arithmetic on decimal numbers with at most 38 digits.
//
// Sums, differences, products and remainders are exact. A quotient with more than 38 digits is rounded half to even. An
// exact result with more than 38 digits is an overflow, which is `nil`, and so is an operand with more digits.

extension DecimalNumber {
  /// The maximum number of digits of operands and results.
  fileprivate static let mostDigits = 38

  /// The powers of 10 from 0 to 38.
  private static let powers: [UInt128] = (0..<mostDigits).reduce(into: [1]) { powers, _ in
    powers.append(powers[powers.count - 1] * 10)
  }

  package func adding(_ right: DecimalNumber) -> DecimalNumber? {
    guard let l = Parts(self), let r = Parts(right) else { return nil }
    if l.significand == 0 { return right }
    if r.significand == 0 { return self }
    let (high, low) = l.exponent >= r.exponent ? (l, r) : (r, l)
    let shift = high.exponent - low.exponent
    // The first digit of one operand and the last digit of the other do not both fit in 38 digits.
    guard shift <= Self.mostDigits else { return nil }
    let (aligned, overflow) = high.significand.multipliedReportingOverflow(by: Self.powers[shift])
    guard !overflow else { return nil }
    if high.isNegative == low.isNegative {
      let (sum, overflow) = aligned.addingReportingOverflow(low.significand)
      return overflow ? nil : Parts(low.isNegative, sum, low.exponent).number
    }
    let isHighGreater = aligned >= low.significand
    let difference = isHighGreater ? aligned - low.significand : low.significand - aligned
    return Parts(isHighGreater ? high.isNegative : low.isNegative, difference, low.exponent).number
  }

  func subtracting(_ right: DecimalNumber) -> DecimalNumber? { adding(right.negated) }

  func multiplied(by right: DecimalNumber) -> DecimalNumber? {
    guard let l = Parts(self), let r = Parts(right) else { return nil }
    var product = l.significand.multipliedFullWidth(by: r.significand)
    var exponent = l.exponent + r.exponent
    // Trailing zeros need no digits.
    while product.high != 0 {
      let high = product.high.quotientAndRemainder(dividingBy: 10)
      let low = UInt128(10).dividingFullWidth((high.remainder, product.low))
      guard low.remainder == 0 else { return nil }
      product = (high.quotient, low.quotient)
      exponent += 1
    }
    return Parts(l.isNegative != r.isNegative, product.low, exponent).number
  }

  /// Returns the quotient with 38 digits, rounded half to even. The divisor must not be zero.
  package func divided(by right: DecimalNumber) -> DecimalNumber? {
    guard let l = Parts(self), let r = Parts(right), r.significand != 0 else { return nil }
    if l.significand == 0 { return self }
    // Scale the dividend to 38 digits, then by a power of ten that gives the quotient 38 digits too.
    let scale = Self.mostDigits - l.count
    let dividend = l.significand * Self.powers[scale]
    var shift = r.count - 1
    var quotient = r.significand.dividingFullWidth(dividend.multipliedFullWidth(by: Self.powers[shift]))
    if quotient.quotient < Self.powers[Self.mostDigits - 1] {
      shift += 1
      quotient = r.significand.dividingFullWidth(dividend.multipliedFullWidth(by: Self.powers[shift]))
    }
    let (kept, rest) = quotient
    let upper = r.significand - rest
    let isRoundedUp = rest > upper || rest == upper && kept % 2 == 1
    let exponent = l.exponent - r.exponent - scale - shift
    return Parts(l.isNegative != r.isNegative, kept + (isRoundedUp ? 1 : 0), exponent).number
  }

  /// Returns the remainder of a division with a whole quotient. It has the sign of the dividend. The divisor must not be
  /// zero.
  func remainder(dividingBy right: DecimalNumber) -> DecimalNumber? {
    guard let l = Parts(self), let r = Parts(right), r.significand != 0 else { return nil }
    var shift = l.exponent - r.exponent
    if shift < 0 {
      guard -shift <= Self.mostDigits else { return self }
      let (divisor, overflow) = r.significand.multipliedReportingOverflow(by: Self.powers[-shift])
      return overflow ? self : Parts(l.isNegative, l.significand % divisor, l.exponent).number
    }
    var rest = l.significand % r.significand
    while shift > 0, rest != 0 {
      let step = min(shift, Self.mostDigits)
      rest = r.significand.dividingFullWidth(rest.multipliedFullWidth(by: Self.powers[step])).remainder
      shift -= step
    }
    return Parts(l.isNegative, rest, r.exponent).number
  }

  var magnitude: DecimalNumber { isNegative ? negated : self }

  /// Returns the number rounded to a whole number: toward zero, down or up.
  func rounded(_ rule: FloatingPointRoundingRule) -> DecimalNumber? {
    if exponent >= 0 { return self }
    let whole = digits.dropLast(-exponent)
    guard let kept = DecimalNumber(isNegative: isNegative, digits: whole, exponent: 0) else { return nil }
    let isAwayFromZero = rule == .up && !isNegative || rule == .down && isNegative
    return isAwayFromZero ? kept.adding(DecimalNumber(isNegative ? -1 : 1)) : kept
  }

  /// A number with its significand in a 128-bit integer.
  private struct Parts {
    var isNegative: Bool
    var significand: UInt128
    var exponent: Int

    init(_ isNegative: Bool, _ significand: UInt128, _ exponent: Int) {
      self.isNegative = isNegative
      self.significand = significand
      self.exponent = exponent
    }

    /// Creates the parts of a number, or returns `nil` if it has more than 38 digits.
    init?(_ number: DecimalNumber) {
      guard number.digits.count <= mostDigits else { return nil }
      isNegative = number.isNegative
      // The significand is below 10^38, so it cannot overflow.
      significand = number.digits.reduce(0) { $0 * 10 + UInt128($1) }
      exponent = number.exponent
    }

    /// The number of digits in the significand.
    var count: Int { powers.firstIndex { $0 > significand } ?? mostDigits }

    /// The number, or `nil` if it needs more than 38 digits or its exponent is out of range.
    var number: DecimalNumber? {
      var reversed: [UInt8] = []
      var (rest, exponent) = (significand, exponent)
      while rest > UInt128(UInt64.max) {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        if digit != 0 || !reversed.isEmpty { reversed.append(UInt8(truncatingIfNeeded: digit)) } else { exponent += 1 }
        rest = quotient
      }
      var small = UInt64(truncatingIfNeeded: rest)
      while small != 0 {
        let (quotient, digit) = small.quotientAndRemainder(dividingBy: 10)
        if digit != 0 || !reversed.isEmpty { reversed.append(UInt8(truncatingIfNeeded: digit)) } else { exponent += 1 }
        small = quotient
      }
      guard reversed.count <= mostDigits else { return nil }
      return DecimalNumber(isNegative: isNegative, digits: reversed.reversed(), exponent: exponent)
    }
  }
}

/// An exact sum of decimal numbers in any order. Only the total can overflow.
struct DecimalSum: Sendable {
  /// The base of a part. Each part has eighteen digits, and carries are propagated at the end only.
  private static let base = Int128(LongNumber.base)
  private static let digitsPerPart = LongNumber.digitsPerPart

  /// The parts of the sum, keyed by number. Part n counts units of 10^18n.
  private var parts: [Int: Int128] = [:]

  mutating func add(_ number: DecimalNumber) {
    var part = 0
    var digits: Int64 = 0
    var factor: Int64 = 0
    // Start with the last digit.
    for (index, digit) in number.digits.reversed().enumerated() {
      let (power, hasPart) = (number.exponent + index, factor != 0)
      let next = power >= 0 ? power / Self.digitsPerPart : -((Self.digitsPerPart - 1 - power) / Self.digitsPerPart)
      if !hasPart || next != part {
        if hasPart { add(digits, number.isNegative, to: part) }
        part = next
        digits = 0
        factor = (0..<(power - part * Self.digitsPerPart)).reduce(1) { factor, _ in factor * 10 }
      }
      digits += Int64(digit) * factor
      // The factor is at most 10^18, which fits in 64 bits.
      factor *= 10
    }
    if factor != 0 { add(digits, number.isNegative, to: part) }
  }

  private mutating func add(_ digits: Int64, _ isNegative: Bool, to part: Int) {
    // Each value is below 10^18, so 10^20 of them fit.
    parts[part, default: 0] += Int128(isNegative ? -digits : digits)
  }

  /// Returns the sum plus a whole number, or `nil` if it needs more than 38 digits.
  func total(with whole: Int128) -> DecimalNumber? {
    var sum = self
    // Three parts are enough for 128 bits; the last one is small.
    let (quotient, low) = whole.quotientAndRemainder(dividingBy: Self.base)
    let (high, middle) = quotient.quotientAndRemainder(dividingBy: Self.base)
    for (part, units) in [low, middle, high].enumerated() where units != 0 { sum.parts[part, default: 0] += units }
    return sum.number(isNegative: false)
  }

  /// Returns the sum, computed from the negated parts if `isNegative` is true.
  private func number(isNegative: Bool) -> DecimalNumber? {
    guard let first = parts.keys.min(), let last = parts.keys.max() else { return DecimalNumber(0) }
    var reversed: [UInt8] = []
    var exponent = first * Self.digitsPerPart
    var carry: Int128 = 0
    var part = first
    while part <= last || carry > 0 {
      let sum = parts[part, default: 0]
      var (quotient, rest) = (carry + (isNegative ? -sum : sum)).quotientAndRemainder(dividingBy: Self.base)
      if rest < 0 { (quotient, rest) = (quotient - 1, rest + Self.base) }
      carry = quotient
      for _ in 0..<Self.digitsPerPart {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        if digit != 0 || !reversed.isEmpty { reversed.append(UInt8(truncatingIfNeeded: digit)) } else { exponent += 1 }
        rest = quotient
      }
      part += 1
    }
    // The sum is negative, so compute it from the negated parts.
    if carry < 0 { return isNegative ? nil : number(isNegative: true) }
    while reversed.last == 0 { reversed.removeLast() }
    guard reversed.count <= DecimalNumber.mostDigits else { return nil }
    return DecimalNumber(isNegative: isNegative, digits: reversed.reversed(), exponent: exponent)
  }
}
