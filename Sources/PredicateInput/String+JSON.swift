import PredicateSemantics
import PredicateSyntax

// JSON: values in the case format, and the reports of the commands.

extension String {
  /// Creates the JSON of a value in the case format, on one line. The keys of records are sorted by their bytes.
  package init(json value: FormatValue) { self = Self.json(value) }

  private static func json(_ value: FormatValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .double(let value): json(value)
    case .decimal(let value): wrapped("$numberDecimal", jsonString(value.description))
    case .string(let value): jsonString(value)
    case .date(let seconds): wrapped("$date", jsonString(seconds.dateText))
    case .uuid(let value): wrapped("$uuid", jsonString(value.text))
    case .data(let bytes): wrapped("$binary", jsonString(bytes.base64))
    case .list(let elements): jsonArray(elements.map(json))
    case .set(let elements): wrapped("$set", jsonArray(elements.map(json)))
    case .record(let fields): jsonObject(fields.inByteOrder.map { ($0.key, json($0.value)) })
    case .object(let reference): wrapped("$object", jsonString("\(type(of: reference.object))"))
    }
  }

  /// Returns an object with the given fields in order. Their values must be JSON.
  package static func jsonObject(_ fields: [(key: String, json: String)]) -> String {
    "{" + fields.map { jsonString($0.key) + ": " + $0.json }.joined(separator: ", ") + "}"
  }

  /// Returns an array of elements that are JSON.
  package static func jsonArray(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }

  /// Returns a JSON string. Only quotes, backslashes and scalars that affect lines are escaped.
  package static func jsonString(_ text: String) -> String {
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

  private static func json(_ value: Double) -> String {
    guard !value.isNaN else { return wrapped("$numberDouble", jsonString("NaN")) }
    guard value.isFinite else { return wrapped("$numberDouble", jsonString(value < 0 ? "-Infinity" : "Infinity")) }
    return value.description
  }

  private static func wrapped(_ key: String, _ json: String) -> String { jsonObject([(key, json)]) }
}
