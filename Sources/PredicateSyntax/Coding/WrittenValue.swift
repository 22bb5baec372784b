#if !hasFeature(Embedded)
extension Decoder {
  /// Reads the value of this decoder.
  ///
  /// - Throws: `DecodingError` with the coding path of an error.
  package func read<Value>(_ read: (FormatValue) throws(FieldError) -> Value) throws -> Value {
    let value = try writtenValue
    do throws(FieldError) { return try read(value) } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath + error.path.map(\.codingKey), debugDescription: error.reason,
          underlyingError: error.formatError))
    }
  }

  /// The value of this decoder as it is written: null, a boolean, a number, text, a list or an object.
  private var writtenValue: FormatValue {
    get throws {
      if let fields = try? container(keyedBy: FieldName.self) { return .record(try fields.writtenValues(levels: 0)) }
      if var list = try? unkeyedContainer() { return .list(try list.writtenValues(levels: 0)) }
      let scalar = try singleValueContainer()
      if scalar.decodeNil() { return .null }
      if let text = try? scalar.decode(String.self) { return .string(text) }
      if let flag = try? scalar.decode(Bool.self) { return .bool(flag) }
      if let number = try? scalar.decode(Int64.self) { return .integer(number) }
      if let number = try? scalar.decode(UInt64.self) { return .number(number) }
      return .double(try scalar.decode(Double.self))
    }
  }
}

/// The maximum nesting depth of the values of a decoder. A level of a tree takes an object, and a list in some cases.
private let maximumLevels = 2 * PredicateLimits.greatestHeight + 100

private func tooDeep(at path: [any CodingKey]) -> DecodingError {
  .dataCorrupted(
    DecodingError.Context(codingPath: path, debugDescription: "nested more than \(maximumLevels) levels deep"))
}

// The recursion uses only nested containers, so that each level needs little stack space.

extension KeyedDecodingContainer<FieldName> {
  fileprivate func writtenValues(levels: Int) throws -> [String: FormatValue] {
    guard levels < maximumLevels else { throw tooDeep(at: codingPath) }
    var record = [String: FormatValue](minimumCapacity: allKeys.count)
    for key in allKeys {
      if let scalar = scalar(key) {
        record[key.stringValue] = scalar
      } else if let fields = try? nestedContainer(keyedBy: FieldName.self, forKey: key) {
        record[key.stringValue] = .record(try fields.writtenValues(levels: levels + 1))
      } else {
        var list = try nestedUnkeyedContainer(forKey: key)
        record[key.stringValue] = .list(try list.writtenValues(levels: levels + 1))
      }
    }
    return record
  }

  private func scalar(_ key: FieldName) -> FormatValue? {
    if let text = try? decode(String.self, forKey: key) { return .string(text) }
    if (try? decodeNil(forKey: key)) == true { return .null }
    if let flag = try? decode(Bool.self, forKey: key) { return .bool(flag) }
    if let number = try? decode(Int64.self, forKey: key) { return .integer(number) }
    if let number = try? decode(UInt64.self, forKey: key) { return .number(number) }
    return (try? decode(Double.self, forKey: key)).map(FormatValue.double)
  }
}

extension UnkeyedDecodingContainer {
  fileprivate mutating func writtenValues(levels: Int) throws -> [FormatValue] {
    guard levels < maximumLevels else { throw tooDeep(at: codingPath) }
    var elements: [FormatValue] = []
    while !isAtEnd {
      if let scalar = nextScalar() {
        elements.append(scalar)
      } else if let fields = try? nestedContainer(keyedBy: FieldName.self) {
        elements.append(.record(try fields.writtenValues(levels: levels + 1)))
      } else {
        var list = try nestedUnkeyedContainer()
        elements.append(.list(try list.writtenValues(levels: levels + 1)))
      }
    }
    return elements
  }

  private mutating func nextScalar() -> FormatValue? {
    if let text = try? decode(String.self) { return .string(text) }
    if (try? decodeNil()) == true { return .null }
    if let flag = try? decode(Bool.self) { return .bool(flag) }
    if let number = try? decode(Int64.self) { return .integer(number) }
    if let number = try? decode(UInt64.self) { return .number(number) }
    return (try? decode(Double.self)).map(FormatValue.double)
  }
}

extension FieldError.Step {
  package var codingKey: any CodingKey {
    switch self {
    case .field(let name): FieldName(name)
    case .element(let index): IndexInList(index)
    }
  }
}
#endif
