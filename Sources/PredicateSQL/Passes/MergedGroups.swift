/// The pass that merges the query around groups into the query of the groups:
/// `SELECT key, COUNT(*) … GROUP BY key HAVING … ORDER BY …`.
///
/// It applies if the keys are columns, so that every engine accepts expressions of them, if no long term would be repeated, and if no
/// name of a selected term is that of another column, which ClickHouse would confuse.
struct MergedGroups {
  /// The terms of the groups by their names.
  private let terms: [String: SQL]
  private var used: Set<String> = []
  /// The names of the columns in the terms, and those of selected terms that are not these columns.
  private var names: (columns: Set<String>, aliases: Set<String>) = ([], [])
  /// Whether the terms can be inserted.
  private var isPossible = true

  /// The maximum length of what refers to the groups. In a longer text, short names of columns are better than terms.
  private static let longest = 1_000

  static func apply(to statement: inout Statement, _ table: DialectTable) {
    for index in statement.queries.indices {
      let outer = statement.queries[index]
      guard outer.isOfGroups, case .named(let groups, _) = outer.source, !statement[groups].groups.isEmpty else {
        continue
      }
      if let merged = merged(outer, statement[groups]) { statement.queries[index] = merged }
    }
  }

  private static func merged(_ outer: Query, _ groups: Query) -> Query? {
    let length = (outer.columns + outer.order).reduce(outer.condition.length) { $0 + $1.length }
    let areColumns = groups.groups.allSatisfy { if case .column = $0.node { true } else { false } }
    guard length <= longest, areColumns else { return nil }
    var terms: [String: SQL] = [:]
    for case .selected(let term, let name) in groups.columns.map({ $0.node }) { terms[name] = term }
    var pass = MergedGroups(terms: terms)
    var result = groups
    result.columns = outer.columns.map { pass.inserted($0) }
    result.having = pass.inserted(outer.condition)
    result.order = outer.order.map { pass.inserted($0) }
    result.page = outer.page
    return pass.isPossible && pass.names.columns.isDisjoint(with: pass.names.aliases) ? result : nil
  }

  // Each case has a function of its own, so that the recursion has small stack frames.

  /// Returns a value with the terms in place of the columns of the groups.
  @inline(never)
  private mutating func inserted(_ value: SQL) -> SQL {
    switch value.node {
    case .text, .parameter: value
    case .column(let table, let name): inserted(table, name) ?? value
    case .call(let template, let operands): inserted(template, operands)
    case .function(let name, let operands): SQL(.function(name, inserted(operands)))
    case .infix(let left, let sign, let right): inserted(left, sign, right)
    case .choice(let condition, let first, let second): inserted(condition, first, second)
    case .condition(let condition): SQL(.condition(inserted(condition)))
    case .query: refused(value)
    case .selected(let term, let alias): inserted(term, alias)
    case .pieces(let pieces): SQL(.pieces(inserted(pieces)))
    }
  }

  private mutating func inserted(_ values: [SQL]) -> [SQL] {
    var result: [SQL] = []
    for value in values { result.append(inserted(value)) }
    return result
  }

  @inline(never)
  private mutating func inserted(_ table: TableID, _ name: String) -> SQL? {
    guard table == .groups else {
      names.columns.insert(name)
      return nil
    }
    guard let term = terms[name] else { return refused(.null) }
    if !used.insert(name).inserted, !term.isRepeatable { isPossible = false }
    return inserted(term)
  }

  @inline(never)
  private mutating func inserted(_ template: SQLTemplate, _ operands: [SQL]) -> SQL {
    if template.isNaming { isPossible = false }
    return SQL(.call(template, inserted(operands)))
  }

  @inline(never)
  private mutating func inserted(_ left: SQL, _ sign: String, _ right: SQL) -> SQL {
    .infix(inserted(left), sign, inserted(right))
  }

  @inline(never)
  private mutating func inserted(_ condition: SQLCondition, _ first: SQL, _ second: SQL?) -> SQL {
    SQL(.choice(inserted(condition), inserted(first), second.map { inserted($0) }))
  }

  @inline(never)
  private mutating func inserted(_ term: SQL, _ alias: String) -> SQL {
    let term = inserted(term)
    if case .column(_, alias) = term.node {} else { names.aliases.insert(alias) }
    return term.selected(as: alias)
  }

  private mutating func refused<Part>(_ part: Part) -> Part {
    isPossible = false
    return part
  }

  @inline(never)
  private mutating func inserted(_ condition: SQLCondition) -> SQLCondition {
    switch condition {
    case .constant: condition
    case .test(let sql): .test(inserted(sql))
    case .isNull(let sql, let isNegated): .isNull(inserted(sql), isNegated: isNegated)
    case .tested(let test, let condition): .tested(test, inserted(condition))
    case .negation(let condition, let isNullable): .negation(inserted(condition), isNullable: isNullable)
    case .exists: refused(condition)
    case .either(let condition, _): inserted(condition)
    case .all(let parts): .all(inserted(parts))
    case .any(let parts): .any(inserted(parts))
    }
  }

  @inline(never)
  private mutating func inserted(_ parts: [SQLCondition]) -> [SQLCondition] {
    var result: [SQLCondition] = []
    for part in parts { result.append(inserted(part)) }
    return result
  }
}
