import Foundation
import PredicateModel
import PredicateSyntax

/// Writes JSON: values in the case format, and the reports of the commands.
package enum JSONWriter {
  /// Returns a value in the case format, on one line. The keys of records are sorted by their bytes.
  package static func text(_ value: FormatValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .double(let value): text(value)
    case .decimal(let value): wrapped("$numberDecimal", quoted(value.description))
    case .string(let value): quoted(value)
    case .date(let seconds): wrapped("$date", quoted(seconds.dateText))
    case .uuid(let value): wrapped("$uuid", quoted(value.text))
    case .data(let bytes): wrapped("$binary", quoted(Data(bytes).base64EncodedString()))
    case .list(let elements): array(elements.map(text))
    case .set(let elements): wrapped("$set", array(elements.map(text)))
    case .record(let fields):
      object(
        fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, text($0.value)) })
    case .object(let reference): wrapped("$object", quoted("\(type(of: reference.object))"))
    }
  }

  /// Returns an object with the given fields in order. Their values must be JSON.
  package static func object(_ fields: [(key: String, json: String)]) -> String {
    "{" + fields.map { quoted($0.key) + ": " + $0.json }.joined(separator: ", ") + "}"
  }

  /// Returns an array of elements that are JSON.
  package static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }

  /// Returns a JSON string. Only quotes, backslashes and scalars that affect lines are escaped.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    result.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += #"\""#
      case "\\": result += #"\\"#
      case "\n": result += #"\n"#
      case "\r": result += #"\r"#
      case "\t": result += #"\t"#
      case _ where scalar.disturbsLines: result += scalar.escapes
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func text(_ value: Double) -> String {
    guard !value.isNaN else { return wrapped("$numberDouble", quoted("NaN")) }
    guard value.isFinite else { return wrapped("$numberDouble", quoted(value < 0 ? "-Infinity" : "Infinity")) }
    return value.description
  }

  private static func wrapped(_ key: String, _ json: String) -> String { object([(key, json)]) }
}
