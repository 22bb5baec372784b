import PredicateSyntax

/// How a file of rows is written.
package enum RowKind: String, Sendable, CaseIterable {
  /// An array, each element a row; any other value is the one row.
  case json
  /// A JSON value a line; blank lines are none.
  case jsonl
  /// Comma-separated values (RFC 4180) with a header; each record is a row with the header's names as keys.
  case csv
  /// A string a line, which is SELF.
  case text

  /// What the ending of a file's name tells: `text` for all that is not known.
  package init(fileName: String) {
    let ending = fileName.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased()
    self = ending.flatMap(RowKind.init(rawValue:)) ?? .text
  }
}

/// Rows that were read, and where each stands in its file: all of them, or a part.
///
/// A place takes a few bytes a row: where a row ends is looked for when it is asked, and lines are counted from marks.
package struct RowTable: Sendable {
  /// What the file is called.
  package let name: String
  package let kind: RowKind
  /// The rows, in order.
  package private(set) var values: [FormatValue] = []
  /// The header of a CSV file, without its line end.
  package internal(set) var header: [UInt8]?
  /// How many rows of the file come before these, and how many bytes before theirs.
  package let firstRow: Int
  private let firstByte: Int
  /// The file, or the part of it that holds the rows.
  private let bytes: [UInt8]
  private var starts: Offsets
  /// The line of every row whose number is a multiple of `stride`.
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

  /// Makes room for so many rows: an array that grows takes twice as much.
  mutating func reserve(_ count: Int) {
    values.reserveCapacity(count)
    starts.reserve(count)
  }

  mutating func append(_ value: FormatValue, line: Int, start: Int) {
    if values.count % Self.stride == 0 { lineMarks.append(line) }
    values.append(value)
    starts.append(start)
  }

  /// The line that a row begins on, counted from 1.
  package func line(of row: Int) -> Int {
    let marked = row / Self.stride
    return lineMarks[marked] + bytes[starts[marked * Self.stride]..<starts[row]].count { $0 == 0x0A }
  }

  /// Where a row begins in the file.
  func start(of row: Int) -> Int { firstByte + starts[row] }

  /// A row as it was written: lines and records byte for byte; JSON in its own key order, on one line.
  package func source(of row: Int) -> ArraySlice<UInt8> { rowSource(bytes, kind, from: starts[row]) }

  /// `name:line` of a row.
  package func place(of row: Int) -> String { "\(name.cleaned):\(line(of: row))" }
}

/// The row that begins at a place, as it was written.
func rowSource(_ bytes: [UInt8], _ kind: RowKind, from start: Int) -> ArraySlice<UInt8> {
  switch kind {
  case .text, .jsonl:
    var lines = LineRanges(bytes, from: start)
    return bytes[lines.next() ?? start..<start]
  case .csv:
    var reader = CSVReader(bytes, name: "", from: start, line: 1)
    return bytes[(try? reader.next())?.range ?? start..<start]
  case .json:
    var scanner = ElementScanner(bytes, from: start)
    var end = scanner.end() ?? bytes.count
    while end > start, isBlank(bytes[end - 1..<end]) { end -= 1 }
    return onOneLine(bytes[start..<end])
  }
}

/// Places in a text, or numbers of rows: of four bytes each where that is enough.
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

/// JSON text with the line breaks between its parts, and their indentation, taken out.
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
