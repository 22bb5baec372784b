import PredicateSyntax

// Fast path for text that folds scalar by scalar, which is nearly all text. None of its scalars may be a mark, or otherwise
// compose with a preceding one, except for single marks after ASCII letters. Such text is folded without a buffer of scalars.
// All other text goes to `FoldingBuffer`.

/// Returns the capacity that `foldSimply` needs for a number of bytes. It writes words of eight bytes.
package func simpleFoldingCapacity(_ count: Int) -> Int { count + count / 2 + 16 }

/// Folds UTF-8 whose scalars fold independently. Returns the number of bytes written, or `nil` for any other text.
///
/// - Parameters:
///   - out: A buffer with a capacity of `simpleFoldingCapacity` bytes.
///   - limit: The number of bytes needed. A longer folding may be cut off after them.
package func foldSimply(
  _ bytes: UnsafeBufferPointer<UInt8>, _ options: FormatStringOptions, into out: UnsafeMutablePointer<UInt8>,
  limit: Int = .max
) -> Int? {
  guard options.folds, let base = bytes.baseAddress else { return nil }
  let folding = SimpleFolding.of(options)
  return unsafe folding.fold(base, bytes.count, out, limit)
}

/// The foldings of scalars that fold independently, for one set of options.
///
/// Safety: Writes words of eight bytes to memory for `count * 3 / 2 + 16` bytes, and compares positions with the count before
/// it reads. The table of the 0x800 scalars of two bytes is constant. In `foldASCII`, sums exceed a byte only if it is not
/// ASCII, and the bytes from there on are ignored.
@safe private struct SimpleFolding: @unchecked Sendable {
  /// The folding of each two-byte scalar: up to three bytes, lowest first, and their number in the highest byte, or `unknown`
  /// if it does not fold independently. The memory is never freed.
  private let foldings: UnsafePointer<UInt32>
  /// 0x20 in each byte if case is folded, and 0 otherwise.
  private let caseBit: UInt64
  private let data = FoldingData.shared
  private static let unknown: UInt32 = .max

  /// The ASCII characters from U+0040 on, each composed with each of the marks from U+0300 on, in the format of `foldings`.
  private static let marked = markedLetters()
  private static let marks: Range<UInt32> = 0x300..<0x370

  private static let ofNone = SimpleFolding(.widthInsensitive)
  private static let ofCase = SimpleFolding(.caseInsensitive)
  private static let ofMarks = SimpleFolding(.diacriticInsensitive)
  private static let ofBoth = SimpleFolding([.caseInsensitive, .diacriticInsensitive])

  static func of(_ options: FormatStringOptions) -> SimpleFolding {
    switch (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)) {
    case (false, false): ofNone
    case (true, false): ofCase
    case (false, true): ofMarks
    case (true, true): ofBoth
    }
  }

  /// Creates the table from the definition of folding for each scalar.
  private init(_ options: FormatStringOptions) {
    caseBit = options.contains(.caseInsensitive) ? 0x2020_2020_2020_2020 : 0
    let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 0x800)
    unsafe table.initialize(repeating: Self.unknown, count: 0x800)
    for scalar in UInt32(0x80)..<0x800 {
      var buffer = FoldingBuffer(options)
      buffer.append(scalar)
      buffer.order()
      // It must not compose with a preceding scalar or change its order with marks, as U+0345 does before it is folded. Marks
      // that are dropped do not matter.
      if let first = buffer.values.first.map(FoldingData.shared.word) {
        let isMark = FoldingData.shared.word(scalar).combiningClass != 0
        if isMark || first.combiningClass != 0 || first.composesBackward { continue }
      }
      buffer.compose()
      unsafe table[Int(scalar)] = Self.packed(buffer.utf8)
    }
    unsafe foldings = UnsafePointer(table)
  }

  private static func markedLetters() -> [UInt32] {
    let data = FoldingData.shared
    return (UInt32(0x40)..<0x80).flatMap { letter in
      marks.map { mark in
        let word = data.word(mark)
        if word.mapping != .none || word.combiningClass == 0 { return unknown }
        var text = ""
        let composite = word.composesBackward ? data.composite(letter, mark) : nil
        for scalar in composite.map({ [$0] }) ?? [letter, mark] {
          if let scalar = Unicode.Scalar(scalar) { text.unicodeScalars.append(scalar) }
        }
        return packed(Array(text.utf8))
      }
    }
  }

  /// Packs up to three bytes and their number.
  private static func packed(_ bytes: [UInt8]) -> UInt32 {
    if bytes.count > 3 { return unknown }
    return bytes.reversed().reduce(0) { $0 &<< 8 | UInt32($1) } | UInt32(bytes.count) &<< 24
  }

  /// Returns a folded ASCII letter composed with the mark after it, or `unknown` for other scalars.
  @inline(never)
  private func marked(_ letter: UInt8, _ mark: UInt32) -> UInt32 {
    guard letter & 0xC0 == 0x40, Self.marks ~= mark else { return Self.unknown }
    return Self.marked[Int(letter & 0x3F) * Self.marks.count + Int(mark - Self.marks.lowerBound)]
  }

  func fold(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ out: UnsafeMutablePointer<UInt8>, _ limit: Int) -> Int? {
    var index = 0
    var written = 0
    // The number of bytes that no later scalar changes: those before the last scalar written, which a mark may still replace.
    var finalCount = -1
    while index < count && finalCount < limit {
      var start = written
      let lead = unsafe bytes[index]
      if lead < 0x80 {
        let length = unsafe foldASCII(bytes + index, count &- index, out + written)
        index &+= length
        written &+= length
      } else if lead < 0xE0 {
        guard count &- index >= 2, lead >= 0xC2, unsafe bytes[index &+ 1] & 0xC0 == 0x80 else { return nil }
        let scalar = unsafe UInt32(lead & 0x1F) &<< 6 | UInt32(bytes[index &+ 1] & 0x3F)
        var folding = unsafe foldings[Int(scalar)]
        if folding == Self.unknown {
          if written == 0 { return nil }
          folding = unsafe marked(out[written &- 1], scalar)
          if folding == Self.unknown { return nil }
          // Replace the letter.
          written &-= 1
          start = written
        }
        unsafe UnsafeMutableRawPointer(out + written).storeBytes(of: folding.littleEndian, as: UInt32.self)
        written &+= Int(folding &>> 24)
        index &+= 2
      } else {
        let length = lead < 0xF0 ? 3 : 4
        guard lead <= 0xF4, length <= count &- index, unsafe isUnchanged(bytes + index, length) else { return nil }
        for offset in 0..<length { unsafe out[written &+ offset] = bytes[index &+ offset] }
        written &+= length
        index &+= length
      }
      if written > start { finalCount = start }
    }
    return written
  }

  /// Folds up to eight bytes of ASCII, and returns their number. The first byte must be ASCII.
  @inline(__always)
  private func foldASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ out: UnsafeMutablePointer<UInt8>) -> Int {
    if count < 8 {
      let byte = unsafe bytes[0]
      unsafe out[0] = byte &- 0x41 < 26 ? byte | UInt8(truncatingIfNeeded: caseBit) : byte
      return 1
    }
    let word = unsafe UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    // The highest bit of each capital. It may be wrong in bytes after a non-ASCII byte, but those are ignored.
    let capitals = (word &+ 0x3F3F_3F3F_3F3F_3F3F) & ~(word &+ 0x2525_2525_2525_2525) & 0x8080_8080_8080_8080
    let lowered = word | capitals &>> 2 & caseBit
    unsafe UnsafeMutableRawPointer(out).storeBytes(of: lowered.littleEndian, as: UInt64.self)
    let others = word & 0x8080_8080_8080_8080
    return others == 0 ? 8 : others.trailingZeroBitCount &>> 3
  }

  /// Returns whether three or four bytes are a scalar without data, which folds to itself and does not compose with a
  /// preceding scalar.
  private func isUnchanged(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    var scalar = unsafe UInt32(bytes[0]) & (length == 3 ? 0x0F : 0x07)
    for offset in 1..<length {
      let byte = unsafe UInt32(bytes[offset])
      if byte & 0xC0 != 0x80 { return false }
      scalar = scalar &<< 6 | byte & 0x3F
    }
    guard scalar >= (length == 3 ? 0x800 : 0x10000), Unicode.Scalar(scalar) != nil else { return false }
    return data.word(scalar).bits == 0
  }
}
