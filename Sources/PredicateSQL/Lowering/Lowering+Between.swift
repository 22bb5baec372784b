import PredicateSemantics
import PredicateSyntax

extension Lowering {
  /// Returns the condition that a value is between two others, or is not.
  mutating func between(_ comparison: ResolvedComparison, is wanted: Bool) throws(Refusal) -> SQLCondition {
    let bounds: [ResolvedExpression]
    switch comparison.right.kind {
    case .constant(.list(let values)):
      bounds = values.map { ResolvedExpression(constant: $0.nanAsNil, at: comparison.right.range) }
    case .constant(.null): return .constant(!wanted)
    case .list(let parts): bounds = parts
    case .constant, .number, .path, .dynamicPath, .elements, .reduce, .reduceWhole, .reduceDynamic, .function,
      .registered, .index, .cast, .setOperation, .distinct, .conditional:
      bounds = []
    }
    guard bounds.count == 2 else {
      throw refusal("BETWEEN", "its bounds are not two values", at: comparison.right.range)
    }
    // nil is never between two values, and no value is between nil and another one.
    if (bounds + [comparison.left]).contains(where: { $0.constant?.isNull == true }) { return .constant(!wanted) }
    guard let first = bounds[0].constant, let second = bounds[1].constant else {
      return try between(values: bounds[0], bounds[1], comparison, is: wanted)
    }
    // The checker has ordered the bounds of a constant list. It has not ordered bounds that are constants computed from others.
    let isReversed = (FormatValue.order(first, second) ?? 0) > 0
    return try isReversed
      ? between(constants: bounds[1], bounds[0], comparison, is: wanted)
      : between(constants: bounds[0], bounds[1], comparison, is: wanted)
  }

  /// Returns the condition for bounds that are constants, in ascending order.
  private mutating func between(
    constants low: ResolvedExpression, _ high: ResolvedExpression, _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let (atLeast, atMost) = comparison.sides(low, high)
    func joined(_ conditions: [SQLCondition]) -> SQLCondition {
      wanted ? .all(of: conditions) : .any(of: conditions)
    }
    guard comparison.left.constant == nil, comparison.left.isComputed, !comparison.left.isAverageOfDecimals else {
      return joined([try condition(atLeast, is: wanted), try condition(atMost, is: wanted)])
    }
    func sides(_ lowering: inout Lowering, _ value: [SQLValue]) throws(Refusal) -> SQLCondition {
      joined([try lowering.compare(value, atLeast, is: wanted), try lowering.compare(value, atMost, is: wanted)])
    }
    let ofEmpty = [atLeast, atMost].map { mayHoldForEmpty($0, is: wanted) }
    let isTrueOfEmpty = wanted ? !ofEmpty.contains(false) : ofEmpty.contains(true)
    let test = try reductionTest(
      comparison.left, isTrueOfEmpty: isTrueOfEmpty, repeatsValue: true, at: comparison.range, sides)
    if let test { return test }
    let results = NumericInterval(.between, .list([low, high].compactMap { $0.constant }))
    if let condition = try solved(atLeast, results, is: wanted) { return condition }
    return try naming([value(comparison.left)], at: comparison.range, sides)
  }

  /// Returns the condition for other bounds, whose order may differ from row to row.
  private mutating func between(
    values first: ResolvedExpression, _ second: ResolvedExpression, _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let (low, high) = comparison.sides(first, second)
    let (otherLow, otherHigh) = comparison.sides(second, first)
    let parts = [low, high, otherLow, otherHigh]
    var known: [SQLCondition?] = []
    for part in parts { known.append(try resultWithoutValues(part, is: true)) }
    let operands = [comparison.left, first, second]
    return try naming(rowValues(of: operands), at: comparison.range) { lowering, named throws(Refusal) in
      // The value of each operand, or none for a constant.
      var rest = named[...]
      let sides = operands.map { $0.constant == nil ? [rest.removeFirst()] : [] }
      let bounds = [sides[1], sides[2], sides[2], sides[1]]
      var conditions: [SQLCondition] = []
      for index in parts.indices {
        // A nil bound never matches, although nil >= nil is true, so these comparisons exclude nil.
        if let condition = known[index] {
          conditions.append(condition)
        } else {
          let values = sides[0] + bounds[index]
          conditions.append(try lowering.compare(values, parts[index], is: true, acceptsTwoNils: false))
        }
      }
      let ordered = SQLCondition.all(of: Array(conditions[..<2]))
      let reversed = SQLCondition.all(of: Array(conditions[2...]))
      return lowering.requiring(.any(of: [ordered, reversed]).withoutKeys, is: wanted)
    }
  }
}

extension ResolvedComparison {
  /// Returns the comparisons with the bounds of BETWEEN: `>=` the low one, and `<=` the high one.
  fileprivate func sides(
    _ low: ResolvedExpression, _ high: ResolvedExpression
  ) -> (ResolvedComparison, ResolvedComparison) {
    var (atLeast, atMost) = (self, self)
    (atLeast.operator, atLeast.right) = (.greaterThanOrEqual, low)
    (atMost.operator, atMost.right) = (.lessThanOrEqual, high)
    return (atLeast, atMost)
  }
}
