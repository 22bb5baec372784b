import PredicateSemantics
import PredicateSyntax

extension Lowering {
  /// Returns a reduction of the elements' values as a scalar subselect, or as a column of a joined query.
  mutating func reduce(
    _ reduction: Reduction, _ collection: ResolvedCollection, _ leaf: ResolvedExpression, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    if table.joinsReductions, let value = try joinedReduction(reduction, collection, leaf, at: range) { return value }
    if frames.count > 1, table.joinsReductions {
      throw refusal("\(reduction.name) within ANY, ALL or SUBQUERY", "its planner cannot resolve outer rows", at: range)
    }
    if table.correlation == .nothing {
      throw refusal(reduction.name, "its subqueries cannot read outer rows", at: range)
    }
    var result: SQLValue?
    let before = outermostFrame
    outermostFrame = .max
    let frame = try withElements(of: collection) { lowering throws(Refusal) in
      result = try lowering.reduced(reduction, of: leaf, at: range)
    }
    if outermostFrame < frames.count, table.correlation != .anything {
      throw refusal(reduction.name, "its subqueries cannot read other values of outer rows than keys", at: range)
    }
    outermostFrame = min(before, outermostFrame, frame.tie?.outer.frame ?? .max)
    var value = try subselect(result, frame, at: range)
    switch reduction.kind {
    case .count, .sum:
      if value.isNullable, table.operations[.totalSubquery] != "{0}" {
        throw refusal("\(reduction.name) of 64-bit integers", "it may overflow, and has no 0 for no rows", at: range)
      }
      value.sql = try spell(.totalSubquery, value.sql, for: reduction.name, at: range)
    case .average, .minimum, .maximum, .median, .mode, .standardDeviation: break
    }
    value.readsOuterRow = true
    return value
  }

  /// Returns a reduction as a column of a joined query that groups the elements by owner, or nil if the elements depend on
  /// another row than the owner.
  @inline(never)
  private mutating func joinedReduction(
    _ reduction: Reduction, _ collection: ResolvedCollection, _ leaf: ResolvedExpression, at range: FormatRange
  ) throws(Refusal) -> SQLValue? {
    // A sum of decimals may be an error, but not because of an owner that another condition excludes.
    if case .decimal = leaf.type, reduction.kind == .sum || reduction.kind == .average { return nil }
    let before = self
    outermostFrame = .max
    var result: SQLValue?
    let frame = try withElements(of: collection) { lowering throws(Refusal) in
      result = try lowering.reduced(reduction, of: leaf, at: range)
    }
    guard var value = result, let tie = frame.tie, outermostFrame >= frames.count else {
      self = before
      return nil
    }
    outermostFrame = min(before.outermostFrame, tie.outer.frame)
    let group = newTable()
    let owner = SQL(.column(group, "owner"))
    var query = frame.query(["\(tie.inner) AS owner", "\(value.sql) AS value"], isTied: false)
    query.groups = [tie.inner]
    try checkLength(query.length, at: range)
    frames[tie.outer.frame].joins.append(
      Query.Join(source: .query(query, group), isOuter: true, condition: .test("\(owner) = \(tie.outer.key)")))
    let total = SQL(.column(group, "value"))
    // An empty collection has no group.
    switch reduction.kind {
    case .count, .sum: value.sql = SQL(.choice(.test("\(owner) IS NULL"), "0", total))
    case .average, .minimum, .maximum, .median, .mode, .standardDeviation: value.sql = total
    }
    return value
  }

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
    var result = try reduced(reduction, value(leaf), at: range)
    guard table.joinsReductions else { return try subselect(result, frames[depth], at: range) }
    let whole = newTable()
    let query = frames[depth].query(["\(result.sql) AS value"])
    try checkLength(query.length, at: range)
    frames[depth - 1].joins.append(Query.Join(source: .query(query, whole), isOuter: false, condition: .always))
    result.sql = SQL(.column(whole, "value"))
    return result
  }

  private func subselect(
    _ value: SQLValue?, _ frame: QueryFrame, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    guard var value else { throw refusal("the collection", "it has no value", at: range) }
    value.sql = try checked(SQL(.query(frame.query([value.sql]))), at: range)
    return value
  }

  /// Returns the term that a reduction of an expression of each element selects.
  mutating func reduced(
    _ reduction: Reduction, of leaf: ResolvedExpression, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    // Counts every element, whatever its value.
    let counts = reduction.kind == .count && reduction.isCollectionOperator
    return try reduced(reduction, counts ? nil : value(leaf), at: range)
  }

  /// Returns the term that a reduction selects. The operand is nil only for counts of all elements.
  mutating func reduced(
    _ reduction: Reduction, _ operand: SQLValue?, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let name = reduction.name
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
      if !reduction.isCollectionOperator { note(.error, "\(name) of an empty collection yields nil", at: range) }
      return result
    case .sum: return try sum(operand, name, at: range)
    case .average:
      if case .decimal = operand.type {
        throw refusal("\(name) of decimals", "evaluation in memory keeps 38 digits of the result", at: range)
      }
      let sum = try sum(operand, name, at: range)
      // nil counts as 0 for the operator, but the function ignores it.
      let total = try spell(.double, sum.sql, for: name, at: range)
      let divisor = reduction.isCollectionOperator ? "COUNT(*)" : count
      if !reduction.isCollectionOperator { note(.error, "\(name) of an empty collection yields nil", at: range) }
      return SQLValue(.infix(total, "/", .function("NULLIF", divisor, "0")), .double, isNullable: true)
    case .median, .mode, .standardDeviation: throw refusal(name, "it has no such operation", at: range)
    }
  }

  private mutating func sum(_ operand: SQLValue, _ name: String, at range: FormatRange) throws(Refusal) -> SQLValue {
    if case .decimal = operand.type { return try sum(operand, named: name, at: range) }
    guard case .integer(let bounds) = operand.type else {
      throw refusal(name, "the sum of such numbers depends on the order in which they are added", at: range)
    }
    // The sum of 4 billion (2^32) rows of 32 bits fits into 64 bits.
    let isSmall = bounds.lowerBound >= Int64(Int32.min) && bounds.upperBound <= Int64(UInt32.max)
    if !isSmall { note(.error, "\(name) yields nil if the result does not fit into 64 bits", at: range) }
    return SQLValue(
      try spell(isSmall ? .sumSmall : .sumLarge, operand.sql, for: name, at: range), .integer64, isNullable: !isSmall)
  }
}
