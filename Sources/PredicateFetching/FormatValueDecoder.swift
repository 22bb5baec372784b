import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes `Decodable` types from values and rows, as `JSONDecoder` does from JSON.
///
///     struct Total: Decodable { var kind: String, n: Int, price: Decimal?, day: Date }
///     let totals = try rows.map { try FormatValueDecoder().decode(Total.self, from: $0) }
///
/// A record is a keyed container. A list or a set is an unkeyed container. `Date`, `Data`, `UUID`, `Decimal` and `URL` are decoded
/// directly. A number can be decoded as any integer type that represents it exactly, or as the nearest `Double` or `Float`.
/// There are no other conversions.
public struct FormatValueDecoder: Sendable {
  /// Creates a decoder.
  public init() {}

  /// Decodes a value.
  ///
  /// - Throws: `DecodingError` with the path of a missing or mismatched value, or the error that `Value` throws.
  public func decode<Value: Decodable>(_: Value.Type = Value.self, from value: FormatValue) throws -> Value {
    try ValueDecoding(value: value, codingPath: []).value(Value.self)
  }

  /// Decodes a row: values by name.
  ///
  /// - Throws: The errors of decoding a value.
  public func decode<Value: Decodable>(
    _: Value.Type = Value.self, from row: [String: FormatValue]
  ) throws -> Value {
    try decode(Value.self, from: .record(row))
  }
}

/// A decoder for one value.
private struct ValueDecoding: Decoder, SingleValueDecodingContainer {
  let value: FormatValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(value: FormatValue, codingPath: [any CodingKey]) {
    self.value = value.nanAsNil
    self.codingPath = codingPath
  }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .record(let fields) = value else { throw mismatch([String: FormatValue].self) }
    return KeyedDecodingContainer(FieldsDecoding(fields: fields, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ElementsDecoding(elements: try elements(), codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  private func elements() throws -> [FormatValue] {
    if let elements = value.arrayValue { return elements }
    guard case .data(let bytes) = value else { throw mismatch([FormatValue].self) }
    return bytes.map { .integer(Int64($0)) }
  }

  // MARK: Values

  func decodeNil() -> Bool { value.isNull }
  // The generic method implements all the requirements except these two, whose default implementations would take precedence.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

  /// Decodes the value as a type.
  ///
  /// - Throws: `DecodingError` if the value does not have this type.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let known: Any?
    switch type {
    case is Bool.Type: known = value.boolValue
    case is String.Type: known = value.stringValue
    case is Double.Type: known = value.doubleValue
    case is Float.Type: known = value.doubleValue.map { Float($0) }
    case is Date.Type: known = value.dateValue
    case is Data.Type: known = value.dataValue
    case is UUID.Type: known = value.uuidValue
    case is Decimal.Type: known = value.decimalValue
    case is URL.Type: known = value.stringValue.flatMap { URL(string: $0) }
    case let type as any FixedWidthInteger.Type: known = integer(type)
    default: return try Value(from: self)
    }
    guard let known = known as? Value else { throw mismatch(type) }
    return known
  }

  private func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    switch value {
    case .integer(let number): Integer(exactly: number)
    case .unsigned(let number): Integer(exactly: number)
    case .double(let number): Integer(exactly: number)
    case .decimal(let number): Integer(number.description)
    case .null, .bool, .string, .date, .uuid, .data, .list, .set, .record, .object: nil
    }
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    let found = value.isNull ? "nil" : "\(value.valueType.description): \(value.formatExpression.format)"
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "Expected \(type), found \(found).")
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

/// A keyed container over the fields of a record.
private struct FieldsDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [String: FormatValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { fields.keys.inByteOrder.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

  private func field(_ key: Key) throws -> ValueDecoding {
    guard let value = fields[key.stringValue] else {
      let names = fields.keys.inByteOrder.joined(separator: ", ")
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "There is no '\(key.stringValue)'; there are \(names)."))
    }
    return ValueDecoding(value: value, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try field(key).decodeNil() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try field(key).value(type) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try field(key).value(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try field(key).value(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try field(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try field(key).unkeyedContainer()
  }

  // One record contains the fields of a class and of its superclass.
  func superDecoder() throws -> any Decoder { ValueDecoding(value: .record(fields), codingPath: codingPath) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try field(key) }
}

/// An unkeyed container over the elements of a list or set.
private struct ElementsDecoding: UnkeyedDecodingContainer {
  let elements: [FormatValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [FormatValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private func next(_ type: Any.Type) throws -> ValueDecoding {
    let path = codingPath + [currentIndex.codingKey]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, DecodingError.Context(codingPath: path, debugDescription: "There are only \(elements.count) elements."))
    }
    return ValueDecoding(value: elements[currentIndex], codingPath: path)
  }

  /// Decodes the next element. If that fails, the position does not change.
  private mutating func take<Value>(_ read: (ValueDecoding) throws -> Value) throws -> Value {
    let value = try read(next(Value.self))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard try next(FormatValue.self).decodeNil() else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take { try $0.value(type) } }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try take { try $0.value(type) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try take { try $0.value(type) } }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try take { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try take { $0 } }
}
