/// The pass that drops joins of single objects of which a query reads nothing.
///
/// A part of a predicate may have been false, refused, or moved to a query of its own. Such a join finds at most one row. If it is
/// inner, the key is enforced and not NULL, so that it finds one. It neither adds rows nor removes any.
enum UnusedJoins {
  static func apply(to statement: inout Statement, _ table: DialectTable) {
    var references = TableReferences(statement)
    for index in statement.queries.indices where statement.queries[index].joins.contains(where: { $0.isOfObject }) {
      var query = statement.queries[index]
      let joins = query.joins
      query.joins = []
      var used = references.tables(read: query)
      for join in joins.reversed() {
        if join.isOfObject, let table = join.source.table, !used.contains(table) { continue }
        query.joins.insert(join, at: 0)
        references.add(join, to: &used)
      }
      statement.queries[index].joins = query.joins
    }
  }
}

extension Query.Join {
  /// Whether the join finds at most one row.
  fileprivate var isOfObject: Bool { isOuter || owner != nil }
}
