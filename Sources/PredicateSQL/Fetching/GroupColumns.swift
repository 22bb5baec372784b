import PredicateModel
import PredicateSyntax

/// A query within another that makes one row of each group: what it selects, and how the outer query speaks of it.
///
/// `SELECT … FROM (SELECT key AS c0, SUM(…) AS c1 FROM … GROUP BY key) AS g WHERE … ORDER BY …`: so expressions over keys
/// and aggregates are those over columns, in the list, the condition and the order alike.
struct GroupColumns {
  /// What the outer query calls the inner one.
  static let alias = "g"

  /// What the inner query selects.
  private(set) var selected: [SQLText] = []
  /// The columns of the group keys, by their key paths.
  private var keys: [[String]: SQLValue] = [:]
  /// The columns of the aggregates so far, by what they are.
  private var aggregates: [String: SQLValue] = [:]

  /// Selects one more value in the inner query; what it is in the outer one.
  mutating func add(_ value: SQLValue, as sql: SQLText) -> SQLValue {
    let name = "c\(selected.count)"
    selected.append("\(sql) AS \(sql: name)")
    var outer = value
    outer.sql = "\(sql: Self.alias).\(sql: name)"
    outer.isNarrow = value.isNarrow || value.column != nil
    outer.column = nil
    outer.mayBeNaN = false
    outer.readsOuterRow = false
    return outer
  }

  /// Makes the value at a key path known.
  mutating func addKey(_ names: [String], _ value: SQLValue) { keys[names] = value }

  /// The column of a key path.
  func key(_ steps: [ResolvedStep]) -> SQLValue? { keys[ResolvedPath(scope: 0, steps: steps).keyNames] }

  /// The column of an aggregate that was asked for before.
  subscript(aggregate name: String) -> SQLValue? {
    get { aggregates[name] }
    set { aggregates[name] = newValue }
  }
}

extension Lowering {
  /// Makes keys those by which the rows of the innermost query are grouped; what GROUP BY asks.
  mutating func group(by keys: [ResolvedExpression]) throws(Refusal) -> [SQLText] {
    var columns = GroupColumns()
    var texts: [SQLText] = []
    for key in keys {
      let value = withoutNaN(try value(key))
      let text = equalityText(value)
      texts.append(text)
      columns.addKey(key.rootKeys ?? [], columns.add(value, as: text))
    }
    groups = columns
    return texts
  }

  /// An aggregate over a group: a column of the inner query, the same one for the same aggregate.
  mutating func reduceGroup(
    _ reduction: Reduction, _ leaf: ResolvedExpression, at range: SourceRange
  ) throws(Refusal) -> SQLValue {
    let name = reduction.name(over: leaf)
    if let name, let known = groups?[aggregate: name] { return known }
    var columns = groups
    groups = nil
    defer { groups = columns }
    let counts = reduction.kind == .count && reduction.isCollectionOperator
    let value = try reduced(reduction, counts ? nil : value(leaf), at: range)
    guard let outer = columns?.add(value, as: value.sql) else { return value }
    if let name { columns?[aggregate: name] = outer }
    return outer
  }
}
