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
  let rows = lines.dropFirst().map { line in
    let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(value)
    return Dictionary(zip(names, cells)) { first, _ in first }
  }
  return try [header] + rows.indices(matching: predicate).map { lines[$0 + 1] }
}

/// Returns the value of a cell: a number, a string, or nil if the cell is empty.
private func value(_ cell: Substring) -> FormatValue {
  if cell.isEmpty { return .null }
  return Int64(cell).map(FormatValue.integer) ?? .string(String(cell))
}
