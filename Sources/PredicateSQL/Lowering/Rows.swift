import PredicateModel
import PredicateSyntax

/// A query that is being put together: the rows that scopes stand for, with the joins that their key paths need.
struct QueryFrame {
  /// The table, with its alias.
  var from = SQLText()
  /// The joins, each resting on what stands before it.
  var joins: [SQLText] = []
  /// What rows must fulfil besides.
  var conditions: [SQLCondition] = []
  /// The joins of to-one relationships that are there already, by the way to them.
  var joined: [String: Row] = [:]
  /// What ties its rows to an outer row: equal keys, the first of the conditions.
  var tie: Tie?

  struct Tie {
    var inner: SQLText
    var outer: SQLText
    /// The frame of the outer row.
    var frame: Int
  }

  /// `FROM … JOIN … WHERE …`.
  func sql(_ table: DialectTable, where condition: SQLCondition = .always) -> SQLText {
    // Side by side: one in the other, as many would be too deep to be freed.
    let text: SQLText = "FROM \(.joined([from] + joins, by: " "))"
    let whole = SQLCondition.all(of: conditions + [condition])
    if case .constant(true) = whole { return text }
    return "\(text) WHERE \(whole.sql(table))"
  }
}

/// An object as SQL: where its primary key is to be had, and its row once a key of it is asked for.
struct Row {
  var entity: Int
  /// The frame whose FROM has it.
  var frame: Int
  /// Its primary key.
  var key: SQLText
  /// Whether it may be nil.
  var isNullable: Bool
  /// The alias of its row; nil while only its primary key, held by another row, has been asked for.
  var alias: String?
  /// Tells it from other rows of the frame.
  var path: String
}

/// What a scope of the resolved tree stands for.
enum ScopeValue {
  case row(Row)
  case value(SQLValue)
}

extension Lowering {
  /// A new alias: `t0`, `t1` …
  mutating func newAlias() -> String {
    defer { aliases += 1 }
    return "t\(aliases)"
  }

  func column(_ name: String, of alias: String) -> SQLText {
    SQLText(stringLiteral: "\(alias).\(table.quoted(name))")
  }

  /// Which rows of its table are an entity's.
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

  /// A frame over all objects of an entity, and the object that a row of it is.
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

  /// The alias of an object's row: joined to its frame when it is first asked for.
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

  /// The object that a to-one relationship leads to.
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
    // A key that leads nowhere reads as nil, so only the row that is there tells.
    result.isNullable = true
    let joined = self.alias(of: result)
    result.alias = joined
    result.key = column(model.entities[entity].primaryKey, of: joined)
    frames[row.frame].joined[path] = result
    return result
  }
}
