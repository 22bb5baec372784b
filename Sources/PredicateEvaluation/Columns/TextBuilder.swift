/// Gathers texts, and makes a column of them.
struct TextBuilder {
  private var bytes: [UInt8] = []
  /// Where each text begins, and where the next one will.
  private var starts: [UInt32] = [0]
  private var present: [UInt64] = []
  private var beyondASCII: [UInt64] = []

  private var count: Int { starts.count - 1 }

  /// Adds a text, or nil; false where there is no more room.
  mutating func append(_ text: String?) -> Bool {
    guard let text else { return append(bytes: nil) }
    let answer = text.utf8.withContiguousStorageIfAvailable { append(bytes: $0) }
    // Only a bridged string has no bytes of its own.
    return answer ?? Array(text.utf8).withUnsafeBufferPointer { append(bytes: $0) }
  }

  /// Adds the bytes of a text, or nil; false where there is no more room.
  mutating func append(bytes text: UnsafeBufferPointer<UInt8>?) -> Bool {
    let (block, lane) = (count / 64, count % 64)
    if lane == 0 {
      present.append(0)
      beyondASCII.append(0)
    }
    if let text {
      present[block] |= bit(lane)
      if let start = text.baseAddress, !isASCII(start, text.count) { beyondASCII[block] |= bit(lane) }
      bytes.append(contentsOf: text)
    }
    bytes.append(TextColumn.separator)
    guard let end = UInt32(exactly: bytes.count), end <= UInt32.max - 64 else { return false }
    starts.append(end)
    return true
  }

  /// The column of the texts.
  func column(in memory: ColumnMemory) -> TextColumn {
    let margin = TextColumn.margin
    let room = memory.values(bytes.count + 2 * margin, filledWith: TextColumn.separator) + margin
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { room.update(from: start, count: $0.count) } }
    let ends = memory.rows(starts.count, filledWith: 0 as UInt32)
    for (row, start) in starts.enumerated() { ends[row] = start }
    for row in 1...64 { ends[count + row] = ends[count] + UInt32(row) }
    return TextColumn(
      bytes: UnsafePointer(room), starts: UnsafePointer(ends), count: count,
      present: RowBits(present, count: count, unless: true, in: memory),
      beyondASCII: RowBits(beyondASCII, count: count, unless: false, in: memory))
  }

  // MARK: Codes

  /// The texts as codes, where sixteen rows or more share a text on the average; nil where they do not.
  func coded(in memory: ColumnMemory) -> Column.Content? {
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, let (rows, texts) = distinctTexts(base) else { return nil }
      // In the order of their bytes, so that what begins alike stands together.
      let order = texts.indices.sorted { texts[$0] < texts[$1] }
      var places = [Int](repeating: 0, count: texts.count + 1)
      for (place, text) in order.enumerated() { places[text] = place }
      places[texts.count] = texts.count
      var builder = TextBuilder()
      for text in order { _ = builder.append(bytes: texts[text].bytes) }
      let column = builder.column(in: memory)
      func codes<Code: FixedWidthInteger & BitwiseCopyable>(_: Code.Type) -> UnsafePointer<Code> {
        let codes = memory.rows(rows.count, filledWith: 0 as Code)
        for (row, text) in rows.enumerated() {
          codes[row] = Code(truncatingIfNeeded: places[text < 0 ? texts.count : text])
        }
        return UnsafePointer(codes)
      }
      if texts.count < 1 << 8 { return .codes8(CodedColumn(codes: codes(UInt8.self), texts: column)) }
      return .codes16(CodedColumn(codes: codes(UInt16.self), texts: column))
    }
  }

  /// The texts that differ, and for each row the number of its text, -1 for nil; nil where too many differ.
  private func distinctTexts(_ base: UnsafePointer<UInt8>) -> (rows: [Int], texts: [TextBytes])? {
    var rows: [Int] = []
    var texts: [TextBytes] = []
    var numbers: [TextBytes: Int] = [:]
    var before = (text: TextBytes(bytes: UnsafeBufferPointer(start: base, count: 0)), number: -1)
    for row in 0..<count {
      guard present[row / 64] & bit(row % 64) != 0 else {
        rows.append(-1)
        continue
      }
      let start = Int(starts[row])
      let text = TextBytes(
        bytes: UnsafeBufferPointer(start: base + start, count: Int(starts[row + 1]) - start - 1))
      // Rows in a row often have the same text.
      if before.number < 0 || before.text != text {
        if let known = numbers[text] {
          before = (text, known)
        } else {
          // Many may differ at first; a code must be left for nil.
          if texts.count >= min(4096 + row / 16, count / 16, 1 << 16 - 1) { return nil }
          before = (text, texts.count)
          numbers[text] = texts.count
          texts.append(text)
        }
      }
      rows.append(before.number)
    }
    return (rows, texts)
  }
}

/// A text by its bytes alone: Swift's strings are equal where these differ.
private struct TextBytes: Hashable, Comparable {
  let bytes: UnsafeBufferPointer<UInt8>

  static func == (left: TextBytes, right: TextBytes) -> Bool { left.bytes.elementsEqual(right.bytes) }

  static func < (left: TextBytes, right: TextBytes) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}
