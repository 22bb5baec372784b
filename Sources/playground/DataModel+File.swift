import PredicateSQL
import PredicateSyntax

// Reads a data model in the form of Grammar/Guides/DataModel.md. The module PredicateSQL reads it with a decoder, which embedded
// Swift does not have.

extension DataModel {
  /// Creates a model from the bytes of its file.
  init(file bytes: [UInt8]) throws(DataModelError) {
    let value: FormatValue
    do throws(JSONError) { value = try JSONReader.value(of: bytes) } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw DataModelError("line \(line)", error.reason)
    }
    let fields = try ModelFields(value, at: "", only: ["version", "entities"])
    guard try fields.integer("version") == 1 else { throw DataModelError("version", "expected 1") }
    try self.init(EntityFields.completed(try fields.objects("entities", EntityFields.names, EntityFields.init)))
  }
}

/// The fields of an object of the file.
private struct ModelFields {
  let path: String
  private let values: [String: FormatValue]

  init(_ value: FormatValue, at path: String, only names: [String]) throws(DataModelError) {
    guard case .record(let values) = value else { throw DataModelError(path, "expected an object") }
    self.path = path
    self.values = values
    for name in values.keys.sorted() where !names.contains(name) {
      throw error(name, "unknown field '\(name)'\(suggestion(for: name, among: names))")
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func error(_ name: String, _ reason: String) -> DataModelError {
    DataModelError(path.isEmpty ? name : "\(path).\(name)", reason)
  }

  func text(_ name: String) throws(DataModelError) -> String {
    guard let value = values[name] else { throw error(name, "the field is missing") }
    guard case .string(let text) = value else { throw error(name, "expected a string") }
    return text
  }

  func text(_ name: String, or other: String) throws(DataModelError) -> String {
    has(name) ? try text(name) : other
  }

  func integer(_ name: String) throws(DataModelError) -> Int {
    guard let value = values[name] else { throw error(name, "the field is missing") }
    guard case .integer(let number) = value, let integer = Int(exactly: number) else {
      throw error(name, "expected an integer")
    }
    return integer
  }

  func flag(_ name: String, or other: Bool) throws(DataModelError) -> Bool {
    guard let value = values[name] else { return other }
    guard case .bool(let flag) = value else { throw error(name, "expected true or false") }
    return flag
  }

  /// Returns the case of an enumeration that a field names.
  func name<T: RawRepresentable & CaseIterable>(
    _ name: String, or other: T
  ) throws(DataModelError) -> T where T.RawValue == String {
    guard has(name) else { return other }
    let text = try text(name)
    if let value = T(rawValue: text) { return value }
    let known = T.allCases.map { $0.rawValue }
    throw error(name, "'\(text)' is not one of \(known.joined(separator: ", "))\(suggestion(for: text, among: known))")
  }

  func list(_ name: String) throws(DataModelError) -> [FormatValue] {
    guard let value = values[name] else { throw error(name, "the field is missing") }
    guard case .list(let elements) = value else { throw error(name, "expected a list") }
    return elements
  }

  func object(_ name: String, _ names: [String]) throws(DataModelError) -> ModelFields {
    try ModelFields(values[name] ?? .null, at: error(name, "").path, only: names)
  }

  /// Reads each object of a list.
  func objects<T>(
    _ name: String, _ names: [String], _ read: (ModelFields) throws(DataModelError) -> T
  ) throws(DataModelError) -> [T] {
    var result: [T] = []
    for (index, value) in try list(name).enumerated() {
      let path = error(name, "").path + "[\(index)]"
      result.append(try read(ModelFields(value, at: path, only: names)))
    }
    return result
  }
}

/// An entity of the file. Without a table or a primary key, it inherits those of its parent.
private struct EntityFields {
  static let names = ["name", "table", "primaryKey", "parent", "condition", "attributes", "relationships"]

  private var entity: DataModel.Entity
  private let hasTable: Bool
  private let hasPrimaryKey: Bool

  init(_ fields: ModelFields) throws(DataModelError) {
    entity = DataModel.Entity(try fields.text("name"))
    if fields.has("parent") { entity.parent = try fields.text("parent") }
    hasTable = fields.has("table")
    hasPrimaryKey = fields.has("primaryKey")
    entity.table = try fields.text("table", or: entity.name)
    if hasPrimaryKey {
      if let column = try? fields.text("primaryKey") {
        entity.primaryKey = column
      } else {
        let key = try fields.object("primaryKey", ["column", "type", "storage"])
        (entity.primaryKey, entity.primaryKeyType) = (try key.text("column"), try AttributeType(key))
      }
    }
    if fields.has("condition") {
      let condition = try fields.object("condition", ["column", "values"])
      entity.condition = DataModel.FixedCondition(try condition.text("column"), in: try condition.list("values"))
    }
    if fields.has("attributes") {
      entity.attributes = try fields.objects("attributes", DataModel.Attribute.names, DataModel.Attribute.init)
    }
    if fields.has("relationships") {
      entity.relationships = try fields.objects(
        "relationships", DataModel.Relationship.names, DataModel.Relationship.init)
    }
  }

  /// Returns the entities with the tables and the primary keys that they inherit. The model reports wrong parents.
  static func completed(_ read: [EntityFields]) -> [DataModel.Entity] {
    read.map { fields in
      var entity = fields.entity
      var (hasTable, hasPrimaryKey, parent) = (fields.hasTable, fields.hasPrimaryKey, entity.parent)
      for _ in read {
        guard let above = read.first(where: { $0.entity.name == parent }) else { break }
        let isLast = above.entity.parent == nil
        if !hasTable, above.hasTable || isLast { (entity.table, hasTable) = (above.entity.table, true) }
        if !hasPrimaryKey, above.hasPrimaryKey || isLast {
          (entity.primaryKey, entity.primaryKeyType) = (above.entity.primaryKey, above.entity.primaryKeyType)
          hasPrimaryKey = true
        }
        parent = above.entity.parent
      }
      return entity
    }
  }
}

extension DataModel.Attribute {
  fileprivate static let names = [
    "name", "column", "type", "storage", "precision", "scale", "nullable", "nan", "indexed", "collation", "folded",
  ]

  fileprivate init(_ fields: ModelFields) throws(DataModelError) {
    let name = try fields.text("name")
    self.init(name, try AttributeType(fields), column: try fields.text("column", or: name))
    isNullable = try fields.flag("nullable", or: true)
    if fields.has("nan"), type != .double, type != .float {
      throw fields.error("nan", "only a double or a float has this field")
    }
    mayBeNaN = try fields.flag("nan", or: true)
    isIndexed = try fields.flag("indexed", or: false)
    for field in ["collation", "folded"] where fields.has(field) && type != .string {
      throw fields.error(field, "only a string has this field")
    }
    collation = try fields.name("collation", or: .undeclared)
    if fields.has("folded") {
      folded = try fields.objects("folded", ["options", "column", "indexed", "collation"], DataModel.FoldedColumn.init)
    }
  }
}

extension DataModel.FoldedColumn {
  fileprivate init(_ fields: ModelFields) throws(DataModelError) {
    var options: StringOptions = []
    for letter in try fields.text("options") {
      guard let option = StringOptions.letters.first(where: { $0.letter == letter })?.option,
        options.insert(option).inserted
      else { throw fields.error("options", "a string is folded by the options c, d and w, each at most once") }
    }
    self.init(options, column: try fields.text("column"))
    isIndexed = try fields.flag("indexed", or: false)
    collation = try fields.name("collation", or: .undeclared)
  }
}

extension DataModel.Relationship {
  fileprivate static let names = [
    "name", "destination", "nullable", "enforced", "indexed", "column", "foreignKey", "linkTable",
  ]

  fileprivate init(_ fields: ModelFields) throws(DataModelError) {
    let kind: Kind
    switch ["column", "foreignKey", "linkTable"].filter({ fields.has($0) }) {
    case ["column"]:
      kind = .toOne(
        column: try fields.text("column"), isNullable: try fields.flag("nullable", or: true),
        isEnforced: try fields.flag("enforced", or: false))
    case ["foreignKey"]: kind = .toMany(foreignKey: try fields.text("foreignKey"))
    case ["linkTable"]:
      let link = try fields.object("linkTable", ["table", "source", "destination"])
      kind = .linked(
        DataModel.LinkTable(
          try link.text("table"), source: try link.text("source"), destination: try link.text("destination")))
    default:
      throw DataModelError(
        fields.path, "expected one field of column (to one object), foreignKey and linkTable (to many)")
    }
    for field in ["nullable", "enforced"] where fields.has(field) && !fields.has("column") {
      throw fields.error(field, "only a relationship to one object has this field")
    }
    self.init(try fields.text("name"), to: try fields.text("destination"), kind)
    isIndexed = try fields.flag("indexed", or: false)
  }
}

/// The values of the field `type`.
private enum TypeName: String, CaseIterable {
  case boolean, integer16, integer32, integer64, float, double, decimal, string, date, uuid, data
}

/// The values of the field `storage` of a decimal.
private enum DecimalStorageName: String, CaseIterable {
  case native, scaledInteger
}

extension AttributeType {
  /// Creates the type that the fields `type`, `storage`, `precision` and `scale` describe.
  fileprivate init(_ fields: ModelFields) throws(DataModelError) {
    guard fields.has("type") else { throw fields.error("type", "the field is missing") }
    var used: [String] = []
    switch try fields.name("type", or: TypeName.string) {
    case .boolean: (self, used) = (.boolean(try fields.name("storage", or: .native)), ["storage"])
    case .integer16: self = .integer16
    case .integer32: self = .integer32
    case .integer64: self = .integer64
    case .float: self = .float
    case .double: self = .double
    case .decimal:
      switch try fields.name("storage", or: DecimalStorageName.native) {
      case .native:
        self = .decimal(.native(precision: try fields.integer("precision"), scale: try fields.integer("scale")))
        used = ["storage", "precision", "scale"]
      case .scaledInteger:
        self = .decimal(.scaledInteger(scale: try fields.integer("scale")))
        used = ["storage", "scale"]
      }
    case .string: self = .string
    case .date: (self, used) = (.date(try fields.name("storage", or: .native)), ["storage"])
    case .uuid: (self, used) = (.uuid(try fields.name("storage", or: .native)), ["storage"])
    case .data: self = .data
    }
    for field in ["storage", "precision", "scale"] where fields.has(field) && !used.contains(field) {
      throw fields.error(field, "this type does not have the field")
    }
  }
}
