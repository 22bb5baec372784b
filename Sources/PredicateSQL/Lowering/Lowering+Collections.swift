import PredicateSemantics
import PredicateSyntax

extension Lowering {
  /// Returns whether the test has the value for an element of the collection, or if `isNegated`, for none: `EXISTS (…)` or
  /// `NOT EXISTS (…)`. EXISTS is never NULL, so NOT loses no rows.
  mutating func exists(
    _ collection: ResolvedCollection, where test: ResolvedPredicate?, is wanted: Bool, isNegated: Bool
  ) throws(Refusal) -> SQLCondition {
    if let elements = collection.listed { return try anyOf(elements, collection, test, is: wanted, isNegated) }
    let outer = outermostFrame
    outermostFrame = .max
    var condition = SQLCondition.always
    let frame = try withElements(of: collection) { lowering throws(Refusal) in
      guard let test else { return }
      condition = try lowering.condition(test, is: wanted)
    }
    return try existsTest(frame, condition, collection, isNegated, outer)
  }

  /// Returns the condition of `exists` over the elements of a list in the format: the test of one element or the other.
  @inline(never)
  private mutating func anyOf(
    _ elements: [ResolvedExpression], _ collection: ResolvedCollection, _ test: ResolvedPredicate?, is wanted: Bool,
    _ isNegated: Bool
  ) throws(Refusal) -> SQLCondition {
    guard let test else { return .constant(elements.isEmpty == isNegated) }
    let outer = scopes
    defer { scopes = outer }
    var conditions: [SQLCondition] = []
    for element in elements {
      let bound = try bind(collection.scope, toValueOf: element)
      let condition = try condition(test, is: wanted != isNegated)
      if elements.count > 1 || !bound.sql.isCopyable, !SQL(.condition(condition)).isCopyable {
        throw refusal("such a long operand", "the statement would contain it several times", at: collection.range)
      }
      conditions.append(condition)
    }
    return isNegated ? .all(of: conditions) : .any(of: conditions)
  }

  /// Returns the condition of `exists` for the finished query. Not part of `exists`, so that the recursion does not keep its
  /// stack frame.
  @inline(never)
  private mutating func existsTest(
    _ frame: QueryFrame, _ condition: SQLCondition, _ collection: ResolvedCollection, _ isNegated: Bool,
    _ outer: Int
  ) throws(Refusal) -> SQLCondition {
    let isCorrelated = outermostFrame < frames.count
    let reach = min(outermostFrame, frame.tie?.outer.frame ?? .max)
    outermostFrame = min(reach, outer)
    let whole = SQLCondition.all(of: frame.conditions + [condition])
    if case .constant(let value) = whole, !value { return .constant(isNegated) }
    var query = frame.query(["1"], where: condition)
    let isMembership = table.correlation == .nothing || isBeyondReach(isCorrelated, reach, whole)
    if isMembership, isCorrelated || reach < frames.count - 1 {
      guard let all = uncorrelated(frame, from: reach) else {
        throw refusal(collection.name, "its subqueries cannot read such outer rows", at: collection.range)
      }
      query = all.query([], where: condition)
    }
    try checkLength(query.length, at: collection.range)
    query.depth = frames.count
    query.canBeMembership = !isCorrelated && !isNegated && frame.tie != nil
    guard isMembership else { return .exists(queries.add(query), isNegated: isNegated) }
    guard query.tie != nil else { throw refusal(collection.name, "its rows have no key", at: collection.range) }
    query.isMembership = true
    return requiring(.exists(queries.add(query), isNegated: false), is: !isNegated)
  }

  /// Returns whether the subquery of a condition reads more of outer rows than the dialect can express.
  private func isBeyondReach(_ isCorrelated: Bool, _ reach: Int, _ condition: SQLCondition) -> Bool {
    if isCorrelated, table.correlation != .anything { return true }
    return !table.reachesOuterQueries && (reach < frames.count - 1 || isCorrelated && condition.hasSubquery)
  }

  /// Runs `body` inside a new query over the elements of a collection and returns that query.
  mutating func withElements(
    of collection: ResolvedCollection, _ body: (inout Lowering) throws(Refusal) -> Void
  ) throws(Refusal) -> QueryFrame {
    let depth = frames.count
    let outer = scopes
    frames.append(QueryFrame())
    defer {
      frames.removeLast(frames.count - depth)
      scopes = outer
    }
    try enter(collection)
    guard frames[depth].source != nil else {
      throw refusal(collection.name, "its elements are values", at: collection.range)
    }
    try body(&self)
    try checkJoins(frames[depth], at: collection.range)
    return frames[depth]
  }

  /// Adds the sources of a collection in order: the first one opens the query, the others join to it.
  private mutating func enter(_ collection: ResolvedCollection) throws(Refusal) {
    let depth = frames.count - 1
    for source in collection.sources {
      switch source {
      case .path(let path): try enter(path, collection, depth)
      case .filter(let predicate):
        let condition = try condition(predicate, is: true)
        if case .constant(true) = condition { continue }
        frames[depth].conditions.append(condition)
      case .value:
        throw refusal(collection.name, "its elements are computed", at: collection.range)
      }
    }
  }

  @inline(never)
  private mutating func enter(
    _ path: ResolvedPath, _ collection: ResolvedCollection, _ depth: Int
  ) throws(Refusal) {
    guard let last = path.steps.last, last.type.isCollection, let name = last.key else {
      // The path ends in a single value or object, which is the element.
      if let row = try row(path, at: collection.range) { return bind(collection.scope, to: .row(row)) }
      let value = ResolvedExpression(.path(path), type: .any, isNullable: true, range: collection.range)
      _ = try bind(collection.scope, toValueOf: value)
      return
    }
    let before = ResolvedPath(scope: path.scope, steps: path.steps.dropLast())
    // The tie of the first source to its owner does not make the query correlated.
    let (outermost, isFirst) = (outermostFrame, frames[depth].source == nil)
    defer { if isFirst { outermostFrame = outermost } }
    guard let owner = try row(before, at: collection.range),
      case .relationship(let index) = model.key(name, ofEntity: owner.entity)
    else { throw refusal(collection.name, "its elements are values", at: collection.range) }
    let relationship = model.entities[owner.entity].relationships[index]
    bind(collection.scope, to: .row(try elements(of: relationship, owner, depth, at: collection.range)))
  }

  /// Makes the value of an expression the element of a scope, and returns the value.
  private mutating func bind(_ scope: Int, toValueOf expression: ResolvedExpression) throws(Refusal) -> SQLValue {
    let before = outermostFrame
    outermostFrame = .max
    let value = try value(expression)
    bind(scope, to: .value(value, outermostFrame: outermostFrame))
    outermostFrame = min(before, outermostFrame)
    return value
  }

  private mutating func bind(_ scope: Int, to value: ScopeValue) {
    while scopes.count <= scope { scopes.append(value) }
    scopes[scope] = value
  }

  /// Adds the rows of a to-many relationship to the query at `depth`: as FROM if it has none yet, else as a join.
  private mutating func elements(
    of relationship: PredicateModel.Relationship, _ owner: Row, _ depth: Int, at range: FormatRange
  ) throws(Refusal) -> Row {
    guard let entity = model.index(ofEntity: relationship.destination) else {
      throw refusal("'\(relationship.name)'", "the model does not have its entity", at: range)
    }
    let destination = model.entities[entity]
    let id = newTable()
    let tie: SQL
    let name: String
    var row: Row
    switch relationship.kind {
    case .toOne: throw refusal("'\(relationship.name)'", "it is not a collection", at: range)
    case .toMany(let foreignKey):
      name = table.quoted(table: destination.table, destination.schema)
      tie = column(foreignKey, of: id)
      row = Row(
        entity: entity, frame: depth, keys: keys(of: destination, id), isNullable: false, table: id,
        identity: .table(id))
    case .linked(let link):
      name = table.quoted(table: link.table, link.schema)
      tie = column(link.source, of: id)
      row = Row(
        entity: entity, frame: depth, keys: [column(link.destination, of: id)], isNullable: false,
        identity: .table(id))
    }
    let source = Query.Source.table(id, name: name)
    if frames[depth].source == nil {
      frames[depth].source = source
      // The tie does not make the conditions correlated.
      frames[depth].tie = QueryFrame.Tie(inner: tie, outer: owner)
    } else {
      frames[depth].joins.append(
        Query.Join(source: source, isOuter: false, tie: Query.Tie(inner: tie, outer: owner.key)))
    }
    // Only the row itself shows which entity of a shared table it belongs to.
    if destination.condition != nil {
      let table = self.table(of: row)
      row.table = table
      if case .toMany = relationship.kind {
        frames[depth].conditions.append(condition(of: destination, table))
      }
    }
    frames[depth].row = row
    return row
  }
}

extension ResolvedCollection {
  /// The elements if this is a list in the format, such as `{1, age}`; nil for all other collections.
  fileprivate var listed: [ResolvedExpression]? {
    guard sources.count == 1, case .value(let list) = sources[0] else { return nil }
    if case .list(let parts) = list.kind { return parts }
    return list.constant?.nanAsNil.elements?.map { ResolvedExpression(constant: $0.nanAsNil, at: list.range) }
  }
}
