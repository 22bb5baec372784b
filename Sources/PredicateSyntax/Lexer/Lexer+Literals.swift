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
    if byte() == UInt8(ascii: "0"), let radix = Self.radix(of: byte(1)) {
      position += 2
      let digitsStart = position
      while let digit = hexDigitValue(byte()), digit < radix { position += 1 }
      return integer(from: start, digits: digitsStart, radix: Int(radix))
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
    return isDouble ? double(from: start) : integer(from: start, digits: start, radix: 10)
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

  /// Consumes and reports word characters directly after a number. If they are a keyword, only the space before it is
  /// missing: `rejectMissingBlank` reports that and moves `position` back to the end of the number.
  ///
  /// - Returns: Whether the number is malformed.
  private mutating func rejectWord(afterNumberFrom start: Int) -> Bool {
    let word = position
    while case let length = wordLength(at: position, isFirst: false), length > 0 { position += length }
    if rejectDate(atDay: start) || rejectTypedValue(from: start) { return true }
    if rejectMissingBlank(number: start, word: word) { return false }
    let range = FormatRange(start, position)
    let letters = bytes[start..<position].count { !$0.isDigit && $0 != UInt8(ascii: "_") }
    let isText = letters > 2 && position - start <= Message.longestQuotation
    diagnostics.report(
      .malformedNumber(shortText(from: start), isText: isText), at: range,
      fixIts: isText ? [.write("\"\(text(range))\"", at: range)] : [])
    return true
  }

  private mutating func integer(from start: Int, digits: Int, radix: Int) -> Token.Kind {
    if isWordCharacter(at: position), rejectWord(afterNumberFrom: start) { return .invalid }
    let end = position
    if digits == end {
      diagnostics.report(.malformedNumber(shortText(from: start)), at: FormatRange(start, position))
      return .invalid
    }
    var value: UInt64 = 0
    for byte in bytes[digits..<end] {
      let (product, overflow) = value.multipliedReportingOverflow(by: UInt64(radix))
      let (sum, carry) = product.addingReportingOverflow(UInt64(hexDigitValue(byte) ?? 0))
      if overflow || carry {
        diagnostics.report(.integerOutOfRange(shortText(from: start)), at: FormatRange(start, position))
        return .invalid
      }
      value = sum
    }
    return .integer(value)
  }

  private mutating func double(from start: Int) -> Token.Kind {
    if isWordCharacter(at: position), rejectWord(afterNumberFrom: start) { return .invalid }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text.hasSuffix(".") ? text + "0" : text) else {
      diagnostics.report(.malformedNumber(shortText(from: start)), at: FormatRange(start, position))
      return .invalid
    }
    guard value.isFinite else {
      diagnostics.report(.doubleOutOfRange(shortText(from: start)), at: FormatRange(start, position))
      return .invalid
    }
    return .double(value)
  }

  /// Returns the text from `start`, truncated to a length that messages can show.
  private func shortText(from start: Int) -> String {
    let end = min(position, start + Message.longestQuotation)
    return String(decoding: bytes[start..<end], as: UTF8.self) + (end < position ? "…" : "")
  }

  // MARK: Strings

  /// Finds the end of a string. `string(of:)` decodes the escapes and reports invalid ones.
  ///
  /// String ::= "'" ( [^'\] | Escape )* "'" | '"' ( [^"\] | Escape )* '"'
  mutating func lexString() -> Token.Kind {
    let start = position
    let quote = byte()
    position += 1
    while position < bytes.count {
      if bytes[position] == quote {
        position += 1
        return .string
      }
      if bytes[position] == UInt8(ascii: "\\") {
        hasEscapes = true
        position += 1
      }
      position += 1
    }
    position = bytes.count
    rejectOpenString(quote, from: start)
    return .invalid
  }

  /// Returns the value of a string token with its escapes decoded: `\\ \' \"`, `\a \b \f \n \r \t \v`, `\` and one to
  /// three octal digits, `\xhh`, `\uhhhh` (also `\X`, `\U`). Any other escaped character represents itself. Two `\u`
  /// escapes may form a surrogate pair.
  package mutating func string(of token: Token) -> String {
    let content = bytes[(token.range.start + 1)..<(token.range.end - 1)]
    guard hasEscapes, content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
    var result = String.UnicodeScalarView()
    var index = content.startIndex
    while index < content.endIndex {
      guard content[index] == UInt8(ascii: "\\") else {
        guard let scalar = scalar(at: index) else { break }
        result.append(scalar)
        index += UTF8.width(scalar)
        continue
      }
      let (scalar, length) = escape(at: index, end: content.endIndex)
      if let scalar { result.append(scalar) }
      index += length
    }
    return String(result)
  }

  /// Returns the value of a string token, without reporting invalid escapes.
  func decoded(_ token: Token) -> String {
    var copy = self
    return copy.string(of: token)
  }

  private static let namedEscapes: [UInt8: UnicodeScalar] = [
    UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t", UInt8(ascii: "v"): "\u{B}",
  ]

  /// Returns the scalar of the escape at `index`, or `nil` if the escape is invalid, and the number of bytes to skip.
  ///
  /// Escape ::= "\" ( [uU] Hex Hex Hex Hex | [xX] Hex Hex | Octal Octal? Octal? | [^uUxX0-7] )
  private mutating func escape(at index: Int, end: Int) -> (UnicodeScalar?, Int) {
    let letter = bytes[index + 1]  // `lexString` never ends a string directly after a backslash
    switch letter {
    case UInt8(ascii: "u"), UInt8(ascii: "U"): return unicodeEscape(at: index, end: end)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      guard index + 4 <= end, let value = digits(from: index + 2, count: 2, radix: 16) else {
        diagnostics.report(.shortEscape("\\x", digits: 2), at: FormatRange(index, min(index + 2, end)))
        return (nil, 2)
      }
      return (UnicodeScalar(value), 4)
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
      return (UnicodeScalar(value), length)
    default:
      if let scalar = Self.namedEscapes[letter] { return (scalar, 2) }
      guard let scalar = scalar(at: index + 1) else { return (nil, 2) }
      return (scalar, 1 + UTF8.width(scalar))
    }
  }

  private mutating func unicodeEscape(at index: Int, end: Int) -> (UnicodeScalar?, Int) {
    guard index + 6 <= end, let unit = digits(from: index + 2, count: 4, radix: 16) else {
      diagnostics.report(.shortEscape("\\u", digits: 4), at: FormatRange(index, min(index + 2, end)))
      return (nil, 2)
    }
    if let scalar = UnicodeScalar(unit) { return (scalar, 6) }
    if UTF16.isLeadSurrogate(unit), index + 12 <= end, bytes[index + 6] == UInt8(ascii: "\\"),
      bytes[index + 7] | 0x20 == UInt8(ascii: "u"), let low = digits(from: index + 8, count: 4, radix: 16),
      UTF16.isTrailSurrogate(low)
    {
      return (UnicodeScalar(0x10000 + ((UInt32(unit) - 0xD800) << 10) + (UInt32(low) - 0xDC00)), 12)
    }
    diagnostics.report(.loneSurrogate, at: FormatRange(index, index + 6))
    return (nil, 6)
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
