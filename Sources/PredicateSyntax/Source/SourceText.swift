/// Converts bytes to the text of a format string.
enum SourceText {
  /// Returns the text of UTF-8 bytes. Above the length limit, invalid bytes are ignored, because the parser rejects such text.
  ///
  /// - Throws: `FormatError` with `invalid-utf8` at the first byte that is not part of well-formed UTF-8.
  static func string(of bytes: [UInt8], limits: Limits) throws(FormatError) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let repaired = String(decoding: bytes, as: UTF8.self)
    if bytes.count > limits.length { return repaired }
    let offset = firstInvalidUTF8(in: bytes)
    throw FormatError([FormatDiagnostic(.invalidUTF8, at: FormatRange(offset, offset + 1))], source: repaired)
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
