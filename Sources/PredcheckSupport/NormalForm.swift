import PredicateSemantics
import PredicateSyntax

/// Rewrites a predicate to a form that many predicates with the same meaning share. The form has the same answer for every row if
/// a value that cannot be computed is nil.
///
/// NOT is moved to the comparisons, the operands of AND and OR are sorted, constants are on the right, `>` between two keys becomes
/// `<`, BETWEEN becomes two comparisons, IN of constants becomes OR, and variables of SUBQUERY are numbered.
package struct NormalForm: TreeRewriter {
  private var variables = VariableScopes<String>()

  /// Returns the form, or nil if the predicate has none: it is too high to be rewritten, or has `:=`, whose position matters, or a
  /// call such as `random()`, whose value may differ each time.
  package static func predicate(of predicate: FormatPredicate) -> FormatPredicate? {
    if predicate.height + 4 > PredicateLimits.greatestHeight { return nil }
    let hasNone = predicate.contains { expression in
      if case .assignment = expression.kind { true } else { expression.mayDifferEachTime }
    }
    if hasNone { return nil }
    var form = NormalForm()
    return form.normal(predicate)
  }

  private mutating func normal(_ predicate: FormatPredicate, isNegated: Bool = false) -> FormatPredicate {
    switch predicate.kind {
    case .constant(let value): FormatPredicate(value != isNegated)
    case .not(let part): normal(part, isNegated: !isNegated)
    case .and(let parts): joined(parts.map { normal($0, isNegated: isNegated) }, isAnd: !isNegated)
    case .or(let parts): joined(parts.map { normal($0, isNegated: isNegated) }, isAnd: isNegated)
    case .comparison(let comparison): normal(comparison, isNegated: isNegated)
    case .invalid: predicate
    }
  }

  /// Joins predicates in normal form: without duplicates, in the order of their texts.
  private func joined(_ parts: [FormatPredicate], isAnd: Bool) -> FormatPredicate {
    // Swift's strings would treat composed and decomposed letters as equal. The language does not.
    var operands: [[UInt8]: FormatPredicate] = [:]
    for part in parts {
      switch part.kind {
      case .constant(let value): if value != isAnd { return part }
      case .and(let inner) where isAnd: for part in inner { operands[Array(part.format.utf8)] = part }
      case .or(let inner) where !isAnd: for part in inner { operands[Array(part.format.utf8)] = part }
      default: operands[Array(part.format.utf8)] = part
      }
    }
    let sorted = operands.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    guard let first = sorted.first else { return FormatPredicate(isAnd) }
    if sorted.count == 1 { return first }
    return FormatPredicate(isAnd ? .and(sorted) : .or(sorted))
  }

  // MARK: Comparisons

  private mutating func normal(_ comparison: FormatPredicate.Comparison, isNegated: Bool) -> FormatPredicate {
    var comparison = comparison
    comparison.left = rewrite(comparison.left)
    comparison.right = rewrite(comparison.right)
    if comparison.modifier == .direct {
      if comparison.operator == .contains {
        (comparison.left, comparison.operator, comparison.right) = (comparison.right, .in, comparison.left)
      }
      if let parts = comparison.parts {
        // BETWEEN is an AND, and IN is an OR.
        let isAnd = (comparison.operator == .between) != isNegated
        return joined(parts.map { $0.inNormalOrder.predicate(isNegated: isNegated) }, isAnd: isAnd)
      }
      comparison = comparison.inNormalOrder
    }
    return comparison.predicate(isNegated: isNegated)
  }

  // MARK: Expressions

  package mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    switch expression.kind {
    case .variable(let name): return variables[name].map { .variable($0) }
    case .conditional(let choice):
      let condition = normal(choice.condition)
      let then = rewrite(choice.then)
      return FormatExpression(.conditional(.init(condition, then, rewrite(choice.otherwise))))
    case .subquery(let subquery):
      let collection = rewrite(subquery.collection)
      let name = "subquery\(variables.depth)"
      variables.enter(subquery.variable, name)
      let predicate = normal(subquery.predicate)
      variables.leave()
      return .subquery(collection, variable: name, predicate)
    default: return nil
    }
  }

  package mutating func replacement(for step: FormatExpression.KeyStep) -> [FormatExpression.KeyStep] {
    if case .variable(let name) = step.kind, let other = variables[name] { [.variable(other)] } else { [step] }
  }
}

extension FormatPredicate.Comparison {
  /// The comparisons that BETWEEN and IN of constants consist of, or nil for other comparisons.
  fileprivate var parts: [Self]? {
    guard let constants = right.constantElements else { return nil }
    switch `operator`.kind {
    case .between:
      guard left.isKey, constants.count == 2, let order = FormatValue.order(constants[0], constants[1]) else {
        return nil
      }
      let bounds = constants.map { FormatExpression(.constant($0)) }
      let (low, high) = order > 0 ? (bounds[1], bounds[0]) : (bounds[0], bounds[1])
      return [Self(left, .greaterThanOrEqualTo, low), Self(left, .lessThanOrEqualTo, high)]
    case .isIn:
      // Options have no effect on lists, and IN never finds nil.
      guard left.isKey else { return nil }
      return constants.filter { !$0.isNull }.map { Self(left, .equalTo, FormatExpression(.constant($0))) }
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .contains, .text, .matches,
      .program:
      return nil
    }
  }

  /// The comparison with the constant on the right, and of two keys with `<` instead of `>`.
  fileprivate var inNormalOrder: Self {
    if right.isConstant, !left.isConstant { return self }
    let (swapped, isInOrder): (FormatComparisonOperator, Bool)
    switch `operator`.kind {
    case .equal, .notEqual:
      (swapped, isInOrder) = (`operator`, !right.format.utf8.lexicographicallyPrecedes(left.format.utf8))
    case .lessThan: (swapped, isInOrder) = (.greaterThan, true)
    case .lessThanOrEqual: (swapped, isInOrder) = (.greaterThanOrEqualTo, true)
    case .greaterThan: (swapped, isInOrder) = (.lessThan, false)
    case .greaterThanOrEqual: (swapped, isInOrder) = (.lessThanOrEqualTo, false)
    case .isIn, .contains, .between, .text, .matches, .program: return self
    }
    if isInOrder, left.isConstant == right.isConstant { return self }
    return Self(right, swapped, left, options: options)
  }

  /// Returns the comparison, or its negation. Only `==` and `!=` have an opposite that is true of nil in the right cases.
  fileprivate func predicate(isNegated: Bool) -> FormatPredicate {
    guard isNegated else { return FormatPredicate(.comparison(self)) }
    guard modifier == .direct, `operator` == .equalTo || `operator` == .notEqualTo else {
      return FormatPredicate(.not(FormatPredicate(.comparison(self))))
    }
    var opposite = self
    opposite.operator = `operator` == .equalTo ? .notEqualTo : .equalTo
    return FormatPredicate(.comparison(opposite))
  }
}

extension FormatExpression {
  /// Whether the expression is SELF, a key or a variable. Its value is the same each time it is computed for a row.
  fileprivate var isKey: Bool {
    switch kind {
    case .evaluatedObject, .keyPath, .variable: true
    case .keys(let keys): keys.root.isKey
    default: false
    }
  }

  /// The elements of a list or set of constants, or nil for other expressions.
  fileprivate var constantElements: [FormatValue]? {
    switch kind {
    case .constant(.list(let elements)), .constant(.set(let elements)): return elements
    case .aggregate(let elements):
      let constants = elements.compactMap { if case .constant(let value) = $0.kind { value } else { nil } }
      return constants.count == elements.count ? constants : nil
    default: return nil
    }
  }
}
