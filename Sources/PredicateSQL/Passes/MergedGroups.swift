/// The pass that merges the query around groups into the query of the groups:
/// `SELECT key, COUNT(*) … GROUP BY key HAVING … ORDER BY …`.
///
/// It applies if the keys are columns, so that every engine accepts expressions of them, if no long term would be repeated or is an
/// operand with a name, and if no selected term has the name of another column, which ClickHouse would confuse. A condition on groups
/// stays outside if two keys are columns with the same name, because MariaDB and MySQL find only one of them in HAVING. An order by
/// aggregates stays outside if the engine does not accept it after HAVING.
enum MergedGroups {
  /// The maximum length of what refers to the groups. In a longer text, short names of columns are better than terms.
  private static let longest = 1_000

  static func apply(to statement: inout Statement, _ table: DialectTable) {
    for index in statement.queries.indices {
      let outer = statement.queries[index]
      guard outer.isOfGroups, case .named(let groups, _) = outer.source, !statement[groups].groups.isEmpty else {
        continue
      }
      if let merged = merged(outer, statement[groups], table) { statement.queries[index] = merged }
    }
  }

  private static func merged(_ outer: Query, _ groups: Query, _ table: DialectTable) -> Query? {
    let length = (outer.columns + outer.order).reduce(outer.condition.length) { $0 + $1.length }
    var keys: [String] = []
    for case .column(_, let name) in groups.groups.map({ $0.node }) { keys.append(name) }
    guard length <= longest, keys.count == groups.groups.count else { return nil }
    guard outer.condition.isAlways || Set(keys).count == keys.count else { return nil }
    var values: [String: SQL] = [:]
    for case .selected(let term, let name) in groups.columns.map({ $0.node }) { values[name] = term }
    var terms = InsertedTerms(values, for: .groups)
    var result = groups
    result.columns = outer.columns.map { terms.inserted($0) }
    result.having = terms.inserted(outer.condition)
    result.order = outer.order.map { terms.inserted($0) }
    result.page = outer.page
    // What the terms themselves contain.
    for name in terms.used { _ = values[name].map { terms.inserted($0) } }
    if !table.ordersAggregatesAfterHaving, !outer.condition.isAlways {
      var order = InsertedTerms(values, for: .groups)
      for term in outer.order { _ = order.inserted(term) }
      let aggregates = order.used.filter { name in
        !groups.groups.contains { key in values[name].map { key.isColumn($0) } == true }
      }
      if !aggregates.isEmpty { return nil }
    }
    let names = terms.names
    return terms.arePossible && !terms.areNamed && !terms.areRepeated && names.columns.isDisjoint(with: names.aliases)
      ? result : nil
  }
}
