import PredicateModel

/// The storage of a type's values in a Core Data SQLite store.
struct CoreDataType {
  /// The value of `attributeType`.
  var name: String
  var stored: AttributeType
  /// A note if the storage differs from the type.
  var note: String?

  init(_ name: String, _ stored: AttributeType, note: String? = nil) {
    self.name = name
    self.stored = stored
    self.note = note
  }

  /// The types whose storage is known. Composite attributes, object references and attributes without a type are not included.
  static let table = [
    CoreDataType("Integer 16", .integer16),
    CoreDataType("Integer 32", .integer32),
    CoreDataType("Integer 64", .integer64),
    CoreDataType("Float", .float),
    CoreDataType("Double", .double),
    CoreDataType("Decimal", .double, note: "a decimal, which is stored and compared as a binary number"),
    CoreDataType("String", .string),
    CoreDataType("Boolean", .boolean(.integer)),
    CoreDataType("Date", .date(.referenceSeconds)),
    CoreDataType("Binary", .data),
    CoreDataType("UUID", .uuid(.bytes)),
    CoreDataType("URI", .string, note: "a URI, which is stored and compared as text"),
    CoreDataType("Transformable", .data, note: "a transformable value, which is stored as bytes"),
  ]

  static func named(_ name: String) -> CoreDataType? { table.first { $0.name == name } }
}
