/// The pass that makes an OR of conditions on several tables membership of the object's key in a query for each table.
///
/// Engines use an index for each query, but not for OR of conditions on rows of several tables. So each condition must have an index,
/// unless one of them is a query of groups, which OR would have to compute for each row. PostgreSQL, DuckDB and MariaDB need a
/// UNION of the queries. The others take an OR of memberships, and the conditions on the object's own row remain conditions.
struct Alternatives {
  private let objects: Query
  private let keys: [SQL]
  private let table: DialectTable
  private var references: TableReferences

  /// The maximum number of queries for the parts of an OR. A longer OR remains one condition, so that statements do not contain a
  /// query for each of many parts.
  private static let mostQueries = 20

  static func apply(to statement: inout Statement, _ table: DialectTable) {
    guard table.indexes != .none || table.alternatives != .memberships, let index = statement.objects else { return }
    let objects = statement.queries[index]
    guard !statement.leavesFewRows(objects) else { return }
    var pass = Alternatives(objects: objects, keys: objects.keys, table: table, references: TableReferences(statement))
    statement.queries[index].condition = objects.condition.mapConjuncts { pass.changed($0, &statement) }
  }

  /// What the parts of an OR read.
  private enum Source: Equatable {
    /// The row of the object.
    case own
    /// Rows that can be reached by the joined row of a to-one relationship, and perhaps the object's own.
    case object(TableID)
    /// The elements of collections, or rows of several relationships.
    case elements
  }

  /// Returns a conjunct of the objects' query, or if it is an OR of several tables, membership in queries.
  private mutating func changed(_ condition: SQLCondition, _ statement: inout Statement) -> SQLCondition {
    switch condition {
    case .any(let parts): return membership(parts, in: &statement) ?? condition
    case .tested(let test, .any(let cases)):
      // `age == max:(age)` is true if both values are equal, or if both are nil. As one OR, PostgreSQL reads every row whose age is
      // nil, even if the maximum is not nil. As two queries, it reads none of them then.
      guard table.alternatives != .memberships, test.isIndexed, test.column?.table == objects.source.table,
        condition.hasSubquery
      else { return condition }
      return union(cases.map { query($0) }, in: &statement)
    default: return condition
    }
  }

  private mutating func membership(_ parts: [SQLCondition], in statement: inout Statement) -> SQLCondition? {
    let sources = parts.map { source(of: $0) }
    // If all parts read the same joined object, OR of the conditions needs only one join.
    guard sources.contains(.elements) || sources.contains(where: { $0 != sources[0] }) else { return nil }
    let own = zip(parts, sources).filter { $0.1 == .own }.map { $0.0 }
    let others = zip(parts, sources).filter { $0.1 != .own }
    guard others.count + (own.isEmpty ? 0 : 1) <= Self.mostQueries else { return nil }
    let areServed = parts.allSatisfy { isServed($0, statement) }
    guard areServed || others.contains(where: { hasGroups($0.0) }) else { return nil }
    guard table.alternatives == .memberships else {
      let queries = others.map { keys($0.0, statement) } + (own.isEmpty ? [] : [query(.any(of: own))])
      return union(queries, in: &statement)
    }
    let members = others.map { part, source in
      SQLCondition.exists(statement.add(keysOfObjects(part, source) ?? keys(part, statement)), isNegated: false)
    }
    return .any(of: members + own)
  }

  // MARK: The parts of an OR

  private mutating func source(of part: SQLCondition) -> Source {
    if part.hasSubquery { return .elements }
    var result = Source.own
    for table in references.tables(of: part) where table != objects.source.table {
      guard let first = firstJoin(to: table), result == .own || result == .object(first) else { return .elements }
      result = .object(first)
    }
    return result
  }

  /// Returns the join from the objects by which a joined table is reached.
  private func firstJoin(to table: TableID) -> TableID? {
    guard let join = objects.joins.first(where: { $0.source.table == table }), let owner = join.owner else {
      return nil
    }
    return owner == objects.source.table ? table : firstJoin(to: owner)
  }

  private func isServed(_ part: SQLCondition, _ statement: Statement) -> Bool {
    statement.isServed(part) { elements in
      elements.isMembership || elements.canBeMembership && (table.runsExistsForEachRow || elements.depth == 1)
    }
  }

  private func hasGroups(_ part: SQLCondition) -> Bool {
    part.conjuncts.contains { if case .either(_, .exists) = $0 { true } else { false } }
  }

  // MARK: Queries of keys

  /// Returns membership in the results of several queries.
  private func union(_ queries: [Query], in statement: inout Statement) -> SQLCondition {
    var union = queries[0]
    for query in queries.dropFirst() { union.others.append(statement.add(query)) }
    if table.alternatives == .derivedUnion {
      union = Query(source: .named(statement.add(union), "found"), tie: Query.Tie(inner: "*", outer: .row(keys)))
      union.isMembership = true
    }
    return .exists(statement.add(union), isNegated: false)
  }

  /// Returns the query of the keys of the objects for which a part is true.
  private mutating func keys(_ part: SQLCondition, _ statement: Statement) -> Query {
    // The part is already membership of this key.
    switch part {
    case .exists(let elements, isNegated: false)
    where isServed(part, statement) && isKey(statement[elements].tie?.outer):
      var query = statement[elements]
      query.isMembership = true
      return query
    case .either(_, .exists(let groups, isNegated: false)) where isKey(statement[groups].tie?.outer):
      return statement[groups]
    default: return query(part)
    }
  }

  private func isKey(_ sql: SQL?) -> Bool { keys.count == 1 && sql?.isColumn(keys[0]) == true }

  /// Returns the query of the keys of the objects with a condition, with the joins that it needs.
  private mutating func query(_ condition: SQLCondition) -> Query {
    let tie = Query.Tie(inner: .list(keys), outer: .row(keys))
    var query = Query(source: objects.source, tie: tie, isMembership: true)
    query.condition = .all(of: [objects.ofEntity, condition])
    (query.keys, query.isAlternative) = (keys, true)
    var needed = references.tables(of: condition)
    for join in objects.joins.reversed() {
      guard let table = join.source.table, needed.contains(table) else { continue }
      query.joins.insert(join, at: 0)
      references.add(join, to: &needed)
    }
    return query
  }

  /// Returns the query of the keys of the objects of a to-one relationship for which a part is true; nil if the part reads the owner
  /// too, or if it can be true of an owner without such an object.
  private mutating func keysOfObjects(_ part: SQLCondition, _ source: Source) -> Query? {
    guard case .object(let table) = source, part.neededTables.contains(table), let root = objects.source.table,
      let join = objects.joins.first(where: { $0.source.table == table })
    else { return nil }
    // The rows of the object have no key that is NULL.
    let rest = part.mapConjuncts { $0.isTestOfPresence(of: join.tie?.outer) ? .always : $0 }
    if references.tables(of: rest).contains(root) { return nil }
    var query = query(rest)
    query.joins.removeAll { $0.source.table == table }
    (query.source, query.tie, query.keys) = (join.source, join.tie, join.tie.map { [$0.inner] } ?? [])
    query.condition = .all(of: [join.condition, rest])
    return query
  }
}

extension SQLCondition {
  /// Returns whether the condition is `IS NOT NULL` of a column.
  fileprivate func isTestOfPresence(of column: SQL?) -> Bool {
    switch self {
    case .tested(_, let condition): condition.isTestOfPresence(of: column)
    case .isNull(let sql, isNegated: true): column.map { sql.isColumn($0) } == true
    case .constant, .test, .isNull, .negation, .exists, .either, .naming, .all, .any: false
    }
  }
}
