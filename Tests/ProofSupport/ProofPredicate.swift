import PredicateCases
import PredicateFormat

/// A generated predicate: what a person would write, and the arguments.
package struct ProofPredicate: Sendable {
  /// The seed and the number: `12/345`.
  package var id: String
  /// The entity that it ranges over.
  package var entity: String
  /// The format string.
  package var format: String
  /// What fills its conversions.
  package var arguments: [FormatValue]
  /// Whether arithmetic of it may go beyond 64 bits in units, by what the columns hold at most: SQLite may then end the
  /// statement with an error.
  package var mayOverflow = false

  package init(id: String, entity: String, format: String, arguments: [FormatValue]) {
    (self.id, self.entity, self.format, self.arguments) = (id, entity, format, arguments)
  }

  /// The predicate that the text means.
  package func predicate() throws(FormatError) -> FormatPredicate {
    try FormatPredicate(format, arguments: arguments)
  }

  /// The line by which a failure is kept in the corpus: format and arguments, in the case format.
  package var corpusLine: String {
    JSONWriter.object([
      ("id", JSONWriter.quoted("sql-seeds/\(id)")), ("entity", JSONWriter.quoted(entity)),
      ("format", JSONWriter.quoted(format)),
      ("arguments", JSONWriter.array(arguments.map(Self.text))),
    ])
  }

  /// An argument in the case format; objects by entity and primary key.
  private static func text(_ value: FormatValue) -> String {
    switch value {
    case .object(let reference):
      guard let object = reference.object as? any StoredObject else { return JSONWriter.text(value) }
      return JSONWriter.object([
        (
          "$object",
          JSONWriter.array([JSONWriter.quoted(object.entityName), JSONWriter.text(object.primaryKey)])
        )
      ])
    case .list(let elements): return JSONWriter.array(elements.map(text))
    default: return JSONWriter.text(value)
    }
  }
}
