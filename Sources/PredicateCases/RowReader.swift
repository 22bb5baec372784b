import PredicateSyntax

/// Reads files of rows, whole.
package enum RowReader {
  /// The rows of a file; `kind` where the name does not tell it.
  package static func read(file path: String, kind: RowKind? = nil) throws(InputFault) -> RowTable {
    try read(readFile(path), name: path, kind: kind ?? RowKind(fileName: path))
  }

  /// The rows of bytes that were read already.
  package static func read(_ bytes: [UInt8], name: String, kind: RowKind) throws(InputFault) -> RowTable {
    var parser = RowParser(name: name, kind: kind)
    var table = RowTable(name: name, kind: kind, bytes: bytes)
    table.reserve(parser.count(in: bytes))
    parser.sharesRows = true
    _ = try parser.take(bytes, isLast: true, into: &table)
    return table
  }
}

/// Reads a file of rows part by part, so that the memory it takes does not grow with the rows.
package struct RowStream {
  private var source: ByteSource
  /// How many bytes are read before the rows in them are: more where a row is longer.
  private let pieceSize: Int
  private var parser: RowParser
  /// What was read, and is no row yet.
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  private var rowsBefore = 0
  private var bytesBefore = 0

  /// Reads rows of a kind from a source.
  package init(_ source: ByteSource, kind: RowKind, pieceSize: Int = 1 << 18) {
    self.source = source
    self.pieceSize = pieceSize
    parser = RowParser(name: source.name, kind: kind)
  }

  /// Some of the rows, those that come next; nil after the last one.
  package mutating func next() throws(InputFault) -> RowTable? {
    var wanted = pieceSize
    while !isAtEnd || !buffer.isEmpty {
      while buffer.count < wanted, !isAtEnd { isAtEnd = try !source.read(pieceSize, into: &buffer) }
      var table = RowTable(
        name: parser.name, kind: parser.kind, bytes: buffer, firstRow: rowsBefore, firstByte: bytesBefore)
      let taken = try parser.take(buffer, isLast: isAtEnd, into: &table)
      buffer = isAtEnd ? [] : Array(buffer[taken...])
      bytesBefore += taken
      if !table.values.isEmpty {
        rowsBefore += table.values.count
        return table
      }
      // A row that is longer than what was read is looked at again when there is twice as much of it.
      wanted = max(wanted, 2 * buffer.count)
    }
    return nil
  }

  /// What keeps rows of those that come next, where none was asked for yet: for that all bytes are read.
  package mutating func keeping() throws(InputFault) -> KeptRows {
    let bytes = try source.readAll()
    source = ByteSource(bytes, name: parser.name)
    return KeptRows(bytes, name: parser.name, kind: parser.kind)
  }

  /// All rows, where none was asked for yet.
  package mutating func all() throws(InputFault) -> RowTable {
    isAtEnd = true
    return try RowReader.read(try source.readAll(), name: parser.name, kind: parser.kind)
  }
}
