/// A builder that collects texts and creates a column of them.
///
/// Safety: The memory grows before a text that does not fit is copied, and has at most four gigabytes. Only `deinit` frees
/// it.
@safe struct TextBuilder: ~Copyable {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes so far.
  private var end = 0
  /// The start of each text, and that of the next one.
  private let starts: UnsafeMutablePointer<UInt32>
  private var count = 0
  private var present: [UInt64] = []
  private var beyondASCII: [UInt64] = []

  /// Creates a builder.
  ///
  /// - Parameter count: The maximum number of texts.
  init(_ count: Int) {
    capacity = count * 12 + 64
    unsafe bytes = .allocate(capacity: capacity)
    unsafe starts = .allocate(capacity: count + 1)
    unsafe starts[0] = 0
  }

  deinit {
    unsafe bytes.deallocate()
    unsafe starts.deallocate()
  }

  /// Appends the text at an address. Returns `false` if the column would be too large. The builder cannot be used then.
  mutating func append(_ text: UnsafePointer<String>) -> Bool {
    let answer = unsafe text.pointee.utf8.withContiguousStorageIfAvailable { unsafe append(bytes: $0) }
    // Only a bridged string has no contiguous UTF-8.
    return unsafe answer ?? Array(text.pointee.utf8).withUnsafeBufferPointer { unsafe append(bytes: $0) }
  }

  /// Appends the bytes of a text, or nil. Returns `false` if the column would be too large. The builder cannot be used then.
  mutating func append(bytes text: UnsafeBufferPointer<UInt8>?) -> Bool {
    let lane = count & 63
    if lane == 0 {
      present.append(0)
      beyondASCII.append(0)
    }
    let length = unsafe text?.count ?? 0
    if capacity &- end <= length { grow(by: length) }
    if let text = unsafe text {
      present[count &>> 6] |= bit(lane)
      if let start = text.baseAddress {
        if unsafe !isASCII(start, length) { beyondASCII[count &>> 6] |= bit(lane) }
        unsafe (bytes + end).update(from: start, count: length)
      }
    }
    unsafe bytes[end &+ length] = TextColumn.separator
    end &+= length &+ 1
    guard end < Int(clamping: UInt32.max) - 64 else { return false }
    count &+= 1
    unsafe starts[count] = UInt32(truncatingIfNeeded: end)
    return true
  }

  /// Makes room for a text and a separator.
  private mutating func grow(by length: Int) {
    let more = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2 + length)
    unsafe more.update(from: bytes, count: end)
    unsafe bytes.deallocate()
    unsafe (bytes, capacity) = (more, capacity * 2 + length)
  }

  /// Creates the column of the texts.
  func column(in memory: KernelMemory) -> TextColumn {
    let margin = TextColumn.margin
    let allBytes = unsafe memory.values(end + 2 * margin, filledWith: TextColumn.separator) + margin
    unsafe allBytes.update(from: bytes, count: end)
    let allStarts = unsafe memory.rows(count + 1, filledWith: 0 as UInt32)
    unsafe allStarts.update(from: starts, count: count + 1)
    for row in 1...64 { unsafe allStarts[count + row] = allStarts[count] + UInt32(row) }
    return unsafe TextColumn(
      bytes: UnsafePointer(allBytes), starts: UnsafePointer(allStarts), count: count,
      present: RowBits(present, count: count, unless: true, in: memory),
      beyondASCII: RowBits(beyondASCII, count: count, unless: false, in: memory))
  }

  // MARK: Codes

  /// Creates the column of the texts as codes, or returns `nil` unless on average sixteen rows or more share a text.
  func coded(in memory: KernelMemory) -> Column? {
    guard let (rows, texts) = distinctTexts() else { return nil }
    // In byte order, so that texts with the same prefix are consecutive.
    let order = texts.indices.sorted { texts[$0] < texts[$1] }
    var codeOfText = [Int](repeating: 0, count: texts.count)
    for (code, text) in order.enumerated() { codeOfText[text] = code }
    var builder = TextBuilder(texts.count)
    for text in order { _ = unsafe builder.append(bytes: texts[text].bytes) }
    let column = builder.column(in: memory)
    func codes<Code: FixedWidthInteger & BitwiseCopyable>(_: Code.Type) -> UnsafePointer<Code> {
      let codes = unsafe memory.rows(rows.count, filledWith: 0 as Code)
      for (row, text) in rows.enumerated() {
        unsafe codes[row] = Code(truncatingIfNeeded: text < 0 ? texts.count : codeOfText[text])
      }
      return unsafe UnsafePointer(codes)
    }
    if texts.count < 1 << 8 { return unsafe .codes8(CodedColumn(codes: codes(UInt8.self), texts: column)) }
    return unsafe .codes16(CodedColumn(codes: codes(UInt16.self), texts: column))
  }

  /// Returns the distinct texts and the index of each row's text, -1 for nil, or `nil` if too many texts are distinct.
  private func distinctTexts() -> (rows: [Int], texts: [TextBytes])? {
    var rows: [Int] = []
    var texts: [TextBytes] = []
    var numbers: [TextBytes: Int] = [:]
    var before = unsafe (text: TextBytes(bytes: UnsafeBufferPointer(start: bytes, count: 0)), number: -1)
    for row in 0..<count {
      guard present[row / 64] & bit(row % 64) != 0 else {
        rows.append(-1)
        continue
      }
      let start = unsafe Int(starts[row])
      let text = unsafe TextBytes(
        bytes: UnsafeBufferPointer(start: bytes + start, count: Int(starts[row + 1]) - start - 1))
      // Consecutive rows often have the same text.
      if before.number < 0 || before.text != text {
        if let known = numbers[text] {
          before = (text, known)
        } else {
          // Many texts may be distinct at first. One code must be left for nil.
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

/// A text compared by its bytes alone, because Swift strings can be equal if their bytes differ.
///
/// Safety: The bytes are in a column that exists as long as the texts are compared.
@safe private struct TextBytes: Hashable, Comparable {
  let bytes: UnsafeBufferPointer<UInt8>

  static func == (left: TextBytes, right: TextBytes) -> Bool { unsafe left.bytes.elementsEqual(right.bytes) }

  static func < (left: TextBytes, right: TextBytes) -> Bool { unsafe left.bytes.lexicographicallyPrecedes(right.bytes) }

  func hash(into hasher: inout Hasher) { unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}
