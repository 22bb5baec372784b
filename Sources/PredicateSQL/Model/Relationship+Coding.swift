#if !hasFeature(Embedded)
import PredicateSyntax

extension DataModel.Relationship {
  /// The fields that define how the objects are found. A relationship has exactly one of them.
  private static let ways: [FieldName] = ["column", "foreignKey", "linkTable"]

  /// Decodes a relationship of a model file.
  init(_ fields: KeyedDecodingContainer<FieldName>) throws {
    try fields.expectOnly(["name", "destination", "nullable", "enforced", "indexed"] + Self.ways)
    let name = try fields.decode(String.self, forKey: "name")
    let destination = try fields.decode(String.self, forKey: "destination")
    let ways = Self.ways.filter { fields.contains($0) }
    guard ways.count == 1 else {
      throw fields.error("expected one field of column (to one object), foreignKey and linkTable (to many)")
    }
    for field: FieldName in ["nullable", "enforced"] where fields.contains(field) && ways != ["column"] {
      throw fields.error("only a relationship to one object has this field", at: field)
    }
    self.init(name, to: destination, try Self.kind(fields, ways[0]))
    isIndexed = try fields.decodeIfPresent(Bool.self, forKey: "indexed") ?? false
  }

  private static func kind(_ fields: KeyedDecodingContainer<FieldName>, _ way: FieldName) throws -> Kind {
    switch way {
    case "column":
      return .toOne(
        column: try fields.decode(String.self, forKey: way),
        isNullable: try fields.decodeIfPresent(Bool.self, forKey: "nullable") ?? true,
        isEnforced: try fields.decodeIfPresent(Bool.self, forKey: "enforced") ?? false)
    case "foreignKey": return .toMany(foreignKey: try fields.decode(String.self, forKey: way))
    default:
      let link = try fields.nestedContainer(keyedBy: FieldName.self, forKey: way)
      try link.expectOnly(["table", "source", "destination"])
      return .linked(
        DataModel.LinkTable(
          try link.decode(String.self, forKey: "table"), source: try link.decode(String.self, forKey: "source"),
          destination: try link.decode(String.self, forKey: "destination")))
    }
  }
}

extension KeyedEncodingContainer<FieldName> {
  /// Encodes a relationship of a model file.
  mutating func encode(_ relationship: DataModel.Relationship) throws {
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
      try fields.encode(link.source, forKey: "source")
      try fields.encode(link.destination, forKey: "destination")
    }
    if relationship.isIndexed { try encode(true, forKey: "indexed") }
  }
}
#endif
