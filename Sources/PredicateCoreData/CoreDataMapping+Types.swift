import PredicateSQL

extension CoreDataMapping {
  /// The values of `attributeType` whose storage in a Core Data SQLite store is known, with a note if the storage differs from the
  /// type. Composite attributes, object references and attributes without a type are not included.
  static let types: [String: (stored: PredicateModel.AttributeType, note: String?)] = [
    "Integer 16": (.integer16, nil),
    "Integer 32": (.integer32, nil),
    "Integer 64": (.integer64, nil),
    "Float": (.float, nil),
    "Double": (.double, nil),
    "Decimal": (.double, "a decimal, which is stored and compared as a binary number"),
    "String": (.string, nil),
    "Boolean": (.boolean(.integer), nil),
    "Date": (.date(.referenceSeconds), nil),
    "Binary": (.data, nil),
    "UUID": (.uuid(.bytes), nil),
    "URI": (.string, "a URI, which is stored and compared as text"),
    "Transformable": (.data, "a transformable value, which is stored as bytes"),
  ]
}
