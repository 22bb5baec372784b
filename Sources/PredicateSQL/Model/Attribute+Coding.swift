#if !hasFeature(Embedded)
import PredicateSemantics
import PredicateSyntax

extension DataModel.Attribute {
  /// Decodes an attribute of a model file.
  init(_ fields: KeyedDecodingContainer<FieldName>) throws {
    try fields.expectOnly([
      "name", "column", "type", "storage", "precision", "scale", "nullable", "nan", "indexed", "collation",
      "folded",
    ])
    self.init(try fields.decode(String.self, forKey: "name"), try fields.attributeType())
    if let column = try fields.decodeIfPresent(String.self, forKey: "column") { self.column = column }
    isNullable = try fields.decodeIfPresent(Bool.self, forKey: "nullable") ?? true
    if fields.contains("nan"), !type.valueType.isDouble {
      throw fields.error("only a double or a float has this field", at: "nan")
    }
    mayBeNaN = try fields.decodeIfPresent(Bool.self, forKey: "nan") ?? true
    isIndexed = try fields.decodeIfPresent(Bool.self, forKey: "indexed") ?? false
    for field: FieldName in ["collation", "folded"] where fields.contains(field) && !type.isText {
      throw fields.error("only a string has this field", at: field)
    }
    collation = try fields.collation()
    if fields.contains("folded") { folded = try fields.records(of: "folded", DataModel.FoldedColumn.init) }
  }
}

extension DataModel.FoldedColumn {
  fileprivate init(_ fields: KeyedDecodingContainer<FieldName>) throws {
    try fields.expectOnly(["options", "column", "indexed", "collation"])
    var options: StringOptions = []
    for letter in try fields.decode(String.self, forKey: "options") {
      guard let option = StringOptions.letters.first(where: { $0.letter == letter })?.option,
        options.insert(option).inserted
      else {
        throw fields.error("a string is folded by the options c, d and w, each at most once", at: "options")
      }
    }
    self.init(options, column: try fields.decode(String.self, forKey: "column"))
    isIndexed = try fields.decodeIfPresent(Bool.self, forKey: "indexed") ?? false
    collation = try fields.collation()
  }
}

extension KeyedEncodingContainer<FieldName> {
  /// Encodes an attribute of a model file.
  mutating func encode(_ attribute: DataModel.Attribute) throws {
    try encode(attribute.name, forKey: "name")
    if attribute.column != attribute.name { try encode(attribute.column, forKey: "column") }
    try encode(attribute.type)
    if !attribute.isNullable { try encode(false, forKey: "nullable") }
    if attribute.type.valueType.isDouble, !attribute.mayBeNaN { try encode(false, forKey: "nan") }
    if attribute.isIndexed { try encode(true, forKey: "indexed") }
    guard attribute.type.isText else { return }
    try encode(attribute.collation)
    try encodeRecords(attribute.folded, of: "folded") { column, fields in
      let letters = StringOptions.letters.filter { column.options.contains($0.option) }
      try fields.encode(String(letters.map(\.letter)), forKey: "options")
      try fields.encode(column.column, forKey: "column")
      if column.isIndexed { try fields.encode(true, forKey: "indexed") }
      try fields.encode(column.collation)
    }
  }

  private mutating func encode(_ collation: DataModel.TextCollation) throws {
    if collation != .undeclared { try encode(collation.rawValue, forKey: "collation") }
  }
}

extension KeyedDecodingContainer<FieldName> {
  fileprivate func collation() throws -> DataModel.TextCollation {
    contains("collation") ? try name(DataModel.TextCollation.self, of: "collation") : .undeclared
  }
}

// MARK: Types

extension KeyedDecodingContainer<FieldName> {
  /// Returns the type that the fields `type`, `storage`, `precision` and `scale` describe.
  func attributeType() throws -> AttributeType {
    let type = try withStorage(value(of: "type", among: AttributeType.all) { $0.fileName })
    // Reject fields that the type does not use instead of silently ignoring them.
    let used = type.fields
    if contains("storage"), !used.contains("storage") {
      throw error("only a boolean, a decimal, a date and a UUID can be stored in several ways", at: "storage")
    }
    if contains("precision"), !used.contains("precision") {
      throw error("only a decimal of the engine's native type has a precision", at: "precision")
    }
    if contains("scale"), !used.contains("scale") { throw error("only a decimal has a scale", at: "scale") }
    return type
  }

  /// Returns the type with the storage that the other fields describe.
  private func withStorage(_ type: AttributeType) throws -> AttributeType {
    switch type {
    case .boolean(let usual): .boolean(try storage(or: usual))
    case .date(let usual): .date(try storage(or: usual))
    case .uuid(let usual): .uuid(try storage(or: usual))
    case .decimal(let usual): .decimal(try decimalStorage(or: usual))
    case .integer16, .integer32, .integer64, .float, .double, .string, .data: type
    }
  }

  private func storage<T: RawRepresentable & CaseIterable>(or usual: T) throws -> T where T.RawValue == String {
    contains("storage") ? try name(T.self, of: "storage") : usual
  }

  private func decimalStorage(or usual: AttributeType.DecimalStorage) throws -> AttributeType.DecimalStorage {
    let storage =
      contains("storage")
      ? try value(of: "storage", among: [usual, .scaledInteger(scale: 0)]) { $0.fileName } : usual
    return switch storage {
    case .native:
      .native(precision: try decode(Int.self, forKey: "precision"), scale: try decode(Int.self, forKey: "scale"))
    case .scaledInteger: .scaledInteger(scale: try decode(Int.self, forKey: "scale"))
    }
  }
}

extension AttributeType {
  /// Each type with its usual storage. The numbers of a decimal are always in fields of their own.
  fileprivate static let all: [AttributeType] = [
    .boolean(.native), .integer16, .integer32, .integer64, .float, .double, .decimal(.native(precision: 0, scale: 0)),
    .string, .date(.native), .uuid(.native), .data,
  ]

  /// The fields other than `type` that describe the type in a file.
  fileprivate var fields: Set<FieldName> {
    switch self {
    case .boolean, .date, .uuid: ["storage"]
    case .decimal(.native): ["storage", "precision", "scale"]
    case .decimal(.scaledInteger): ["storage", "scale"]
    case .integer16, .integer32, .integer64, .float, .double, .string, .data: []
    }
  }

  /// The value of the field `type`.
  fileprivate var fileName: String {
    switch self {
    case .boolean: "boolean"
    case .integer16: "integer16"
    case .integer32: "integer32"
    case .integer64: "integer64"
    case .float: "float"
    case .double: "double"
    case .decimal: "decimal"
    case .string: "string"
    case .date: "date"
    case .uuid: "uuid"
    case .data: "data"
    }
  }
}

extension AttributeType.DecimalStorage {
  /// The value of the field `storage`.
  fileprivate var fileName: String {
    switch self {
    case .native: "native"
    case .scaledInteger: "scaledInteger"
    }
  }
}

extension KeyedEncodingContainer<FieldName> {
  /// Encodes a type as the fields `type`, `storage`, `precision` and `scale`.
  mutating func encode(_ type: AttributeType) throws {
    try encode(type.fileName, forKey: "type")
    switch type {
    case .boolean(let storage): try encodeStorage(storage, usual: .native)
    case .date(let storage): try encodeStorage(storage, usual: .native)
    case .uuid(let storage): try encodeStorage(storage, usual: .native)
    case .decimal(.native(let precision, let scale)):
      try encode(precision, forKey: "precision")
      try encode(scale, forKey: "scale")
    case .decimal(.scaledInteger(let scale)):
      try encode(AttributeType.DecimalStorage.scaledInteger(scale: scale).fileName, forKey: "storage")
      try encode(scale, forKey: "scale")
    case .integer16, .integer32, .integer64, .float, .double, .string, .data: break
    }
  }

  private mutating func encodeStorage<T: RawRepresentable & Equatable>(
    _ storage: T, usual: T
  ) throws where T.RawValue == String {
    if storage != usual { try encode(storage.rawValue, forKey: "storage") }
  }
}
#endif
