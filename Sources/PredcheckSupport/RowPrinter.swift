import PredicateInput
import PredicateSyntax

/// The forms of `--output`.
package enum OutputForm: String, CaseIterable {
  case lines, json, jsonl, csv, table
}

extension Call {
  /// The form of the results. `--json` is short for `--output json`.
  package var form: OutputForm {
    if has(.json) { return .json }
    return values(.output).last.flatMap { OutputForm(rawValue: String(decoding: $0, as: UTF8.self)) } ?? .lines
  }

  package var isJSON: Bool { form == .json }
}

/// Prints rows in the form of `--output`.
package struct RowPrinter {
  private let output: ByteSink
  private let form: OutputForm
  /// The maximum number of columns of a line of a table on a terminal.
  private let width: Int?
  /// Whether the first row has all columns, so that CSV is printed row by row.
  private let hasAllColumns: Bool
  private var columns: [String]
  private var knownColumns: Set<String>
  /// The rows that are printed when all of them are known.
  private var rows: [[FormatValue]] = []
  /// The header of a CSV file that was printed last, among rows that are printed unchanged.
  private var header: [UInt8]?
  /// How the texts of cells are shown in computed rows, and the column of the file of each column that has them.
  private var cells: (options: CellOptions, keys: [String: String])?
  /// The number of rows.
  package private(set) var count = 0

  /// - Parameters:
  ///   - columns: The columns of computed rows. Otherwise the keys of the rows are the columns.
  ///   - isOneCSVFile: Whether all rows come from one CSV file.
  package init(_ call: Call, _ console: Console, columns: [String] = [], isOneCSVFile: Bool = false) {
    (output, form, width) = (console.output, call.form, console.width)
    hasAllColumns = isOneCSVFile || !columns.isEmpty
    self.columns = columns
    knownColumns = Set(columns)
  }

  /// Shows the texts of cells in computed rows as in the rows of a CSV file.
  ///
  /// - Parameter keys: The columns of the file that columns of the output have unchanged.
  package mutating func showCells(_ options: CellOptions, _ keys: [String: String]) { cells = (options, keys) }

  /// Returns the values of a computed row as output shows them.
  private func shown(_ values: [FormatValue]) -> [FormatValue] {
    guard let cells else { return values }
    return zip(columns, values).map { column, value in
      guard case .string(let text) = value, let key = cells.keys[column] else { return cells.options.shown(value) }
      return cells.options.shown(text, of: key)
    }
  }

  /// Prints a row of a file.
  package mutating func print(_ row: Int, of rows: some LocatedRows) {
    count += 1
    switch form {
    case .lines:
      if let next = rows.header(of: row), next != header {
        output.writeLine(next[...])
        header = next
      }
      output.writeLine(rows.source(of: row))
    case .json:
      let value = (key: "value", json: String(json: rows.shownValue(of: row)))
      output.write(String.jsonObject(rows.jsonPosition(of: row) + [value]) + "\n")
    case .jsonl: output.writeLine(jsonLine(row, of: rows))
    case .csv, .table:
      let value = rows.shownValue(of: row)
      guard case .record(let fields) = value else {
        addColumns { ["SELF"] }
        return add(columns.map { $0 == "SELF" ? value : .null })
      }
      if !fields.keys.allSatisfy(knownColumns.contains) { addColumns { rows.keys(of: row) } }
      add(columns.map { fields[$0] ?? .null })
    }
  }

  /// Returns a row as JSON, with its keys in their original order.
  private func jsonLine(_ row: Int, of rows: some LocatedRows) -> ArraySlice<UInt8> {
    let value = rows.shownValue(of: row)
    guard case .record(let fields) = value else { return Array(String(json: value).utf8)[...] }
    guard rows.header(of: row) != nil else { return rows.source(of: row) }
    let object = String.jsonObject(rows.keys(of: row).map { ($0, String(json: fields[$0] ?? .null)) })
    return Array(object.utf8)[...]
  }

  /// Prints a computed row, or an object of a database. The values are in the order of the columns.
  package mutating func print(_ values: [FormatValue]) {
    count += 1
    let values = shown(values)
    switch form {
    case .lines, .json, .jsonl:
      let object = String.jsonObject(zip(columns, values).map { ($0, String(json: $1)) })
      output.write((form == .json ? String.jsonObject([("value", object)]) : object) + "\n")
    case .csv, .table: add(values)
    }
  }

  /// Prints computed rows.
  package mutating func print(_ rows: [[String: FormatValue]]) {
    for row in rows { print(columns.map { row[$0] ?? .null }) }
  }

  /// Prints the number of rows.
  package static func print(count: Int, _ call: Call, _ console: Console) {
    switch call.form {
    case .lines: console.output.write("\(count)\n")
    case .json, .jsonl: console.output.write("{\"count\": \(count)}\n")
    case .csv, .table:
      var printer = RowPrinter(call, console, columns: ["count"])
      printer.print([.integer(Int64(count))])
      printer.finish()
    }
  }

  /// Prints the rows that were waiting for others. If there are no rows, nothing is printed.
  package mutating func finish() {
    if rows.isEmpty { return }
    // A row has no value for a column that a later row added.
    for index in rows.indices where rows[index].count < columns.count {
      rows[index] += Array(repeating: .null, count: columns.count - rows[index].count)
    }
    if form == .table {
      printTable()
    } else {
      printCSVHeader()
      for row in rows { output.write(row.csvRecord + "\n") }
    }
    rows = []
  }

  private mutating func addColumns(_ names: () -> [String]) {
    for name in names() where knownColumns.insert(name).inserted { columns.append(name) }
  }

  private mutating func add(_ values: [FormatValue]) {
    guard form == .csv, hasAllColumns else { return rows.append(values) }
    if count == 1 { printCSVHeader() }
    output.write(values.csvRecord + "\n")
  }

  private func printCSVHeader() { output.write(columns.map { FormatValue.string($0) }.csvRecord + "\n") }

  /// Prints a line for each row below the names of the columns. Columns of numbers are aligned on the right. A terminal shows as much
  /// of each line as fits.
  private func printTable() {
    var lines = [columns.map(\.cleaned)]
    for row in rows { lines.append(row.map { ($0 == .null ? "nil" : $0.plainText).cleaned }) }
    let widths = columns.indices.map { column in lines.map { $0[column].columns }.max() ?? 0 }
    let isNumeric = columns.indices.map { column in
      rows.contains { $0[column] != .null } && rows.allSatisfy { $0[column] == .null || $0[column].looksLikeNumber }
    }
    lines.insert(widths.map { String(repeating: "─", count: $0) }, at: 1)
    for line in lines {
      var text = ""
      for column in columns.indices {
        let padding = String(repeating: " ", count: widths[column] - line[column].columns)
        text += isNumeric[column] ? padding + line[column] : line[column] + padding
        if column < columns.count - 1 { text += "  " }
      }
      while text.last == " " { text.removeLast() }
      output.write((width.map { text.cut(toColumns: $0) } ?? text) + "\n")
    }
  }
}

extension FormatValue {
  /// Whether the value is a number, or text that is one, such as a cell.
  fileprivate var looksLikeNumber: Bool {
    switch self {
    case .integer, .unsigned, .double, .decimal: true
    case .string(let text): Array(text.utf8)[...].jsonNumberLength == text.utf8.count
    default: false
    }
  }
}

extension LocatedRows {
  /// Returns the JSON fields that identify a row.
  package func jsonPosition(of row: Int) -> [(key: String, json: String)] {
    [("file", String.jsonString(name(of: row))), ("row", "\(number(of: row))"), ("line", "\(line(of: row))")]
  }
}
