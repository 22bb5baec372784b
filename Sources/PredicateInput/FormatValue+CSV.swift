import Foundation
import PredicateSemantics
import PredicateSyntax

// Comma-separated values (RFC 4180) that `CSVReader` reads. Lines end in LF.

extension [FormatValue] {
  /// The record of the values, without its line end.
  package var csvRecord: String {
    let record = enumerated().map { $1.csvCell(isFirst: $0 == 0) }.joined(separator: ",")
    // Readers skip blank lines.
    return record.isEmpty ? "\"\"" : record
  }
}

extension FormatValue {
  /// The value as plain text: lists, sets and records as JSON, and nil as an empty string.
  package var plainText: String {
    switch self {
    case .null: ""
    case .string(let value): value
    case .double(let value):
      value.isNaN ? "NaN" : value.isFinite ? String(json: .double(value)) : value < 0 ? "-Infinity" : "Infinity"
    case .decimal(let value): value.description
    case .date(let seconds): seconds.dateText
    case .uuid(let value): value.text
    case .data(let bytes): Data(bytes).base64EncodedString()
    case .bool, .integer, .unsigned, .list, .set, .record, .object: String(json: self)
    }
  }

  /// The cell, with quotes if it needs them. The first cell of a file also needs them for a byte-order mark, which is not part of
  /// the text otherwise.
  fileprivate func csvCell(isFirst: Bool) -> String {
    let text = plainText
    let isEmptyString = self == .string("")
    let isQuoted =
      isEmptyString || text.utf8.contains { Self.quotedInCSV.contains($0) }
      || isFirst && text.unicodeScalars.first == "\u{FEFF}"
    return isQuoted ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  /// The characters that are in quotes. They include the other delimiters that a reader may find in the header.
  private static let quotedInCSV = Array(",;\t\"\r\n".utf8)
}
