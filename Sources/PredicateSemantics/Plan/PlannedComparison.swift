import PredicateSyntax

/// A comparison in the form that engines lower: the constant operand is on the right and converted, and `!=` is the opposite
/// of `==`.
package struct PlannedComparison: Sendable {
  /// The ways to evaluate a comparison. An engine that cannot take the planned way uses the definition.
  package indirect enum Plan: Sendable {
    /// A value is tested against a constant.
    case value(ResolvedExpression, ValueTest)
    /// The number of a collection's elements is in an interval.
    case count(ResolvedCollection, NumericInterval)
    /// A collection has elements, or has none: `@count > 0`, `@count == 0`.
    case existence(ResolvedCollection, isWanted: Bool)
    /// A key is compared with a value that is the same for all objects but unknown before: `length == max:(length)`.
    case aggregate(ResolvedExpression, ResolvedComparison.Operator, ResolvedExpression)
    /// A key is among the values of the last expression for the elements: `key IN others.key`.
    case membership(ResolvedExpression, ResolvedCollection, ResolvedExpression)
    /// Keys of two objects are equal.
    case equalKeys
    /// The values of both operands are compared.
    case definition
  }

  package typealias Planner = @Sendable (ResolvedComparison) -> PlannedComparison

  package let plan: Plan
  /// The comparison that is planned, with its operands as written. It defines the answer and has the positions for errors.
  package let comparison: ResolvedComparison
  /// Whether the comparison is `!=`. The plan and `comparison` are then those of `==`.
  package let isNegated: Bool

  package init(_ comparison: ResolvedComparison) {
    self.init(comparison) { Plan($0) }
  }

  /// Returns the comparison of the values of both operands, which defines the answers of all other plans.
  package static func byDefinition(_ comparison: ResolvedComparison) -> PlannedComparison {
    PlannedComparison(comparison) { _ in .definition }
  }

  private init(_ comparison: ResolvedComparison, _ plan: (ResolvedComparison) -> Plan) {
    var comparison = comparison
    isNegated = comparison.operator == .notEqual
    if isNegated { comparison.operator = .equal }
    self.comparison = comparison
    self.plan = plan(comparison)
  }
}

extension PlannedComparison.Plan {
  /// Plans a comparison whose operator is not `!=`.
  fileprivate init(_ comparison: ResolvedComparison) {
    if comparison.operator == .isWithin {
      self = NumericInterval(allOf: comparison.parts).map { .value(comparison.left, .range($0)) } ?? .definition
    } else if let exchanged = comparison.operatorWithConstantOnRight, let constant = comparison.left.constant {
      self.init(comparison.right, exchanged, constant, comparison.options)
    } else if let constant = comparison.right.constant {
      self.init(comparison.left, comparison.operator, constant, comparison.options)
    } else {
      self.init(comparison.left, comparison.operator, comparison.right)
    }
  }

  private init(_ left: ResolvedExpression, _ op: ResolvedComparison.Operator, _ right: ResolvedExpression) {
    switch (left.kind, right.kind) {
    case (.constant(let list), _) where op == .contains:
      // Membership ignores the options. How an element of another list of constants is read depends on the members.
      self =
        right.isElementOfConstant ? .definition : list.elements.map { .value(right, .members($0, [])) } ?? .definition
    case (.elements(let collection, let leaf), .path) where op == .contains: self = .membership(right, collection, leaf)
    case (.path(let first), .path(let second)) where op == .equal && first.scope != second.scope: self = .equalKeys
    case (.path, _) where right.isSameForAllObjects && op.withOperandsExchanged != nil:
      self = .aggregate(left, op, right)
    case (_, .path) where left.isSameForAllObjects:
      self = op.withOperandsExchanged.map { .aggregate(right, $0, left) } ?? .definition
    default: self = .definition
    }
  }

  private init(
    _ subject: ResolvedExpression, _ op: ResolvedComparison.Operator, _ constant: FormatValue,
    _ options: FormatStringOptions
  ) {
    // How an element of a list of constants is read depends on the other constant.
    guard !subject.isElementOfConstant, let test = ValueTest(op, constant, options) else {
      self = .definition
      return
    }
    if case .reduce(let reduction, let collection, _) = subject.kind, reduction.isCollectionOperator,
      reduction.kind == .count, case .range(let interval) = test, !interval.isOfDates
    {
      self = interval.existence.map { .existence(collection, isWanted: $0) } ?? .count(collection, interval)
    } else {
      self = .value(subject, test)
    }
  }
}

extension ResolvedComparison {
  /// The same comparison with its operands exchanged if the left one is constant and the operator permits it.
  package var withConstantOnRight: ResolvedComparison {
    guard let exchanged = operatorWithConstantOnRight else { return self }
    var result = self
    (result.left, result.operator, result.right) = (right, exchanged, left)
    return result
  }

  /// The operator with its operands exchanged if the left one is constant and the operator permits it, otherwise `nil`.
  fileprivate var operatorWithConstantOnRight: Operator? {
    left.constant == nil ? nil : self.operator.withOperandsExchanged
  }
}

extension ResolvedComparison.Operator {
  /// The operator with its operands exchanged, or `nil` if there is none.
  package var withOperandsExchanged: ResolvedComparison.Operator? {
    switch self {
    case .equal, .notEqual: self
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    case .text, .matches, .contains, .between, .isAmong, .isWithin: nil
    }
  }
}

extension ResolvedExpression {
  /// Whether the value is the same for every object of a run but unknown before the run.
  fileprivate var isSameForAllObjects: Bool {
    switch kind {
    case .reduceWhole: true
    case .function(let function, let operands):
      // Expressions of constants only have already been folded.
      !function.mayDifferEachTime && operands.allSatisfy { $0.constant != nil || $0.isSameForAllObjects }
    case .constant, .number, .path, .dynamicPath, .elements, .reduce, .reduceDynamic, .registered, .list, .index, .cast,
      .setOperation, .distinct, .conditional:
      false
    }
  }
}
