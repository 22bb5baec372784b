import PredicateSyntax

extension RowTable {
  /// Reads the rows of a file. Without `kind`, the file name determines the format.
  package static func read(file path: String, kind: RowKind? = nil) throws(InputError) -> RowTable {
    try read(readFile(path), name: path, kind: kind ?? RowKind(fileName: path))
  }

  /// Reads rows from the contents of a file. Without `delimiter`, the header of a CSV file determines it.
  package static func read(
    _ bytes: [UInt8], name: String, kind: RowKind, delimiter: UInt8? = nil
  ) throws(InputError) -> RowTable {
    var parser = RowParser(name: name, kind: kind, delimiter: delimiter)
    var table = RowTable(name: name, kind: kind, bytes: bytes)
    table.reserve(parser.count(in: bytes))
    parser.sharesRows = true
    _ = try parser.take(bytes, isLast: true, into: &table)
    return table
  }
}

/// Reads a file of rows in parts, so that its memory use does not depend on the number of rows.
package struct RowStream {
  private var source: ByteSource
  /// The number of bytes to read before parsing. More are read if a row is longer.
  private let pieceSize: Int
  private var parser: RowParser
  /// The bytes that were read but not yet parsed.
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  private let delimiter: UInt8?
  private var rowsBefore = 0
  private var bytesBefore = 0

  /// Creates a stream of rows from a source. Without `delimiter`, the header of a CSV file determines it.
  package init(_ source: ByteSource, kind: RowKind, delimiter: UInt8? = nil, pieceSize: Int = 1 << 18) {
    self.source = source
    self.delimiter = delimiter
    self.pieceSize = pieceSize
    parser = RowParser(name: source.name, kind: kind, delimiter: delimiter)
  }

  /// Returns the next rows, or `nil` after the last ones. From a pipe, returns the complete rows that have arrived.
  package mutating func next() throws(InputError) -> RowTable? {
    var wanted = 1
    while !isAtEnd || !buffer.isEmpty {
      while !isAtEnd {
        isAtEnd = try !source.read(pieceSize, into: &buffer)
        if buffer.count >= wanted { break }
      }
      var table = RowTable(
        name: parser.name, kind: parser.kind, bytes: buffer, firstRow: rowsBefore, firstByte: bytesBefore)
      let taken = try parser.take(buffer, isLast: isAtEnd, into: &table)
      buffer = isAtEnd ? [] : Array(buffer[taken...])
      bytesBefore += taken
      if !table.values.isEmpty {
        rowsBefore += table.values.count
        return table
      }
      // No row is complete. Read twice as many bytes, then try again.
      wanted = max(wanted, 2 * buffer.count)
    }
    return nil
  }

  /// Returns an empty collection for rows of this stream. This reads all bytes, so call it before `next()`.
  package mutating func keeping() throws(InputError) -> KeptRows {
    let bytes = try source.readAll()
    source = ByteSource(bytes, name: parser.name)
    return KeptRows(bytes, name: parser.name, kind: parser.kind)
  }

  /// Reads all rows. Call it before `next()`.
  package mutating func all() throws(InputError) -> RowTable {
    isAtEnd = true
    return try RowTable.read(try source.readAll(), name: parser.name, kind: parser.kind, delimiter: delimiter)
  }
}
