extension String {
  /// Creates the text of a format string from UTF-8 bytes. Above the length limit, invalid bytes are ignored, because the parser
  /// rejects such text.
  ///
  /// - Throws: `FormatError` with `invalid-utf8` at the first byte that is not part of well-formed UTF-8.
  init(format bytes: [UInt8], limits: Limits) throws(FormatError) {
    let valid = String(validating: bytes, as: UTF8.self)
    self = valid ?? String(decoding: bytes, as: UTF8.self)
    if valid != nil || bytes.count > limits.length { return }
    let offset = Self.firstInvalidUTF8(in: bytes)
    throw FormatError(.invalidUTF8, at: FormatRange(offset, offset + 1), source: self)
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
