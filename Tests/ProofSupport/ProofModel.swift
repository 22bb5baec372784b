import PredicateFormat
import PredicateSQL

/// The data model of the proof: every kind of relationship and every type of attribute, with the storage that an engine has for
/// it. The keys are the same for all engines.
package enum ProofModel {
  /// The model as a dialect stores it.
  package static func model(for dialect: DatabaseDialect) throws(PredicateModelError) -> PredicateModel {
    let storage = ProofStorage(dialect)
    return try PredicateModel([
      person(storage), manager(storage), outsider, department(storage), office, task(storage), tag(storage),
    ])
  }

  /// The model of the proof of decimals: columns of many scales, and a few others.
  package static func decimals(for dialect: DatabaseDialect) throws(PredicateModelError) -> PredicateModel {
    let isUnits = !dialect.table.storage.contains(.nativeDecimal)
    func attributes(_ columns: [LedgerColumn]) -> [PredicateModel.Attribute] {
      columns.map { column in
        PredicateModel.Attribute(
          column.name,
          .decimal(
            isUnits || column.isOfUnits
              ? .scaledInteger(scale: column.unitScale) : .native(precision: column.precision, scale: column.scale)),
          isNullable: column.isNullable, isIndexed: column.isIndexed)
      }
    }
    return try PredicateModel([
      PredicateModel.Entity(
        "Account", table: "accounts",
        attributes: attributes(LedgerColumn.account) + [
          PredicateModel.Attribute("level", .integer16, isNullable: false),
          PredicateModel.Attribute("days", .integer32),
          PredicateModel.Attribute("serial", .integer64, isNullable: false),
          PredicateModel.Attribute("ratio", .double),
        ],
        relationships: [
          .toOne("parent", "Account", column: "parent_id", isEnforced: true, isIndexed: true),
          .toMany("branches", "Account", foreignKey: "parent_id", isIndexed: true),
          .toMany("entries", "Entry", foreignKey: "account_id", isIndexed: true),
        ]),
      PredicateModel.Entity(
        "Entry", table: "entries",
        attributes: attributes(LedgerColumn.entry) + [
          PredicateModel.Attribute("quantity", .integer16),
          PredicateModel.Attribute("weight", .double),
        ],
        relationships: [.toOne("account", "Account", column: "account_id", isEnforced: true, isIndexed: true)]),
    ])
  }

  private static func person(_ storage: ProofStorage) -> PredicateModel.Entity {
    PredicateModel.Entity(
      "Person", table: "people", condition: PredicateModel.FixedCondition("kind", in: [.integer(1), .integer(2)]),
      attributes: [
        PredicateModel.Attribute(
          "name", .string, isNullable: false, isIndexed: true, collation: .exact,
          folded: folded(
            "name", [.caseInsensitive], [.diacriticInsensitive], [.caseInsensitive, .diacriticInsensitive])),
        PredicateModel.Attribute(
          "nick", .string, folded: folded("nick", [.caseInsensitive, .diacriticInsensitive], [.widthInsensitive])),
        PredicateModel.Attribute("note", .string, column: "the note", collation: .other),
        PredicateModel.Attribute("code", .string, isNullable: false, collation: .exact),
        PredicateModel.Attribute("flag", .boolean(.native), isNullable: false),
        PredicateModel.Attribute("active", .boolean(.integer)),
        PredicateModel.Attribute("level", .integer16, isNullable: false, isIndexed: true),
        PredicateModel.Attribute("rank", .integer16),
        PredicateModel.Attribute("age", .integer32, isIndexed: true),
        PredicateModel.Attribute("points", .integer64),
        PredicateModel.Attribute("total", .integer64, isNullable: false),
        PredicateModel.Attribute("score", .double),
        PredicateModel.Attribute("ratio", .double, isNullable: false, isIndexed: true),
        PredicateModel.Attribute("weight", .float),
        PredicateModel.Attribute("price", .decimal(storage.decimal)),
        PredicateModel.Attribute("cost", .decimal(storage.decimal), isNullable: false),
        PredicateModel.Attribute("born", .date(storage.date), isIndexed: true),
        PredicateModel.Attribute("joined", .date(.unixSeconds), isNullable: false),
        PredicateModel.Attribute("seen", .date(.referenceSeconds)),
        PredicateModel.Attribute("logged", .date(.text)),
        PredicateModel.Attribute("token", .uuid(storage.uuid)),
        PredicateModel.Attribute("serial", .uuid(.upperText), isNullable: false),
        PredicateModel.Attribute("badge", .uuid(.lowerText)),
        PredicateModel.Attribute("photo", .data),
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

  private static func manager(_ storage: ProofStorage) -> PredicateModel.Entity {
    PredicateModel.Entity(
      "Manager", table: "people", parent: "Person", condition: PredicateModel.FixedCondition("kind", in: [.integer(2)]),
      attributes: [PredicateModel.Attribute("budget", .decimal(storage.decimal))],
      relationships: [.toMany("departments", "Department", foreignKey: "head_id")])
  }

  /// Rows of the same table that are not persons, and that no relationship refers to.
  private static var outsider: PredicateModel.Entity {
    PredicateModel.Entity(
      "Outsider", table: "people", condition: PredicateModel.FixedCondition("kind", in: [.integer(3)]),
      attributes: [PredicateModel.Attribute("name", .string, isNullable: false, isIndexed: true, collation: .exact)])
  }

  private static func department(_ storage: ProofStorage) -> PredicateModel.Entity {
    PredicateModel.Entity(
      "Department", table: "departments",
      attributes: [
        PredicateModel.Attribute(
          "title", .string, isNullable: false, collation: .exact, folded: folded("title", [.caseInsensitive])),
        PredicateModel.Attribute("floor", .integer16),
        PredicateModel.Attribute("founded", .date(storage.date)),
        PredicateModel.Attribute("isOpen", .boolean(.native), column: "is_open"),
        PredicateModel.Attribute("funds", .decimal(storage.decimal)),
        PredicateModel.Attribute("key", .uuid(storage.uuid), isNullable: false),
      ],
      relationships: [
        .toOne("head", "Manager", column: "head_id"),
        .toOne("above", "Department", column: "above_id", isEnforced: true),
        .toMany("members", "Person", foreignKey: "department_id", isIndexed: true),
      ])
  }

  /// An entity whose primary key is a text.
  private static var office: PredicateModel.Entity {
    PredicateModel.Entity(
      "Office", table: "offices", primaryKey: "office", primaryKeyType: .string,
      attributes: [
        PredicateModel.Attribute(
          "city", .string, folded: folded("city", [.caseInsensitive], [.caseInsensitive, .diacriticInsensitive])),
        PredicateModel.Attribute("desks", .integer32, isNullable: false),
        PredicateModel.Attribute("rent", .double),
      ],
      relationships: [.toMany("residents", "Person", foreignKey: "home_code")])
  }

  private static func task(_ storage: ProofStorage) -> PredicateModel.Entity {
    PredicateModel.Entity(
      "Task", table: "tasks",
      attributes: [
        PredicateModel.Attribute(
          "title", .string, collation: .exact,
          folded: folded("title", [.caseInsensitive], [.caseInsensitive, .diacriticInsensitive])),
        PredicateModel.Attribute("priority", .integer16, isIndexed: true),
        PredicateModel.Attribute("hours", .double),
        PredicateModel.Attribute("effort", .integer64, isNullable: false),
        PredicateModel.Attribute("fee", .decimal(storage.decimal)),
        PredicateModel.Attribute("due", .date(storage.date)),
        PredicateModel.Attribute("planned", .date(storage.day)),
        PredicateModel.Attribute("begun", .date(storage.instant), isIndexed: true),
        PredicateModel.Attribute("stamped", .date(.unixIntegerSeconds), isNullable: false),
        PredicateModel.Attribute("opened", .date(.unixMilliseconds)),
        PredicateModel.Attribute("closed", .date(.timestampText), isIndexed: true),
        PredicateModel.Attribute("isDone", .boolean(.native), column: "is_done", isNullable: false),
      ],
      relationships: [
        .toOne("owner", "Person", column: "owner_id", isEnforced: true, isIndexed: true),
        .toOne("reviewer", "Person", column: "reviewer_id"),
        .toMany("tags", "Tag", linkTable: "task_tag", source: "task_id", destination: "tag_id", isIndexed: true),
      ])
  }

  /// An entity whose primary key is a UUID.
  private static func tag(_ storage: ProofStorage) -> PredicateModel.Entity {
    PredicateModel.Entity(
      "Tag", table: "tags", primaryKey: "tag", primaryKeyType: .uuid(storage.uuid),
      attributes: [
        PredicateModel.Attribute(
          "label", .string, isNullable: false, isIndexed: true, collation: .exact,
          folded: folded("label", [.caseInsensitive], [.caseInsensitive, .diacriticInsensitive])),
        PredicateModel.Attribute("weight", .integer32),
      ],
      relationships: [
        .toMany("people", "Person", linkTable: "person_tag", source: "tag_id", destination: "person_id"),
        .toMany("tasks", "Task", linkTable: "task_tag", source: "tag_id", destination: "task_id"),
      ])
  }

  /// Folded columns of a key: `name_c`, `name_cd`.
  /// Returns a model without its folded columns.
  static func withoutFoldedColumns(_ model: PredicateModel) throws(PredicateModelError) -> PredicateModel {
    var entities = model.entities
    for (index, entity) in model.entities.enumerated() {
      entities[index].attributes = Array(model.ownAttributes(of: entity))
      entities[index].relationships = Array(model.ownRelationships(of: entity))
      for number in entities[index].attributes.indices { entities[index].attributes[number].folded = [] }
    }
    return try PredicateModel(entities)
  }

  private static func folded(_ key: String, _ options: FormatStringOptions...) -> [PredicateModel.FoldedColumn] {
    options.map { options in
      PredicateModel.FoldedColumn(
        options, column: "\(key)_\(ProofModel.letters(of: options))", isIndexed: options == .caseInsensitive,
        collation: .exact)
    }
  }

  /// The letters of options: `cd`.
  static func letters(of options: FormatStringOptions) -> String {
    let all: [(FormatStringOptions, String)] = [
      (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.widthInsensitive, "w"),
    ]
    return all.filter { options.contains($0.0) }.map(\.1).joined()
  }
}

/// How an engine stores types whose storage differs between engines.
struct ProofStorage {
  var decimal: PredicateModel.AttributeType.DecimalStorage
  var date: PredicateModel.AttributeType.DateStorage
  var day: PredicateModel.AttributeType.DateStorage
  var instant: PredicateModel.AttributeType.DateStorage
  var uuid: PredicateModel.AttributeType.UUIDStorage

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
