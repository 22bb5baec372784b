import PredicateSyntax

/// A query under construction: the rows of its scopes, and the joins that their key paths need.
struct QueryFrame {
  /// The table, with its alias.
  var from = SQLText()
  /// The joins, each after those it depends on.
  var joins: [Join] = []
  /// Conditions on the rows in addition to the tie.
  var conditions: [SQLCondition] = []
  /// The existing joins of to-one relationships, by path.
  var joined: [String: Row] = [:]
  /// The keys that relate the rows to a row of an outer query.
  var tie: Tie?
  /// Whether the query finds the keys for one part of an OR.
  var isAlternative = false
  /// Whether a condition is membership in a query of groups.
  var hasGroups = false
  /// Whether an operand of OR is a test of the elements of a collection.
  var hasSubqueryBelowOr = false

  struct Tie {
    var inner: SQLText
    var outer: Row
  }

  struct Join {
    /// The alias of the joined row.
    var alias: String
    /// The alias of the row whose foreign key leads to it; nil for joins of to-many relationships.
    var owner: String?
    /// Whether rows without the joined row are kept.
    var isOuter: Bool
    /// `table AS alias ON …`.
    var text: SQLText
  }

  /// Excludes the rows without the row of the alias.
  mutating func require(_ alias: String) {
    var alias: String? = alias
    // An inner join needs a key that is not NULL, so the row that contains the key must exist too.
    while let index = joins.lastIndex(where: { $0.alias == alias }), joins[index].isOuter {
      joins[index].isOuter = false
      alias = joins[index].owner
    }
  }

  /// Keeps the rows without joined rows. With OR, a row that one condition requires may be missing for another.
  mutating func makeJoinsOuter() {
    for index in joins.indices { joins[index].isOuter = true }
  }

  /// Returns `FROM … JOIN … WHERE …`. If `isTied` is false, the rows of all owners are found.
  func sql(_ table: DialectTable, where condition: SQLCondition = .always, isTied: Bool = true) -> SQLText {
    // One flat list: a text nested once for each join could overflow the stack when it is freed.
    var text: SQLText = "FROM \(from)"
    for join in joins { text.append("\(sql: join.isOuter ? " LEFT JOIN" : " JOIN") \(join.text)") }
    var whole = SQLCondition.all(of: conditions + [condition])
    if isTied, let tie { whole = .all(of: [.test("\(tie.inner) = \(tie.outer.key)"), whole]) }
    if case .constant(true) = whole { return text }
    return "\(text) WHERE \(whole.sql(table))"
  }
}

/// An object as SQL: its primary key, and its row if one of its other keys has been used.
package struct Row {
  var entity: Int
  /// The index of the frame with the row in its FROM clause.
  var frame: Int
  /// Its primary key.
  var key: SQLText
  /// The alias of the row that contains the key; nil if that is its own row.
  var owner: String?
  /// Whether it may be nil.
  var isNullable: Bool
  /// The alias of its row; nil while only its primary key is used, which is a column of another row.
  var alias: String?
  /// The path that identifies the row in its frame.
  var path: String

  /// Returns the path of the destination of a to-one relationship. No name contains U+0000.
  func path(to relationship: String) -> String { "\(path)\0\(relationship)" }
}

/// The SQL of a scope of the resolved tree.
enum ScopeValue {
  case row(Row)
  /// A value, with the index of the outermost frame whose rows it reads.
  case value(SQLValue, outermostFrame: Int)
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
    let parameters = fixed.values.map { value -> SQLText in
      if case .string = value { return "\(SQLParameter(value, .text))" }
      return "\(SQLParameter(value, .integer))"
    }
    let column = column(fixed.column, of: alias)
    if parameters.count == 1 { return .test("\(column) = \(parameters[0])") }
    return .test("\(column) IN (\(.joined(parameters, by: ", ")))")
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
    let key = column(entity.primaryKey, of: alias)
    var text: SQLText = "\(sql: table.quoted(entity.table)) AS \(sql: alias) ON \(key) = \(row.key)"
    let condition = condition(of: entity, alias: alias)
    if case .constant = condition {} else { text = "\(text) AND \(condition.sql(table))" }
    frames[row.frame].joins.append(
      QueryFrame.Join(alias: alias, owner: row.owner, isOuter: row.isNullable, text: text))
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
    let path = row.path(to: relationship.name)
    if let known = frames[row.frame].joined[path] { return known }
    let alias = alias(of: row)
    var result = Row(
      entity: entity, frame: row.frame, key: column(name, of: alias), owner: alias,
      isNullable: row.isNullable || isNullable, path: path)
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
