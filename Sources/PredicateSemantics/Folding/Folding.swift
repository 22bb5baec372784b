import PredicateSyntax

extension FormatStringOptions {
  /// The options that change text before it is compared.
  package static let folding: FormatStringOptions = [
    .caseInsensitive, .diacriticInsensitive, .widthInsensitive, .canonical,
  ]

  /// Whether text is folded before it is compared: by one of `folding`, unless n overrides it.
  package var folds: Bool { !contains(.normalized) && !isDisjoint(with: Self.folding) }

  /// The optional steps of folding: width (w, which c and d include), marks (d) and case (c). The set is empty with n.
  /// Decomposition and composition are not optional.
  var foldingSteps: FormatStringOptions {
    guard folds, !isDisjoint(with: Self.folding.subtracting(.canonical)) else { return [] }
    return intersection([.caseInsensitive, .diacriticInsensitive]).union(.widthInsensitive)
  }

  /// The options without n, and without the options that n overrides.
  package var resolved: FormatStringOptions {
    contains(.normalized) ? subtracting(Self.folding).subtracting(.normalized) : self
  }
}

extension FormatStringOptions {
  /// Returns a text as the options compare it, which is the content of a folded column (`PredicateModel.FoldedColumn`).
  ///
  ///     let folded = FormatStringOptions([.caseInsensitive, .diacriticInsensitive]).folding("Café")
  ///     // folded == "cafe"
  public func folding(_ text: String) -> String { folded(text, self) }
}

/// Returns the text as the options compare it: decomposed (NFD), with wide and narrow forms normalized, without marks (d),
/// case-folded (c), and composed (NFC). Two texts are equal under the options if their foldings have equal scalars.
///
/// The result is in NFC so that 'café' does not contain 'cafe' under `[c]`. With `canonical` alone, it is the NFC of the
/// text. Without these options, or with n, it is the text itself.
package func folded(_ text: String, _ options: FormatStringOptions) -> String {
  guard options.folds else { return text }
  var text = text
  return String(decoding: text.withUTF8 { unsafe foldedUTF8($0, options) }, as: UTF8.self)
}

/// Returns `folded` of UTF-8. When folding, invalid bytes read as U+FFFD, as in Swift's String.
package func foldedUTF8(_ bytes: UnsafeBufferPointer<UInt8>, _ options: FormatStringOptions) -> [UInt8] {
  guard options.folds else { return unsafe Array(bytes) }
  return unsafe foldedASCII(bytes, options) ?? foldedSimply(bytes, options) ?? foldedByScalars(bytes, options)
}

/// Returns the folding of a text whose scalars fold independently, or `nil` for any other text.
private func foldedSimply(_ bytes: UnsafeBufferPointer<UInt8>, _ options: FormatStringOptions) -> [UInt8]? {
  var isSimple = false
  let text = unsafe [UInt8](unsafeUninitializedCapacity: simpleFoldingCapacity(bytes.count)) { out, count in
    guard let start = out.baseAddress, let written = unsafe foldSimply(bytes, options, into: start) else { return }
    count = written
    isSimple = true
  }
  return isSimple ? text : nil
}

/// Returns the folding of an ASCII text, in which only case changes, or `nil` for any other text.
private func foldedASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ options: FormatStringOptions) -> [UInt8]? {
  var seen: UInt8 = 0
  for index in bytes.indices { unsafe seen |= bytes[index] }
  guard seen < 0x80 else { return nil }
  // An array of capacity 0 uses storage that all threads share, so it must not be written to.
  guard options.contains(.caseInsensitive), !bytes.isEmpty else { return unsafe Array(bytes) }
  return unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { out, count in
    for index in bytes.indices {
      let byte = unsafe bytes[index]
      // Safety: A byte minus another wraps if it is smaller, and is then not below 26.
      unsafe out.initializeElement(at: index, to: byte &- 0x41 < 26 ? byte | 0x20 : byte)
    }
    count = bytes.count
  }
}

/// Returns the folding of any text scalar by scalar. This is the definition, without fast paths.
package func foldedByScalars(_ bytes: UnsafeBufferPointer<UInt8>, _ options: FormatStringOptions) -> [UInt8] {
  guard options.folds else { return unsafe Array(bytes) }
  var buffer = FoldingBuffer(options, capacity: bytes.count)
  if unsafe !appendScalars(of: bytes, to: &buffer) {
    buffer = FoldingBuffer(options, capacity: bytes.count)
    for scalar in unsafe String(decoding: bytes, as: UTF8.self).unicodeScalars { buffer.append(scalar.value) }
  }
  buffer.order()
  buffer.compose()
  return buffer.utf8
}

/// Appends the scalars of UTF-8 to the buffer. Returns false if the bytes are not valid UTF-8.
///
/// Safety: Indices are at most the count, which is compared before a scalar of several bytes is read. Three shifts by 6 fit
/// in 32 bits.
private func appendScalars(of bytes: UnsafeBufferPointer<UInt8>, to buffer: inout FoldingBuffer) -> Bool {
  var index = 0
  while index < bytes.count {
    let lead = unsafe UInt32(bytes[index])
    index &+= 1
    if lead < 0x80 {
      buffer.append(lead)
      continue
    }
    let length: Int
    var scalar: UInt32
    switch lead {
    case 0xC2...0xDF: (length, scalar) = (1, lead & 0x1F)
    case 0xE0...0xEF: (length, scalar) = (2, lead & 0x0F)
    case 0xF0...0xF4: (length, scalar) = (3, lead & 0x07)
    default: return false
    }
    guard length <= bytes.count &- index else { return false }
    for _ in 0..<length {
      let byte = unsafe UInt32(bytes[index])
      guard byte & 0xC0 == 0x80 else { return false }
      scalar = scalar &<< 6 | byte & 0x3F
      index &+= 1
    }
    guard Unicode.Scalar(scalar) != nil && (length < 2 || scalar >= 0x800) && (length < 3 || scalar >= 0x10000) else {
      return false
    }
    buffer.append(scalar)
  }
  return true
}
