import PredicateSyntax

/// A reader for comma-separated values (RFC 4180), or values with another separator. Lines end in LF or CRLF. Blank lines are
/// skipped.
struct CSVReader {
  /// The place of one cell. The range does not include the quotes around the cell, which have no other meaning.
  private struct Cell {
    var range: Range<Int>
    /// Whether two quotes in the range represent one.
    var hasDoubledQuotes = false
  }

  /// One record. It can span several lines. `text(ofCell:)` returns its cells until the next record is read.
  struct Record {
    /// The line on which the record begins.
    var line: Int
    /// The range of the record's bytes, without the line end.
    var range: Range<Int>
  }

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private let name: String
  private(set) var position: Int
  private(set) var line: Int
  /// The cells of the last record. The next record uses the same memory.
  private var cells: [Cell] = []
  /// The bytes of the last record, combined by OR: below 0x80 if all of them are ASCII.
  private var combined: UInt8 = 0

  /// Creates a reader that starts at the offset `start`, which is on the given line.
  init(_ bytes: [UInt8], name: String, delimiter: UInt8, from start: Int, line: Int) {
    self.bytes = bytes
    self.delimiter = delimiter
    self.name = name
    position = start
    self.line = line
  }

  /// Returns the byte between the names of a header that begins at an offset: a comma, or else a semicolon or a tab. Names in
  /// quotes may contain each of them. Returns nil if the bytes contain no comma and do not reach the end of the header, unless
  /// the file ends with them.
  static func delimiter(of bytes: [UInt8], from start: Int, isLast: Bool) -> UInt8? {
    var isQuoted = false
    var found: UInt8?
    for byte in bytes[start...].drop(while: { $0 == 0x0A || $0 == carriageReturn }) {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == comma { return comma }
      if byte == 0x0A { return found ?? comma }
      if byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t") { found = found ?? byte }
    }
    return isLast ? found ?? comma : nil
  }

  /// The number of cells of the last record.
  var cellCount: Int { cells.count }

  /// Returns the text of a cell of the last record.
  func text(ofCell index: Int) -> ArraySlice<UInt8> {
    let text = bytes[cells[index].range]
    return cells[index].hasDoubledQuotes ? withoutDoubledQuotes(text) : text
  }

  private func withoutDoubledQuotes(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var result: [UInt8] = []
    var isFirst = false
    for byte in text {
      isFirst = byte == Self.quote && !isFirst
      if byte != Self.quote || isFirst { result.append(byte) }
    }
    return result[...]
  }

  /// Returns the names in the last record, which is a header.
  var names: [String] { cells.indices.map { String(decoding: text(ofCell: $0), as: UTF8.self) } }

  /// Returns the next record, or `nil` at the end.
  mutating func next() throws(InputError) -> Record? {
    while skipLineEnd() {}
    guard position < bytes.count else { return nil }
    let start = position
    let firstLine = line
    cells.removeAll(keepingCapacity: true)
    combined = 0
    try readCell()
    while position < bytes.count, bytes[position] == delimiter {
      position += 1
      try readCell()
    }
    let range = start..<position
    guard position == bytes.count || skipLineEnd() else {
      throw InputError(name, line: line, "expected \(delimiterName) or the end of the line after a cell in quotes")
    }
    guard combined < 0x80 || String(validating: bytes[range], as: UTF8.self) != nil else {
      let offset = start + (offsetOfInvalidUTF8(bytes[range]) ?? 0)
      let byte = offset - startOfLine(of: offset, in: bytes) + 1
      let errorLine = firstLine + bytes[start..<offset].count { $0 == 0x0A }
      throw InputError(name, line: errorLine, "this record is not UTF-8, at byte \(byte)")
    }
    return Record(line: firstLine, range: range)
  }

  /// Reads a cell. An unquoted cell ends at the delimiter, a line end or the end of the file.
  private mutating func readCell() throws(InputError) {
    if position < bytes.count, bytes[position] == Self.quote { return try readQuotedCell() }
    // Local variables and a single test of most bytes make this loop twice as fast.
    let (count, lastEnd) = (bytes.count, max(delimiter, Self.carriageReturn))
    var end = position
    var combined = combined
    while end < count {
      let byte = bytes[end]
      if byte <= lastEnd {
        if byte == delimiter || byte == 0x0A { break }
        if byte == Self.carriageReturn {
          if end + 1 < count, bytes[end + 1] == 0x0A { break }
          position = end
          throw InputError(
            name, line: line,
            "a carriage return without a line feed; lines end in LF or CRLF, and a cell that contains one must be quoted"
          )
        }
      }
      combined |= byte
      end += 1
    }
    cells.append(Cell(range: position..<end))
    (position, self.combined) = (end, combined)
  }

  private mutating func readQuotedCell() throws(InputError) {
    let firstLine = line
    position += 1
    var cell = Cell(range: position..<position)
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      combined |= byte
      if byte == 0x0A { line += 1 }
      guard byte == Self.quote else { continue }
      guard position < bytes.count, bytes[position] == Self.quote else {
        cell.range = cell.range.lowerBound..<position - 1
        cells.append(cell)
        return
      }
      cell.hasDoubledQuotes = true
      position += 1
    }
    throw InputError(name, line: firstLine, "the quoted cell that begins here is never closed")
  }

  private var delimiterName: String {
    delimiter == UInt8(ascii: "\t") ? "a tab" : "'\(UnicodeScalar(delimiter))'"
  }

  private var isAtLineEnd: Bool {
    bytes[position] == 0x0A
      || bytes[position] == Self.carriageReturn && position + 1 < bytes.count && bytes[position + 1] == 0x0A
  }

  private mutating func skipLineEnd() -> Bool {
    guard position < bytes.count, isAtLineEnd else { return false }
    position += bytes[position] == Self.carriageReturn ? 2 : 1
    line += 1
    return true
  }
}
