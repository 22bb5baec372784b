#if !hasFeature(Embedded)
/// The name of a field in an encoded object.
package struct FieldName: CodingKey, Hashable, ExpressibleByStringLiteral {
  package var stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init(stringValue: String) { self.init(stringValue) }
  package init(stringLiteral: String) { self.init(stringLiteral) }
  package init?(intValue: Int) { nil }
}

/// The index of an element in a coding path.
package struct IndexInList: CodingKey {
  private let index: Int
  package var intValue: Int? { index }
  package var stringValue: String { "Index \(index)" }

  package init(_ index: Int) { self.index = index }
  package init?(intValue: Int) { self.init(intValue) }
  package init?(stringValue: String) { nil }
}
#endif
