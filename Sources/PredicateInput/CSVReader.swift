import PredicateSyntax

/// A reader for comma-separated values (RFC 4180), or values with another separator. Lines end in LF or CRLF. Blank lines are
/// skipped.
struct CSVReader {
  /// One cell. The text does not include the quotes, which have no other meaning.
  struct Cell {
    var text: ArraySlice<UInt8>

    /// Returns the text, or `.null` for an empty cell and for the texts that say that a value is missing.
    func value(missing: Set<[UInt8]>) -> FormatValue {
      if text.isEmpty || !missing.isEmpty && missing.contains(Array(text)) { return .null }
      return .string(String(decoding: text, as: UTF8.self))
    }
  }

  /// One record. It can span several lines.
  struct Record {
    var cells: [Cell]
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

  /// Returns the next record, or `nil` at the end.
  mutating func next() throws(InputError) -> Record? {
    while skipLineEnd() {}
    guard position < bytes.count else { return nil }
    let start = position
    let firstLine = line
    var cells = [try cell()]
    while position < bytes.count, bytes[position] == delimiter {
      position += 1
      cells.append(try cell())
    }
    let range = start..<position
    guard position == bytes.count || skipLineEnd() else {
      throw InputError(name, line: line, "expected \(delimiterName) or the end of the line after a cell in quotes")
    }
    guard String(validating: bytes[range], as: UTF8.self) != nil else {
      let offset = start + (offsetOfInvalidUTF8(bytes[range]) ?? 0)
      let byte = offset - startOfLine(of: offset, in: bytes) + 1
      let errorLine = firstLine + bytes[start..<offset].count { $0 == 0x0A }
      throw InputError(name, line: errorLine, "this record is not UTF-8, at byte \(byte)")
    }
    return Record(cells: cells, line: firstLine, range: range)
  }

  /// Reads a cell. An unquoted cell ends at the delimiter, a line end or the end of the file.
  private mutating func cell() throws(InputError) -> Cell {
    if position < bytes.count, bytes[position] == Self.quote { return try quotedCell() }
    let start = position
    while position < bytes.count, bytes[position] != delimiter, !isAtLineEnd {
      if bytes[position] == Self.carriageReturn {
        throw InputError(
          name, line: line,
          "a carriage return without a line feed; lines end in LF or CRLF, and a cell that contains one must be quoted")
      }
      position += 1
    }
    return Cell(text: bytes[start..<position])
  }

  private mutating func quotedCell() throws(InputError) -> Cell {
    let firstLine = line
    position += 1
    let start = position
    var joined: [UInt8] = []
    var piece = start
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A { line += 1 }
      guard byte == Self.quote else { continue }
      if position < bytes.count, bytes[position] == Self.quote {
        // Two quotes represent one quote. The first is part of the current piece.
        joined += bytes[piece..<position]
        position += 1
        piece = position
      } else if joined.isEmpty {
        return Cell(text: bytes[start..<position - 1])
      } else {
        return Cell(text: (joined + bytes[piece..<position - 1])[...])
      }
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
