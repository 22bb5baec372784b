import PredicateFormat
import PredicateSQL

/// The data model of the proof: every kind of relationship and every type of attribute, with the storage that an engine has for
/// it. The keys are the same for all engines.
package enum ProofModel {
  /// The model as a dialect stores it.
  package static func model(for dialect: DatabaseDialect) throws(DataModelError) -> DataModel {
    let storage = ProofStorage(dialect)
    return try DataModel([
      person(storage), manager(storage), outsider, department(storage), office, task(storage), tag(storage),
    ])
  }

  /// The model of the proof of decimals: columns of many scales, and a few others.
  package static func decimals(for dialect: DatabaseDialect) throws(DataModelError) -> DataModel {
    let isUnits = !dialect.table.storage.contains(.nativeDecimal)
    func attributes(_ columns: [LedgerColumn]) -> [DataModel.Attribute] {
      columns.map { column in
        DataModel.Attribute(
          column.name,
          .decimal(
            isUnits || column.isOfUnits
              ? .scaledInteger(scale: column.unitScale) : .native(precision: column.precision, scale: column.scale)),
          isNullable: column.isNullable, isIndexed: column.isIndexed)
      }
    }
    return try DataModel([
      DataModel.Entity(
        "Account", table: "accounts",
        attributes: attributes(LedgerColumn.account) + [
          DataModel.Attribute("level", .integer16, isNullable: false),
          DataModel.Attribute("days", .integer32),
          DataModel.Attribute("serial", .integer64, isNullable: false),
          DataModel.Attribute("ratio", .double),
        ],
        relationships: [
          .toOne("parent", "Account", column: "parent_id", isEnforced: true, isIndexed: true),
          .toMany("branches", "Account", foreignKey: "parent_id", isIndexed: true),
          .toMany("entries", "Entry", foreignKey: "account_id", isIndexed: true),
        ]),
      DataModel.Entity(
        "Entry", table: "entries",
        attributes: attributes(LedgerColumn.entry) + [
          DataModel.Attribute("quantity", .integer16),
          DataModel.Attribute("weight", .double),
        ],
        relationships: [.toOne("account", "Account", column: "account_id", isEnforced: true, isIndexed: true)]),
    ])
  }

  private static func person(_ storage: ProofStorage) -> DataModel.Entity {
    DataModel.Entity(
      "Person", table: "people", condition: DataModel.FixedCondition("kind", in: [.integer(1), .integer(2)]),
      attributes: [
        DataModel.Attribute(
          "name", .string, isNullable: false, isIndexed: true, collation: .exact,
          folded: folded(
            "name", [.caseInsensitive], [.diacriticInsensitive], [.caseInsensitive, .diacriticInsensitive])),
        DataModel.Attribute(
          "nick", .string, folded: folded("nick", [.caseInsensitive, .diacriticInsensitive], [.widthInsensitive])),
        DataModel.Attribute("note", .string, column: "the note", collation: .other),
        DataModel.Attribute("code", .string, isNullable: false, collation: .exact),
        DataModel.Attribute("flag", .boolean(.native), isNullable: false),
        DataModel.Attribute("active", .boolean(.integer)),
        DataModel.Attribute("level", .integer16, isNullable: false, isIndexed: true),
        DataModel.Attribute("rank", .integer16),
        DataModel.Attribute("age", .integer32, isIndexed: true),
        DataModel.Attribute("points", .integer64),
        DataModel.Attribute("total", .integer64, isNullable: false),
        DataModel.Attribute("score", .double),
        DataModel.Attribute("ratio", .double, isNullable: false, isIndexed: true),
        DataModel.Attribute("weight", .float),
        DataModel.Attribute("price", .decimal(storage.decimal)),
        DataModel.Attribute("cost", .decimal(storage.decimal), isNullable: false),
        DataModel.Attribute("born", .date(storage.date), isIndexed: true),
        DataModel.Attribute("joined", .date(.unixSeconds), isNullable: false),
        DataModel.Attribute("seen", .date(.referenceSeconds)),
        DataModel.Attribute("logged", .date(.text)),
        DataModel.Attribute("token", .uuid(storage.uuid)),
        DataModel.Attribute("serial", .uuid(.upperText), isNullable: false),
        DataModel.Attribute("badge", .uuid(.lowerText)),
        DataModel.Attribute("photo", .data),
      ],
      relationships: [
        .toOne("department", "Department", column: "department_id", isEnforced: true, isIndexed: true),
        .toOne("office", "Office", column: "office_code"),
        .toOne("home", "Office", column: "home_code", isNullable: false, isEnforced: true),
        .toOne("boss", "Person", column: "boss_id", isEnforced: true, isIndexed: true),
        .toMany("reports", "Person", foreignKey: "boss_id", isIndexed: true),
        .toOne("mentor", "Manager", column: "mentor_id"),
        .toMany("tasks", "Task", foreignKey: "owner_id", isIndexed: true),
        .toMany("tags", "Tag", linkTable: "person_tag", source: "person_id", destination: "tag_id", isIndexed: true),
      ])
  }

  private static func manager(_ storage: ProofStorage) -> DataModel.Entity {
    DataModel.Entity(
      "Manager", table: "people", parent: "Person", condition: DataModel.FixedCondition("kind", in: [.integer(2)]),
      attributes: [DataModel.Attribute("budget", .decimal(storage.decimal))],
      relationships: [.toMany("departments", "Department", foreignKey: "head_id")])
  }

  /// Rows of the same table that are not persons, and that no relationship refers to.
  private static var outsider: DataModel.Entity {
    DataModel.Entity(
      "Outsider", table: "people", condition: DataModel.FixedCondition("kind", in: [.integer(3)]),
      attributes: [DataModel.Attribute("name", .string, isNullable: false, isIndexed: true, collation: .exact)])
  }

  private static func department(_ storage: ProofStorage) -> DataModel.Entity {
    DataModel.Entity(
      "Department", table: "departments",
      attributes: [
        DataModel.Attribute(
          "title", .string, isNullable: false, collation: .exact, folded: folded("title", [.caseInsensitive])),
        DataModel.Attribute("floor", .integer16),
        DataModel.Attribute("founded", .date(storage.date)),
        DataModel.Attribute("isOpen", .boolean(.native), column: "is_open"),
        DataModel.Attribute("funds", .decimal(storage.decimal)),
        DataModel.Attribute("key", .uuid(storage.uuid), isNullable: false),
      ],
      relationships: [
        .toOne("head", "Manager", column: "head_id"),
        .toOne("above", "Department", column: "above_id", isEnforced: true),
        .toMany("members", "Person", foreignKey: "department_id", isIndexed: true),
      ])
  }

  /// An entity whose primary key is a text.
  private static var office: DataModel.Entity {
    DataModel.Entity(
      "Office", table: "offices", primaryKey: "office", primaryKeyType: .string,
      attributes: [
        DataModel.Attribute(
          "city", .string, folded: folded("city", [.caseInsensitive], [.caseInsensitive, .diacriticInsensitive])),
        DataModel.Attribute("desks", .integer32, isNullable: false),
        DataModel.Attribute("rent", .double),
      ],
      relationships: [.toMany("residents", "Person", foreignKey: "home_code")])
  }

  private static func task(_ storage: ProofStorage) -> DataModel.Entity {
    DataModel.Entity(
      "Task", table: "tasks",
      attributes: [
        DataModel.Attribute(
          "title", .string, collation: .exact,
          folded: folded("title", [.caseInsensitive], [.caseInsensitive, .diacriticInsensitive])),
        DataModel.Attribute("priority", .integer16, isIndexed: true),
        DataModel.Attribute("hours", .double),
        DataModel.Attribute("effort", .integer64, isNullable: false),
        DataModel.Attribute("fee", .decimal(storage.decimal)),
        DataModel.Attribute("due", .date(storage.date)),
        DataModel.Attribute("planned", .date(storage.day)),
        DataModel.Attribute("begun", .date(storage.instant), isIndexed: true),
        DataModel.Attribute("stamped", .date(.unixIntegerSeconds), isNullable: false),
        DataModel.Attribute("opened", .date(.unixMilliseconds)),
        DataModel.Attribute("closed", .date(.timestampText), isIndexed: true),
        DataModel.Attribute("isDone", .boolean(.native), column: "is_done", isNullable: false),
      ],
      relationships: [
        .toOne("owner", "Person", column: "owner_id", isEnforced: true, isIndexed: true),
        .toOne("reviewer", "Person", column: "reviewer_id"),
        .toMany("tags", "Tag", linkTable: "task_tag", source: "task_id", destination: "tag_id", isIndexed: true),
      ])
  }

  /// An entity whose primary key is a UUID.
  private static func tag(_ storage: ProofStorage) -> DataModel.Entity {
    DataModel.Entity(
      "Tag", table: "tags", primaryKey: "tag", primaryKeyType: .uuid(storage.uuid),
      attributes: [
        DataModel.Attribute(
          "label", .string, isNullable: false, isIndexed: true, collation: .exact,
          folded: folded("label", [.caseInsensitive], [.caseInsensitive, .diacriticInsensitive])),
        DataModel.Attribute("weight", .integer32),
      ],
      relationships: [
        .toMany("people", "Person", linkTable: "person_tag", source: "tag_id", destination: "person_id"),
        .toMany("tasks", "Task", linkTable: "task_tag", source: "tag_id", destination: "task_id"),
      ])
  }

  /// Folded columns of a key: `name_c`, `name_cd`.
  /// Returns a model without its folded columns.
  static func withoutFoldedColumns(_ model: DataModel) throws(DataModelError) -> DataModel {
    var entities = model.entities
    for (index, entity) in model.entities.enumerated() {
      entities[index].attributes = Array(model.ownAttributes(of: entity))
      entities[index].relationships = Array(model.ownRelationships(of: entity))
      for number in entities[index].attributes.indices { entities[index].attributes[number].folded = [] }
    }
    return try DataModel(entities)
  }

  private static func folded(_ key: String, _ options: StringOptions...) -> [DataModel.FoldedColumn] {
    options.map { options in
      DataModel.FoldedColumn(
        options, column: "\(key)_\(ProofModel.letters(of: options))", isIndexed: options == .caseInsensitive,
        collation: .exact)
    }
  }

  /// The letters of options: `cd`.
  static func letters(of options: StringOptions) -> String {
    let all: [(StringOptions, String)] = [
      (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.widthInsensitive, "w"),
    ]
    return all.filter { options.contains($0.0) }.map(\.1).joined()
  }
}

/// How an engine stores types whose storage differs between engines.
struct ProofStorage {
  var decimal: AttributeType.DecimalStorage
  var date: AttributeType.DateStorage
  var day: AttributeType.DateStorage
  var instant: AttributeType.DateStorage
  var uuid: AttributeType.UUIDStorage

  init(_ dialect: DatabaseDialect) {
    let storage = dialect.table.storage
    decimal = storage.contains(.nativeDecimal) ? .native(precision: 18, scale: 4) : .scaledInteger(scale: 4)
    date = storage.contains(.nativeDate) ? .native : .referenceSeconds
    day = storage.contains(.nativeDate) ? .day : .timestampText
    instant = dialect.table.operations[.instant] == nil ? date : .instant
    // Both forms of UUIDs without a type are proved: as bytes on an engine that has none of these types.
    uuid = storage.contains(.nativeUUID) ? .native : storage.isEmpty ? .bytes : .lowerText
  }
}
