import PredicateSyntax

/// The format of a file of rows.
package enum RowKind: String, Sendable, CaseIterable {
  /// A JSON array of rows. Any other JSON value is a single row.
  case json
  /// A JSON value on each line. Blank lines are skipped.
  case jsonl
  /// Comma-separated values (RFC 4180) with a header. Each record is a row. The names in the header are its keys. If the header has
  /// no comma, a semicolon or a tab separates the values.
  case csv
  /// A string on each line, which is SELF.
  case text

  /// The names of the formats, which are also extensions of file names.
  package static let names: [(name: String, kind: RowKind)] = [
    ("json", .json), ("geojson", .json), ("jsonl", .jsonl), ("ndjson", .jsonl), ("csv", .csv), ("tsv", .csv),
    ("text", .text), ("txt", .text),
  ]

  /// Creates the format with a name, or returns `nil` if no format has that name.
  package init?(named name: String) {
    guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
    self = known.kind
  }

  /// Creates the format for the extension of a file name, or `text` if the extension is unknown.
  package init(fileName: String) {
    let ending = fileName.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased()
    self = ending.flatMap { RowKind(named: $0) } ?? .text
  }
}

/// All or some of the rows in a file, with their positions.
///
/// A position takes a few bytes for each row. The end of a row is found on demand, and lines are counted from stored marks.
package struct RowTable: Sendable {
  /// The name of the file.
  package let name: String
  package let kind: RowKind
  /// The rows, in order.
  package private(set) var values: [FormatValue] = []
  /// The header of a CSV file, without its line end.
  package internal(set) var header: [UInt8]?
  /// The delimiter of a CSV file.
  var delimiter = CSVReader.comma
  /// The number of rows in the file before these. `firstByte` is the number of bytes before them.
  package let firstRow: Int
  private let firstByte: Int
  /// The contents of the file, or of the part with these rows.
  private let bytes: [UInt8]
  private var starts: Offsets
  /// The line of each row whose index is a multiple of `stride`.
  private var lineMarks: [Int] = []
  private static let stride = 64

  init(name: String, kind: RowKind, bytes: [UInt8], firstRow: Int = 0, firstByte: Int = 0) {
    self.name = name
    self.kind = kind
    self.bytes = bytes
    self.firstRow = firstRow
    self.firstByte = firstByte
    starts = Offsets(upTo: bytes.count)
  }

  /// Reserves capacity for rows. An array that grows on demand takes up to twice the memory.
  mutating func reserve(_ count: Int) {
    values.reserveCapacity(count)
    starts.reserve(count)
  }

  mutating func append(_ value: FormatValue, line: Int, start: Int) {
    if values.count % Self.stride == 0 { lineMarks.append(line) }
    values.append(value)
    starts.append(start)
  }

  /// Returns the number of the line on which a row begins, counted from 1.
  package func line(of row: Int) -> Int {
    let marked = row / Self.stride
    return lineMarks[marked] + bytes[starts[marked * Self.stride]..<starts[row]].count { $0 == 0x0A }
  }

  /// Returns the offset of a row in the file.
  func start(of row: Int) -> Int { firstByte + starts[row] }

  /// Returns the text of a row. Lines and CSV records are unchanged. JSON is put on one line with its keys in their original order.
  package func source(of row: Int) -> ArraySlice<UInt8> { rowSource(bytes, kind, delimiter, from: starts[row]) }

  /// Returns the position of a row in the form `name:line`.
  package func place(of row: Int) -> String { "\(name.cleaned):\(line(of: row))" }
}

/// Returns the text of the row that begins at an offset.
func rowSource(_ bytes: [UInt8], _ kind: RowKind, _ delimiter: UInt8, from start: Int) -> ArraySlice<UInt8> {
  switch kind {
  case .text, .jsonl:
    var lines = LineRanges(bytes, from: start)
    return bytes[lines.next() ?? start..<start]
  case .csv:
    var reader = CSVReader(bytes, name: "", delimiter: delimiter, from: start, line: 1)
    return bytes[(try? reader.next())?.range ?? start..<start]
  case .json:
    var end = endOfElement(bytes, from: start) ?? bytes.count
    while end > start, isBlank(bytes[end - 1..<end]) { end -= 1 }
    return onOneLine(bytes[start..<end])
  }
}

/// An array of offsets or row numbers that uses four bytes for each if possible.
struct Offsets: Sendable {
  private var narrow: [UInt32] = []
  private var wide: [Int] = []
  private let isNarrow: Bool

  init(upTo end: Int) { isNarrow = UInt32(exactly: end) != nil }

  subscript(_ index: Int) -> Int { isNarrow ? Int(narrow[index]) : wide[index] }

  mutating func reserve(_ count: Int) {
    if isNarrow { narrow.reserveCapacity(count) } else { wide.reserveCapacity(count) }
  }

  mutating func append(_ offset: Int) {
    if isNarrow { narrow.append(UInt32(clamping: offset)) } else { wide.append(offset) }
  }
}

/// Returns JSON text without line breaks and indentation between values.
private func onOneLine(_ json: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  guard json.contains(0x0A) || json.contains(0x0D) else { return json }
  let openers: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "[")]
  let closers: [UInt8] = [UInt8(ascii: "}"), UInt8(ascii: "]")]
  var result: [UInt8] = []
  result.reserveCapacity(json.count)
  var inString = false
  var position = json.startIndex
  while position < json.endIndex {
    let byte = json[position]
    if inString {
      result.append(byte)
      position += 1
      if byte == UInt8(ascii: "\\"), position < json.endIndex {
        result.append(json[position])
        position += 1
      } else if byte == UInt8(ascii: "\"") {
        inString = false
      }
    } else if isBlank(json[position...position]) {
      let run = json[position...].prefix { isBlank([$0]) }
      position = run.endIndex
      let hasBreak = run.contains(0x0A) || run.contains(0x0D)
      let isAtEnd = position == json.endIndex || closers.contains(json[position])
      let isAtEdge = isAtEnd || result.last.map(openers.contains) ?? true
      if !hasBreak { result += run } else if !isAtEdge { result.append(0x20) }
    } else {
      inString = byte == UInt8(ascii: "\"")
      result.append(byte)
      position += 1
    }
  }
  return result[...]
}
