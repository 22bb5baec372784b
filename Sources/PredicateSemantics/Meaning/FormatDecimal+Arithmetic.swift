import PredicateSyntax

// Exact arithmetic on decimal numbers with at most 38 digits.
//
// Sums, differences, products and remainders are exact. A quotient with more than 38 digits is rounded half to even. An
// exact result with more than 38 digits is an overflow, which is `nil`, and so is an operand with more digits.

extension FormatDecimal {
  /// Whether the number has at most 38 digits.
  fileprivate var isOperand: Bool { significand < Self.powers[Self.maximumDigits] }

  /// Returns a number, or `nil` if it needs more than 38 digits or its exponent is out of range.
  fileprivate static func result(_ isNegative: Bool, _ significand: UInt128, _ exponent: Int) -> FormatDecimal? {
    let number = FormatDecimal(isNegative: isNegative, significand: significand, exponent: exponent)
    return number?.isOperand == true ? number : nil
  }

  package func adding(_ right: FormatDecimal) -> FormatDecimal? {
    guard isOperand, right.isOperand else { return nil }
    if significand == 0 { return right }
    if right.significand == 0 { return self }
    let (high, low) = exponent >= right.exponent ? (self, right) : (right, self)
    let shift = high.exponent - low.exponent
    // The first digit of one operand and the last digit of the other do not both fit in 38 digits.
    guard shift <= Self.maximumDigits else { return nil }
    let (aligned, overflow) = high.significand.multipliedReportingOverflow(by: Self.powers[shift])
    guard !overflow else { return nil }
    if high.isNegative == low.isNegative {
      let (sum, overflow) = aligned.addingReportingOverflow(low.significand)
      return overflow ? nil : Self.result(low.isNegative, sum, low.exponent)
    }
    let isHighGreater = aligned >= low.significand
    let difference = isHighGreater ? aligned - low.significand : low.significand - aligned
    return Self.result(isHighGreater ? high.isNegative : low.isNegative, difference, low.exponent)
  }

  func subtracting(_ right: FormatDecimal) -> FormatDecimal? { adding(right.negated) }

  func multiplied(by right: FormatDecimal) -> FormatDecimal? {
    guard isOperand, right.isOperand else { return nil }
    var product = significand.multipliedFullWidth(by: right.significand)
    var exponent = exponent + right.exponent
    // Trailing zeros need no digits.
    while product.high != 0 {
      let high = product.high.quotientAndRemainder(dividingBy: 10)
      let low = UInt128(10).dividingFullWidth((high.remainder, product.low))
      guard low.remainder == 0 else { return nil }
      product = (high.quotient, low.quotient)
      exponent += 1
    }
    return Self.result(isNegative != right.isNegative, product.low, exponent)
  }

  /// Returns the quotient with 38 digits, rounded half to even. The divisor must not be zero.
  package func divided(by right: FormatDecimal) -> FormatDecimal? {
    guard isOperand, right.isOperand, right.significand != 0 else { return nil }
    if significand == 0 { return self }
    // Scale the dividend to 38 digits, then by a power of ten that gives the quotient 38 digits too.
    let scale = Self.maximumDigits - digitCount
    let dividend = significand * Self.powers[scale]
    var shift = right.digitCount - 1
    var quotient = right.significand.dividingFullWidth(dividend.multipliedFullWidth(by: Self.powers[shift]))
    if quotient.quotient < Self.powers[Self.maximumDigits - 1] {
      shift += 1
      quotient = right.significand.dividingFullWidth(dividend.multipliedFullWidth(by: Self.powers[shift]))
    }
    let (kept, rest) = quotient
    let upper = right.significand - rest
    let isRoundedUp = rest > upper || rest == upper && kept % 2 == 1
    let exponent = exponent - right.exponent - scale - shift
    return Self.result(isNegative != right.isNegative, kept + (isRoundedUp ? 1 : 0), exponent)
  }

  /// Returns the remainder of a division with a whole quotient. It has the sign of the dividend. The divisor must not be
  /// zero.
  func remainder(dividingBy right: FormatDecimal) -> FormatDecimal? {
    guard isOperand, right.isOperand, right.significand != 0 else { return nil }
    var shift = exponent - right.exponent
    if shift < 0 {
      guard -shift <= Self.maximumDigits else { return self }
      let (divisor, overflow) = right.significand.multipliedReportingOverflow(by: Self.powers[-shift])
      return overflow ? self : Self.result(isNegative, significand % divisor, exponent)
    }
    var rest = significand % right.significand
    while shift > 0, rest != 0 {
      let step = min(shift, Self.maximumDigits)
      rest = right.significand.dividingFullWidth(rest.multipliedFullWidth(by: Self.powers[step])).remainder
      shift -= step
    }
    return Self.result(isNegative, rest, right.exponent)
  }

  package var magnitude: FormatDecimal { isNegative ? negated : self }

  /// Returns the number rounded to a whole number: toward zero, down or up.
  package func rounded(_ rule: FloatingPointRoundingRule) -> FormatDecimal {
    if exponent >= 0 { return self }
    let whole = -exponent < Self.powers.count ? significand / Self.powers[-exponent] : 0
    let isAwayFromZero = rule == .up && !isNegative || rule == .down && isNegative
    return FormatDecimal(isNegative: isNegative, whole: whole + (isAwayFromZero ? 1 : 0))
  }
}

/// An exact sum of decimal numbers in any order. Only the total can overflow.
struct DecimalSum: Sendable {
  /// The base of a part. Each part has eighteen digits, and carries are propagated at the end only.
  private static let base = UInt128(LongNumber.base)
  private static let digitsPerPart = LongNumber.digitsPerPart

  /// The parts of the sum, keyed by number. Part n counts units of 10^18n.
  private var parts: [Int: Int128] = [:]

  mutating func add(_ number: FormatDecimal) {
    let (quotient, rest) = number.exponent.quotientAndRemainder(dividingBy: Self.digitsPerPart)
    var part = rest < 0 ? quotient - 1 : quotient
    let unit = FormatDecimal.powers[rest < 0 ? rest + Self.digitsPerPart : rest]
    var digits = number.significand
    while digits != 0 {
      let (higher, digitsOfPart) = digits.quotientAndRemainder(dividingBy: Self.base)
      let (carry, units) = (digitsOfPart * unit).quotientAndRemainder(dividingBy: Self.base)
      add(units, number.isNegative, to: part)
      add(carry, number.isNegative, to: part + 1)
      digits = higher
      part += 1
    }
  }

  private mutating func add(_ units: UInt128, _ isNegative: Bool, to part: Int) {
    // Each value is below 10^18, so 10^20 of them fit.
    if units != 0 { parts[part, default: 0] += isNegative ? -Int128(units) : Int128(units) }
  }

  /// Returns the sum plus a whole number, or `nil` if it needs more than 38 digits.
  func total(with whole: Int128) -> FormatDecimal? {
    var sum = self
    sum.add(FormatDecimal(isNegative: whole < 0, whole: whole.magnitude))
    return sum.number(isNegative: false)
  }

  /// Returns the sum, computed from the negated parts if `isNegative` is true.
  private func number(isNegative: Bool) -> FormatDecimal? {
    guard let first = parts.keys.min(), let last = parts.keys.max() else { return FormatDecimal(0) }
    var digits: [UInt128] = []
    var carry: Int128 = 0
    var part = first
    while part <= last || carry > 0 {
      let sum = parts[part, default: 0]
      var (quotient, rest) = (carry + (isNegative ? -sum : sum)).quotientAndRemainder(dividingBy: Int128(Self.base))
      if rest < 0 { (quotient, rest) = (quotient - 1, rest + Int128(Self.base)) }
      carry = quotient
      digits.append(rest.magnitude)
      part += 1
    }
    // The sum is negative, so compute it from the negated parts.
    if carry < 0 { return isNegative ? nil : number(isNegative: true) }
    guard let lowest = digits.firstIndex(where: { $0 != 0 }) else { return FormatDecimal(0) }
    // Without the zeros at the end of the lowest part, all digits fit into 128 bits or the sum overflows.
    let end = FormatDecimal(isNegative: isNegative, whole: digits[lowest])
    var significand: UInt128 = 0
    for part in digits[(lowest + 1)...].reversed() {
      let (product, overflow) = significand.multipliedReportingOverflow(by: Self.base)
      let (sum, carry) = product.addingReportingOverflow(part)
      if overflow || carry { return nil }
      significand = sum
    }
    let unit = FormatDecimal.powers[Self.digitsPerPart - end.exponent]
    let (product, overflow) = significand.multipliedReportingOverflow(by: unit)
    let (all, carried) = product.addingReportingOverflow(end.significand)
    if overflow || carried { return nil }
    return FormatDecimal.result(isNegative, all, (first + lowest) * Self.digitsPerPart + end.exponent)
  }
}
