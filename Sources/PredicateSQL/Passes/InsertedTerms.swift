/// Terms in place of the columns of a table, or of subselects, in values and conditions.
struct InsertedTerms {
  /// The table whose columns are replaced; nil if these are subselects.
  private let replaced: TableID?
  /// The terms by the names of the columns.
  private let terms: [String: SQL]
  /// The terms by the numbers of the subselects.
  private let queries: [Int: SQL]
  /// The numbers of the subselects that were replaced.
  private(set) var usedQueries: Set<Int> = []
  /// The names of the terms that were inserted.
  private(set) var used: Set<String> = []
  /// The names of the other columns, and those of selected terms that are not these columns.
  private(set) var names: (columns: Set<String>, aliases: Set<String>) = ([], [])
  /// Whether all terms could be inserted. Queries are not searched for columns.
  private(set) var arePossible = true
  /// Whether an operation names its operands.
  private(set) var areNamed = false
  /// Whether a long term was inserted more than once.
  private(set) var areRepeated = false

  init(_ terms: [String: SQL], for table: TableID) {
    self.terms = terms
    replaced = table
    queries = [:]
  }

  init(_ queries: [Int: SQL]) {
    self.queries = queries
    (replaced, terms) = (nil, [:])
  }

  // Each case has a function of its own, so that the recursion has small stack frames.

  /// Returns a value with the terms in place of the columns.
  @inline(never)
  mutating func inserted(_ value: SQL) -> SQL {
    switch value.node {
    case .text, .parameter: value
    case .column(let table, let name): inserted(table, name) ?? value
    case .call(let template, let operands): inserted(template, operands)
    case .function(let name, let operands): SQL(.function(name, inserted(operands)))
    case .infix(let left, let sign, let right): inserted(left, sign, right)
    case .choice(let condition, let first, let second): inserted(condition, first, second)
    case .condition(let condition): SQL(.condition(inserted(condition)))
    case .query(let query): inserted(query) ?? refused(value)
    case .selected(let term, let alias): inserted(term, alias)
    case .pieces(let pieces): SQL(.pieces(inserted(pieces)))
    }
  }

  private mutating func inserted(_ query: Subquery) -> SQL? {
    guard let term = queries[query.number] else { return nil }
    usedQueries.insert(query.number)
    return term
  }

  private mutating func inserted(_ values: [SQL]) -> [SQL] {
    var result: [SQL] = []
    for value in values { result.append(inserted(value)) }
    return result
  }

  @inline(never)
  private mutating func inserted(_ table: TableID, _ name: String) -> SQL? {
    guard table == replaced else {
      names.columns.insert(name)
      return nil
    }
    guard let term = terms[name] else { return refused(.null) }
    if !used.insert(name).inserted, !term.isRepeatable { areRepeated = true }
    return term
  }

  @inline(never)
  private mutating func inserted(_ template: SQLTemplate, _ operands: [SQL]) -> SQL {
    if template.isNaming { areNamed = true }
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

  private mutating func named(_ condition: SQLCondition) -> SQLCondition {
    areNamed = true
    return refused(condition)
  }

  private mutating func refused<Part>(_ part: Part) -> Part {
    arePossible = false
    return part
  }

  @inline(never)
  mutating func inserted(_ condition: SQLCondition) -> SQLCondition {
    switch condition {
    case .constant: condition
    case .test(let sql): .test(inserted(sql))
    case .isNull(let sql, let isNegated): .isNull(inserted(sql), isNegated: isNegated)
    case .tested(let test, let condition): .tested(test, inserted(condition))
    case .negation(let condition, let isNullable): .negation(inserted(condition), isNullable: isNullable)
    case .exists: refused(condition)
    case .naming: named(condition)
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
