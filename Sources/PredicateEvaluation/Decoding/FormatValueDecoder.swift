import Foundation
import PredicateSyntax

/// Reads `Decodable` types from values and from rows, as `JSONDecoder` does from JSON.
///
///     struct Total: Decodable { var kind: String, n: Int, price: Decimal?, day: Date }
///     let totals = try rows.map { try FormatValueDecoder().decode(Total.self, from: $0) }
///
/// A record is read by keys and a list or a set element by element. `Date`, `Data`, `UUID`, `Decimal` and `URL` are read as
/// what they are. A number is read as any type of number that holds it exactly, or as the nearest `Double` or
/// `Float`. Nothing else is converted.
public struct FormatValueDecoder: Sendable {
  /// Makes a decoder.
  public init() {}

  /// Reads a value.
  ///
  /// - Throws: `DecodingError`, with the path to what is missing or of another type; and what `Value` throws.
  public func decode<Value: Decodable>(_: Value.Type = Value.self, from value: FormatValue) throws -> Value {
    try ValueDecoding(value: value, codingPath: []).value(Value.self)
  }

  /// Reads a row: values by name.
  ///
  /// - Throws: as the other `decode`.
  public func decode<Value: Decodable>(
    _: Value.Type = Value.self, from row: [String: FormatValue]
  ) throws -> Value {
    try decode(Value.self, from: .record(row))
  }
}

/// A value that is being read.
private struct ValueDecoding: Decoder, SingleValueDecodingContainer {
  let value: FormatValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(value: FormatValue, codingPath: [any CodingKey]) {
    self.value = value.settled
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
    switch value {
    case .list(let elements), .set(let elements): return elements
    case .data(let bytes): return bytes.map { .integer(Int64($0)) }
    default: throw mismatch([FormatValue].self)
    }
  }

  // MARK: Values

  func decodeNil() -> Bool { value.isNull }
  func decode(_: Bool.Type) throws -> Bool { try expect { if case .bool(let value) = value { value } else { nil } } }
  func decode(_: String.Type) throws -> String {
    try expect { if case .string(let text) = value { text } else { nil } }
  }
  func decode(_: Double.Type) throws -> Double { try expect { Double(functionValue: value) } }
  func decode(_: Float.Type) throws -> Float { try expect { Double(functionValue: value).map { Float($0) } } }
  func decode(_: Int.Type) throws -> Int { try integer() }
  func decode(_: Int8.Type) throws -> Int8 { try integer() }
  func decode(_: Int16.Type) throws -> Int16 { try integer() }
  func decode(_: Int32.Type) throws -> Int32 { try integer() }
  func decode(_: Int64.Type) throws -> Int64 { try integer() }
  func decode(_: UInt.Type) throws -> UInt { try integer() }
  func decode(_: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_: UInt64.Type) throws -> UInt64 { try integer() }
  func decode<Value: Decodable>(_: Value.Type) throws -> Value { try self.value(Value.self) }

  private func integer<Value: FixedWidthInteger>() throws -> Value {
    try expect {
      switch value {
      case .integer(let number): Value(exactly: number)
      case .unsigned(let number): Value(exactly: number)
      case .double(let number): Value(exactly: number)
      case .decimal(let number): Value(number.description)
      default: nil
      }
    }
  }

  /// A value of any type that can be decoded.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let known: Any?
    switch type {
    case is Date.Type: known = try expect { value.dateValue }
    case is Data.Type: known = try expect { value.dataValue }
    case is UUID.Type: known = try expect { value.uuidValue }
    case is Decimal.Type: known = try expect { value.decimalValue }
    case is URL.Type: known = try expect { if case .string(let text) = value { URL(string: text) } else { nil } }
    default: known = nil
    }
    // nil of any type is an optional of every type.
    if let known, let value = known as? Value { return value }
    return try Value(from: self)
  }

  /// - Throws: `DecodingError` where there is no such value.
  private func expect<Value>(_ read: () -> Value?) throws -> Value {
    guard let result = read() else { throw mismatch(Value.self) }
    return result
  }

  private func mismatch<Value>(_ type: Value.Type) -> DecodingError {
    let found = value.isNull ? "nil" : "\(value.valueType.description): \(value.formatExpression.format)"
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "Expected \(type), found \(found).")
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

/// The fields of a record.
private struct FieldsDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [String: FormatValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { fields.keys.sorted().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

  private func field(_ key: Key) throws -> ValueDecoding {
    guard let value = fields[key.stringValue] else {
      let names = fields.keys.sorted().joined(separator: ", ")
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "There is no '\(key.stringValue)'; there are \(names)."))
    }
    return ValueDecoding(value: value, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try field(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try field(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try field(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try field(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try field(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try field(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try field(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try field(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try field(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try field(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try field(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try field(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try field(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try field(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try field(key).decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try field(key).value(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try field(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try field(key).unkeyedContainer()
  }

  // A class's own fields and those of its superclass stand in one record.
  func superDecoder() throws -> any Decoder { ValueDecoding(value: .record(fields), codingPath: codingPath) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try field(key) }
}

/// The elements of a list.
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

  private struct Position: CodingKey {
    let intValue: Int?
    var stringValue: String { "Index \(intValue ?? 0)" }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  private func next(_ type: Any.Type) throws -> ValueDecoding {
    let path = codingPath + [Position(intValue: currentIndex)].compactMap { $0 }
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, DecodingError.Context(codingPath: path, debugDescription: "There are only \(elements.count) elements."))
    }
    return ValueDecoding(value: elements[currentIndex], codingPath: path)
  }

  /// Reads the next element, which stays the next where it cannot be read.
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
  mutating func decode(_ type: Bool.Type) throws -> Bool { try take { try $0.decode(type) } }
  mutating func decode(_ type: String.Type) throws -> String { try take { try $0.decode(type) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try take { try $0.decode(type) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try take { try $0.decode(type) } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take { try $0.value(type) } }

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
