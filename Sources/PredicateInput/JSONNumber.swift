import PredicateSyntax

/// Numbers in JSON syntax. CSV cells follow the same rules.
package enum JSONNumber {
  /// Returns the length of the number at the start of `text`, or `nil` if there is none. If a letter or another digit follows
  /// (`007`, `1x`), the text is not a number.
  package static func length(of text: ArraySlice<UInt8>) -> Int? {
    var position = text.startIndex
    func peek() -> UInt8? { position < text.endIndex ? text[position] : nil }
    func digits() -> Int {
      let start = position
      while let byte = peek(), isDigit(byte) { position += 1 }
      return position - start
    }
    if peek() == UInt8(ascii: "-") { position += 1 }
    let leading = peek()
    let whole = digits()
    guard whole == 1 || whole > 1 && leading != UInt8(ascii: "0") else { return nil }
    if peek() == UInt8(ascii: ".") {
      position += 1
      guard digits() > 0 else { return nil }
    }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      guard digits() > 0 else { return nil }
    }
    if let byte = peek(), byte == UInt8(ascii: ".") || isLetter(byte) { return nil }
    return position - text.startIndex
  }

  /// Returns the value of a number, or `nil` if it exceeds the range of a double or has too many digits for a decimal.
  package static func value(of text: ArraySlice<UInt8>) -> FormatValue? {
    guard text.contains(where: { !isDigit($0) && $0 != UInt8(ascii: "-") }) else { return integer(text) }
    guard let double = Double(String(decoding: text, as: UTF8.self)), double.isFinite else { return nil }
    return .double(double)
  }

  /// Returns the reason why a number has no value.
  static func fault(of text: ArraySlice<UInt8>) -> String {
    let digits = text.count { isDigit($0) }
    if text.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: "-") }), digits > DecimalNumber.maximumDigits {
      return "an integer of \(digits) digits; the limit is \(DecimalNumber.maximumDigits)"
    }
    return "the number is beyond the range of a double"
  }

  private static func integer(_ text: ArraySlice<UInt8>) -> FormatValue? {
    let isNegative = text.first == UInt8(ascii: "-")
    if text.count <= 18 {
      let magnitude = text.drop { $0 == UInt8(ascii: "-") }.reduce(Int64(0)) { $0 &* 10 &+ Int64($1 & 0x0F) }
      return .integer(isNegative ? 0 &- magnitude : magnitude)
    }
    let digits = String(decoding: text, as: UTF8.self)
    if let signed = Int64(digits) { return .integer(signed) }
    if let unsigned = UInt64(digits) { return .number(unsigned) }
    return DecimalNumber(digits).map(FormatValue.decimal)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
