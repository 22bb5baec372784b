import PredicateInput

/// Prints rows unchanged, or as JSON objects with their positions.
struct RowPrinter {
  private let output: ByteSink
  private let isJSON: Bool
  /// The header of a CSV file that was printed last.
  private var header: [UInt8]?
  /// The number of rows that were printed.
  private(set) var count = 0

  init(_ console: Console, json isJSON: Bool) { (output, self.isJSON) = (console.output, isJSON) }

  mutating func print(_ row: Int, of rows: some PlacedRows) {
    count += 1
    if isJSON {
      let value = (key: "value", json: JSONWriter.text(rows.value(of: row)))
      return output.write(JSONWriter.object(rows.jsonPlace(of: row) + [value]) + "\n")
    }
    if let next = rows.header(of: row), next != header {
      output.writeLine(next[...])
      header = next
    }
    output.writeLine(rows.source(of: row))
  }
}

extension PlacedRows {
  /// Returns the JSON fields that identify a row.
  func jsonPlace(of row: Int) -> [(key: String, json: String)] {
    [("file", JSONWriter.quoted(name(of: row))), ("row", "\(number(of: row))"), ("line", "\(line(of: row))")]
  }
}
