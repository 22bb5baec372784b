import PredicateModel
import PredicateSyntax

/// A query under construction: the rows of its scopes, and the joins that their key paths need.
struct QueryFrame {
  /// The table, with its alias.
  var from = SQLText()
  /// The joins, each after those it depends on.
  var joins: [SQLText] = []
  /// Additional conditions on the rows.
  var conditions: [SQLCondition] = []
  /// The existing joins of to-one relationships, by path.
  var joined: [String: Row] = [:]
  /// The correlation with an outer row: equal keys, the first of the conditions.
  var tie: Tie?

  struct Tie {
    var inner: SQLText
    var outer: SQLText
    /// The frame of the outer row.
    var frame: Int
  }

  /// Returns `FROM … JOIN … WHERE …`.
  func sql(_ table: DialectTable, where condition: SQLCondition = .always) -> SQLText {
    // One flat list: a text nested once for each join could overflow the stack when it is freed.
    let text: SQLText = "FROM \(.joined([from] + joins, by: " "))"
    let whole = SQLCondition.all(of: conditions + [condition])
    if case .constant(true) = whole { return text }
    return "\(text) WHERE \(whole.sql(table))"
  }
}

/// An object as SQL: its primary key, and its row if one of its other keys has been used.
struct Row {
  var entity: Int
  /// The index of the frame with the row in its FROM clause.
  var frame: Int
  /// Its primary key.
  var key: SQLText
  /// Whether it may be nil.
  var isNullable: Bool
  /// The alias of its row; nil while only its primary key is used, which is a column of another row.
  var alias: String?
  /// The path that identifies the row in its frame.
  var path: String
}

/// The SQL of a scope of the resolved tree.
enum ScopeValue {
  case row(Row)
  case value(SQLValue)
}

extension Lowering {
  /// Returns a new alias: `t0`, `t1` …
  mutating func newAlias() -> String {
    defer { aliases += 1 }
    return "t\(aliases)"
  }

  func column(_ name: String, of alias: String) -> SQLText {
    SQLText(stringLiteral: "\(alias).\(table.quoted(name))")
  }

  /// Returns the condition that selects an entity's rows from its table.
  func condition(of entity: DataModel.Entity, alias: String) -> SQLCondition {
    guard let fixed = entity.condition else { return .always }
    let places = fixed.values.map { value -> SQLText in
      if case .string = value { return "\(SQLParameter(value, .text))" }
      return "\(SQLParameter(value, .integer))"
    }
    let column = column(fixed.column, of: alias)
    if places.count == 1 { return .test("\(column) = \(places[0])") }
    return .test("\(column) IN (\(.joined(places, by: ", ")))")
  }

  /// Returns a frame over all objects of an entity, and its row.
  mutating func rootFrame(of entity: Int) -> (QueryFrame, Row) {
    let description = model.entities[entity]
    let alias = newAlias()
    var frame = QueryFrame(from: SQLText(stringLiteral: "\(table.quoted(description.table)) AS \(alias)"))
    let condition = condition(of: description, alias: alias)
    if case .constant = condition {} else { frame.conditions = [condition] }
    let row = Row(
      entity: entity, frame: frames.count, key: column(description.primaryKey, of: alias), isNullable: false,
      alias: alias, path: alias)
    return (frame, row)
  }

  /// Returns the alias of an object's row. Joins the row to its frame on first use.
  mutating func alias(of row: Row) -> String {
    if let alias = row.alias { return alias }
    if let known = frames[row.frame].joined[row.path], let alias = known.alias { return alias }
    let entity = model.entities[row.entity]
    let alias = newAlias()
    let word = row.isNullable ? "LEFT JOIN" : "JOIN"
    let key = column(entity.primaryKey, of: alias)
    var join: SQLText = "\(sql: word) \(sql: table.quoted(entity.table)) AS \(sql: alias) ON \(key) = \(row.key)"
    let condition = condition(of: entity, alias: alias)
    if case .constant = condition {} else { join = "\(join) AND \(condition.sql(table))" }
    frames[row.frame].joins.append(join)
    var joined = row
    joined.alias = alias
    frames[row.frame].joined[row.path] = joined
    return alias
  }

  /// Returns the object at the end of a to-one relationship.
  mutating func destination(of relationship: DataModel.Relationship, from row: Row) -> Row? {
    guard case .toOne(let name, let isNullable, let isEnforced) = relationship.kind,
      let entity = model.index(ofEntity: relationship.destination)
    else { return nil }
    let path = "\(row.path).\(relationship.name)"
    if let known = frames[row.frame].joined[path] { return known }
    let alias = alias(of: row)
    var result = Row(
      entity: entity, frame: row.frame, key: column(name, of: alias), isNullable: row.isNullable || isNullable,
      path: path)
    guard !isEnforced else { return result }
    // A dangling key reads as nil, so only the joined row shows whether the object exists.
    result.isNullable = true
    let joined = self.alias(of: result)
    result.alias = joined
    result.key = column(model.entities[entity].primaryKey, of: joined)
    frames[row.frame].joined[path] = result
    return result
  }
}
