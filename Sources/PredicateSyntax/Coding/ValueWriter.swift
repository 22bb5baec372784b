#if !hasFeature(Embedded)
extension TreeWriter {
  private static var maximumLevels: Int { TreeReader.maximumLevels }
  private static var tooDeep: String { TreeReader.tooDeep }

  /// Writes a constant: the field `type`, and the other fields that the type requires.
  static func write(constant value: FormatValue, to fields: inout Fields) throws {
    try write(value, to: &fields, maximumLevels)
  }

  private static func write(_ value: FormatValue, to fields: inout Fields, _ levels: Int) throws {
    switch value {
    case .null: try fields.encode(type: .null)
    case .bool(let value): try write(.boolean, value, to: &fields)
    case .integer(let value): try write(.integer, value, to: &fields)
    case .unsigned(let value): try write(.integer, value, to: &fields)
    case .double(let value): try write(.double, number: value, to: &fields)
    case .decimal(let value): try write(.decimal, value.description, to: &fields)
    case .string(let value): try write(.string, value, to: &fields)
    case .date(let seconds): try write(.date, number: seconds, to: &fields)
    case .uuid(let value): try write(.uuid, value.text, to: &fields)
    case .data(let bytes): try write(.data, bytes.base64, to: &fields)
    case .list(let elements): try write(.list, elements: elements, to: &fields, levels - 1)
    case .set(let elements): try write(.set, elements: elements, to: &fields, levels - 1)
    case .record(let record): try write(record, to: &fields, levels - 1)
    case .object(let object): throw unwritable(object, "a reference to an object cannot be written", fields)
    }
  }

  private static func write(_ type: ValueKind, _ value: some Encodable, to fields: inout Fields) throws {
    try fields.encode(type: type)
    try fields.encode(value, forKey: "value")
  }

  /// Writes a number, or a string if some coders would not preserve the number.
  private static func write(_ type: ValueKind, number: Double, to fields: inout Fields) throws {
    if let name = number.specialName { return try write(type, name, to: &fields) }
    try write(type, number, to: &fields)
  }

  private static func write(
    _ type: ValueKind, elements: [FormatValue], to fields: inout Fields, _ levels: Int
  ) throws {
    guard levels > 0 else { throw unwritable(elements, tooDeep, fields) }
    try fields.encode(type: type)
    var list = fields.nestedUnkeyedContainer(forKey: "elements")
    for element in elements {
      var child = list.nestedContainer(keyedBy: FieldName.self)
      try write(element, to: &child, levels)
    }
  }

  /// Writes a record as a sorted list of keys and values. As field names, its keys would be subject to a coder's key strategy.
  private static func write(_ record: [String: FormatValue], to fields: inout Fields, _ levels: Int) throws {
    guard levels > 0 else { throw unwritable(record, tooDeep, fields) }
    try fields.encode(type: .record)
    var list = fields.nestedUnkeyedContainer(forKey: "fields")
    for (key, value) in record.inByteOrder {
      var child = list.nestedContainer(keyedBy: FieldName.self)
      try child.encode(key, forKey: "key")
      try write(value, to: &child, levels)
    }
  }
}

extension Double {
  /// The name of a double that is encoded as a string. JSON cannot represent most of these, and some coders lose the sign of minus
  /// zero.
  fileprivate var specialName: String? {
    if isNaN {
      return bitPattern == Double.nan.bitPattern ? "nan" : "nan:" + String(bitPattern, radix: 16)
    }
    if isInfinite { return self < 0 ? "-inf" : "inf" }
    return self == 0 && sign == .minus ? "-0.0" : nil
  }
}

extension KeyedEncodingContainer<FieldName> {
  fileprivate mutating func encode(type: ValueKind) throws { try encode(type.rawValue, forKey: "type") }
}
#endif
