import PredicateFormat
import PredicateSQL
import PredicateInput

/// A generated predicate: its format string and arguments.
package struct ProofPredicate: Sendable {
  /// The seed and the number: `12/345`.
  package var id: String
  /// The entity that the predicate ranges over.
  package var entity: String
  /// The format string.
  package var format: String
  /// The arguments for the conversions.
  package var arguments: [FormatValue]
  /// Whether its decimal arithmetic may exceed 64 bits in units with the values of the columns. SQLite may then end the
  /// statement with an error.
  package var mayOverflow = false

  package init(id: String, entity: String, format: String, arguments: [FormatValue]) {
    (self.id, self.entity, self.format, self.arguments) = (id, entity, format, arguments)
  }

  /// Returns the parsed predicate.
  package func predicate() throws(FormatError) -> FormatPredicate {
    try FormatPredicate(format, arguments: arguments)
  }

  /// The line that records a failure in the corpus: format and arguments in the case format.
  package var corpusLine: String {
    String.jsonObject([
      ("id", String.jsonString("sql-seeds/\(id)")), ("entity", String.jsonString(entity)),
      ("format", String.jsonString(format)),
      ("arguments", String.jsonArray(arguments.map(Self.text))),
    ])
  }

  /// Returns an argument in the case format. Objects are written as entity and primary key.
  private static func text(_ value: FormatValue) -> String {
    switch value {
    case .object(let reference):
      guard let object = reference.object as? any StoredObject else { return String(json: value) }
      return String.jsonObject([
        (
          "$object",
          String.jsonArray([String.jsonString(object.entityName), String(json: object.primaryKey)])
        )
      ])
    case .list(let elements): return String.jsonArray(elements.map(text))
    default: return String(json: value)
    }
  }
}
