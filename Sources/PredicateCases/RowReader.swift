import PredicateSyntax

/// Reads files of rows.
package enum RowReader {
  /// The rows of a file; `kind` where the name does not tell it.
  package static func read(file path: String, kind: RowKind? = nil) throws(InputFault) -> RowTable {
    try read(readFile(path), name: path, kind: kind ?? RowKind(fileName: path))
  }

  /// The rows of bytes that were read already.
  package static func read(_ bytes: [UInt8], name: String, kind: RowKind) throws(InputFault) -> RowTable {
    if let encoding = foreignEncoding(bytes) {
      throw InputFault(name, "this is \(encoding); expected text in UTF-8")
    }
    var table = RowTable(name: name, kind: kind, bytes: bytes)
    switch kind {
    case .text: try readText(into: &table)
    case .jsonl: try readLines(into: &table)
    case .json: try readArray(into: &table)
    case .csv: try readRecords(into: &table)
    }
    return table
  }

  private static func readText(into table: inout RowTable) throws(InputFault) {
    var line = 0
    for range in LineRanges(table.bytes, from: byteOrderMarkLength(table.bytes)) {
      line += 1
      guard let text = String(validating: table.bytes[range], as: UTF8.self) else {
        let place = placeOfInvalidUTF8(table.bytes[range]) ?? 0
        throw InputFault(table.name, line: line, "this line is not UTF-8, at byte \(place + 1)")
      }
      table.append(.string(text), line: line, range: range)
    }
  }

  private static func readLines(into table: inout RowTable) throws(InputFault) {
    var line = 0
    for range in LineRanges(table.bytes, from: byteOrderMarkLength(table.bytes)) {
      line += 1
      guard !isBlank(table.bytes[range]) else { continue }
      do {
        table.append(
          try JSONReader.value(of: table.bytes, in: range, wrappers: .whereValid), line: line, range: range)
      } catch {
        throw InputFault(table.name, line: line, "\(error.reason), at byte \(error.offset - range.lowerBound + 1)")
      }
    }
  }

  private static func readArray(into table: inout RowTable) throws(InputFault) {
    do {
      var line = 1
      var counted = 0
      for (value, range) in try JSONReader.elements(of: table.bytes, wrappers: .whereValid) {
        line += table.bytes[counted..<range.lowerBound].count { $0 == 0x0A }
        counted = range.lowerBound
        table.append(value, line: line, range: range)
      }
    } catch {
      let place = error.offset - startOfLine(of: error.offset, in: table.bytes)
      throw InputFault(
        table.name, line: lineNumber(of: error.offset, in: table.bytes), "\(error.reason), at byte \(place + 1)")
    }
  }

  private static func readRecords(into table: inout RowTable) throws(InputFault) {
    var reader = CSVReader(table.bytes, name: table.name)
    guard let header = try reader.next() else {
      throw InputFault(table.name, line: 1, "a CSV file begins with a header; this one is empty")
    }
    table.header = header.range
    let keys = header.cells.map { String(decoding: $0.text, as: UTF8.self) }
    var seen: Set<String> = []
    if let double = keys.first(where: { !seen.insert($0).inserted }) {
      throw InputFault(table.name, line: header.line, "the header names \"\(double)\" twice")
    }
    while let record = try reader.next() {
      guard record.cells.count == keys.count else {
        throw InputFault(
          table.name, line: record.line,
          "this record has \(count(record.cells.count, "cell")), the header has \(keys.count)")
      }
      var fields = [String: FormatValue](minimumCapacity: keys.count)
      for (key, cell) in zip(keys, record.cells) { fields[key] = cell.value }
      table.append(.record(fields), line: record.line, range: record.range)
    }
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
