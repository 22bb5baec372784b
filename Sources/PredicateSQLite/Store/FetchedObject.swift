import PredicateEvaluation
import PredicateSQL
import PredicateSyntax

/// An object of a database: its attributes as they were when it was read.
///
/// As an argument it is a reference to the object in the database: `boss == %@`.
public struct FetchedObject: Sendable, Hashable {
  /// The entity that it is of.
  public var entity: String
  /// Its primary key.
  public var identifier: FormatValue
  /// Its attributes, by name.
  public var attributes: [String: FormatValue]

  /// Describes an object.
  public init(_ entity: String, _ identifier: FormatValue, attributes: [String: FormatValue] = [:]) {
    self.entity = entity
    self.identifier = identifier
    self.attributes = attributes
  }

  /// The value of an attribute; nil where it is nil, or the entity has none of that name.
  public subscript(name: String) -> FormatValue { attributes[name] ?? .null }

  /// Reads a type of the program's own from the attributes, by their names; the primary key is `id`, unless an attribute is.
  ///
  /// - Throws: `DecodingError`, with the path to what is missing or of another type; see `FormatValueDecoder`.
  public func decode<Row: Decodable>(as type: Row.Type = Row.self) throws -> Row {
    try FormatValueDecoder().decode(type, from: attributes.merging(["id": identifier]) { attribute, _ in attribute })
  }

  /// What stands for the object in predicates.
  public var reference: StoredReference { StoredReference(entity, identifier) }
}

extension FetchedObject: FormatArgument {
  /// The constant reference to the object.
  public var formatExpression: FormatExpression { reference.formatExpression }
}
