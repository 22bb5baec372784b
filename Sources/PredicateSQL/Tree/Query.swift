/// The identity of a table in the queries of a statement. `SQLWriter` gives each table its alias.
struct TableID: Hashable, Sendable {
  let number: Int

  /// The table that an UPDATE changes. Its own name is its alias.
  static let changed = TableID(number: -1)
  /// The subselect of groups or distinct rows.
  static let groups = TableID(number: -2)
  /// The row of the operands that have names.
  static let operands = TableID(number: -3)
}

/// A query within a statement, by its number in the statement's list.
struct Subquery: Hashable, Sendable {
  let number: Int
  /// The approximate number of bytes when written.
  let length: Int
}

/// A SELECT.
struct Query: Sendable {
  /// A table or a subselect in the FROM clause.
  enum Source: Sendable {
    case table(TableID, name: String)
    case query(Subquery, TableID)
    /// A subselect with a fixed alias.
    case named(Subquery, String)
  }

  /// The keys that relate the rows of a query, or a joined row, to another row.
  struct Tie: Sendable {
    var inner: SQL
    var outer: SQL
  }

  struct Join: Sendable {
    var source: Source
    /// The table whose foreign key leads to the joined row; nil for joins of to-many relationships.
    var owner: TableID?
    /// Whether rows without the joined row are kept.
    var isOuter: Bool
    /// Nil if every row is joined.
    var tie: Tie?
    var condition = SQLCondition.always
  }

  /// The reduction of the elements of each owner, for which a query can group the elements.
  struct Reduction {
    /// The key of the owner in the elements.
    var owner: SQL
    /// The table that the groups would be.
    var table: TableID
  }

  /// The selected terms, each with its alias.
  var columns: [SQL] = []
  var isDistinct = false
  var source: Source
  /// What relates the rows to a row of an outer query.
  var tie: Tie?
  /// Whether the query selects the inner keys of the tie, for all outer rows at once: `outer IN (SELECT inner …)`. The condition
  /// `exists` of it is not negated.
  var isMembership = false
  /// The joins, each after those it depends on.
  var joins: [Join] = []
  var condition = SQLCondition.always
  var groups: [SQL] = []
  var having = SQLCondition.always
  var order: [SQL] = []
  /// LIMIT and OFFSET.
  var page: String?
  /// The queries whose rows UNION ALL adds.
  var others: [Subquery] = []

  // What passes read.

  /// The columns of the primary key if this is the query of the objects, or of some of them; empty in other queries.
  var keys: [SQL] = []
  /// The condition that selects the rows of the entity of the objects.
  var ofEntity = SQLCondition.always
  /// Whether each row of the source, a query of groups, gives one row.
  var isOfGroups = false
  /// The reduction that the query selects for one owner, and that is nil without elements; nil if it is another query.
  var reduction: Reduction?
  /// Whether the query finds the keys for one part of an OR.
  var isAlternative = false
  /// The number of queries around this one.
  var depth = 0
  /// Whether EXISTS of the query can be membership of the outer key.
  var canBeMembership = false

  /// The approximate number of bytes when written.
  var length: Int {
    // Loops over the lists, not one expression, keep the compiler fast.
    var length = (isDistinct ? 20 : 11) + source.length
    for column in columns { length += 2 + column.length }
    for join in joins {
      length += (join.isOuter ? 15 : 10) + join.source.length + (join.tie.map { $0.length } ?? 0)
      length += join.condition.isAlways ? 0 : 5 + join.condition.length
    }
    if let tie { length += 7 + tie.length }
    if !condition.isAlways { length += (tie == nil ? 7 : 5) + condition.length }
    if !groups.isEmpty { length += groups.reduce(8) { $0 + 2 + $1.length } }
    if !having.isAlways { length += 8 + having.length }
    if !order.isEmpty { length += order.reduce(8) { $0 + 2 + $1.length } }
    if let page { length += 1 + page.utf8.count }
    for query in others { length += 11 + query.length }
    return length
  }
}

extension Query.Tie {
  fileprivate var length: Int { inner.length + outer.length + 3 }
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
