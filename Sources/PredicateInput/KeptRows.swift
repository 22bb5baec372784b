import PredicateSyntax

/// Rows of files that are read again after all rows were read once. Only their offsets are stored.
package struct KeptRows: LocatedRows {
  private let files: [KeptFile]
  /// The files of the rows, in order.
  private var used: [KeptFile] = []
  private var starts: Offsets
  private var numbers: Offsets
  /// The number of rows that are kept.
  private var count = 0
  private let cells: CellOptions
  private let readings: Set<CellReading>

  /// Creates an empty collection of rows in the bytes of these files.
  init(
    _ files: [(bytes: [UInt8], name: String, kind: RowKind)], _ cells: CellOptions, _ readings: Set<CellReading>
  ) {
    (self.cells, self.readings) = (cells, readings)
    self.files = files.map { KeptFile($0.bytes, name: $0.name, kind: $0.kind) }
    let end = files.reduce(0) { $0 + $1.bytes.count }
    starts = Offsets(upTo: end)
    numbers = Offsets(upTo: end)
  }

  /// Adds rows of a table that `RowStream.next()` returned.
  package mutating func keep(_ rows: [Int], of table: RowTable) {
    guard let first = rows.first else { return }
    let part = table.part(of: first)
    let file = files[part.file]
    if used.last !== file {
      (file.first, file.header, file.delimiter) = (count, part.header, part.delimiter)
      used.append(file)
    }
    for row in rows {
      starts.append(part.firstByte + part.starts[row])
      numbers.append(table.number(of: row))
    }
    count += rows.count
  }

  private func file(of row: Int) -> KeptFile { used[lastIndex(below: used.count) { used[$0].first <= row }] }

  package func name(of row: Int) -> String { file(of: row).name }

  package func number(of row: Int) -> Int { numbers[row] }

  package func line(of row: Int) -> Int { file(of: row).line(of: starts[row]) }

  package func header(of row: Int) -> [UInt8]? { file(of: row).header }

  package func source(of row: Int) -> ArraySlice<UInt8> {
    let file = file(of: row)
    return rowSource(file.bytes, file.kind, file.delimiter, from: starts[row])
  }

  package func keys(of row: Int) -> [String] {
    let file = file(of: row)
    return rowKeys(source(of: row), header: file.header, file.delimiter)
  }

  /// Parses a row again and returns its value. It was parsed without an error before.
  package func value(of row: Int) -> FormatValue {
    let file = file(of: row)
    return parsedRow(source(of: row), file.kind, header: file.header, file.delimiter, cells, readings)
  }

  package func shownValue(of row: Int) -> FormatValue {
    cells.shown(value(of: row), hasCells: file(of: row).kind.hasHeader)
  }
}

/// The bytes of a file whose rows are kept.
private final class KeptFile {
  /// The distance in bytes between two offsets with a known line number.
  private static let stride = 4_096

  let name: String
  let kind: RowKind
  let bytes: [UInt8]
  /// The header and the delimiter of a CSV file.
  var header: [UInt8]?
  var delimiter = CSVReader.comma
  /// The index of the first row of the file.
  var first = 0

  /// The number of line ends before each multiple of `stride`.
  private lazy var lineEnds: [Int] = {
    var ends: [Int] = []
    var count = 0
    for start in Swift.stride(from: 0, through: bytes.count, by: Self.stride) {
      ends.append(count)
      count += bytes[start..<min(start + Self.stride, bytes.count)].count { $0 == 0x0A }
    }
    return ends
  }()

  init(_ bytes: [UInt8], name: String, kind: RowKind) { (self.bytes, self.name, self.kind) = (bytes, name, kind) }

  /// Returns the number of the line that contains an offset, counted from 1.
  func line(of offset: Int) -> Int {
    let mark = offset / Self.stride
    return 1 + lineEnds[mark] + bytes[mark * Self.stride..<offset].count { $0 == 0x0A }
  }
}
