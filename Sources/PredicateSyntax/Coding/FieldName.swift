#if !hasFeature(Embedded)
/// The name of a field in an encoded object. (Not an enumeration, because readers must also see unknown fields.)
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

extension KeyedDecodingContainer<FieldName> {
  /// Returns an error for an unusable value, with its coding path.
  package func error(_ reason: String, at field: FieldName? = nil) -> DecodingError {
    error(reason, below: field.map { [$0] } ?? [])
  }

  /// Returns an error for an unusable value at a path from here.
  package func error(_ reason: String, below path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath + path, debugDescription: reason.cleaned))
  }

  /// Throws an error if there are other fields, because a misspelled one would be ignored silently.
  package func expectOnly(_ names: [FieldName]) throws {
    guard let other = allKeys.first(where: { !names.contains($0) }) else { return }
    let hint = suggestion(for: other.stringValue, among: names.map(\.stringValue))
    throw error("unknown field '\(other.stringValue)'\(hint)", at: other)
  }

  /// Throws an error if the encoded version is not the known one.
  package func expectVersion(_ known: Int) throws {
    let version = try decode(Int.self, forKey: "version")
    guard version == known else { throw error("version \(version) is not known; expected \(known)", at: "version") }
  }

  /// Returns the enumeration case that a string field names.
  package func name<T: RawRepresentable & CaseIterable>(_ type: T.Type, of field: FieldName) throws -> T
  where T.RawValue == String {
    try value(of: field, among: Array(T.allCases)) { $0.rawValue }
  }

  /// Returns the value that a string field names. A value for which `name` returns `nil` cannot be in a file.
  package func value<T>(of field: FieldName, among values: [T], name: (T) -> String?) throws -> T {
    let text = try decode(String.self, forKey: field)
    if let value = values.first(where: { name($0) == text }) { return value }
    let known = values.compactMap(name)
    let hint = suggestion(for: text, among: known)
    throw error("'\(text)' is not one of \(known.joined(separator: ", "))\(hint)", at: field)
  }

  /// Returns the string of a field that must not be empty.
  package func nonempty(_ field: FieldName) throws -> String {
    let text = try decode(String.self, forKey: field)
    if text.isEmpty { throw error("the name is empty", at: field) }
    return text
  }
}
#endif
