import PredicateSyntax

/// Rows of a file that are read again after all rows were read once. Only their offsets are stored.
package struct KeptRows {
  /// The distance in bytes between two offsets with a known line number.
  private static let stride = 4_096

  private let name: String
  private let kind: RowKind
  private let bytes: [UInt8]
  private var starts: Offsets
  private var numbers: Offsets
  /// The header of a CSV file.
  package private(set) var header: [UInt8]?
  /// The delimiter of a CSV file.
  private var delimiter = CSVReader.comma
  /// The number of line ends before each multiple of `stride`; counted at the first use.
  private var lineEnds: [Int] = []

  /// Creates an empty collection of rows in these bytes.
  package init(_ bytes: [UInt8], name: String, kind: RowKind) {
    (self.name, self.kind, self.bytes) = (name, kind, bytes)
    starts = Offsets(upTo: bytes.count)
    numbers = Offsets(upTo: bytes.count)
  }

  /// Adds rows of a table.
  package mutating func keep(_ rows: [Int], of table: RowTable) {
    header = header ?? table.header
    delimiter = table.delimiter
    for row in rows {
      starts.append(table.start(of: row))
      numbers.append(table.firstRow + row)
    }
  }

  /// Returns the number of a row in the file, counted from 0.
  package func number(of place: Int) -> Int { numbers[place] }

  /// Returns the number of the line on which a row begins, counted from 1.
  package mutating func line(of place: Int) -> Int {
    if lineEnds.isEmpty {
      var count = 0
      for start in Swift.stride(from: 0, through: bytes.count, by: Self.stride) {
        lineEnds.append(count)
        count += bytes[start..<min(start + Self.stride, bytes.count)].count { $0 == 0x0A }
      }
    }
    let start = starts[place]
    let mark = start / Self.stride
    return 1 + lineEnds[mark] + bytes[mark * Self.stride..<start].count { $0 == 0x0A }
  }

  /// Returns the text of a row, as `RowTable.source(of:)` does.
  package func source(of place: Int) -> ArraySlice<UInt8> { rowSource(bytes, kind, delimiter, from: starts[place]) }

  /// Parses a row again and returns its value.
  package func value(of place: Int) throws(InputError) -> FormatValue {
    let source = source(of: place)
    if kind == .text { return .string(String(decoding: source, as: UTF8.self)) }
    let text = kind == .csv ? (header ?? []) + [0x0A] + source : Array(source)
    // A row of a JSON array can itself be an array, so it is read as a JSON line.
    let kind = kind == .json ? .jsonl : kind
    return try RowTable.read(text, name: name, kind: kind, delimiter: delimiter).values.first ?? .null
  }
}
