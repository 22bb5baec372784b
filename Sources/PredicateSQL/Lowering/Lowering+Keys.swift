import PredicateSemantics
import PredicateSyntax

// Conditions as membership of a key in the keys that another query selects.
//
// A frame is a query that is being written: `frames[0]` is the query of the objects, and `frames[1]` is a query in one of its
// conditions. The tie of a frame is the equality of keys that relates its rows to a row of an outer query. A query of keys selects
// the inner key of the tie instead, and the outer key is looked up in the result.
//
// `wanted` says which rows a condition must find: those for which the predicate is true, or those for which it is false.

extension Lowering {
  /// The maximum number of queries for the parts of an OR. A longer OR stays one condition, so that statements do not contain a
  /// query for each of many parts.
  private static let mostQueries = 20

  /// Returns whether a condition on the elements of a collection is better as membership of the owner's key in a query of the
  /// elements than as EXISTS.
  ///
  /// Both forms find the same rows. Most engines plan EXISTS as well as IN. If an engine runs EXISTS for each owner, IN is
  /// better unless few owners are left.
  ///
  /// - Parameter usesIndex: Whether the query of the elements can use a declared index.
  func prefersMembership(usesIndex: Bool) -> Bool {
    let hasManyOwners = frames.count > 1 || !leavesFewRows
    let isFaster = table.runsExistsForEachRow && hasManyOwners
    // A conjunct: if an index finds the elements, and IN is faster or the query is that of one part of an OR.
    if isConjunct { return usesIndex && (isFaster || frames[frames.count - 1].isAlternative) }
    // Any other condition: if IN is faster, and an index finds the elements or the query is the outermost.
    return isFaster && (usesIndex || frames.count == 1)
  }

  /// Returns whether a predicate is equality of an indexed key of the object, or of the object itself, with a constant.
  func selectsFewRows(_ predicate: ResolvedPredicate) -> Bool {
    guard case .comparison(let comparison) = predicate, comparison.operator == .equal, !comparison.options.folds else {
      return false
    }
    let ordered = comparison.withConstantOnRight
    guard case .path(let path) = ordered.left.kind, path.scope == 0, ordered.right.constant?.isNull == false,
      case .row(let row)? = scopes.first
    else { return false }
    guard let step = path.steps.first else { return true }
    guard path.steps.count == 1, let name = step.key else { return false }
    let entity = model.entities[row.entity]
    switch model.key(name, ofEntity: row.entity) {
    case .primaryKey: return true
    case .attribute(let index): return entity.attributes[index].isIndexed
    case .relationship(let index): return entity.relationships[index].isIndexed
    case nil: return false
    }
  }

  // MARK: OR of several tables

  /// Returns an OR as membership of keys in a query for each table, or nil if OR of the conditions is better.
  ///
  /// Engines use an index for each query, but not for OR of conditions on rows of several tables. So each condition must
  /// have an index, unless one of them is a query of groups, which OR would have to compute for each row. PostgreSQL,
  /// DuckDB and MariaDB need a UNION of the queries; the others take an OR of memberships.
  @inline(never)
  mutating func membershipOfKeys(_ parts: [ResolvedPredicate], is wanted: Bool) throws(Refusal) -> SQLCondition? {
    guard isConjunct, frames.count == 1, groups == nil, !leavesFewRows,
      table.indexes != .none || table.alternatives != .memberships, case .row(let row)? = scopes.first
    else { return nil }
    var own: [ResolvedPredicate] = []
    var selections: [[ResolvedPredicate]] = []
    var sources: [RowSource] = []
    for part in parts {
      let source = part.rowSource
      sources.append(source)
      if source == .own { own.append(part) } else { selections.append([part]) }
    }
    // If all parts read the same joined object, OR of the conditions needs only one join.
    guard sources.contains(.elements) || sources.contains(where: { $0 != sources[0] }) else { return nil }
    if !own.isEmpty { selections.append(own) }
    guard selections.count <= Self.mostQueries else { return nil }
    let before = self
    var queries: [Query] = []
    var members: [SQLCondition] = []
    var areServed = true
    var hasGroups = false
    for selection in selections {
      let keys = try keys(of: selection, is: wanted, row)
      queries.append(keys.query)
      members.append(.member(keys.key, of: keys.query))
      if !keys.isServed { areServed = false }
      if keys.hasGroups { hasGroups = true }
    }
    guard areServed || hasGroups else {
      self = before
      return nil
    }
    if table.alternatives == .memberships { return .any(of: members) }
    return try member(row, ofUnion: queries, at: .none)
  }

  /// Returns membership of a row's key in the results of several queries.
  private func member(
    _ row: Row, ofUnion queries: [Query], at range: FormatRange
  ) throws(Refusal) -> SQLCondition {
    var union = queries[0]
    union.others = Array(queries.dropFirst())
    if table.alternatives == .derivedUnion { union = Query(columns: ["*"], source: .named(union, "found")) }
    try checkLength(union.length, at: range)
    return .member(row, of: union)
  }

  /// Returns a query of keys and the key to look up in it. The key is in the query exactly if one of the predicates has
  /// the value. Also returns whether an index serves each predicate, and whether the query groups elements.
  private mutating func keys(
    of predicates: [ResolvedPredicate], is wanted: Bool, _ outer: Row
  ) throws(Refusal) -> (key: Row, query: Query, isServed: Bool, hasGroups: Bool) {
    let before = (scopes, outermostFrame)
    let (frame, row) = rootFrame(of: outer.entity)
    frames.append(frame)
    frames[1].isAlternative = true
    scopes = [.row(row)]
    defer {
      frames.removeLast(frames.count - 1)
      (scopes, outermostFrame) = before
    }
    var conditions: [SQLCondition] = []
    for predicate in predicates { conditions.append(try condition(predicate, is: wanted)) }
    let isServed = conditions.allSatisfy { $0.isServed }
    try checkJoins(frames[1], at: .none)
    let hasGroups = frames[1].hasGroups
    // The condition already is membership of this row's key. Its query may find keys of other entities too, because the outer
    // query reads only objects of its own entity.
    if conditions.count == 1, case .member(let member, let query) = conditions[0], member.identity == row.identity {
      return (outer, query, isServed, hasGroups)
    }
    if table.alternatives == .memberships, predicates.count == 1,
      let first = frames[1].joins.first?.source.table, conditions[0].neededTables.contains(first),
      let keys = try objects(predicates[0], is: wanted, outer, row)
    {
      return (keys.key, keys.query, isServed, hasGroups)
    }
    let query = frames[1].query([row.key], where: .any(of: conditions))
    return (outer, query, isServed, hasGroups)
  }

  /// Returns a query of the objects of a to-one relationship for which a predicate has the value, and the column with their
  /// keys; nil if the predicate reads anything else of the owner. The caller has checked that an owner without an object does not
  /// match. Replaces the frame of `keys`, which restores the frames.
  private mutating func objects(
    _ predicate: ResolvedPredicate, is wanted: Bool, _ outer: Row, _ owner: Row
  ) throws(Refusal) -> (key: Row, query: Query)? {
    guard let name = predicate.onlyObject, let table = outer.table,
      case .relationship(let index) = model.key(name, ofEntity: outer.entity)
    else { return nil }
    let relationship = model.entities[outer.entity].relationships[index]
    guard case .toOne(let column, _, _) = relationship.kind,
      let entity = model.index(ofEntity: relationship.destination)
    else { return nil }
    frames.removeLast()
    var (frame, object) = rootFrame(of: entity)
    guard let owner = owner.table else { return nil }
    object.identity = .destination(owner, relationship: name)
    frame.joined[object.identity] = object
    frames.append(frame)
    let condition = try condition(predicate, is: wanted)
    var key = outer
    key.key = self.column(column, of: table)
    return (key, frames[1].query([object.key], where: condition))
  }

  /// Returns `age == max:(age)` as membership in a UNION of two queries, or nil if this is another comparison.
  ///
  /// The comparison is true if both values are equal, or if both are nil. As one OR, PostgreSQL reads every row whose age is nil,
  /// even if the maximum is not nil. As two queries, it reads none of them then.
  @inline(never)
  func unionOfCases(
    _ cases: [SQLCondition], _ left: SQLValue, _ right: SQLValue, _ comparison: ResolvedComparison
  ) throws(Refusal) -> SQLCondition? {
    let column: SQLValue.Column?
    switch (comparison.left.kind, comparison.right.kind) {
    case (_, .reduceWhole): column = left.column
    case (.reduceWhole, _): column = right.column
    default: return nil
    }
    guard isConjunct, frames.count == 1, groups == nil, let column, column.attribute.isIndexed,
      table.alternatives != .memberships, case .row(let row)? = scopes.first, row.table == column.table,
      let source = frames[0].source
    else { return nil }
    let queries = cases.map { Query(columns: [row.key], source: source, condition: $0) }
    return try member(row, ofUnion: queries, at: comparison.range)
  }

  // MARK: Thresholds of collections

  /// Returns a comparison of a reduction with a constant as membership of the owner's key in a query that groups the elements
  /// by owner, or nil if a query for each owner is better or necessary.
  ///
  /// The query reads each element once. An empty collection has no group, so the comparison must be false of it. The elements
  /// must not depend on the owner. A query for each owner is better if few owners are left, and within OR, because engines may
  /// search a list of keys for each row.
  @inline(never)
  mutating func membershipOfGroups(
    _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition? {
    let depth = frames.count
    guard isConjunct, groups == nil, depth == 1 ? !leavesFewRows : frames[depth - 1].isAlternative else { return nil }
    let ordered = comparison.withConstantOnRight
    guard case .reduce(let reduction, let collection, let leaf) = ordered.left.kind, let limit = ordered.right.constant,
      !mayHoldForEmpty(reduction, ordered, limit, is: wanted)
    else { return nil }
    // A sum of decimals may be an error, but not because of an owner that another condition excludes.
    if case .decimal = leaf.type, reduction.kind == .sum || reduction.kind == .average { return nil }
    let before = self
    outermostFrame = .max
    var condition = SQLCondition.never
    let frame = try withElements(of: collection) { lowering throws(Refusal) in
      let reduced = try lowering.reduced(reduction, of: leaf, at: ordered.left.range)
      condition = try lowering.compare([reduced], comparison, is: wanted)
    }
    guard let tie = frame.tie, outermostFrame >= depth else {
      self = before
      return nil
    }
    outermostFrame = min(before.outermostFrame, tie.outer.frame)
    // A constant result is that of an empty collection too.
    if case .constant = condition { return condition }
    frames[depth - 1].hasGroups = true
    var query = frame.query([tie.inner], isTied: false)
    query.groups = [tie.inner]
    query.having = condition
    try checkLength(query.length, at: comparison.range)
    return .member(tie.outer, of: query)
  }

  /// Returns whether a comparison has the value for an empty collection, or is one that cannot be compared here.
  private func mayHoldForEmpty(
    _ reduction: Reduction, _ comparison: ResolvedComparison, _ limit: FormatValue, is wanted: Bool
  ) -> Bool {
    guard let comparator = SQLComparator(comparison.operator) else { return true }
    let empty: FormatValue
    switch reduction.kind {
    case .count, .sum: empty = .integer(0)
    case .average, .minimum, .maximum, .median, .mode, .standardDeviation: empty = .null
    }
    return Self.compareConstants(empty, comparator, limit, comparison) == wanted
  }

  // MARK: Objects that are nil

  /// Returns a comparison of an object with nil that is equal to a comparison of its key with nil: `dept == nil` for
  /// `dept.name == nil` if the name of a department is never nil. It needs no join. Returns nil if there is none.
  func objectTest(_ comparison: ResolvedComparison) -> ResolvedComparison? {
    var result = comparison.withConstantOnRight
    guard groups == nil, result.right.constant?.isNull == true, case .path(var path) = result.left.kind
    else { return nil }
    var isShorter = false
    while path.steps.count > 1, let last = path.steps.last, !last.isNullable {
      path.steps.removeLast()
      isShorter = true
    }
    guard isShorter, let last = path.steps.last else { return nil }
    result.left = ResolvedExpression(.path(path), type: last.type, isNullable: true, range: result.left.range)
    return result
  }
}

/// The rows that a condition reads.
private enum RowSource: Equatable {
  /// The row of the object.
  case own
  /// Rows that can be reached by the to-one relationship of this name, and perhaps the object's own.
  case object(String)
  /// The elements of collections, or rows of several relationships.
  case elements
}

extension ResolvedPredicate {
  /// The name of the to-one relationship if only its objects are read.
  fileprivate var onlyObject: String? {
    guard case .object(let name) = rowSource, let reads = ResolvedNode.rootReads(of: [.predicate(self)]) else {
      return nil
    }
    for read in reads {
      guard case .path(let path) = read.kind, path.steps.count > 1, path.steps.first?.key == name else {
        return nil
      }
    }
    return name
  }

  fileprivate var rowSource: RowSource {
    guard let reads = ResolvedNode.rootReads(of: [.predicate(self)]) else { return .elements }
    var result = RowSource.own
    for read in reads {
      guard case .path(let path) = read.kind else { return .elements }
      if path.steps.contains(where: { $0.type.isCollection }) { return .elements }
      guard path.steps.dropLast().contains(where: { $0.type.hasKeys }), let name = path.steps.first?.key else {
        continue
      }
      if result != .own, result != .object(name) { return .elements }
      result = .object(name)
    }
    return result
  }
}
