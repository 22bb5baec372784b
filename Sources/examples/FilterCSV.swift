import Foundation
import PredicateFormat

/// Returns the header of a CSV file and the lines that match a format string. The names in the header are the keys.
///
/// Cells contain no commas and no quotes here. `predcheck eval` reads all CSV files.
func filterCSV(_ path: String, by format: String) throws -> [String] {
  let predicate = try FormatPredicate(format)
  let lines = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline).map(String.init)
  guard let header = lines.first else { return [] }
  let names = header.split(separator: ",").map(String.init)
  let cells = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  // A column has numbers only if all its cells are numbers, so that a house number 12a does not make 12 another kind of value.
  let areNumbers = names.indices.map { column in
    cells.allSatisfy { $0.count <= column || $0[column].isEmpty || Int64($0[column]) != nil }
  }
  let rows = cells.map { cells in
    let values = zip(cells, areNumbers).map(value)
    return Dictionary(zip(names, values)) { first, _ in first }
  }
  return try [header] + rows.indices(matching: predicate).map { lines[$0 + 1] }
}

/// Returns the value of a cell: a number, a string, or nil if the cell is empty.
private func value(_ cell: Substring, isNumber: Bool) -> FormatValue {
  if cell.isEmpty { return .null }
  return isNumber ? Int64(cell).map(FormatValue.integer) ?? .null : .string(String(cell))
}
