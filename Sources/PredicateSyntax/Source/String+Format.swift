extension String {
  /// Creates the text of a format string from UTF-8 bytes. Above the length limit, invalid bytes are ignored, because the parser
  /// rejects such text.
  ///
  /// - Throws: `FormatError` with `invalid-utf8` at the first byte that is not part of well-formed UTF-8.
  init(format bytes: [UInt8], limits: PredicateLimits) throws(FormatError) {
    let valid = String(validating: bytes, as: UTF8.self)
    self = valid ?? String(decoding: bytes, as: UTF8.self)
    if valid != nil || bytes.count > limits.length { return }
    let offset = offsetOfInvalidUTF8(bytes[...]) ?? 0
    throw FormatError(.invalidUTF8, at: FormatRange(offset, offset + 1), source: WrittenText(self))
  }
}

/// Returns the offset of the first byte that is not valid UTF-8, or `nil` if all bytes are.
package func offsetOfInvalidUTF8(_ bytes: ArraySlice<UInt8>) -> Int? {
  var codec = UTF8()
  var iterator = bytes.makeIterator()
  var offset = 0
  var result = codec.decode(&iterator)
  while case .scalarValue(let scalar) = result {
    offset += UTF8.width(scalar)
    result = codec.decode(&iterator)
  }
  return result == .error ? offset : nil
}
