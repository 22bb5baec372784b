/// The name of a field in a coded object. (No enum: a reader must see the fields that it does not know, too.)
package struct FieldName: CodingKey, Hashable, ExpressibleByStringLiteral {
  package var stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init(stringValue: String) { self.init(stringValue) }
  package init(stringLiteral: String) { self.init(stringLiteral) }
  package init?(intValue: Int) { nil }
}

/// The place of an element in a path.
package struct IndexInList: CodingKey {
  private let index: Int
  package var intValue: Int? { index }
  package var stringValue: String { "Index \(index)" }

  package init(_ index: Int) { self.index = index }
  package init?(intValue: Int) { self.init(intValue) }
  package init?(stringValue: String) { nil }
}

extension KeyedDecodingContainer<FieldName> {
  /// What a reader throws where a value cannot be used, with the path to it.
  package func fault(_ reason: String, at field: FieldName? = nil) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: codingPath + (field.map { [$0] } ?? []), debugDescription: reason.cleaned))
  }

  /// Refuses fields of other names: a misspelt one would be lost in silence.
  package func expectOnly(_ names: [FieldName]) throws {
    guard let other = allKeys.first(where: { !names.contains($0) }) else { return }
    let hint = suggestion(for: other.stringValue, among: names.map(\.stringValue))
    throw fault("there is no field '\(other.stringValue)'\(hint)", at: other)
  }

  /// Refuses what a later version has written.
  package func expectVersion(_ known: Int) throws {
    let version = try decode(Int.self, forKey: "version")
    guard version == known else { throw fault("version \(version) is not known; expected \(known)", at: "version") }
  }

  /// A string that names a case of an enumeration.
  package func name<T: RawRepresentable & CaseIterable>(_ type: T.Type, of field: FieldName) throws -> T
  where T.RawValue == String {
    let text = try decode(String.self, forKey: field)
    if let value = T(rawValue: text) { return value }
    let known = T.allCases.map(\.rawValue)
    let hint = suggestion(for: text, among: known)
    throw fault("'\(text)' is none of \(known.joined(separator: ", "))\(hint)", at: field)
  }

  /// A string that is not empty.
  package func nonempty(_ field: FieldName) throws -> String {
    let text = try decode(String.self, forKey: field)
    if text.isEmpty { throw fault("the name is empty", at: field) }
    return text
  }
}
