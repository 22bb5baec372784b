import PredicateSyntax

/// Rows of a file that are wanted again when all were read. What is kept of each is where it stands.
package struct KeptRows {
  /// After how many bytes lines are counted anew.
  private static let stride = 4_096

  private let name: String
  private let kind: RowKind
  private let bytes: [UInt8]
  private var starts: Offsets
  private var numbers: Offsets
  /// The header of a CSV file.
  package private(set) var header: [UInt8]?
  /// How many lines end before every place that is a multiple of `stride`; counted when it is first asked.
  private var lineEnds: [Int] = []

  /// Rows of a stream over all of these bytes.
  package init(_ bytes: [UInt8], name: String, kind: RowKind) {
    (self.name, self.kind, self.bytes) = (name, kind, bytes)
    starts = Offsets(upTo: bytes.count)
    numbers = Offsets(upTo: bytes.count)
  }

  /// Keeps rows of a part.
  package mutating func keep(_ rows: [Int], of table: RowTable) {
    header = header ?? table.header
    for row in rows {
      starts.append(table.start(of: row))
      numbers.append(table.firstRow + row)
    }
  }

  /// The number of a row in the file, from 0.
  package func number(of place: Int) -> Int { numbers[place] }

  /// The line that a row begins on, counted from 1.
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

  /// A row as it was written, as `RowTable.source(of:)` gives it.
  package func source(of place: Int) -> ArraySlice<UInt8> { rowSource(bytes, kind, from: starts[place]) }

  /// The value of a row, which is read again.
  package func value(of place: Int) throws(InputFault) -> FormatValue {
    let source = source(of: place)
    if kind == .text { return .string(String(decoding: source, as: UTF8.self)) }
    let text = kind == .csv ? (header ?? []) + [0x0A] + source : Array(source)
    // A row of an array may be an array.
    let kind = kind == .json ? .jsonl : kind
    return try RowReader.read(text, name: name, kind: kind).values.first ?? .null
  }
}
