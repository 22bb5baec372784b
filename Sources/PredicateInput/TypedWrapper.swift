import PredicateSemantics
import PredicateSyntax

/// An object with one key, such as `{"$date": "2014-01-01T00:00:00Z"}`, for a type of value that JSON does not have.
struct TypedWrapper: Sendable {
  /// The key, with its dollar sign.
  var key: String
  /// What the contents must be, for diagnostics.
  var expected: String
  /// Converts the contents to a value. The result is `nil` if they are malformed.
  var read: @Sendable (FormatValue) -> FormatValue?

  static func named(_ key: String) -> TypedWrapper? {
    guard key.utf8.first == UInt8(ascii: "$") else { return nil }
    return table.first { $0.key == key }
  }

  /// All wrappers of the case format.
  static let table: [TypedWrapper] = [
    TypedWrapper(key: "$date", expected: "a date such as \"2014-01-01T00:00:00Z\"") { content in
      // A date whose year does not have four digits is written as its seconds.
      guard let seconds = text(content).flatMap({ Double.seconds(ofDate: $0) ?? double($0) }), !seconds.isNaN else {
        return nil
      }
      return .date(seconds)
    },
    TypedWrapper(key: "$numberDecimal", expected: "the text of a decimal number such as \"1.10\"") { content in
      text(content).flatMap { FormatDecimal($0) }.map(FormatValue.decimal)
    },
    TypedWrapper(key: "$numberDouble", expected: "\"NaN\", \"Infinity\", \"-Infinity\" or a number's text") { content in
      text(content).flatMap(double).map(FormatValue.double)
    },
    TypedWrapper(key: "$binary", expected: "bytes in base64") { content in
      text(content).flatMap { [UInt8](base64: $0) }.map(FormatValue.data)
    },
    TypedWrapper(key: "$uuid", expected: "a UUID such as \"68753A44-4D6F-1226-9C60-0050E4C00067\"") { content in
      text(content).flatMap { FormatUUID($0) }.map(FormatValue.uuid)
    },
    TypedWrapper(key: "$set", expected: "a list") { content in
      guard case .list(let elements) = content else { return nil }
      var seen: Set<FormatValue> = []
      return .set(elements.filter { seen.insert($0).inserted })
    },
  ]

  private static func text(_ value: FormatValue) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  private static func double(_ text: String) -> Double? {
    switch text {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    default:
      let bytes = Array(text.utf8)
      return bytes[...].jsonNumberLength == bytes.count ? Double(text) : nil
    }
  }
}
