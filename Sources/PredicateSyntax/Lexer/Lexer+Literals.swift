extension Lexer {
  // MARK: Numbers

  /// Lexes a number. Plain digits are decimal, even with leading zeros. A letter directly after a number makes it
  /// malformed, as in `1L` and `1_000`.
  ///
  /// Number ::= Integer | Double
  /// Integer ::= Digit+ | "0" ( [xX] Hex+ | [oO] Octal+ | [bB] [01]+ )
  /// Double ::= Digit+ "." Digit* Exponent? | "." Digit+ Exponent? | Digit+ Exponent
  /// Exponent ::= [eE] ( "+" | "-" )? Digit+
  mutating func lexNumber() -> Token.Kind {
    let start = position
    let form = skipNumber()
    if isWordCharacter(at: position) {
      skipLetters()
      return .invalid
    }
    return form.isDouble ? double(from: start) : integer(from: form.digits, form.radix)
  }

  /// Skips a number, and returns the index of its first digit and the rest of its form.
  private mutating func skipNumber() -> (digits: Int, radix: UInt8, isDouble: Bool) {
    let start = position
    if byte() == UInt8(ascii: "0"), let radix = Self.radix(of: byte(1)) {
      position += 2
      while let digit = hexDigitValue(byte()), digit < radix { position += 1 }
      return (start + 2, radix, false)
    }
    skipDigits()
    var isDouble = false
    // `1.` is a number, but the dot in `1.key` begins a key.
    if byte() == UInt8(ascii: "."), byte(1).isDigit || !isWordCharacter(at: position + 1) || exponentLength(at: 1) > 0 {
      isDouble = true
      position += 1
      skipDigits()
    }
    let exponent = exponentLength(at: 0)
    if exponent > 0 {
      isDouble = true
      position += exponent
      skipDigits()
    }
    return (start, 10, isDouble)
  }

  /// Returns the number of bytes from `e` to the first digit of an exponent at an offset from the current
  /// position, or 0 if there is no exponent.
  private func exponentLength(at offset: Int) -> Int {
    guard byte(offset) | 0x20 == UInt8(ascii: "e") else { return 0 }
    let isSigned = byte(offset + 1) == UInt8(ascii: "+") || byte(offset + 1) == UInt8(ascii: "-")
    let length = isSigned ? 2 : 1
    return byte(offset + length).isDigit ? length : 0
  }

  private static func radix(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): 16
    case UInt8(ascii: "o"), UInt8(ascii: "O"): 8
    case UInt8(ascii: "b"), UInt8(ascii: "B"): 2
    default: nil
    }
  }

  private mutating func skipDigits() {
    while byte().isDigit { position += 1 }
  }

  private func isWordCharacter(at index: Int) -> Bool { wordLength(at: index, isFirst: false) > 0 }

  /// Skips letters and digits directly after a number, and the rest of a time such as `05T12:31:32`.
  private mutating func skipLetters() {
    while true {
      let length = wordLength(at: position, isFirst: false)
      let isSign = byte() == UInt8(ascii: ":") || byte() == UInt8(ascii: ".")
      if length == 0, !isSign || !byte(1).isDigit { return }
      position += max(length, 1)
    }
  }

  private func integer(from digits: Int, _ radix: UInt8) -> Token.Kind {
    var value: UInt64 = 0
    for byte in bytes[digits..<position] {
      let (product, overflow) = value.multipliedReportingOverflow(by: UInt64(radix))
      let (sum, carry) = product.addingReportingOverflow(UInt64(hexDigitValue(byte) ?? 0))
      if overflow || carry { return .invalid }
      value = sum
    }
    return digits < position ? .integer(value) : .invalid
  }

  private func double(from start: Int) -> Token.Kind {
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text.hasSuffix(".") ? text + "0" : text), value.isFinite else { return .invalid }
    return .double(value)
  }

  /// Returns what is wrong with a number.
  func errorOfNumber(_ range: FormatRange) -> FormatDiagnostic {
    var copy = self
    copy.position = range.start
    let form = copy.skipNumber()
    let end = min(range.end, range.start + Message.longestQuotation)
    let found = String(decoding: bytes[range.start..<end], as: UTF8.self) + (end < range.end ? "…" : "")
    if copy.position == range.end, form.digits < range.end {
      return FormatDiagnostic(form.isDouble ? .doubleOutOfRange(found) : .integerOutOfRange(found), at: range)
    }
    let underscore = UInt8(ascii: "_")
    let letters = bytes[range.start..<range.end].count { !$0.isDigit && $0 != underscore }
    let isText = letters > 2 && end == range.end
    return FormatDiagnostic(
      .malformedNumber(found, isText: isText), at: range,
      fixIts: isText ? [.write("\"\(text(range))\"", at: range)] : [])
  }

  // MARK: Strings

  /// Finds the end of a string. A string with an invalid escape is an invalid token.
  ///
  /// String ::= "'" ( [^'\] | Escape )* "'" | '"' ( [^"\] | Escape )* '"'
  mutating func lexString() -> Token.Kind {
    let start = position
    let (end, hasEscape) = endOfString(from: start)
    position = end ?? bytes.count
    if hasEscape { hasEscapes = true }
    guard let end else { return .invalid }
    return hasEscape && decoded((start + 1)..<(end - 1)).flaw != nil ? .invalid : .string
  }

  /// Returns the end of the string that begins at an index, or `nil` if it is never closed, and whether it contains a backslash.
  func endOfString(from start: Int) -> (end: Int?, hasEscape: Bool) {
    let quote = bytes[start]
    var hasEscape = false
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == quote { return (index + 1, hasEscape) }
      if bytes[index] == UInt8(ascii: "\\") {
        hasEscape = true
        index += 1
      }
      index += 1
    }
    return (nil, hasEscape)
  }

  /// Returns the value of a string token with its escapes decoded: `\\ \' \"`, `\a \b \f \n \r \t \v`, `\` and one to
  /// three octal digits, `\xhh`, `\uhhhh` (also `\X`, `\U`). Any other escaped character represents itself. Two `\u`
  /// escapes may form a surrogate pair.
  package func string(of token: Token) -> String {
    let content = (token.range.start + 1)..<(token.range.end - 1)
    guard hasEscapes, bytes[content].contains(UInt8(ascii: "\\")) else {
      return String(decoding: bytes[content], as: UTF8.self)
    }
    return decoded(content).text
  }

  /// Returns the value of a string, and the index of its first invalid escape.
  func decoded(_ content: Range<Int>) -> (text: String, flaw: Int?) {
    var result = String.UnicodeScalarView()
    var index = content.lowerBound
    while index < content.upperBound {
      guard bytes[index] == UInt8(ascii: "\\") else {
        guard let scalar = scalar(at: index) else { break }
        result.append(scalar)
        index += UTF8.width(scalar)
        continue
      }
      guard let (scalar, length) = escape(at: index, end: content.upperBound) else { return (String(result), index) }
      result.append(scalar)
      index += length
    }
    return (String(result), nil)
  }

  private static let namedEscapes: [UInt8: UnicodeScalar] = [
    UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t", UInt8(ascii: "v"): "\u{B}",
  ]

  /// Returns the scalar of the escape at `index`, and the number of its bytes, or `nil` if the escape is invalid.
  ///
  /// Escape ::= "\" ( [uU] Hex Hex Hex Hex | [xX] Hex Hex | Octal Octal? Octal? | [^uUxX0-7] )
  private func escape(at index: Int, end: Int) -> (UnicodeScalar, Int)? {
    let letter = bytes[index + 1]  // `lexString` never ends a string directly after a backslash
    switch letter {
    case UInt8(ascii: "u"), UInt8(ascii: "U"): return unicodeEscape(at: index, end: end)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      guard index + 4 <= end, let value = digits(from: index + 2, count: 2, radix: 16) else { return nil }
      return UnicodeScalar(value).map { ($0, 4) }
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      // Apple's documentation requires three octal digits. This lexer also accepts one or two.
      var value: UInt32 = 0
      var length = 1
      while length < 4, index + length < end, case let byte = bytes[index + length],
        byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "7")
      {
        value = value << 3 | UInt32(byte & 7)
        length += 1
      }
      return UnicodeScalar(value).map { ($0, length) }
    default:
      if let scalar = Self.namedEscapes[letter] { return (scalar, 2) }
      return scalar(at: index + 1).map { ($0, 1 + UTF8.width($0)) }
    }
  }

  private func unicodeEscape(at index: Int, end: Int) -> (UnicodeScalar, Int)? {
    guard index + 6 <= end, let unit = digits(from: index + 2, count: 4, radix: 16) else { return nil }
    if let scalar = UnicodeScalar(unit) { return (scalar, 6) }
    if UTF16.isLeadSurrogate(unit), index + 12 <= end, bytes[index + 6] == UInt8(ascii: "\\"),
      bytes[index + 7] | 0x20 == UInt8(ascii: "u"), let low = digits(from: index + 8, count: 4, radix: 16),
      UTF16.isTrailSurrogate(low)
    {
      let (high, low) = (UInt32(unit) - 0xD800, UInt32(low) - 0xDC00)
      return UnicodeScalar(0x10000 + high << 10 + low).map { ($0, 12) }
    }
    return nil
  }

  /// Returns what is wrong with the escape at an index of a string that ends at `end`.
  func errorOfEscape(at index: Int, end: Int) -> FormatDiagnostic {
    if index + 6 <= end, digits(from: index + 2, count: 4, radix: 16) != nil {
      return FormatDiagnostic(.loneSurrogate, at: FormatRange(index, index + 6))
    }
    let isShort = bytes[index + 1] | 0x20 == UInt8(ascii: "x")
    return FormatDiagnostic(
      .shortEscape(isShort ? "\\x" : "\\u", digits: isShort ? 2 : 4), at: FormatRange(index, min(index + 2, end)))
  }

  /// Returns the number that exactly `count` digits from `index` represent, or `nil` if there are fewer or
  /// the number does not fit.
  ///
  /// Hex ::= [0-9a-fA-F]
  /// Octal ::= [0-7]
  func digits(from index: Int, count: Int, radix: Int) -> UInt16? {
    guard index + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[index..<(index + count)] {
      guard let digit = hexDigitValue(byte), digit < radix else { return nil }
      value = value * radix + Int(digit)
    }
    return UInt16(exactly: value)
  }
}
