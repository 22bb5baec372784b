import PredicateSyntax

// Reads data models in the format of Grammar/Guides/DataModel.md.

extension PredicateModel {
  /// The file version that is written, and the only one that can be read.
  public static let fileVersion = 1

  /// Reads a model.
  package init(_ value: FormatValue) throws(FieldError) {
    let fields = try Fields(value)
    try fields.expectVersion(Self.fileVersion)
    try fields.expectOnly(["version", "entities"])
    _ = try fields.read("entities", .list)
    let read = try fields.objects(of: "entities", EntityFields.init)
    do throws(PredicateModelError) { try self.init(EntityFields.entities(of: read)) } catch {
      throw FieldError(error.steps, error.reason)
    }
  }
}

extension PredicateModelError {
  /// The steps of the path: `entities[1].table` is `entities`, 1, `table`.
  fileprivate var steps: [FieldError.Step] {
    var steps: [FieldError.Step] = []
    for step in path.split(separator: ".") {
      let parts = step.split { $0 == "[" || $0 == "]" }
      steps.append(.field(String(parts.first ?? "")))
      if let index = parts.dropFirst().first.flatMap({ Int($0) }) { steps.append(.element(index)) }
    }
    return steps
  }
}

/// An entity in a file. Without a table or a primary key, it inherits those of its parent.
private struct EntityFields {
  var entity: PredicateModel.Entity
  var hasTable: Bool
  var hasPrimaryKey: Bool

  init(_ fields: Fields) throws(FieldError) {
    try fields.expectOnly([
      "name", "table", "schema", "primaryKey", "parent", "condition", "attributes", "relationships",
    ])
    entity = PredicateModel.Entity(try fields.read("name", .text))
    entity.parent = try fields.readIfPresent("parent", .text)
    let table = try fields.readIfPresent("table", .text)
    (hasTable, hasPrimaryKey) = (table != nil, fields.has("primaryKey"))
    if let table { entity.table = table }
    entity.schema = try fields.readIfPresent("schema", .text)
    if hasPrimaryKey { try readPrimaryKey(fields) }
    if fields.has("condition") { entity.condition = try Self.condition(fields) }
    entity.attributes = try fields.objects(of: "attributes", PredicateModel.Attribute.init)
    entity.relationships = try fields.objects(of: "relationships", PredicateModel.Relationship.init)
  }

  /// Reads the name of an integer column, an object with the name and the type of a column, or a list of the names of attributes.
  private mutating func readPrimaryKey(_ fields: Fields) throws(FieldError) {
    switch try fields.read("primaryKey", .any) {
    case .string(let column): entity.primaryKey = column
    case .record:
      let key = try fields.fields(of: "primaryKey", only: ["column", "type", "storage"])
      (entity.primaryKey, entity.primaryKeyType) = (
        try key.read("column", .text), try PredicateModel.AttributeType(key)
      )
    case .list(let names) where !names.isEmpty:
      entity.keyAttributes = try fields.elements(of: "primaryKey", .text)
    default:
      throw fields.error("primaryKey", "expected the name of a column, an object, or a list of names of attributes")
    }
  }

  private static func condition(_ fields: Fields) throws(FieldError) -> PredicateModel.FixedCondition {
    let condition = try fields.fields(of: "condition", only: ["column", "values"])
    let column = try condition.read("column", .text)
    _ = try condition.read("values", .list)
    let constant = FieldShape<FormatValue>("an integer or a string") { value in
      switch value {
      case .integer, .string: value
      default: nil
      }
    }
    return PredicateModel.FixedCondition(column, in: try condition.elements(of: "values", constant))
  }

  /// Returns the entities, with missing tables and primary keys inherited from their parents.
  static func entities(of read: [EntityFields]) -> [PredicateModel.Entity] {
    var indexes: [String: Int] = [:]
    for (index, fields) in read.enumerated() where indexes[fields.entity.name] == nil {
      indexes[fields.entity.name] = index
    }
    return read.map { fields in
      var entity = fields.entity
      /// Returns the nearest parent that satisfies a condition, or the topmost one. Invalid chains are reported later.
      func parent(where holds: (EntityFields) -> Bool) -> PredicateModel.Entity? {
        var name = entity.parent
        for _ in 0...PredicateModel.maximumParents {
          guard let above = name.flatMap({ indexes[$0] }) else { return nil }
          if holds(read[above]) || read[above].entity.parent == nil { return read[above].entity }
          name = read[above].entity.parent
        }
        return nil
      }
      if !fields.hasTable, let parent = parent(where: { $0.hasTable }) {
        (entity.table, entity.schema) = (parent.table, parent.schema)
      }
      if !fields.hasPrimaryKey, let parent = parent(where: { $0.hasPrimaryKey }) {
        (entity.primaryKey, entity.primaryKeyType) = (parent.primaryKey, parent.primaryKeyType)
        entity.keyAttributes = parent.keyAttributes
      }
      return entity
    }
  }
}

// MARK: Attributes

extension PredicateModel.Attribute {
  fileprivate init(_ fields: Fields) throws(FieldError) {
    try fields.expectOnly([
      "name", "column", "type", "storage", "precision", "scale", "nullable", "nan", "addsInAnyOrder", "indexed",
      "collation", "columnType", "folded",
    ])
    self.init(try fields.read("name", .text), try PredicateModel.AttributeType(fields))
    if let column = try fields.readIfPresent("column", .text) { self.column = column }
    isNullable = try fields.readIfPresent("nullable", .flag) ?? true
    for field in ["nan", "addsInAnyOrder"] where fields.has(field) && !type.valueType.isDouble {
      throw fields.error(field, "only a double or a float has this field")
    }
    addsInAnyOrder = try fields.readIfPresent("addsInAnyOrder", .flag) ?? false
    mayBeNaN = try fields.readIfPresent("nan", .flag) ?? true
    isIndexed = try fields.readIfPresent("indexed", .flag) ?? false
    for field in ["collation", "columnType", "folded"] where fields.has(field) && !type.isText {
      throw fields.error(field, "only a string has this field")
    }
    collation = try PredicateModel.TextCollation(fields)
    if fields.has("columnType") { columnType = try PredicateModel.ColumnType(fields) }
    folded = try fields.objects(of: "folded", PredicateModel.FoldedColumn.init)
  }
}

extension PredicateModel.FoldedColumn {
  fileprivate init(_ fields: Fields) throws(FieldError) {
    try fields.expectOnly(["options", "column", "indexed", "collation"])
    var options: FormatStringOptions = []
    for letter in try fields.read("options", .text) {
      guard let option = FormatStringOptions.letters.first(where: { $0.letter == letter })?.option,
        options.insert(option).inserted
      else { throw fields.error("options", "a string is folded by the options c, d and w, each at most once") }
    }
    self.init(options, column: try fields.read("column", .text))
    isIndexed = try fields.readIfPresent("indexed", .flag) ?? false
    collation = try PredicateModel.TextCollation(fields)
  }
}

extension PredicateModel.ColumnType {
  fileprivate init(_ fields: Fields) throws(FieldError) {
    switch try fields.read("columnType", .any) {
    case .string("character"): self = .character
    case .record:
      self = .enumeration(try fields.fields(of: "columnType", only: ["enumeration"]).read("enumeration", .text))
    default: throw fields.error("columnType", "expected \"character\", or an object with the name of an 'enumeration'")
    }
  }
}

extension PredicateModel.TextCollation {
  fileprivate init(_ fields: Fields) throws(FieldError) {
    self = fields.has("collation") ? try fields.name("collation", of: Self.self) : .undeclared
  }
}

// MARK: Types

extension PredicateModel.AttributeType {
  /// Reads the type that the fields `type`, `storage`, `precision` and `scale` describe.
  fileprivate init(_ fields: Fields) throws(FieldError) {
    self = try fields.value(of: "type", among: Self.all) { $0.fileName }
    switch self {
    case .boolean(let usual): self = .boolean(try Self.storage(fields, or: usual))
    case .date(let usual): self = .date(try Self.storage(fields, or: usual))
    case .uuid(let usual): self = .uuid(try Self.storage(fields, or: usual))
    case .decimal(let usual): self = .decimal(try DecimalStorage(fields, or: usual))
    case .integer16, .integer32, .integer64, .float, .double, .string, .data: break
    }
    // Reject fields that the type does not use instead of silently ignoring them.
    let used = self.fields
    if fields.has("storage"), !used.contains("storage") {
      throw fields.error("storage", "only a boolean, a decimal, a date and a UUID can be stored in several ways")
    }
    if fields.has("precision"), !used.contains("precision") {
      throw fields.error("precision", "only a decimal of the engine's native type has a precision")
    }
    if fields.has("scale"), !used.contains("scale") { throw fields.error("scale", "only a decimal has a scale") }
  }

  private static func storage<Storage: RawRepresentable & CaseIterable>(
    _ fields: Fields, or usual: Storage
  ) throws(FieldError) -> Storage where Storage.RawValue == String {
    fields.has("storage") ? try fields.name("storage", of: Storage.self) : usual
  }

  /// Each type with its usual storage. The numbers of a decimal are always in fields of their own.
  private static let all: [PredicateModel.AttributeType] = [
    .boolean(.native), .integer16, .integer32, .integer64, .float, .double, .decimal(.native(precision: 0, scale: 0)),
    .string, .date(.native), .uuid(.native), .data,
  ]

  /// The fields other than `type` that describe the type in a file.
  private var fields: Set<String> {
    switch self {
    case .boolean, .date, .uuid: ["storage"]
    case .decimal(.native): ["storage", "precision", "scale"]
    case .decimal(.scaledInteger): ["storage", "scale"]
    case .integer16, .integer32, .integer64, .float, .double, .string, .data: []
    }
  }

  /// The value of the field `type`.
  var fileName: String {
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

extension PredicateModel.AttributeType.DecimalStorage {
  fileprivate init(_ fields: Fields, or usual: Self) throws(FieldError) {
    self =
      fields.has("storage")
      ? try fields.value(of: "storage", among: [usual, .scaledInteger(scale: 0)]) { $0.fileName } : usual
    switch self {
    case .native:
      self = .native(precision: try fields.read("precision", .integer), scale: try fields.read("scale", .integer))
    case .scaledInteger: self = .scaledInteger(scale: try fields.read("scale", .integer))
    }
  }

  /// The value of the field `storage`.
  var fileName: String {
    switch self {
    case .native: "native"
    case .scaledInteger: "scaledInteger"
    }
  }
}

// MARK: Relationships

extension PredicateModel.Relationship {
  /// The fields that define how the objects are found. A relationship has exactly one of them.
  private static let ways = ["column", "foreignKey", "linkTable"]

  fileprivate init(_ fields: Fields) throws(FieldError) {
    try fields.expectOnly(["name", "destination", "nullable", "enforced", "indexed"] + Self.ways)
    let name = try fields.read("name", .text)
    let destination = try fields.read("destination", .text)
    let ways = Self.ways.filter { fields.has($0) }
    guard ways.count == 1 else {
      throw FieldError(
        fields.path, "expected one field of column (to one object), foreignKey and linkTable (to many)")
    }
    for field in ["nullable", "enforced"] where fields.has(field) && ways != ["column"] {
      throw fields.error(field, "only a relationship to one object has this field")
    }
    self.init(name, to: destination, try Self.kind(fields, ways[0]))
    isIndexed = try fields.readIfPresent("indexed", .flag) ?? false
  }

  private static func kind(_ fields: Fields, _ way: String) throws(FieldError) -> Kind {
    switch way {
    case "column":
      return .toOne(
        column: try fields.read(way, .text), isNullable: try fields.readIfPresent("nullable", .flag) ?? true,
        isEnforced: try fields.readIfPresent("enforced", .flag) ?? false)
    case "foreignKey": return .toMany(foreignKey: try fields.read(way, .text))
    default:
      let link = try fields.fields(of: way, only: ["table", "schema", "source", "destination"])
      return .linked(
        PredicateModel.LinkTable(
          try link.read("table", .text), schema: try link.readIfPresent("schema", .text),
          source: try link.read("source", .text), destination: try link.read("destination", .text)))
    }
  }
}
