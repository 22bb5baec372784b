/// The tables that parts of a statement read.
struct TableReferences {
  private let statement: Statement
  /// The tables of outer queries that each query reads.
  private var known: [Int: Set<TableID>] = [:]

  init(_ statement: Statement) { self.statement = statement }

  /// Returns the tables that a condition reads, with those that its queries read of outer queries.
  mutating func tables(of condition: SQLCondition) -> Set<TableID> {
    var tables: Set<TableID> = []
    add(condition, to: &tables)
    return tables
  }

  /// Returns the tables that a query reads, its own or those of outer queries.
  mutating func tables(read query: Query) -> Set<TableID> {
    var tables: Set<TableID> = []
    add(query.columns + query.groups + query.order, to: &tables)
    add(query.condition, to: &tables)
    add(query.having, to: &tables)
    for join in query.joins { add(join, to: &tables) }
    if let tie = query.tie { add([tie.inner, tie.outer], to: &tables) }
    switch query.source {
    case .table: break
    case .query(let inner, _), .named(let inner, _): add(inner, to: &tables)
    }
    for other in query.others { add(other, to: &tables) }
    return tables
  }

  mutating func add(_ join: Query.Join, to tables: inout Set<TableID>) {
    if let tie = join.tie { add([tie.inner, tie.outer], to: &tables) }
    add(join.condition, to: &tables)
    if case .query(let inner, _) = join.source { add(inner, to: &tables) }
  }

  @inline(never)
  private mutating func add(_ query: Subquery, to tables: inout Set<TableID>) {
    if let known = known[query.number] { return tables.formUnion(known) }
    let query = (query.number, statement[query])
    var read = self.tables(read: query.1)
    for source in [query.1.source] + query.1.joins.map({ $0.source }) {
      if let table = source.table { read.remove(table) }
    }
    known[query.0] = read
    tables.formUnion(read)
  }

  @inline(never)
  private mutating func add(_ values: [SQL], to tables: inout Set<TableID>) {
    for value in values { add(value, to: &tables) }
  }

  @inline(never)
  private mutating func add(_ value: SQL, to tables: inout Set<TableID>) {
    switch value.node {
    case .text, .parameter: break
    case .column(let table, _): tables.insert(table)
    case .call(_, let operands), .function(_, let operands), .pieces(let operands): add(operands, to: &tables)
    case .infix(let left, _, let right): add([left, right], to: &tables)
    case .choice(let condition, let first, let second):
      add(condition, to: &tables)
      add([first] + (second.map { [$0] } ?? []), to: &tables)
    case .condition(let condition): add(condition, to: &tables)
    case .query(let query): add(query, to: &tables)
    case .selected(let term, _): add(term, to: &tables)
    }
  }

  @inline(never)
  private mutating func add(_ condition: SQLCondition, to tables: inout Set<TableID>) {
    switch condition {
    case .constant: break
    case .test(let sql), .isNull(let sql, _): add(sql, to: &tables)
    case .tested(_, let condition), .negation(let condition, _): add(condition, to: &tables)
    case .either(let first, let second):
      add(first, to: &tables)
      add(second, to: &tables)
    case .exists(let query, _): add(query, to: &tables)
    case .naming(let operands, let condition):
      add(operands.values, to: &tables)
      add(condition, to: &tables)
    case .all(let parts), .any(let parts): for part in parts { add(part, to: &tables) }
    }
  }
}
