import PredicateSyntax

/// A query under construction: the rows of its scopes, and the joins that their key paths need.
struct QueryFrame {
  /// The table; nil until the first source of a collection is entered.
  var source: Query.Source?
  /// The joins, each after those it depends on.
  var joins: [Query.Join] = []
  /// Conditions on the rows in addition to the tie.
  var conditions: [SQLCondition] = []
  /// The existing joins of to-one relationships.
  var joined: [Row.Identity: Row] = [:]
  /// The keys that relate the rows to a row of an outer query.
  var tie: Tie?
  /// The object of the scope that the query binds. Its key determines all that a subquery can read.
  var row: Row?

  struct Tie {
    var inner: SQL
    var outer: Row
  }

  /// Whether the query has one row for each object that the scope can be.
  var hasRowPerObject: Bool {
    row?.table != nil && row?.table == source?.table
      && joins.allSatisfy { $0.isOuter || $0.owner != nil || $0.tie == nil }
  }

  /// Returns the query of columns. If `isTied` is false, the rows of all owners are found.
  func query(_ columns: [SQL], where condition: SQLCondition = .always, isTied: Bool = true) -> Query {
    var query = Query(
      columns: columns, source: source ?? .table(.changed, name: ""), joins: joins,
      condition: .all(of: conditions + [condition]))
    if isTied { query.tie = tie.map { Query.Tie(inner: $0.inner, outer: $0.outer.key) } }
    return query
  }
}

extension Lowering {
  /// Returns the query of a finished frame that reads nothing of outer queries: it begins at the rows of the outermost query that
  /// it reads, and joins its own rows to copies of all rows between. The tie is the keys of these rows.
  ///
  /// The tables of the copies are those of the outer queries. Where a query names a table, this hides that of an outer one.
  ///
  /// - Parameter reach: The index of the outermost frame whose rows it reads.
  /// - Returns: The frame, or nil if one of the frames has no rows of its own.
  func uncorrelated(_ frame: QueryFrame, from reach: Int) -> QueryFrame? {
    var first = min(reach, frame.tie?.outer.frame ?? reach)
    for outer in frames.indices.reversed() where outer > first {
      first = min(first, frames[outer].tie?.outer.frame ?? first)
    }
    var result = frames[first]
    result.conditions = frame.conditions
    for next in frames[(first + 1)...] + [frame] {
      guard let source = next.source, let tie = next.tie else { return nil }
      result.joins.append(
        Query.Join(source: source, isOuter: false, tie: Query.Tie(inner: tie.inner, outer: tie.outer.key)))
      result.joins += next.joins
    }
    guard result.source != nil, var owner = frames[first].row else { return nil }
    owner.keys = []
    for outer in frames[first...] {
      guard let row = outer.row else { return nil }
      owner.keys += row.keys
    }
    result.tie = QueryFrame.Tie(inner: .list(owner.keys), outer: owner)
    return result
  }
}

/// An object as SQL: its primary key, and its row if one of its other keys has been used.
struct Row: Sendable {
  /// What makes a row the same row of a query.
  enum Identity: Hashable {
    /// The row of a table.
    case table(TableID)
    /// The destination of a to-one relationship of the row of a table.
    case destination(TableID, relationship: String)
  }

  var entity: Int
  /// The index of the frame with the row in its FROM clause.
  var frame: Int
  /// The columns of its primary key.
  var keys: [SQL]
  /// The table that contains the key; nil if that is its own.
  var owner: TableID?
  /// Whether it may be nil.
  var isNullable: Bool
  /// Its table; nil while only its primary key is used, which is a column of another row.
  var table: TableID?
  /// What identifies the row in its frame.
  var identity: Identity

  /// Its primary key: a column, or the list of several in parentheses.
  var key: SQL { .row(keys) }
}

/// The SQL of a scope of the resolved tree.
enum ScopeValue {
  case row(Row)
  /// A value, with the index of the outermost frame whose rows it reads.
  case value(SQLValue, outermostFrame: Int)
}

extension Lowering {
  /// Returns a new table of a query.
  mutating func newTable() -> TableID {
    defer { tables += 1 }
    return TableID(number: tables)
  }

  func column(_ name: String, of table: TableID) -> SQL { SQL(.column(table, self.table.quoted(name))) }

  /// Returns the columns of an entity's primary key.
  func keys(of entity: PredicateModel.Entity, _ table: TableID) -> [SQL] {
    entity.keyColumns.map { column($0.column, of: table) }
  }

  /// Returns the condition that selects an entity's rows from its table.
  func condition(of entity: PredicateModel.Entity, _ table: TableID) -> SQLCondition {
    guard let fixed = entity.condition else { return .always }
    let parameters = fixed.values.map { value -> SQL in
      if case .string = value { return SQL(.parameter(SQLParameter(value, .text))) }
      return SQL(.parameter(SQLParameter(value, .integer)))
    }
    let column = column(fixed.column, of: table)
    if parameters.count == 1 { return .test("\(column) = \(parameters[0])") }
    return .test("\(column) IN (\(.list(parameters)))")
  }

  /// Returns a frame over all objects of an entity, and its row.
  mutating func rootFrame(of entity: Int) -> (QueryFrame, Row) {
    let description = model.entities[entity]
    let id = newTable()
    var frame = QueryFrame(source: .table(id, name: table.quoted(table: description.table, description.schema)))
    let condition = condition(of: description, id)
    if !condition.isAlways { frame.conditions = [condition] }
    let row = Row(
      entity: entity, frame: frames.count, keys: keys(of: description, id), isNullable: false, table: id,
      identity: .table(id))
    frame.row = row
    return (frame, row)
  }

  /// Returns the table of an object's row. Joins the row to its frame on first use.
  mutating func table(of row: Row) -> TableID {
    if let table = row.table { return table }
    if let known = frames[row.frame].joined[row.identity], let table = known.table { return table }
    let entity = model.entities[row.entity]
    let id = newTable()
    let key = SQL.row(keys(of: entity, id))
    frames[row.frame].joins.append(
      Query.Join(
        source: .table(id, name: table.quoted(table: entity.table, entity.schema)), owner: row.owner,
        isOuter: row.isNullable, tie: Query.Tie(inner: key, outer: row.key), condition: condition(of: entity, id)))
    var joined = row
    joined.table = id
    frames[row.frame].joined[row.identity] = joined
    return id
  }

  /// Returns the object at the end of a to-one relationship.
  mutating func destination(of relationship: PredicateModel.Relationship, from row: Row) -> Row? {
    guard case .toOne(let name, let isNullable, let isEnforced) = relationship.kind,
      let entity = model.index(ofEntity: relationship.destination)
    else { return nil }
    if let table = row.table ?? frames[row.frame].joined[row.identity]?.table,
      let known = frames[row.frame].joined[.destination(table, relationship: relationship.name)]
    {
      return known
    }
    let owner = table(of: row)
    var result = Row(
      entity: entity, frame: row.frame, keys: [column(name, of: owner)], owner: owner,
      isNullable: row.isNullable || isNullable, identity: .destination(owner, relationship: relationship.name))
    guard !isEnforced else { return result }
    // A dangling key reads as nil, so only the joined row shows whether the object exists.
    result.isNullable = true
    let joined = table(of: result)
    result.table = joined
    result.keys = keys(of: model.entities[entity], joined)
    frames[row.frame].joined[result.identity] = result
    return result
  }
}
