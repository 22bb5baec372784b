/// A whole statement: its queries, and what is done with the outermost one.
struct Statement: Sendable {
  enum Kind: Sendable {
    /// The rows of the outermost query.
    case select
    /// `UPDATE … SET …` or `DELETE FROM …` of a table, of the rows with one of the keys that the outermost query selects.
    case change(table: String, SQL, keys: [String])
  }

  let kind: Kind
  /// The queries of the statement. Conditions and values refer to them by number.
  var queries: [Query]
  /// The outermost query; nil for a change of all rows.
  let outermost: Subquery?
  /// The order of a page.
  let pageOrder: PageOrder?
  var notes: [SQLNote]

  subscript(_ query: Subquery) -> Query {
    get { queries[query.number] }
    set { queries[query.number] = newValue }
  }

  /// The approximate number of bytes when written.
  var length: Int {
    let rows = outermost?.length ?? 0
    return switch kind {
    case .select: rows
    case .change(_, let head, let keys): keys.reduce(head.length + 13 + rows) { $0 + $1.utf8.count + 4 }
    }
  }

  /// The number of the query of the objects.
  var objects: Int? { queries.firstIndex { !$0.keys.isEmpty && !$0.isAlternative } }

  /// Adds a query.
  mutating func add(_ query: Query) -> Subquery { queries.add(query) }
}

extension [Query] {
  /// Adds a query, and returns its number.
  mutating func add(_ query: Query) -> Subquery {
    append(query)
    return Subquery(number: count - 1, length: query.length)
  }
}
