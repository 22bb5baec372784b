// Safety: A byte minus another wraps if it is smaller, and is then not below the width.
extension UInt8 {
  /// Whether the byte is an ASCII digit.
  ///
  /// Digit ::= [0-9]
  @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Whether the byte is an ASCII letter.
  @inlinable package var isLetter: Bool {
    // Uppercase letters differ from lowercase ones by a single bit.
    (self | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Whether the byte is an uppercase ASCII letter.
  package var isUppercase: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }

  /// Whether the byte may enclose a string.
  package var isQuote: Bool { self == UInt8(ascii: "'") || self == UInt8(ascii: "\"") }

  /// Whether the byte is an ASCII letter or digit, or `_`.
  @inlinable package var isWordByte: Bool {
    // Lowercase letters are the most frequent.
    isLetter || isDigit || self == UInt8(ascii: "_")
  }
}
