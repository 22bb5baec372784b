import PredicateSyntax

extension RowTable {
  /// Reads the rows of a file. Without `kind`, the file name determines the format.
  package static func read(file path: String, kind: RowKind? = nil) throws(InputError) -> RowTable {
    var stream = RowStream(try ByteSource.file(path), kind: kind ?? RowKind(fileName: path))
    return try stream.all()
  }

  /// Reads rows from the contents of a file. Without `delimiter`, the header of a CSV file determines it.
  package static func read(
    _ bytes: [UInt8], name: String, kind: RowKind, delimiter: UInt8? = nil
  ) throws(InputError) -> RowTable {
    var stream = RowStream(ByteSource(bytes, name: name), kind: kind, delimiter: delimiter)
    return try stream.all()
  }
}

/// A file of rows.
package struct RowFile {
  package let source: ByteSource
  /// The format, or nil if the first bytes decide whether it is JSON or text.
  package let kind: RowKind?
  /// The delimiter of a CSV file, or nil if the header decides.
  let delimiter: UInt8?

  package init(_ source: ByteSource, _ kind: RowKind?, delimiter: UInt8? = nil) {
    (self.source, self.kind, self.delimiter) = (source, kind, delimiter)
  }
}

/// Reads files of rows in parts, so that its memory use does not depend on the number of rows.
package struct RowStream {
  private var sources: [ByteSource]
  private var parsers: [RowParser]
  /// The index of the source that is read.
  private var current = 0
  /// The number of bytes to read before parsing. More are read if a row is longer.
  private let pieceSize: Int
  /// The bytes of the source that were read but not yet parsed.
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  private var bytesBefore = 0
  /// What the command line says about the cells of CSV files.
  package var cells = CellOptions() {
    didSet { for index in parsers.indices { parsers[index].missing = cells.missing } }
  }
  /// Whether lines that are not JSON, and records with a wrong number of cells, are skipped.
  package var skipsInvalid = false {
    didSet { for index in parsers.indices { parsers[index].skipsInvalid = skipsInvalid } }
  }

  /// The lines and records of a file that were skipped: their number, and the error of the first.
  package struct Skipped: Sendable {
    package var count: Int
    package let first: InputError
  }

  /// The columns of CSV files that are read, or nil to read all.
  package var columnsRead: NamedColumns? {
    didSet { for index in parsers.indices { parsers[index].columns = columnsRead } }
  }

  /// What was skipped in each file in which anything was.
  package var skipped: [Skipped] { parsers.compactMap(\.skipped) }

  /// The readings of cells that the rows get.
  package var readings: Set<CellReading> = [] {
    didSet { for index in parsers.indices { parsers[index].readings = readings } }
  }
  /// The values of rows that were returned, other than those of CSV files, that have no value in a reading.
  private var otherFailures: [CellReading: CellFailure] = [:]
  /// The cells and values that have no value in a reading, in the rows that were returned.
  package var failures: [CellReading: CellFailure] {
    parsers.reduce(into: otherFailures) { $0.merge($1.failures) { first, more in first.adding(more) } }
  }
  /// The number of rows that were returned, of all sources.
  package private(set) var rowsBefore = 0

  /// Creates a stream of the rows of all files, in order. With `path`, the rows of a document are those at the path.
  package init(_ files: [RowFile], at path: RowPath? = nil, pieceSize: Int = 1 << 18) {
    sources = files.map { file in file.kind.map { file.source.json(of: $0, at: path) } ?? file.source }
    parsers = files.map { file in
      let kind = file.kind?.isConverted == true ? .json : file.kind
      return RowParser(name: file.source.name, kind: kind, delimiter: file.delimiter)
    }
    self.pieceSize = pieceSize
  }

  /// Creates a stream of the rows of one source.
  package init(_ source: ByteSource, kind: RowKind, delimiter: UInt8? = nil, pieceSize: Int = 1 << 18) {
    self.init([RowFile(source, kind, delimiter: delimiter)], pieceSize: pieceSize)
  }

  /// Whether a file is a CSV file, or `--types` gives keys other types; and whether all are CSV files.
  package var hasCells: Bool { parsers.contains { $0.kind.hasHeader } || !cells.declared.isEmpty }
  package var hasOnlyCells: Bool { parsers.allSatisfy { $0.kind.hasHeader } }

  /// The columns of the CSV files, or `nil` before the headers of all of them are read.
  package var columns: Set<String>? {
    var columns: Set<String> = []
    for parser in parsers where parser.kind.hasHeader {
      guard let keys = parser.keys else { return nil }
      columns.formUnion(keys)
    }
    return columns
  }

  /// Whether all rows have the columns of one CSV file.
  package var isOneCSVFile: Bool { parsers.count == 1 && parsers[0].kind.hasHeader }

  /// The percentage of the bytes, before decompression, that were read, or nil if the size of a source is unknown.
  package var percentage: Int? {
    let positions = sources.map(\.position)
    let size = positions.contains { $0.size == 0 } ? 0 : positions.reduce(0) { $0 + $1.size }
    return size == 0 ? nil : min(100, positions.reduce(0) { $0 + $1.read } * 100 / size)
  }

  /// Returns the next rows, which are of one source, or `nil` after the last ones. From a pipe, returns the complete rows that
  /// have arrived.
  package mutating func next() throws(InputError) -> RowTable? {
    while current < sources.count {
      if let rows = try nextOfSource() { return rows }
      current += 1
      (buffer, isAtEnd, bytesBefore) = ([], false, 0)
    }
    return nil
  }

  private mutating func nextOfSource() throws(InputError) -> RowTable? {
    var bytesNeeded = 1
    while !isAtEnd || !buffer.isEmpty {
      while !isAtEnd {
        isAtEnd = try !sources[current].read(pieceSize, into: &buffer)
        if buffer.count >= bytesNeeded, parsers[current].detectKind(buffer, isLast: isAtEnd) { break }
      }
      _ = parsers[current].detectKind(buffer, isLast: isAtEnd)
      var table = RowTable(firstRow: rowsBefore)
      table.begin(current, parsers[current], buffer, firstByte: bytesBefore)
      let consumed = try parsers[current].parse(buffer, isLast: isAtEnd, into: &table)
      buffer = isAtEnd ? [] : Array(buffer[consumed...])
      bytesBefore += consumed
      if !table.values.isEmpty {
        addReadings(to: &table)
        rowsBefore += table.values.count
        return table
      }
      // No row is complete. Read twice as many bytes, then try again.
      bytesNeeded = max(bytesNeeded, 2 * buffer.count)
    }
    return nil
  }

  /// Returns an empty collection for rows of this stream. This reads all bytes, so call it before `next()`.
  package mutating func keeping() throws(InputError) -> KeptRows {
    var files: [[UInt8]] = []
    for index in sources.indices {
      let bytes = try sources[index].readAll()
      sources[index] = ByteSource(bytes, name: sources[index].name)
      _ = parsers[index].detectKind(bytes, isLast: true)
      files.append(bytes)
    }
    return KeptRows(zip(files, parsers).map { ($0, $1.name, $1.kind) }, cells, readings)
  }

  private mutating func addReadings(to table: inout RowTable) {
    table.cells = cells
    table.add(readings)
    otherFailures.merge(table.failures) { first, more in first.adding(more) }
  }

  /// Returns what the cells of some columns of the CSV files are. This reads all their bytes, so call it before `next()`.
  package mutating func survey(_ columns: Set<String>) throws(InputError) -> [String: CellSurvey] {
    var surveys: [String: CellSurvey] = [:]
    for index in sources.indices where parsers[index].kind.hasHeader {
      let bytes = try sources[index].readAll()
      sources[index] = ByteSource(bytes, name: sources[index].name)
      var parser = parsers[index]
      parser.columns = NamedColumns(columns)
      surveys.merge(try parser.survey(bytes)) { first, more in first.adding(more) }
    }
    return surveys
  }

  /// Reads all rows. Call it before `next()`.
  package mutating func all() throws(InputError) -> RowTable {
    var table = RowTable()
    for (index, source) in sources.enumerated() {
      let bytes = try source.readAll()
      _ = parsers[index].detectKind(bytes, isLast: true)
      table.begin(index, parsers[index], bytes)
      table.reserve(parsers[index].count(in: bytes))
      parsers[index].sharesRows = true
      _ = try parsers[index].parse(bytes, isLast: true, into: &table)
    }
    current = sources.count
    addReadings(to: &table)
    return table
  }
}
