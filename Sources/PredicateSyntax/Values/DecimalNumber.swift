/// A decimal number: digits and a power of ten, `±significand × 10^exponent`.
///
/// The number is normalized: it has no trailing zero digits, and zero has the exponent 0. Equal numbers are equal values.
public struct DecimalNumber: Sendable, Hashable {
  /// Whether the number is less than zero.
  public let isNegative: Bool
  /// The digits 0 to 9, most significant first, without leading or trailing zeros; empty for zero.
  public let digits: [UInt8]
  /// The power of ten of the last digit.
  public let exponent: Int

  /// The maximum number of digits of a number. All numbers of Foundation's `Decimal` have fewer.
  public static let maximumDigits = 100

  /// Creates a number, or returns `nil` if a digit is above 9, there are too many digits, or the exponent is beyond ±10,000.
  public init?(isNegative: Bool, digits: some Sequence<UInt8>, exponent: Int) {
    var kept = Array(digits.drop { $0 == 0 })
    var scale = exponent
    while kept.last == 0 {
      kept.removeLast()
      // Safety: An exponent that wraps is below the limit that is checked next.
      scale &+= 1
    }
    guard kept.allSatisfy({ $0 <= 9 }), kept.count <= Self.maximumDigits else { return nil }
    guard kept.isEmpty || (-10_000...10_000).contains(scale) else { return nil }
    self.digits = kept
    self.exponent = kept.isEmpty ? 0 : scale
    self.isNegative = isNegative && !kept.isEmpty
  }

  /// Parses text such as `-12.50e3`: an optional sign, digits, an optional point, an optional exponent. Otherwise returns `nil`.
  public init?(_ text: some StringProtocol) {
    var bytes = Substring(text).utf8[...]
    let negative = bytes.first == UInt8(ascii: "-")
    if negative || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
    var digits: [UInt8] = []
    var exponent = 0
    var seenPoint = false
    while let byte = bytes.first {
      if byte == UInt8(ascii: "."), !seenPoint {
        seenPoint = true
      } else if case UInt8(ascii: "0")...UInt8(ascii: "9") = byte {
        digits.append(byte - UInt8(ascii: "0"))
        if seenPoint { exponent -= 1 }
      } else {
        break
      }
      bytes = bytes.dropFirst()
    }
    guard !digits.isEmpty else { return nil }
    if let marker = bytes.first {
      guard marker == UInt8(ascii: "e") || marker == UInt8(ascii: "E") else { return nil }
      guard let power = Int(String(Substring(bytes.dropFirst()))), power.magnitude <= 10_000 else { return nil }
      exponent += power
    }
    self.init(isNegative: negative, digits: digits, exponent: exponent)
  }

  /// Creates the number that a double's shortest text represents: 0.1 becomes 0.1. Returns `nil` for infinities and NaN.
  public init?(shortest value: Double) {
    guard value.isFinite else { return nil }
    self.init(value.description)
  }

  /// Creates the exact number of an integer.
  public init(_ value: Int64) {
    var digits: [UInt8] = []
    var rest = value.magnitude
    var exponent = 0
    while rest != 0 {
      let digit = UInt8(truncatingIfNeeded: rest % 10)
      if digit != 0 || !digits.isEmpty { digits.append(digit) } else { exponent += 1 }
      rest /= 10
    }
    self.isNegative = value < 0
    self.digits = digits.reversed()
    self.exponent = exponent
  }

  /// The number with the opposite sign.
  package var negated: DecimalNumber {
    DecimalNumber(isNegative: !isNegative, digits: digits, exponent: exponent) ?? self
  }

  /// Whether a number literal with these digits is a decimal, because a double would lose some of them.
  package var isLiteral: Bool {
    digits.count > 15 && doubleValue.isFinite && doubleValue != 0 && DecimalNumber(shortest: doubleValue) != self
  }

  /// The number in plain digits, such as `-12.5`, `0.001`, or `1200`. Very large and very small numbers have an exponent.
  public var description: String {
    guard !digits.isEmpty else { return "0" }
    let characters = digits.map { Character(UnicodeScalar($0 + UInt8(ascii: "0"))) }
    let sign = isNegative ? "-" : ""
    let pointAt = digits.count + exponent
    if pointAt > 60 || pointAt < -30 { return "\(sign)\(String(characters))e\(exponent)" }
    if exponent >= 0 { return sign + String(characters) + String(repeating: "0", count: exponent) }
    if pointAt <= 0 { return "\(sign)0." + String(repeating: "0", count: -pointAt) + String(characters) }
    return sign + String(characters[..<pointAt]) + "." + String(characters[pointAt...])
  }

  /// The nearest double, parsed from the number's text. Infinite beyond the range of doubles.
  public var doubleValue: Double {
    let text = String(digits.map { Character(UnicodeScalar($0 + UInt8(ascii: "0"))) })
    return Double("\(isNegative ? "-" : "")\(text.isEmpty ? "0" : text)e\(exponent)") ?? 0
  }
}
