#if !hasFeature(Embedded)
import PredicateSyntax

extension DataModel: Codable {
  /// The file version that is written, and the only one that can be read.
  public static let fileVersion = 1

  /// Decodes a model in the format of Grammar/Guides/DataModel.md.
  ///
  /// - Throws: `DecodingError` with the coding path of the invalid field.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    try fields.expectVersion(Self.fileVersion)
    try fields.expectOnly(["version", "entities"])
    let read = try fields.records(of: "entities", EntityFields.init)
    do {
      try self.init(EntityFields.entities(of: read))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: fields.codingPath + error.codingPath, debugDescription: error.reason.cleaned))
    }
  }

  /// Encodes the model, omitting inherited parts and default values.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(Self.fileVersion, forKey: "version")
    try fields.encodeRecords(entities, of: "entities") { entity, fields throws in
      try fields.encode(entity.name, forKey: "name")
      if let parent = entity.parent {
        try fields.encode(parent, forKey: "parent")
      } else {
        if entity.table != entity.name { try fields.encode(entity.table, forKey: "table") }
        try fields.encodePrimaryKey(entity.primaryKey, entity.primaryKeyType)
      }
      if let condition = entity.condition { try fields.encode(condition) }
      try fields.encodeRecords(ownAttributes(of: entity), of: "attributes") { try $1.encode($0) }
      try fields.encodeRecords(ownRelationships(of: entity), of: "relationships") { try $1.encode($0) }
    }
  }
}

/// An entity in a file. Without a table or a primary key, it inherits those of its parent.
private struct EntityFields {
  var entity: DataModel.Entity
  var hasTable: Bool
  var hasPrimaryKey: Bool

  init(_ fields: KeyedDecodingContainer<FieldName>) throws {
    try fields.expectOnly([
      "name", "table", "primaryKey", "parent", "condition", "attributes", "relationships",
    ])
    entity = DataModel.Entity(try fields.decode(String.self, forKey: "name"))
    entity.parent = try fields.decodeIfPresent(String.self, forKey: "parent")
    hasTable = fields.contains("table")
    if hasTable { entity.table = try fields.decode(String.self, forKey: "table") }
    hasPrimaryKey = fields.contains("primaryKey")
    if hasPrimaryKey { (entity.primaryKey, entity.primaryKeyType) = try fields.primaryKey() }
    if fields.contains("condition") { entity.condition = try fields.condition() }
    if fields.contains("attributes") {
      entity.attributes = try fields.records(of: "attributes", DataModel.Attribute.init)
    }
    if fields.contains("relationships") {
      entity.relationships = try fields.records(of: "relationships", DataModel.Relationship.init)
    }
  }

  /// Returns the entities, with missing tables and primary keys inherited from their parents.
  static func entities(of read: [EntityFields]) -> [DataModel.Entity] {
    let indexes = Dictionary(read.enumerated().map { ($1.entity.name, $0) }, uniquingKeysWith: { first, _ in first })
    return read.map { fields in
      var entity = fields.entity
      /// Returns the nearest parent that satisfies a condition, or the topmost one. Invalid chains are reported later.
      func parent(where holds: (EntityFields) -> Bool) -> DataModel.Entity? {
        var name = entity.parent
        for _ in 0...DataModel.maximumParents {
          guard let above = name.flatMap({ indexes[$0] }) else { return nil }
          if holds(read[above]) || read[above].entity.parent == nil { return read[above].entity }
          name = read[above].entity.parent
        }
        return nil
      }
      if !fields.hasTable, let parent = parent(where: \.hasTable) { entity.table = parent.table }
      if !fields.hasPrimaryKey, let parent = parent(where: \.hasPrimaryKey) {
        (entity.primaryKey, entity.primaryKeyType) = (parent.primaryKey, parent.primaryKeyType)
      }
      return entity
    }
  }
}

extension DataModelError {
  /// The path as a coding path: `entities[1].table` is `entities`, 1, `table`.
  fileprivate var codingPath: [any CodingKey] {
    var keys: [any CodingKey] = []
    for step in path.split(separator: ".") {
      let parts = step.split { $0 == "[" || $0 == "]" }
      keys.append(FieldName(String(parts.first ?? "")))
      if let index = parts.dropFirst().first.flatMap({ Int($0) }) { keys.append(IndexInList(index)) }
    }
    return keys
  }
}

// MARK: Parts of an entity

extension KeyedDecodingContainer<FieldName> {
  /// Decodes the name of an integer column, or an object with the name and the type of a column.
  fileprivate func primaryKey() throws -> (String, AttributeType) {
    if let column = try? decode(String.self, forKey: "primaryKey") { return (column, .integer64) }
    guard let fields = try? nestedContainer(keyedBy: FieldName.self, forKey: "primaryKey") else {
      throw error("expected the name of a column, or an object", at: "primaryKey")
    }
    try fields.expectOnly(["column", "type", "storage"])
    return (try fields.decode(String.self, forKey: "column"), try fields.attributeType())
  }

  fileprivate func condition() throws -> DataModel.FixedCondition {
    let fields = try nestedContainer(keyedBy: FieldName.self, forKey: "condition")
    try fields.expectOnly(["column", "values"])
    var list = try fields.nestedUnkeyedContainer(forKey: "values")
    var values: [FormatValue] = []
    while !list.isAtEnd {
      let index = list.currentIndex
      if let number = try? list.decode(Int64.self) {
        values.append(.integer(number))
      } else if let text = try? list.decode(String.self) {
        values.append(.string(text))
      } else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: list.codingPath + [IndexInList(index)], debugDescription: "expected an integer or a string"
          ))
      }
    }
    return DataModel.FixedCondition(try fields.decode(String.self, forKey: "column"), in: values)
  }
}

extension KeyedEncodingContainer<FieldName> {
  fileprivate mutating func encodePrimaryKey(_ column: String, _ type: AttributeType) throws {
    if type == .integer64 {
      if column != "id" { try encode(column, forKey: "primaryKey") }
      return
    }
    var fields = nestedContainer(keyedBy: FieldName.self, forKey: "primaryKey")
    try fields.encode(column, forKey: "column")
    try fields.encode(type)
  }

  fileprivate mutating func encode(_ condition: DataModel.FixedCondition) throws {
    var fields = nestedContainer(keyedBy: FieldName.self, forKey: "condition")
    try fields.encode(condition.column, forKey: "column")
    var list = fields.nestedUnkeyedContainer(forKey: "values")
    for value in condition.values {
      switch value {
      case .integer(let number): try list.encode(number)
      case .string(let text): try list.encode(text)
      default: break
      }
    }
  }
}

// MARK: Lists of objects

extension KeyedDecodingContainer<FieldName> {
  /// Decodes a list of objects, each from its fields.
  func records<T>(of field: FieldName, _ read: (KeyedDecodingContainer<FieldName>) throws -> T) throws -> [T] {
    var list = try nestedUnkeyedContainer(forKey: field)
    var records: [T] = []
    while !list.isAtEnd { records.append(try read(list.nestedContainer(keyedBy: FieldName.self))) }
    return records
  }
}

extension KeyedEncodingContainer<FieldName> {
  /// Encodes a list of objects. An empty list is omitted, except for the entities of a model.
  mutating func encodeRecords<T: Collection>(
    _ records: T, of field: FieldName, _ write: (T.Element, inout KeyedEncodingContainer<FieldName>) throws -> Void
  ) throws {
    if records.isEmpty, field != "entities" { return }
    var list = nestedUnkeyedContainer(forKey: field)
    for record in records {
      var fields = list.nestedContainer(keyedBy: FieldName.self)
      try write(record, &fields)
    }
  }
}
#endif
