import PredicateSyntax

// Numbers in JSON syntax. CSV cells follow the same rules.

extension ArraySlice<UInt8> {
  /// The length of the JSON number at the start of this text, or `nil` if there is none. If a letter or another digit follows
  /// (`007`, `1x`), the text is not a number.
  package var jsonNumberLength: Int? {
    var position = startIndex
    func peek() -> UInt8? { position < endIndex ? self[position] : nil }
    func digits() -> Int {
      let start = position
      while let byte = peek(), byte.isDigit { position += 1 }
      return position - start
    }
    if peek() == UInt8(ascii: "-") { position += 1 }
    let hasLeadingZero = peek() == UInt8(ascii: "0")
    let whole = digits()
    guard hasLeadingZero ? whole == 1 : whole > 0 else { return nil }
    if peek() == UInt8(ascii: ".") {
      position += 1
      guard digits() > 0 else { return nil }
    }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      guard digits() > 0 else { return nil }
    }
    if let byte = peek(), byte == UInt8(ascii: ".") || byte.isLetter { return nil }
    return position - startIndex
  }

  /// The value of a JSON number, or `nil` if it exceeds the range of a double or has too many digits for a decimal.
  var jsonNumber: FormatValue? {
    if isInteger { return integer }
    guard let double = Double(String(decoding: self, as: UTF8.self)), double.isFinite else { return nil }
    return .double(double)
  }

  /// The reason why a JSON number has no value.
  var jsonNumberError: String {
    let digits = count { $0.isDigit }
    if isInteger { return "an integer of \(digits) digits, which do not fit into 128 bits" }
    return "the number is beyond the range of a double"
  }

  /// Whether a JSON number has neither a point nor an exponent.
  private var isInteger: Bool { allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") } }

  private var integer: FormatValue? {
    let isNegative = first == UInt8(ascii: "-")
    // Safety: 18 digits fit in 64 bits.
    if count <= 18 {
      let magnitude = dropFirst(isNegative ? 1 : 0).reduce(Int64(0)) { $0 &* 10 &+ Int64($1 & 0x0F) }
      return .integer(isNegative ? -magnitude : magnitude)
    }
    let digits = String(decoding: self, as: UTF8.self)
    if let signed = Int64(digits) { return .integer(signed) }
    if let unsigned = UInt64(digits) { return .number(unsigned) }
    return FormatDecimal(digits).map(FormatValue.decimal)
  }
}
