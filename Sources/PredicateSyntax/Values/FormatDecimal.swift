/// A decimal number: digits and a power of ten, `±significand × 10^exponent`.
///
/// The number is normalized: it has no trailing zero digits, and zero has the exponent 0. Equal numbers are equal values.
public struct FormatDecimal: Sendable, Hashable {
  /// Whether the number is less than zero.
  public let isNegative: Bool
  /// The digits as an integer without trailing zeros. 128 bits hold all numbers of Foundation's `Decimal`, and some of 39 digits.
  public let significand: UInt128
  /// The power of ten of the last digit.
  public let exponent: Int

  /// The maximum number of digits of literals, and of the operands and results of arithmetic.
  public static let maximumDigits = 38

  /// The powers of 10 from 0 to 38.
  package static let powers: [UInt128] = (0..<maximumDigits).reduce(into: [1]) { powers, _ in
    powers.append(powers[powers.count - 1] * 10)
  }

  /// Creates a number, or returns `nil` if its exponent is beyond ±10,000.
  public init?(isNegative: Bool, significand: UInt128, exponent: Int) {
    guard significand == 0 || exponent.magnitude <= 20_000 else { return nil }
    self.init(isNegative, significand, times: significand == 0 ? 0 : exponent)
    guard self.exponent.magnitude <= 10_000 else { return nil }
  }

  private init(_ isNegative: Bool, _ significand: UInt128, times exponent: Int) {
    var (kept, scale) = (significand, significand == 0 ? 0 : exponent)
    // Only an even number ends with a zero.
    while kept != 0, kept & 1 == 0 {
      let (quotient, digit) = kept.quotientAndRemainder(dividingBy: 10)
      guard digit == 0 else { break }
      (kept, scale) = (quotient, scale + 1)
    }
    self.isNegative = isNegative && kept != 0
    self.significand = kept
    self.exponent = scale
  }

  /// Creates a whole number.
  package init(isNegative: Bool = false, whole: UInt128) { self.init(isNegative, whole, times: 0) }

  /// Creates the exact number of an integer.
  public init(_ value: Int64) { self.init(value < 0, UInt128(value.magnitude), times: 0) }

  /// Parses text such as `-12.50e3`: an optional sign, digits, an optional point, an optional exponent. Otherwise, and for a number
  /// whose digits do not fit into 128 bits, returns `nil`.
  public init?(_ text: some StringProtocol) {
    guard let read = DecimalText(text), !read.hasMore else { return nil }
    if read.next == 0 {
      self.init(isNegative: read.isNegative, significand: read.significand, exponent: read.exponent)
    } else {
      let (tens, overflow) = read.significand.multipliedReportingOverflow(by: 10)
      let (digits, carry) = tens.addingReportingOverflow(read.next)
      guard !overflow, !carry else { return nil }
      self.init(isNegative: read.isNegative, significand: digits, exponent: read.exponent - 1)
    }
  }

  /// Parses text like `init(_:)`, and rounds a number of more than 38 digits half to even.
  package static func rounding(_ text: some StringProtocol) -> (number: FormatDecimal, isRounded: Bool)? {
    guard let read = DecimalText(text) else { return nil }
    let isUp = read.next > 5 || read.next == 5 && (read.hasMore || read.significand % 2 == 1)
    let number = FormatDecimal(
      isNegative: read.isNegative, significand: read.significand + (isUp ? 1 : 0), exponent: read.exponent)
    return number.map { ($0, read.next != 0 || read.hasMore) }
  }

  /// Creates the number that a double's shortest text represents: 0.1 becomes 0.1. Returns `nil` for infinities and NaN.
  public init?(shortest value: Double) {
    guard value.isFinite else { return nil }
    self.init(value.description)
  }

  /// The number with the opposite sign.
  package var negated: FormatDecimal { FormatDecimal(!isNegative, significand, times: exponent) }

  /// The number of digits. Zero has none.
  package var digitCount: Int { Self.powers.firstIndex { $0 > significand } ?? Self.maximumDigits + 1 }

  /// Returns the number times a power of ten, or `nil` if the exponent is then beyond ±10,000.
  package func shifted(by power: Int) -> FormatDecimal? {
    FormatDecimal(isNegative: isNegative, significand: significand, exponent: exponent + power)
  }

  /// Whether a number literal with these digits is a decimal, because a double would lose some of them.
  package var isLiteral: Bool {
    (16...Self.maximumDigits).contains(digitCount) && doubleValue.isFinite && doubleValue != 0
      && FormatDecimal(shortest: doubleValue) != self
  }

  /// The number in plain digits, such as `-12.5`, `0.001`, or `1200`. Very large and very small numbers have an exponent.
  public var description: String {
    let pointAt = digitCount + exponent
    return pointAt > 60 || pointAt < -30 ? "\(isNegative ? "-" : "")\(significand)e\(exponent)" : plainText
  }

  /// The number without an exponent.
  package var plainText: String {
    var digits = "\(significand)"
    if exponent > 0 { digits += String(repeating: "0", count: exponent) }
    if exponent < 0 {
      let missing = max(0, 1 - exponent - digits.utf8.count)
      digits = String(repeating: "0", count: missing) + digits
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: exponent))
    }
    return isNegative ? "-" + digits : digits
  }

  /// The nearest double, parsed from the number's text. Infinite beyond the range of doubles.
  public var doubleValue: Double { Double("\(isNegative ? "-" : "")\(significand)e\(exponent)") ?? 0 }
}

/// A number that is read from its text. It has any number of digits, of which the first 38 are kept.
private struct DecimalText {
  var isNegative = false
  /// The first 38 digits.
  var significand: UInt128 = 0
  /// The power of ten of the last digit that is kept.
  var exponent = 0
  /// The digit after those that are kept.
  var next: UInt128 = 0
  /// Whether one of the digits after `next` is not zero.
  var hasMore = false

  /// Reads an optional sign, digits, an optional point and an optional exponent, or returns `nil` for any other text.
  init?(_ text: some StringProtocol) {
    var bytes = Substring(text).utf8[...]
    isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
    let fullSignificand = FormatDecimal.powers[FormatDecimal.maximumDigits - 1]
    var hasDigits = false
    var seenPoint = false
    var cut = 0
    while let byte = bytes.first {
      if byte == UInt8(ascii: "."), !seenPoint {
        seenPoint = true
      } else if case UInt8(ascii: "0")...UInt8(ascii: "9") = byte {
        let digit = UInt128(byte - UInt8(ascii: "0"))
        hasDigits = true
        if seenPoint { exponent -= 1 }
        if significand < fullSignificand {
          significand = significand * 10 + digit
        } else {
          if cut == 0 { next = digit } else if digit != 0 { hasMore = true }
          cut += 1
        }
      } else {
        break
      }
      bytes = bytes.dropFirst()
    }
    exponent += cut
    guard hasDigits else { return nil }
    guard let marker = bytes.first else { return }
    guard marker | 0x20 == UInt8(ascii: "e"), let power = Int(String(Substring(bytes.dropFirst()))),
      power.magnitude <= 10_000
    else { return nil }
    exponent += power
  }
}
