#if !hasFeature(Embedded)
extension TreeReader {
  /// The maximum depth of nested lists, sets, and records.
  static let maximumLevels = 100
  static let tooDeep = "lists, sets and records are nested more than \(maximumLevels) levels deep"

  /// Reads a constant as `TreeWriter` writes it. Its elements are levels of the tree.
  static func constant(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatValue {
    try value(fields, min(maximumLevels, levels + 1), extra: "kind")
  }

  /// Reads a value. The object may also contain the field `extra`.
  private static func value(_ fields: Fields, _ levels: Int, extra: String? = nil) throws(FieldError) -> FormatValue {
    let type = try valueType(fields, extra)
    switch type {
    case .null: return .null
    case .boolean: return try boolean(fields)
    case .integer: return try integer(fields)
    case .double: return try double(fields) { .double($0) }
    case .date: return try double(fields) { .date($0) }
    case .string: return try text(type, fields) { .string($0) }
    case .decimal: return try text(type, fields) { FormatDecimal($0).map(FormatValue.decimal) }
    case .uuid: return try text(type, fields) { FormatUUID($0).map(FormatValue.uuid) }
    case .data: return try text(type, fields) { [UInt8](base64: $0).map(FormatValue.data) }
    case .list: return .list(try elements(fields, levels - 1))
    case .set: return .set(try elements(fields, levels - 1))
    case .record: return .record(try record(fields, levels - 1))
    case .object: throw fields.error("type", "a reference to an object cannot be read")
    }
  }

  /// Reads the type, and checks the names of the fields. (As a part of `value`, this would use stack for every level.)
  private static func valueType(_ fields: Fields, _ extra: String?) throws(FieldError) -> ValueKind {
    let type = try fields.name("type", of: ValueKind.self)
    try fields.expectOnly(["type", content(of: type)] + (extra.map { [$0] } ?? []))
    return type
  }

  /// Returns the name of the field that contains the value itself.
  private static func content(of type: ValueKind) -> String {
    switch type {
    case .null: "type"
    case .list, .set: "elements"
    case .record: "fields"
    case .boolean, .integer, .double, .decimal, .string, .date, .uuid, .data, .object: "value"
    }
  }

  private static func boolean(_ fields: Fields) throws(FieldError) -> FormatValue {
    .bool(try fields.read("value", .flag))
  }

  private static func text(
    _ type: ValueKind, _ fields: Fields, _ parse: (String) -> FormatValue?
  ) throws(FieldError) -> FormatValue {
    let text = try fields.read("value", .text)
    if let value = parse(text) { return value }
    throw fields.error("value", "'\(text.excerpt)' is not a valid \(type.rawValue)")
  }

  private static func integer(_ fields: Fields) throws(FieldError) -> FormatValue {
    switch try fields.read("value", .any) {
    case .integer(let number): return .integer(number)
    case .unsigned(let number): return .unsigned(number)
    default: throw fields.error("value", "expected an integer of 64 bits")
    }
  }

  private static func double(_ fields: Fields, _ make: (Double) -> FormatValue) throws(FieldError) -> FormatValue {
    guard case .string(let name) = try fields.read("value", .any) else {
      return make(try fields.read("value", .number))
    }
    if let value = Double(specialName: name) { return make(value) }
    throw fields.error("value", "'\(name.excerpt)' is not a number; only inf, -inf, -0.0 and nan are strings")
  }

  private static func elements(_ fields: Fields, _ levels: Int) throws(FieldError) -> [FormatValue] {
    guard levels > 0 else { throw FieldError(fields.path, tooDeep) }
    var result: [FormatValue] = []
    for element in try fields.objects(of: "elements") { result.append(try value(element, levels)) }
    return result
  }

  private static func record(_ fields: Fields, _ levels: Int) throws(FieldError) -> [String: FormatValue] {
    guard levels > 0 else { throw FieldError(fields.path, tooDeep) }
    var result: [String: FormatValue] = [:]
    for field in try fields.objects(of: "fields") {
      result[try field.read("key", .text)] = try value(field, levels, extra: "key")
    }
    return result
  }
}

extension Double {
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
#endif
