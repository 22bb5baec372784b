/// Bytes that claim to be UTF-8, as the text of a format string.
enum SourceText {
  /// The text of the bytes. What is longer than the limit allows is not looked at: the parser refuses it.
  ///
  /// - Throws: `FormatError` with `invalid-utf8` at the first byte that does not belong to well-formed UTF-8.
  static func string(of bytes: [UInt8], limits: Limits) throws(FormatError) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let repaired = String(decoding: bytes, as: UTF8.self)
    if bytes.count > limits.length { return repaired }
    let offset = firstInvalidUTF8(in: bytes)
    throw FormatError([Diagnostic(.invalidUTF8, at: SourceRange(offset, offset + 1))], source: repaired)
  }

  private static func firstInvalidUTF8(in bytes: [UInt8]) -> Int {
    var start = 0
    while let length = (1...4).first(where: { length in
      start + length <= bytes.count && String(validating: bytes[start..<(start + length)], as: UTF8.self) != nil
    }) {
      start += length
    }
    return start
  }
}
