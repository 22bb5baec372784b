import Foundation
import PredicateModel
import PredicateSyntax

/// Writes comma-separated values (RFC 4180) that `CSVReader` reads. Lines end in LF.
package enum CSVWriter {
  /// Returns a record without its line end.
  package static func record(_ values: [FormatValue]) -> String {
    let record = values.map(cell).joined(separator: ",")
    // Readers skip blank lines.
    return record.isEmpty ? "\"\"" : record
  }

  /// Returns a value as plain text: lists, sets and records as JSON, and nil as an empty string.
  package static func text(_ value: FormatValue) -> String {
    switch value {
    case .null: ""
    case .string(let value): value
    case .double(let value):
      value.isNaN ? "NaN" : value.isFinite ? JSONWriter.text(.double(value)) : value < 0 ? "-Infinity" : "Infinity"
    case .decimal(let value): value.description
    case .date(let seconds): seconds.dateText
    case .uuid(let value): value.text
    case .data(let bytes): Data(bytes).base64EncodedString()
    case .bool, .integer, .unsigned, .list, .set, .record, .object: JSONWriter.text(value)
    }
  }

  /// Returns a cell, with quotes if it needs them. A string that looks like a number has quotes, so that it is read as a string.
  private static func cell(_ value: FormatValue) -> String {
    let text = text(value)
    var isQuoted = text.utf8.contains { special.contains($0) }
    if case .string = value {
      isQuoted = isQuoted || text.isEmpty || Array(text.utf8)[...].jsonNumberLength == text.utf8.count
    }
    return isQuoted ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  /// The characters that are in quotes.
  private static let special = Array(",\"\r\n".utf8)
}
