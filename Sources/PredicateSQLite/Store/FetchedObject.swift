import PredicateEvaluation
import PredicateSQL
import PredicateSyntax

/// An object of a database, with its attributes at the time of the fetch.
///
/// As an argument it is a reference to the object in the database: `boss == %@`.
public struct FetchedObject: Sendable, Hashable {
  /// The name of its entity.
  public var entity: String
  /// Its primary key.
  public var identifier: FormatValue
  /// Its attributes, by name.
  public var attributes: [String: FormatValue]

  /// Creates an object.
  public init(_ entity: String, _ identifier: FormatValue, attributes: [String: FormatValue] = [:]) {
    self.entity = entity
    self.identifier = identifier
    self.attributes = attributes
  }

  /// The value of an attribute, or null if the attribute is nil or does not exist.
  public subscript(name: String) -> FormatValue { attributes[name] ?? .null }

  /// Decodes a type of the program from the attributes by name. The primary key is `id`, unless an attribute has that name.
  ///
  /// - Throws: `DecodingError` with the path of a missing or mistyped value; see `FormatValueDecoder`.
  public func decode<Row: Decodable>(as type: Row.Type = Row.self) throws -> Row {
    try FormatValueDecoder().decode(type, from: attributes.merging(["id": identifier]) { attribute, _ in attribute })
  }

  /// The reference to the object in predicates.
  public var reference: StoredReference { StoredReference(entity, identifier) }
}

extension FetchedObject: FormatArgument {
  /// The reference to the object as a constant.
  public var formatExpression: FormatExpression { reference.formatExpression }
}
