import PredicateSyntax

extension Lowering {
  /// Returns a template with its operands, each of which is short or occurs only once.
  func written(
    _ template: SQLTemplate, _ operands: [SQLText], _ type: SQLOperation.Operand?, at range: FormatRange
  ) throws(Refusal) -> SQLText {
    let isLong = template.repeated.contains { operands.indices.contains($0) && !operands[$0].isRepeatable }
    guard isLong, let type else { return try checked(template(operands), at: range) }
    return try naming(operands, Array(repeating: type, count: operands.count), at: range) { template($0) }
  }

  /// Returns an expression that may repeat its operands. If they are long, it repeats names of them, so that the size of a
  /// statement is at most proportional to the predicate.
  func naming(
    _ operands: [SQLText], _ types: [SQLOperation.Operand], at range: FormatRange, _ expression: ([SQLText]) -> SQLText
  ) throws(Refusal) -> SQLText {
    if operands.allSatisfy({ $0.isRepeatable }) { return try checked(expression(operands), at: range) }
    if table.joinsReductions, operands.contains(where: { $0.hasSubquery }) {
      throw refusal("such an operand with a subquery", "the statement would contain it several times", at: range)
    }
    var names: [SQLText] = []
    var list: [SQLText] = []
    var declarations: [SQLText] = []
    for (number, operand) in operands.enumerated() {
      let name = SQLText(stringLiteral: "v\(number)")
      names.append("v.\(name)")
      list.append(try named(.namedOperand, [operand, name], at: range))
      declarations.append(
        try named(types[number].declaration, [name, SQLText(stringLiteral: "'$[\(number)]'")], at: range))
    }
    let lists: [SQLText] = [.joined(list, by: ", "), .joined(declarations, by: ", ")]
    return try checked(named(.naming, [expression(names)] + lists, at: range), at: range)
  }

  private func named(
    _ operation: SQLOperation, _ operands: [SQLText], at range: FormatRange
  ) throws(Refusal) -> SQLText {
    guard let template = dialect.spellings[operation] else {
      throw refusal("such a long operand", "the statement would contain it several times", at: range)
    }
    return template(operands)
  }

  // MARK: Integers and doubles

  /// Returns whether the value is an integer that the engine would round for a comparison with the other one, a double.
  func isLargeInteger(_ value: SQLValue, beside other: SQLValue) -> Bool {
    guard !table.comparesNumbersExactly, case .integer(let bounds) = value.type, case .double = other.type else {
      return false
    }
    return bounds.lowerBound < -(1 << 53) || bounds.upperBound > 1 << 53
  }

  /// Returns a comparison of an integer and a double that is TRUE exactly if it is true of the two values. Within the range of
  /// integers, it compares the integer with the double rounded down or up.
  func exactly(
    _ left: SQLValue, _ comparator: SQLComparator, _ right: SQLValue, at range: FormatRange
  ) throws(Refusal) -> SQLText {
    if case .double = left.type { return try exactly(right, comparator.reversed, left, at: range) }
    guard let floor = dialect.spellings[.floorInteger], let ceiling = dialect.spellings[.ceilingInteger] else {
      throw refusal("a comparison of a 64-bit integer with a double", "it has no such operation", at: range)
    }
    return try naming([left.sql, right.sql], [.integer, .double], at: range) { operands in
      let (i, d) = (operands[0], operands[1])
      let (floor, ceiling) = (floor([d]), ceiling([d]))
      let (least, limit): (SQLText, SQLText) = ("-9223372036854775808e0", "9223372036854775808e0")
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
