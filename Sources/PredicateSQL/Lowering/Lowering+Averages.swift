import PredicateSemantics
import PredicateSyntax

// Comparisons of averages of decimals. An average may have more digits than the engine keeps, but its sum and its count are exact.

extension Lowering {
  /// Returns a comparison of an average of decimals with a constant, or nil for all other comparisons. The average may have
  /// more digits than the engine keeps. The sum of the differences between the values and the constant is exact, and has the
  /// same sign as the difference between the average and the constant.
  @inline(never)
  mutating func comparisonOfAverage(_ comparison: ResolvedComparison, is wanted: Bool) throws(Refusal) -> SQLCondition?
  {
    let ordered = comparison.withConstantOnRight
    guard ordered.left.isAverageOfDecimals, let (reduction, values) = ordered.left.average,
      let constant = ordered.right.constant?.decimal, let comparator = SQLComparator(ordered.operator),
      let subtraction = PredefinedFunction.named(ArithmeticOperator.subtract.selector),
      case .values(let subtract) = subtraction.definition
    else { return nil }
    if !reduction.isCollectionOperator {
      note(.error, "\(reduction.name) of an empty collection yields nil", at: ordered.left.range)
    }
    func number(_ value: FormatValue) -> ResolvedExpression {
      ResolvedExpression(constant: value, at: ordered.right.range)
    }
    func part(_ left: ResolvedExpression, _ op: ResolvedComparison.Operator, _ right: FormatValue) -> ResolvedPredicate
    {
      var part = ordered
      (part.left, part.operator, part.right) = (left, op, number(right))
      return .comparison(part)
    }
    var difference = values
    difference.kind = .function(subtract, [values, number(.decimal(constant))])
    // Collection operators count nil as 0.
    if reduction.isCollectionOperator, values.isNullable {
      difference.kind = .conditional(
        part(values, .equal, .null), number(.decimal(constant.negated)), difference)
      difference.isNullable = false
    }
    if !table.storage.contains(.nativeDecimal) {
      // Smaller units than those of the values might not fit into 64 bits.
      var others = self
      guard case .decimal(.scaledInteger(let scale)) = try others.value(ordered.left.reducing(values, by: .sum)).type,
        -constant.exponent <= scale
      else { throw refusal(reduction.name, "the constant has more decimal places than the values", at: ordered.range) }
    }
    let sum = ordered.left.reducing(difference, by: .sum)
    let isEmpty = part(ordered.left.reducing(values, by: .count), .equal, .integer(0))
    let sign = part(sum, ordered.operator, .integer(0))
    let predicate: ResolvedPredicate =
      switch comparator {
      // The sum of no differences is 0.
      case .less, .greater: sign
      case .unequal: .or([isEmpty, sign])
      case .equal, .lessOrEqual, .greaterOrEqual: .and([.not(isEmpty), sign])
      }
    return try condition(predicate, is: wanted)
  }

  /// Returns a comparison of an average of decimals with a decimal of the row, or nil for all other comparisons. The sum is compared
  /// with the product of the other value and the count.
  @inline(never)
  mutating func comparisonWithAverage(
    _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition? {
    var ordered = comparison
    if !comparison.left.isAverageOfDecimals, let exchanged = comparison.operator.withOperandsExchanged {
      (ordered.left, ordered.operator, ordered.right) = (comparison.right, exchanged, comparison.left)
    }
    let other = ordered.right
    guard ordered.left.isAverageOfDecimals, let (reduction, values) = ordered.left.average, other.constant == nil,
      other.type == .decimal, !other.isAverageOfDecimals, let comparator = SQLComparator(ordered.operator),
      let multiplication = PredefinedFunction.named(ArithmeticOperator.multiply.selector),
      case .values(let multiply) = multiplication.definition
    else { return nil }
    if !reduction.isCollectionOperator {
      note(.error, "\(reduction.name) of an empty collection yields nil", at: ordered.left.range)
    }
    func part(
      _ left: ResolvedExpression, _ op: ResolvedComparison.Operator, _ right: ResolvedExpression
    ) -> ResolvedPredicate {
      var part = ordered
      (part.left, part.operator, part.right) = (left, op, right)
      return .comparison(part)
    }
    func constant(_ value: FormatValue) -> ResolvedExpression { ResolvedExpression(constant: value, at: other.range) }
    let count = ordered.left.reducing(values, by: .count)
    var product = other
    product.kind = .function(multiply, [other, count])
    let sum = ordered.left.reducing(values, by: .sum)
    let isEmpty = part(count, .equal, constant(.integer(0)))
    let areNil = ResolvedPredicate.and([isEmpty, part(other, .equal, constant(.null))])
    func test(_ op: ResolvedComparison.Operator) -> ResolvedPredicate {
      .or([.and([.not(isEmpty), part(sum, op, product)]), areNil])
    }
    let predicate: ResolvedPredicate =
      switch comparator {
      // Without values, the sum and the product are 0.
      case .less, .greater: part(sum, ordered.operator, product)
      case .equal, .lessOrEqual, .greaterOrEqual: test(ordered.operator)
      case .unequal: .not(test(.equal))
      }
    return try condition(predicate, is: wanted)
  }
}

extension ResolvedExpression {
  /// Whether the expression is an average of decimals.
  var isAverageOfDecimals: Bool { type == .decimal && average != nil }

  /// The reduction and its values, if the expression is an average.
  fileprivate var average: (Reduction, ResolvedExpression)? {
    switch kind {
    case .reduce(let reduction, _, let values) where reduction.kind == .average: (reduction, values)
    case .reduceWhole(let reduction, let values) where reduction.kind == .average: (reduction, values)
    default: nil
    }
  }

  /// Returns the reduction of other values of the same elements, of another kind.
  fileprivate func reducing(_ values: ResolvedExpression, by other: Reduction.Kind) -> ResolvedExpression {
    var result = self
    switch kind {
    case .reduce(var reduction, let collection, _):
      reduction.kind = other
      result.kind = .reduce(reduction, collection, values)
    case .reduceWhole(var reduction, _):
      reduction.kind = other
      result.kind = .reduceWhole(reduction, values)
    default: break
    }
    result.type = other == .count ? .integer : .decimal
    return result
  }
}

extension FormatValue {
  /// The decimal, if the value is one or an integer.
  fileprivate var decimal: FormatDecimal? {
    switch self {
    case .decimal(let number): number
    case .integer(let number): FormatDecimal(number)
    case .null, .bool, .unsigned, .double, .string, .date, .uuid, .data, .list, .set, .record, .object: nil
    }
  }
}
