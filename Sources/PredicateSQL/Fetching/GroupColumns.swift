import PredicateSemantics
import PredicateSyntax

/// An inner query with one row for each group: its columns, and their names in the outer query.
///
/// `SELECT … FROM (SELECT key AS c0, SUM(…) AS c1 FROM … GROUP BY key) AS g WHERE … ORDER BY …`: expressions over keys and
/// aggregates become expressions over columns in the selection, the condition and the order. The pass `MergedGroups` merges both
/// queries if it can.
struct GroupColumns {
  /// The alias of the inner query.
  static let alias = "g"

  /// The columns of the inner query.
  private(set) var selected: [SQL] = []
  /// The columns of the group keys.
  var keys: [GroupKey: SQLValue] = [:]
  /// The columns of the aggregates so far, by their names.
  var aggregates: [String: SQLValue] = [:]

  /// Adds a value to the inner query and returns the value as a column for the outer query.
  mutating func add(_ value: SQLValue, as sql: SQL) -> SQLValue {
    let name = "c\(selected.count)"
    selected.append(sql.selected(as: name))
    var outer = value
    outer.sql = SQL(.column(.groups, name))
    outer.isNarrow = value.isNarrow || value.column != nil
    outer.column = nil
    outer.mayBeNaN = false
    outer.readsOuterRow = false
    return outer
  }

  /// Returns the column of a key path.
  func key(_ steps: [ResolvedStep]) -> SQLValue? { keys[.path(ResolvedPath(scope: 0, steps: steps).keyNames)] }
}

extension Lowering {
  /// Groups the rows of the innermost query by keys and returns the terms of GROUP BY.
  mutating func group(by keys: [ResolvedExpression]) throws(Refusal) -> [SQL] {
    var columns = GroupColumns()
    var texts: [SQL] = []
    for key in keys {
      let value = withoutNaN(try value(key))
      let text = self.key(value, ofGroups: true)
      // A computed key is grouped by the number of its column. If the key were repeated, its parameters would have other numbers, and
      // engines would read it as another expression.
      if case .column = text.node {
        texts.append(text)
      } else {
        texts.append(SQL("\(columns.selected.count + 1)" as String))
      }
      if let name = key.groupKey { columns.keys[name] = columns.add(value, as: text) }
    }
    groups = columns
    return texts
  }

  /// Returns an aggregate over a group as a column of the inner query. Equal aggregates share one column.
  mutating func reduceGroup(
    _ reduction: Reduction, _ leaf: ResolvedExpression, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let name = reduction.identity(over: leaf)
    if let name, let known = groups?.aggregates[name] { return known }
    var columns = groups
    groups = nil
    defer { groups = columns }
    let value = try reduced(reduction, of: leaf, at: range)
    guard let outer = columns?.add(value, as: value.sql) else { return value }
    if let name { columns?.aggregates[name] = outer }
    return outer
  }
}
