import PredicateSyntax

extension Lowering {
  /// Returns a template with its operands, each of which is short or occurs only once.
  func written(
    _ template: SQLTemplate, _ operands: [SQL], _ type: SQLOperation.Operand?, at range: FormatRange
  ) throws(Refusal) -> SQL {
    let isLong = template.repeated.contains { operands.indices.contains($0) && !operands[$0].isRepeatable }
    guard isLong, let type else {
      if isLong, operands.contains(where: { !$0.isCopyable }) {
        throw refusal("such a long operand", "the statement would contain it several times", at: range)
      }
      return try checked(template(operands), at: range)
    }
    return try naming(operands, Array(repeating: type, count: operands.count), at: range) { template($0) }
  }

  /// Returns an expression that may repeat its operands. If they are long, it repeats names of them, so that the size of a
  /// statement is at most proportional to the predicate.
  func naming(
    _ operands: [SQL], _ types: [SQLOperation.Operand], at range: FormatRange, _ expression: ([SQL]) -> SQL
  ) throws(Refusal) -> SQL {
    if operands.allSatisfy({ $0.isRepeatable }) { return try checked(expression(operands), at: range) }
    if table.joinsReductions, operands.contains(where: { $0.hasSubquery }) {
      throw refusal("such an operand with a subquery", "the statement would contain it several times", at: range)
    }
    let named = NamedOperands(values: operands, types: types)
    guard
      let sql = named.spelled(
        dialect, expression(operands.indices.map { SQL("\(NamedOperands.alias).\(NamedOperands.name($0))" as String) }))
    else {
      throw refusal("such a long operand", "the statement would contain it several times", at: range)
    }
    return try checked(sql, at: range)
  }

  /// Returns a condition that may repeat its values. If they are long, it repeats names of them. Values of moderate length are
  /// repeated if the dialect cannot name them.
  mutating func naming(
    _ values: [SQLValue], at range: FormatRange,
    _ condition: (inout Lowering, [SQLValue]) throws(Refusal) -> SQLCondition
  ) throws(Refusal) -> SQLCondition {
    if values.allSatisfy({ $0.sql.isRepeatable }) { return try condition(&self, values) }
    let types = values.map { SQLOperation.Operand($0.type) }
    let hasSubquery = table.joinsReductions && values.contains { $0.sql.hasSubquery }
    let canName = !hasSubquery && NamedOperands.areSpelled(types, dialect)
    guard canName else {
      if values.allSatisfy({ $0.sql.isCopyable }) { return try condition(&self, values) }
      let operand = hasSubquery ? "such an operand with a subquery" : "such a long operand"
      throw refusal(operand, "the statement would contain it several times", at: range)
    }
    var (named, operands): ([SQLValue], [SQL]) = ([], [])
    for (number, value) in values.enumerated() {
      var value = withoutColumn(value)
      value.isNarrow = value.isNarrow || values[number].column != nil
      if case .double(isSingle: true) = value.type {
        value.sql = try double(value, named: "a comparison of numbers", at: range)
        value.type = .double
      }
      operands.append(value.sql)
      value.sql = NamedOperands.column(number)
      named.append(value)
    }
    let whole = try condition(&self, named)
    if case .constant = whole { return whole }
    try checkLength(whole.length, at: range)
    return .naming(NamedOperands(values: operands, types: types), whole)
  }

  // MARK: Integers and doubles

  /// Returns whether the value is an integer that the engine would round for a comparison with the other one, a double.
  func isLargeInteger(_ value: SQLValue, with other: SQLValue) -> Bool {
    guard !table.comparesNumbersExactly, case .integer(let bounds) = value.type, case .double = other.type else {
      return false
    }
    return bounds.lowerBound < -(1 << 53) || bounds.upperBound > 1 << 53
  }

  /// Returns a comparison of an integer and a double that is TRUE exactly if it is true of the two values. Within the range of
  /// integers, it compares the integer with the double rounded down or up.
  func exactly(
    _ left: SQLValue, _ comparator: SQLComparator, _ right: SQLValue, at range: FormatRange
  ) throws(Refusal) -> SQL {
    if case .double = left.type { return try exactly(right, comparator.withOperandsExchanged, left, at: range) }
    guard let floor = dialect.spellings[.floorInteger], let ceiling = dialect.spellings[.ceilingInteger] else {
      throw refusal("a comparison of a 64-bit integer with a double", "it has no such operation", at: range)
    }
    // A name of a single would be rounded on MariaDB.
    let isNamed = !left.sql.isRepeatable || !right.sql.isRepeatable
    let number = isNamed ? try double(right, named: "a comparison of numbers", at: range) : right.sql
    return try naming([left.sql, number], [.integer, .double], at: range) { operands in
      let (i, d) = (operands[0], operands[1])
      let (floor, ceiling) = (floor([d]), ceiling([d]))
      let (least, limit): (SQL, SQL) = ("-9223372036854775808e0", "9223372036854775808e0")
      switch comparator {
      case .equal:
        return "CASE WHEN \(d) >= \(least) AND \(d) < \(limit) THEN \(i) = \(floor) AND \(i) = \(ceiling) END"
      case .unequal:
        return """
          CASE WHEN \(d) >= \(least) AND \(d) < \(limit) THEN \(i) <> \(floor) OR \(i) <> \(ceiling) \
          WHEN \(d) IS NOT NULL THEN \(i) IS NOT NULL END
          """
      case .less, .lessOrEqual:
        let bound = comparator == .less ? ceiling : floor
        return """
          CASE WHEN \(d) >= \(limit) THEN \(i) IS NOT NULL \
          WHEN \(d) >= \(least) THEN \(i) \(sql: comparator.rawValue) \(bound) END
          """
      case .greater, .greaterOrEqual:
        let bound = comparator == .greater ? floor : ceiling
        return """
          CASE WHEN \(d) < \(least) THEN \(i) IS NOT NULL \
          WHEN \(d) < \(limit) THEN \(i) \(sql: comparator.rawValue) \(bound) END
          """
      }
    }
  }
}
