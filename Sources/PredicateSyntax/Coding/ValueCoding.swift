#if !hasFeature(Embedded)
/// The maximum depth of nested lists, sets, and records.
private let maximumLevels = 100
private let tooDeep = "lists, sets and records are nested more than \(maximumLevels) levels deep"

extension TreeWriter {
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

extension TreeReader {
  /// Reads a constant as `TreeWriter` writes it. Its elements are levels of the tree.
  static func constant(_ fields: Fields, _ levels: Int) throws -> FormatValue {
    try value(fields, min(maximumLevels, levels + 1), extra: "kind")
  }

  /// Reads a value. The object may also contain the field `extra`.
  private static func value(_ fields: Fields, _ levels: Int, extra: FieldName? = nil) throws -> FormatValue {
    let type = try valueType(fields, extra)
    switch type {
    case .null: return .null
    case .boolean: return try boolean(fields)
    case .integer: return try integer(fields)
    case .double: return try double(fields) { .double($0) }
    case .date: return try double(fields) { .date($0) }
    case .string: return try text(type, fields) { .string($0) }
    case .decimal: return try text(type, fields) { DecimalNumber($0).map(FormatValue.decimal) }
    case .uuid: return try text(type, fields) { FormatUUID($0).map(FormatValue.uuid) }
    case .data: return try text(type, fields) { [UInt8](base64: $0).map(FormatValue.data) }
    case .list: return .list(try elements(fields, levels - 1))
    case .set: return .set(try elements(fields, levels - 1))
    case .record: return .record(try record(fields, levels - 1))
    case .object: throw fields.error("a reference to an object cannot be read", at: "type")
    }
  }

  /// Reads the type, and checks the names of the fields. (As a part of `value`, this would use stack for every level.)
  private static func valueType(_ fields: Fields, _ extra: FieldName?) throws -> ValueKind {
    let type = try fields.name(ValueKind.self, of: "type")
    try fields.expectOnly(["type", content(of: type)] + (extra.map { [$0] } ?? []))
    return type
  }

  /// Returns the name of the field that contains the value itself.
  private static func content(of type: ValueKind) -> FieldName {
    switch type {
    case .null: "type"
    case .list, .set: "elements"
    case .record: "fields"
    case .boolean, .integer, .double, .decimal, .string, .date, .uuid, .data, .object: "value"
    }
  }

  private static func boolean(_ fields: Fields) throws -> FormatValue {
    .bool(try fields.decode(Bool.self, forKey: "value"))
  }

  private static func text(
    _ type: ValueKind, _ fields: Fields, _ parse: (String) -> FormatValue?
  ) throws -> FormatValue {
    let text = try fields.decode(String.self, forKey: "value")
    if let value = parse(text) { return value }
    throw fields.error("'\(text.excerpt)' is not a valid \(type.rawValue)", at: "value")
  }

  private static func integer(_ fields: Fields) throws -> FormatValue {
    if let value = try? fields.decode(Int64.self, forKey: "value") { return .integer(value) }
    if let value = try? fields.decode(UInt64.self, forKey: "value") { return .number(value) }
    throw fields.error("expected an integer of 64 bits", at: "value")
  }

  private static func double(_ fields: Fields, _ make: (Double) -> FormatValue) throws -> FormatValue {
    guard let name = try? fields.decode(String.self, forKey: "value") else {
      return make(try fields.decode(Double.self, forKey: "value"))
    }
    if let value = Double(specialName: name) { return make(value) }
    throw fields.error("'\(name.excerpt)' is not a number; only inf, -inf, -0.0 and nan are strings", at: "value")
  }

  private static func elements(_ fields: Fields, _ levels: Int) throws -> [FormatValue] {
    guard levels > 0 else { throw fields.error(tooDeep) }
    var list = try fields.nestedUnkeyedContainer(forKey: "elements")
    var result: [FormatValue] = []
    while !list.isAtEnd { result.append(try value(list.nestedContainer(keyedBy: FieldName.self), levels)) }
    return result
  }

  private static func record(_ fields: Fields, _ levels: Int) throws -> [String: FormatValue] {
    guard levels > 0 else { throw fields.error(tooDeep) }
    var list = try fields.nestedUnkeyedContainer(forKey: "fields")
    var result: [String: FormatValue] = [:]
    while !list.isAtEnd {
      let field = try list.nestedContainer(keyedBy: FieldName.self)
      result[try field.decode(String.self, forKey: "key")] = try value(field, levels, extra: "key")
    }
    return result
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

  fileprivate init?(specialName name: String) {
    switch name {
    case "inf": self = .infinity
    case "-inf": self = -.infinity
    case "-0.0": self = -0.0
    case "nan": self = .nan
    default:
      guard name.hasPrefix("nan:"), let bits = UInt64(name.dropFirst(4), radix: 16) else { return nil }
      self.init(bitPattern: bits)
      if !isNaN { return nil }
    }
  }
}

extension KeyedEncodingContainer<FieldName> {
  fileprivate mutating func encode(type: ValueKind) throws { try encode(type.rawValue, forKey: "type") }
}
#endif
