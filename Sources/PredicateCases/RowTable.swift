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

/// Rows that were read, and where each stands in its file.
package struct RowTable: Sendable {
  /// Where a row stands.
  package struct Place: Sendable, Hashable {
    /// The line that it begins on, counted from 1.
    package var line: Int
    /// Its bytes, without the line end.
    package var range: Range<Int>
  }

  /// What the file is called.
  package var name: String
  package var kind: RowKind
  /// The rows, in order.
  package var values: [FormatValue] = []
  /// Their places: as many as values.
  package var places: [Place] = []
  /// The header of a CSV file.
  package var header: Range<Int>?
  /// The file.
  package var bytes: [UInt8]

  init(name: String, kind: RowKind, bytes: [UInt8]) {
    self.name = name
    self.kind = kind
    self.bytes = bytes
  }

  mutating func append(_ value: FormatValue, line: Int, range: Range<Int>) {
    values.append(value)
    places.append(Place(line: line, range: range))
  }

  /// A row as it was written: lines and records byte for byte; JSON in its own key order, on one line.
  package func source(of row: Int) -> ArraySlice<UInt8> {
    let range = places[row].range
    return kind == .json ? onOneLine(bytes[range]) : bytes[range]
  }

  /// `name:line` of a row.
  package func place(of row: Int) -> String { "\(name.cleaned):\(places[row].line)" }
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
