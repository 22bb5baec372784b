import PredicateSemantics
import PredicateSyntax

extension Lowering {
  /// The elements of a collection as a query, and a reduction of their values as a term of the query.
  private struct ReducedElements {
    let reduction: Reduction
    let frame: QueryFrame
    let term: SQLValue
    /// Whether the elements depend on another row of outer queries than the owner.
    let isCorrelated: Bool
    /// The keys of the elements and of the owner if the elements can be grouped by owner; else nil. A sum of decimals in units may be
    /// an error, but not because of an owner that another condition excludes, so it is computed for each owner.
    let groups: QueryFrame.Tie?
  }

  /// Returns a reduction of the elements' values.
  mutating func reduce(
    _ reduction: Reduction, _ collection: ResolvedCollection, _ leaf: ResolvedExpression, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    try joinableValue(of: elements(of: collection, reduction, leaf, at: range), at: range)
  }

  /// Returns the reduction for each owner, as a value whose groups a pass can join. Not part of `reduce`, so that the recursion does
  /// not keep its stack frame.
  @inline(never)
  private mutating func joinableValue(of elements: ReducedElements, at range: FormatRange) throws(Refusal) -> SQLValue {
    let value = try value(of: elements, at: range)
    switch elements.reduction.kind {
    case .minimum, .maximum, .average:
      if frames.count == 1, case .query(let query) = value.sql.node, let tie = elements.groups {
        queries[query.number].reduction = Query.Reduction(owner: tie.inner, table: newTable())
      }
    case .count, .sum, .median, .mode, .standardDeviation: break
    }
    return value
  }

  @inline(never)
  private mutating func elements(
    of collection: ResolvedCollection, _ reduction: Reduction, _ leaf: ResolvedExpression, at range: FormatRange
  ) throws(Refusal) -> ReducedElements {
    var term: SQLValue?
    let before = outermostFrame
    outermostFrame = .max
    var frame = try withElements(of: collection) { lowering throws(Refusal) in
      term = try lowering.reduced(reduction, of: leaf, at: range)
    }
    guard let term else { throw refusal("the collection", "it has no value", at: range) }
    var isCorrelated = outermostFrame < frames.count
    if isCorrelated, let all = groupable(frame) { (frame, isCorrelated) = (all, false) }
    outermostFrame = min(before, outermostFrame, frame.tie?.outer.frame ?? .max)
    var mayFail = false
    if case .decimal = leaf.type, !table.storage.contains(.nativeDecimal) { mayFail = reduction.kind == .sum }
    return ReducedElements(
      reduction: reduction, frame: frame, term: term, isCorrelated: isCorrelated,
      groups: isCorrelated || mayFail ? nil : frame.tie)
  }

  /// Returns the query of the elements of all owners if they can be grouped by owner although they depend on other values of the
  /// owner's query than its key; nil if they cannot, or if a scalar subselect is possible.
  private func groupable(_ frame: QueryFrame) -> QueryFrame? {
    let owners = frames.count - 1
    guard table.joinsReductions, table.correlation != .anything || owners > 0, frames[owners].hasRowPerObject,
      let result = uncorrelated(frame, from: outermostFrame), result.tie?.outer.frame == owners
    else { return nil }
    return result
  }

  /// Returns the reduction for each owner, as a scalar subselect or as a column of a joined query.
  @inline(never)
  private mutating func value(of elements: ReducedElements, at range: FormatRange) throws(Refusal) -> SQLValue {
    let (name, kind) = (elements.reduction.name, elements.reduction.kind)
    if table.joinsReductions, let groups = elements.groups {
      return try joined(elements, groups, at: range)
    }
    if frames.count > 1, table.joinsReductions {
      throw refusal("\(name) within ANY, ALL or SUBQUERY", "its planner cannot resolve outer rows", at: range)
    }
    if table.correlation == .nothing { throw refusal(name, "its subqueries cannot read outer rows", at: range) }
    if elements.isCorrelated, table.correlation != .anything {
      throw refusal(name, "its subqueries cannot read other values of outer rows than keys", at: range)
    }
    var value = try subselect(elements.term, elements.frame, at: range)
    if kind == .count || kind == .sum {
      if value.isNullable, table.operations[.totalSubquery] != "{0}" {
        throw refusal("\(name) of such numbers", "it may overflow, and has no 0 for no rows", at: range)
      }
      value.sql = try spell(.totalSubquery, value.sql, for: name, at: range)
    }
    value.readsOuterRow = true
    return value
  }

  /// Returns a reduction as a column of a joined query that groups the elements by owner.
  private mutating func joined(
    _ elements: ReducedElements, _ tie: QueryFrame.Tie, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    var value = elements.term
    let group = newTable()
    let owner = SQL(.column(group, "owner"))
    var query = elements.frame.query(["\(tie.inner) AS owner", "\(value.sql) AS value"], isTied: false)
    query.groups = [tie.inner]
    try checkLength(query.length, at: range)
    frames[tie.outer.frame].joins.append(
      Query.Join(
        source: .query(queries.add(query), group), isOuter: true, tie: Query.Tie(inner: owner, outer: tie.outer.key)))
    let total = SQL(.column(group, "value"))
    // An empty collection has no group.
    switch elements.reduction.kind {
    case .count, .sum: value.sql = SQL(.choice(.test("\(owner) IS NULL"), "0", total))
    case .average, .minimum, .maximum, .median, .mode, .standardDeviation: value = value.moved(to: total)
    }
    return value
  }

  // MARK: Comparisons of reductions

  /// Returns a comparison of a reduction with a constant, or nil if this is another comparison.
  @inline(never)
  mutating func reductionTest(_ comparison: ResolvedComparison, is wanted: Bool) throws(Refusal) -> SQLCondition? {
    let ordered = comparison.withConstantOnRight
    guard ordered.right.constant != nil else { return nil }
    return try reductionTest(ordered.left, isTrueOfEmpty: mayHoldForEmpty(ordered, is: wanted), at: comparison.range) {
      lowering, value throws(Refusal) in
      try lowering.compare(value, comparison, is: wanted)
    }
  }

  /// Returns a condition on a reduction. Returns nil if the expression is not a reduction.
  ///
  /// It has two forms: the condition on the value for each owner, and membership of the owner's key in a query that groups the
  /// elements by owner, which reads each element once. An empty collection has no group, so the second form requires a condition
  /// that is false of it.
  ///
  /// - Parameter repeatsValue: Whether the condition contains its value several times.
  mutating func reductionTest(
    _ expression: ResolvedExpression, isTrueOfEmpty: Bool, repeatsValue: Bool = false, at range: FormatRange,
    _ condition: (inout Lowering, [SQLValue]) throws(Refusal) -> SQLCondition
  ) throws(Refusal) -> SQLCondition? {
    guard case .reduce(let reduction, let collection, let leaf) = expression.kind else { return nil }
    let elements = try elements(of: collection, reduction, leaf, at: expression.range)
    let value = try value(of: elements, at: expression.range)
    let single = try repeatsValue ? naming([value], at: range, condition) : condition(&self, [value])
    guard frames.count == 1, groups == nil, !isTrueOfEmpty, let tie = elements.groups else { return single }
    let having = try condition(&self, [elements.term])
    if case .constant = having { return having }
    var query = elements.frame.query([])
    query.isMembership = true
    query.groups = [tie.inner]
    query.having = having
    try checkLength(query.length, at: range)
    return .either(single, .exists(queries.add(query), isNegated: false))
  }

  /// Returns whether a comparison of a reduction with a constant has the value for an empty collection, or is one that cannot be
  /// compared here.
  func mayHoldForEmpty(_ comparison: ResolvedComparison, is wanted: Bool) -> Bool {
    guard case .reduce(let reduction, _, _) = comparison.left.kind, let limit = comparison.right.constant,
      let comparator = SQLComparator(comparison.operator)
    else { return true }
    let empty: FormatValue
    switch reduction.kind {
    case .count, .sum: empty = .integer(0)
    case .average, .minimum, .maximum, .median, .mode, .standardDeviation: empty = .null
    }
    return Self.compareConstants(empty, comparator, limit, comparison) == wanted
  }

  // MARK: All objects

  /// Returns a reduction over all objects of the entity as a scalar subselect, which is computed once.
  mutating func reduceWhole(
    _ reduction: Reduction, _ leaf: ResolvedExpression, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    if groups != nil { return try reduceGroup(reduction, leaf, at: range) }
    guard case .row(let root)? = scopes.first else { throw refusal(reduction.name, "SELF is a value", at: range) }
    let outer = scopes
    let depth = frames.count
    let (frame, row) = rootFrame(of: root.entity)
    frames.append(frame)
    scopes = [.row(row)]
    let before = outermostFrame
    defer {
      scopes = outer
      frames.removeLast(frames.count - depth)
      outermostFrame = before
    }
    let result = try reduced(reduction, value(leaf), at: range)
    guard table.joinsReductions else { return try subselect(result, frames[depth], at: range) }
    let whole = newTable()
    let query = frames[depth].query(["\(result.sql) AS value"])
    try checkLength(query.length, at: range)
    frames[depth - 1].joins.append(Query.Join(source: .query(queries.add(query), whole), isOuter: false))
    return result.moved(to: SQL(.column(whole, "value")))
  }

  private mutating func subselect(
    _ value: SQLValue, _ frame: QueryFrame, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    value.moved(to: try checked(SQL(.query(queries.add(frame.query([value.sql])))), at: range))
  }

  /// Returns the term that a reduction of an expression of each element selects.
  mutating func reduced(
    _ reduction: Reduction, of leaf: ResolvedExpression, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    // Counts every element, whatever its value.
    let counts = reduction.kind == .count && reduction.isCollectionOperator
    if counts { return try reduced(reduction, nil, at: range) }
    return try reduced(reduction, reduction.kind == .count ? counted(leaf) : value(leaf), at: range)
  }

  /// Returns a value that is nil if an expression is nil. Each column of an object's primary key is one.
  private mutating func counted(_ expression: ResolvedExpression) throws(Refusal) -> SQLValue {
    if case .path(let path) = expression.kind, let row = try row(path, at: expression.range), row.keys.count > 1 {
      return SQLValue(row.keys[0], .object(entity: row.entity), isNullable: row.isNullable)
    }
    return try value(expression)
  }

  /// Returns the term that a reduction selects. The operand is nil only for counts of all elements.
  mutating func reduced(
    _ reduction: Reduction, _ operand: SQLValue?, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let name = reduction.name
    let addsInAnyOrder = operand?.column?.attribute.addsInAnyOrder == true
    guard let operand = operand.map({ withoutNaN($0) }) else {
      return SQLValue("COUNT(*)", .integer(0...Int64.max), isNullable: false)
    }
    let count: SQL = operand.isNullable ? .function("COUNT", operand.sql) : "COUNT(*)"
    switch reduction.kind {
    case .count: return SQLValue(count, .integer(0...Int64.max), isNullable: false)
    case .minimum, .maximum:
      switch operand.type {
      case .boolean, .uuid, .data, .object: throw refusal(name, "such values have no order", at: range)
      case .integer, .double, .decimal, .text, .date: break
      }
      var result = operand
      let function = reduction.kind == .minimum ? "MIN" : "MAX"
      result.sql = .function(function, orderText(operand))
      result.isNullable = true
      result.isNarrow = operand.isNarrow || operand.column != nil
      result.column = nil
      result.origin = operand.column.map { SQLValue.Origin(.extreme($0)) }
      if !reduction.isCollectionOperator { note(.error, "\(name) of an empty collection yields nil", at: range) }
      return result
    case .sum: return try sum(operand, name, addsInAnyOrder, at: range)
    case .average:
      if case .decimal = operand.type {
        throw refusal("\(name) of decimals", "evaluation in memory keeps 38 digits of the result", at: range)
      }
      let sum = try sum(operand, name, addsInAnyOrder, at: range)
      // nil counts as 0 for the operator, but the function ignores it.
      let total = sum.type == .double ? sum.sql : try spell(.double, sum.sql, for: name, at: range)
      let divisor = reduction.isCollectionOperator ? "COUNT(*)" : count
      if !reduction.isCollectionOperator { note(.error, "\(name) of an empty collection yields nil", at: range) }
      return SQLValue(.infix(total, "/", .function("NULLIF", divisor, "0")), .double, isNullable: true)
    case .median, .mode, .standardDeviation: throw refusal(name, "it has no such operation", at: range)
    }
  }

  private mutating func sum(
    _ operand: SQLValue, _ name: String, _ addsInAnyOrder: Bool, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    if case .decimal = operand.type { return try sum(operand, named: name, at: range) }
    if case .double = operand.type, addsInAnyOrder {
      note(.error, "\(name) yields nil if the result is not a finite number", at: range)
      note(.order, "the last digits of \(name) depend on the order in which the engine adds", at: range)
      let sql = try double(operand, named: name, at: range)
      return SQLValue(try spell(.sumDoubles, sql, for: name, at: range), .double, isNullable: true)
    }
    guard case .integer(let bounds) = operand.type else {
      throw refusal(name, "the sum of doubles depends on the order in which they are added", at: range)
    }
    // The sum of 4 billion (2^32) rows of 32 bits fits into 64 bits.
    let isSmall = bounds.lowerBound >= Int64(Int32.min) && bounds.upperBound <= Int64(UInt32.max)
    if !isSmall { note(.error, "\(name) yields nil if the result does not fit into 64 bits", at: range) }
    return SQLValue(
      try spell(isSmall ? .sumSmall : .sumLarge, operand.sql, for: name, at: range), .integer64, isNullable: !isSmall)
  }
}
