#if !hasFeature(Embedded)
import PredicateSemantics
import PredicateSyntax

extension PredicateModel: Codable {
  /// Decodes a model in the format of Grammar/Guides/DataModel.md.
  ///
  /// - Throws: `DecodingError` with the coding path of the invalid field.
  public init(from decoder: any Decoder) throws { self = try decoder.read(PredicateModel.init) }

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
        if entity.table != entity.name || entity.schema != nil { try fields.encode(entity.table, forKey: "table") }
        try fields.encodeIfPresent(entity.schema, forKey: "schema")
        try fields.encodePrimaryKey(of: entity)
      }
      if let condition = entity.condition { try fields.encode(condition) }
      try fields.encodeRecords(ownAttributes(of: entity), of: "attributes") { try $1.encode($0) }
      try fields.encodeRecords(ownRelationships(of: entity), of: "relationships") { try $1.encode($0) }
    }
  }
}

extension KeyedEncodingContainer<FieldName> {
  fileprivate mutating func encodePrimaryKey(of entity: PredicateModel.Entity) throws {
    if !entity.keyAttributes.isEmpty { return try encode(entity.keyAttributes, forKey: "primaryKey") }
    if entity.primaryKeyType == .integer64 {
      if entity.primaryKey != "id" { try encode(entity.primaryKey, forKey: "primaryKey") }
      return
    }
    var fields = nestedContainer(keyedBy: FieldName.self, forKey: "primaryKey")
    try fields.encode(entity.primaryKey, forKey: "column")
    try fields.encode(entity.primaryKeyType)
  }

  fileprivate mutating func encode(_ condition: PredicateModel.FixedCondition) throws {
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

// MARK: Attributes and relationships

extension KeyedEncodingContainer<FieldName> {
  /// Encodes an attribute of a model file.
  mutating func encode(_ attribute: PredicateModel.Attribute) throws {
    try encode(attribute.name, forKey: "name")
    if attribute.column != attribute.name { try encode(attribute.column, forKey: "column") }
    try encode(attribute.type)
    if !attribute.isNullable { try encode(false, forKey: "nullable") }
    if attribute.type.valueType.isDouble, !attribute.mayBeNaN { try encode(false, forKey: "nan") }
    if attribute.type.valueType.isDouble, attribute.addsInAnyOrder { try encode(true, forKey: "addsInAnyOrder") }
    if attribute.isIndexed { try encode(true, forKey: "indexed") }
    guard attribute.type.isText else { return }
    try encode(attribute.collation)
    switch attribute.columnType {
    case nil: break
    case .character: try encode("character", forKey: "columnType")
    case .enumeration(let name): try encode(["enumeration": name], forKey: "columnType")
    }
    try encodeRecords(attribute.folded, of: "folded") { column, fields in
      let letters = FormatStringOptions.letters.filter { column.options.contains($0.option) }
      try fields.encode(String(letters.map(\.letter)), forKey: "options")
      try fields.encode(column.column, forKey: "column")
      if column.isIndexed { try fields.encode(true, forKey: "indexed") }
      try fields.encode(column.collation)
    }
  }

  private mutating func encode(_ collation: PredicateModel.TextCollation) throws {
    if collation != .undeclared { try encode(collation.rawValue, forKey: "collation") }
  }
}

extension KeyedEncodingContainer<FieldName> {
  /// Encodes a type as the fields `type`, `storage`, `precision` and `scale`.
  mutating func encode(_ type: PredicateModel.AttributeType) throws {
    try encode(type.fileName, forKey: "type")
    switch type {
    case .boolean(let storage): try encodeStorage(storage, usual: .native)
    case .date(let storage): try encodeStorage(storage, usual: .native)
    case .uuid(let storage): try encodeStorage(storage, usual: .native)
    case .decimal(.native(let precision, let scale)):
      try encode(precision, forKey: "precision")
      try encode(scale, forKey: "scale")
    case .decimal(.scaledInteger(let scale)):
      try encode(PredicateModel.AttributeType.DecimalStorage.scaledInteger(scale: scale).fileName, forKey: "storage")
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

extension KeyedEncodingContainer<FieldName> {
  /// Encodes a relationship of a model file.
  mutating func encode(_ relationship: PredicateModel.Relationship) throws {
    try encode(relationship.name, forKey: "name")
    try encode(relationship.destination, forKey: "destination")
    switch relationship.kind {
    case .toOne(let column, let isNullable, let isEnforced):
      try encode(column, forKey: "column")
      if !isNullable { try encode(false, forKey: "nullable") }
      if isEnforced { try encode(true, forKey: "enforced") }
    case .toMany(let column): try encode(column, forKey: "foreignKey")
    case .linked(let link):
      var fields = nestedContainer(keyedBy: FieldName.self, forKey: "linkTable")
      try fields.encode(link.table, forKey: "table")
      try fields.encodeIfPresent(link.schema, forKey: "schema")
      try fields.encode(link.source, forKey: "source")
      try fields.encode(link.destination, forKey: "destination")
    }
    if relationship.isIndexed { try encode(true, forKey: "indexed") }
  }
}
#endif
