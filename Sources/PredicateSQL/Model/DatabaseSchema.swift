#if !hasFeature(Embedded)
import PredicateSyntax

/// A data model that is made from the tables of a database.
///
///     let schema = try DatabaseSchema(rows)
///     for note in schema.notes { print(note) }
///
/// The rows are those of `query(of:)`, and the notes say what has no counterpart.
///
/// Entities and attributes have the names of the tables and columns. A foreign key of one column is a relationship to one, named like
/// the column without `_id`, `Id` or `ID`, and in the other table a relationship to many, named like the first table. A table whose
/// primary key is two foreign keys also links their tables: each gets a relationship to many, named like the other table.
public struct DatabaseSchema: Sendable {
  /// The entities.
  public let model: PredicateModel
  /// What was left out, one sentence each.
  public let notes: [String]

  /// Makes a model of tables.
  ///
  /// - Parameter notes: What has been left out already.
  /// - Throws: `PredicateModelError` if names of the tables make no model.
  package init(_ tables: [Table], notes: [String]) throws(PredicateModelError) {
    var builder = SchemaBuilder(tables, notes)
    builder.relate()
    self.notes = builder.notes
    model = try PredicateModel(builder.entities)
  }

  /// A table, as far as a model describes it.
  package struct Table: Sendable {
    package var name: String
    package var attributes: [PredicateModel.Attribute]
    /// The column that identifies the rows, and its type. `nil` if no single column does.
    package var identity: (column: String, type: PredicateModel.AttributeType)?
    /// The attributes that identify the rows together, if no single column does.
    package var keyAttributes: [String]
    /// The columns of the declared primary key.
    package var primaryKey: [String]
    /// Whether a column of the primary key, which has two, may be NULL or the key of no row.
    package var hasLoosePairs = false
    package var foreignKeys: [ForeignKey]

    package init(
      _ name: String, attributes: [PredicateModel.Attribute] = [],
      identity: (column: String, type: PredicateModel.AttributeType)? = nil,
      keyAttributes: [String] = [], primaryKey: [String] = [], foreignKeys: [ForeignKey] = []
    ) {
      self.name = name
      self.attributes = attributes
      self.identity = identity
      self.keyAttributes = keyAttributes
      self.primaryKey = primaryKey
      self.foreignKeys = foreignKeys
    }
  }

  /// A foreign key of one column.
  package struct ForeignKey: Sendable, Hashable {
    package var column: String
    package var table: String
    /// The column of the other table; nil for its primary key.
    package var target: String?
    /// Whether every value is the key of an existing row.
    package var isEnforced: Bool

    package init(_ column: String, table: String, target: String?, isEnforced: Bool = false) {
      self.column = column
      self.table = table
      self.target = target
      self.isEnforced = isEnforced
    }
  }

  /// Returns whether a name can be a key of predicates.
  package static func isKey(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(".") && !name.hasPrefix("@") && name.lowercasedASCII != "self"
  }
}

extension DatabaseSchema.Table {
  /// Returns the attribute of a column.
  fileprivate func attribute(_ column: String) -> PredicateModel.Attribute? {
    attributes.first { $0.column.utf8.elementsEqual(column.utf8) }
      ?? attributes.first { $0.column.lowercasedASCII == column.lowercasedASCII }
  }
}

/// Makes entities of tables, and relationships of their foreign keys. A foreign key names the table and the column with an equal
/// name, or else those whose names differ only in the case of ASCII letters, as in SQLite.
private struct SchemaBuilder {
  private let tables: [DatabaseSchema.Table]
  private var positions: [[UInt8]: Int] = [:]
  /// The positions of the tables by their names in lowercase.
  private var lowercased: [String: Int] = [:]
  private(set) var notes: [String]
  /// The entities that are made, by the position of the table.
  private var made: [PredicateModel.Entity?]

  init(_ tables: [DatabaseSchema.Table], _ notes: [String]) {
    self.tables = tables
    self.notes = notes
    made = tables.map { table in
      if let identity = table.identity {
        return PredicateModel.Entity(
          table.name, primaryKey: identity.column, primaryKeyType: identity.type, attributes: table.attributes)
      }
      if table.keyAttributes.isEmpty { return nil }
      return PredicateModel.Entity(table.name, keyAttributes: table.keyAttributes, attributes: table.attributes)
    }
    for (position, table) in tables.enumerated() {
      positions[Array(table.name.utf8)] = position
      lowercased[table.name.lowercasedASCII] = position
    }
  }

  var entities: [PredicateModel.Entity] { made.compactMap { $0 } }

  /// Adds the relationships.
  mutating func relate() {
    for (position, table) in tables.enumerated() {
      let keys = table.foreignKeys.map { ($0, destination(of: $0, in: position)) }
      for case (let key, let destination?) in keys { relate(position, key, to: destination) }
      if table.primaryKey.count == 2 { link(table, keys) }
    }
  }

  /// Returns the position of the table to which a foreign key leads; nil if it makes no relationship.
  private mutating func destination(of key: DatabaseSchema.ForeignKey, in source: Int) -> Int? {
    let table = tables[source]
    func leaveOut(_ reason: String) {
      notes.append("\(table.name).\(key.column) does not become a relationship, because \(reason)")
    }
    guard let position = positions[Array(key.table.utf8)] ?? lowercased[key.table.lowercasedASCII] else {
      leaveOut("there is no table \(key.table)")
      return nil
    }
    let column = table.attribute(key.column)
    let declared = tables[position].primaryKey.count == 1 ? tables[position].primaryKey.first : nil
    guard let to = made[position] else {
      leaveOut("\(tables[position].name) is not an entity")
      return nil
    }
    guard to.keyAttributes.isEmpty else {
      leaveOut("the primary key of \(to.name) has several columns")
      return nil
    }
    guard let column, column.type.hasValues(of: to.primaryKeyType),
      (key.target ?? declared)?.lowercasedASCII == to.primaryKey.lowercasedASCII
    else {
      leaveOut("it does not contain the primary keys of \(to.name)")
      return nil
    }
    return position
  }

  /// Adds the relationships of a foreign key to one object and, in the other table, to many.
  private mutating func relate(_ source: Int, _ key: DatabaseSchema.ForeignKey, to destination: Int) {
    let (from, to) = (tables[source], tables[destination])
    guard let column = from.attribute(key.column), made[source] != nil else { return }
    let short = ["_id", "Id", "ID"].first { column.name.hasSuffix($0) && column.name.count > $0.count }
    add(
      PredicateModel.Relationship.toOne(
        short.map { String(column.name.dropLast($0.count)) } ?? to.name, to.name, column: column.column,
        isNullable: column.isNullable, isEnforced: key.isEnforced, isIndexed: column.isIndexed),
      or: "\(to.name)_\(column.name)", to: source)
    add(
      PredicateModel.Relationship(
        from.name, to: from.name, .toMany(foreignKey: column.column), isIndexed: column.isIndexed),
      or: "\(from.name)_\(column.name)", to: destination)
  }

  /// Adds the relationships between the two tables that a table links.
  private mutating func link(
    _ table: DatabaseSchema.Table, _ keys: [(key: DatabaseSchema.ForeignKey, destination: Int?)]
  ) {
    let ends = table.primaryKey.compactMap { column in
      keys.first { $0.key.column.lowercasedASCII == column.lowercasedASCII && $0.destination != nil }
    }
    guard ends.count == 2, let first = ends[0].destination, let second = ends[1].destination else { return }
    if table.hasLoosePairs {
      notes.append("\(table.name) does not link tables, because a row has a key that is NULL or that no row has")
      return
    }
    for (source, destination, columns) in [
      (first, second, (ends[0].key.column, ends[1].key.column)),
      (second, first, (ends[1].key.column, ends[0].key.column)),
    ] {
      let isIndexed =
        columns.0.lowercasedASCII == table.primaryKey[0].lowercasedASCII
        || table.attributes.contains { $0.column.lowercasedASCII == columns.0.lowercasedASCII && $0.isIndexed }
      let link = PredicateModel.LinkTable(table.name, source: columns.0, destination: columns.1)
      let name = tables[destination].name
      add(
        PredicateModel.Relationship(name, to: name, .linked(link), isIndexed: isIndexed), or: "\(name)_\(table.name)",
        to: source)
    }
  }

  /// Adds a relationship under its name, or under another name if its name is taken.
  private mutating func add(_ relationship: PredicateModel.Relationship, or other: String, to position: Int) {
    guard var entity = made[position] else { return }
    var relationship = relationship
    let names = Set(entity.keyNames)
    if names.contains(relationship.name) || !DatabaseSchema.isKey(relationship.name) { relationship.name = other }
    guard !names.contains(relationship.name), DatabaseSchema.isKey(relationship.name) else {
      let kind = relationship.isToMany ? "many" : "one"
      notes.append("the relationship \(entity.name).\(other) to \(kind) is left out, because its name is taken")
      return
    }
    entity.relationships.append(relationship)
    made[position] = entity
  }
}

extension PredicateModel.AttributeType {
  /// Returns whether values of this type can be those of a primary key.
  fileprivate func hasValues(of key: PredicateModel.AttributeType) -> Bool {
    self == key || valueType == .integer && key.valueType == .integer
  }
}

extension String {
  /// The text with lowercase letters of ASCII.
  package var lowercasedASCII: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
#endif
