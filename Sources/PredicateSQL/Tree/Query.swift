/// The identity of a table in the queries of a statement. `SQLWriter` gives each table its alias.
struct TableID: Hashable, Sendable {
  let number: Int

  /// The table that an UPDATE changes. Its own name is its alias.
  static let changed = TableID(number: -1)
}

/// A SELECT.
struct Query: Sendable {
  /// A table or a subselect in the FROM clause.
  indirect enum Source: Sendable {
    case table(TableID, name: String)
    case query(Query, TableID)
    /// A subselect with a fixed alias.
    case named(Query, String)
  }

  struct Join: Sendable {
    var source: Source
    /// The table whose foreign key leads to the joined row; nil for joins of to-many relationships.
    var owner: TableID?
    /// Whether rows without the joined row are kept.
    var isOuter: Bool
    var condition: SQLCondition
  }

  /// The selected terms, each with its alias.
  var columns: [SQL] = []
  var isDistinct = false
  var source: Source
  /// The joins, each after those it depends on.
  var joins: [Join] = []
  var condition = SQLCondition.always
  var groups: [SQL] = []
  var having = SQLCondition.always
  var order: [SQL] = []
  /// LIMIT and OFFSET.
  var page: String?
  /// The queries whose rows UNION ALL adds.
  var others: [Query] = []

  /// The approximate number of bytes when written.
  var length: Int {
    // Loops over the lists, not one expression, keep the compiler fast.
    var length = (isDistinct ? 20 : 11) + source.length
    for column in columns { length += 2 + column.length }
    for join in joins { length += (join.isOuter ? 15 : 10) + join.source.length + join.condition.length }
    if !condition.isAlways { length += 7 + condition.length }
    if !groups.isEmpty { length += groups.reduce(8) { $0 + 2 + $1.length } }
    if !having.isAlways { length += 8 + having.length }
    if !order.isEmpty { length += order.reduce(8) { $0 + 2 + $1.length } }
    if let page { length += 1 + page.utf8.count }
    for query in others { length += 11 + query.length }
    return length
  }
}

extension Query.Source {
  /// The identity of the table or subselect; nil if it has a fixed alias.
  var table: TableID? {
    switch self {
    case .table(let table, _), .query(_, let table): table
    case .named: nil
    }
  }

  fileprivate var length: Int {
    switch self {
    case .table(_, let name): 6 + name.utf8.count
    case .query(let query, _): 8 + query.length
    case .named(let query, let alias): 6 + alias.utf8.count + query.length
    }
  }
}

/// A whole statement.
enum Statement: Sendable {
  case select(Query)
  /// `UPDATE … SET …` or `DELETE FROM …` of a table, then WHERE its key is one of those that a query selects, or all rows.
  case change(table: String, SQL, key: String, of: Query?)

  /// The approximate number of bytes when written.
  var length: Int {
    switch self {
    case .select(let query): query.length
    case .change(_, let head, let key, let rows): head.length + key.utf8.count + 13 + (rows?.length ?? 0)
    }
  }
}
