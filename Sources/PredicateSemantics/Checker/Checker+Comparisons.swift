import PredicateSyntax

extension Checker {
  /// Resolves a comparison of two values: converts constants and checks the types of the operands.
  mutating func compare(
    _ left: ResolvedExpression, _ comparison: FormatPredicate.Comparison, _ right: ResolvedExpression,
    at range: FormatRange
  ) -> ResolvedPredicate {
    if let inside = insideRange(left, comparison, right, at: range) { return inside }
    let name = comparison.operator
    var (left, right) = (left, right)
    if rules.allowsDateStrings, name.comparesValues {
      (left, right) = (readingDateStrings(left, right), readingDateStrings(right, left))
    }
    let options = comparison.options.resolved
    (left, right) = (asOperand(left, with: right), asOperand(right, with: left))
    func resolved(
      _ left: ResolvedExpression, _ op: ResolvedComparison.Operator, _ right: ResolvedExpression
    ) -> ResolvedPredicate {
      .comparison(
        ResolvedComparison(left: left, operator: op, options: options, right: right, spelled: name, range: range))
    }
    switch name.kind {
    case .equal: return equality(left, right, comparison, range) ?? resolved(left, .equal, right)
    case .notEqual: return equality(left, right, comparison, range).map { .not($0) } ?? resolved(left, .notEqual, right)
    case .lessThan: return ordered(left, right, comparison, range) ?? resolved(left, .lessThan, right)
    case .lessThanOrEqual: return ordered(left, right, comparison, range) ?? resolved(left, .lessThanOrEqual, right)
    case .greaterThan: return ordered(left, right, comparison, range) ?? resolved(left, .greaterThan, right)
    case .greaterThanOrEqual:
      return ordered(left, right, comparison, range) ?? resolved(left, .greaterThanOrEqual, right)
    case .text:
      guard let test = TextTest(name) else { break }
      return text(left, right, comparison, range) ?? resolved(left, .text(test), right)
    case .matches: return text(left, right, comparison, range) ?? resolved(left, .matches, right)
    case .isIn:
      return containment(right, left, comparison, range) ?? resolved(right, operatorOf(container: right), left)
    case .contains:
      return containment(left, right, comparison, range) ?? resolved(left, operatorOf(container: left), right)
    case .between:
      guard let bounds = bounds(right) else { return .constant(false) }
      if case .list(let parts) = bounds.kind {
        for part in parts { _ = ordered(left, part, comparison, range) }
      }
      return resolved(left, .between, bounds)
    case .program: break
    }
    return programComparison(left, name, comparison.options, right, at: range)
  }

  /// Resolves `x IN range`, `x BETWEEN range` and `range CONTAINS x`, for a key with a range as its value, to comparisons
  /// with the bounds. Returns `nil` if neither operand is a range.
  private mutating func insideRange(
    _ left: ResolvedExpression, _ comparison: FormatPredicate.Comparison, _ right: ResolvedExpression,
    at range: FormatRange
  ) -> ResolvedPredicate? {
    var (value, container) = (left, right)
    switch comparison.operator.kind {
    case .isIn, .between: break
    case .contains: (value, container) = (right, left)
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .text, .matches, .program:
      return nil
    }
    guard case .object(let rangeType) = container.type, case .path(let path) = container.kind,
      let shape = keys.range(rangeType)
    else { return nil }
    guard permitsCopies(3, of: value, at: range) else { return .constant(false) }
    var parts: [ResolvedPredicate] = []
    func bound(_ name: String) -> ResolvedExpression? {
      guard case .found(let type, let isNullable, let field) = keys.key(name, of: rangeType) else { return nil }
      var path = path
      path.steps.append(ResolvedStep(key: name, field: field, type: type, isNullable: isNullable))
      return ResolvedExpression(
        .path(path), type: type, isNullable: container.isNullable || isNullable, range: container.range)
    }
    func compare(_ comparison: FormatComparisonOperator, _ bound: ResolvedExpression, _ checker: inout Checker) {
      let test = FormatPredicate.Comparison(.evaluatedObject, comparison, .evaluatedObject)
      parts.append(checker.compare(value, test, bound, at: range))
    }
    // nil equals nil, but no range contains it.
    if value.isNullable { compare(.notEqualTo, constant(.null, at: range), &self) }
    if shape.hasLower {
      guard let lower = bound("lowerBound") else { return nil }
      compare(.greaterThanOrEqualTo, lower, &self)
    }
    if let comparison = shape.upper {
      guard let upper = bound("upperBound") else { return nil }
      compare(comparison, upper, &self)
    }
    return .and(parts)
  }

  /// Returns false and reports a warning if the types are never equal, or `nil` if the comparison must be evaluated.
  private mutating func equality(
    _ left: ResolvedExpression, _ right: ResolvedExpression, _ comparison: FormatPredicate.Comparison,
    _ range: FormatRange
  ) -> ResolvedPredicate? {
    let fixIts = anyFix(left, comparison, range)
    if !fixIts.isEmpty, right.type.family != .unknown, right.type.family != .other {
      report(.neverEqual(left: left.type.description, right: right.type.description), at: range, fixIts: fixIts)
      return nil
    }
    guard left.type.isUnlike(right.type), !(left.isNullable && right.isNullable) else { return nil }
    // An operand that may fail must still be evaluated.
    guard left.isPlain, right.isPlain else { return nil }
    report(.neverEqual(left: left.type.description, right: right.type.description), at: range)
    return .constant(false)
  }

  /// Reports an error unless the operands are two numbers, two strings or two dates. Returns `nil` if the types allow the
  /// comparison.
  private mutating func ordered(
    _ left: ResolvedExpression, _ right: ResolvedExpression, _ comparison: FormatPredicate.Comparison,
    _ range: FormatRange
  ) -> ResolvedPredicate? {
    let name = comparison.operator
    let (first, second) = (left.type.family, right.type.family)
    let isOrdered = first != .other && second != .other
    if isOrdered, first == .unknown || second == .unknown || first == second { return nil }
    report(
      .typeMismatch(operator: name.spelling, left: left.type.description, right: right.type.description), at: range,
      fixIts: anyFix(left, comparison, range))
    return .constant(false)
  }

  /// Reports an error unless the operands are two strings.
  private mutating func text(
    _ left: ResolvedExpression, _ right: ResolvedExpression, _ comparison: FormatPredicate.Comparison,
    _ range: FormatRange
  ) -> ResolvedPredicate? {
    let name = comparison.operator
    if left.type.mayBeString, right.type.mayBeString { return nil }
    let wrong = left.type.mayBeString ? right : left
    report(
      .wrongOperand(of: name.spelling, expected: "strings", found: wrong.type.description), at: wrong.range,
      fixIts: anyFix(left, comparison, range))
    return .constant(false)
  }

  /// Returns the fix that writes ANY before a key path of several values, which is compared as a whole.
  private func anyFix(
    _ left: ResolvedExpression, _ comparison: FormatPredicate.Comparison, _ range: FormatRange
  ) -> [FormatDiagnostic.FixIt] {
    guard comparison.modifier == .direct, left.type.isCollection, range != .none,
      case .keyPath(let steps) = comparison.left.kind,
      steps.allSatisfy({ if case .key(let key) = $0.kind { !key.isOperator } else { false } })
    else { return [] }
    return [.titled("write ANY before it", at: FormatRange(range.start, range.start), with: "ANY ")]
  }

  /// Reports an error unless the container is a collection or a string. A string can only contain strings.
  private mutating func containment(
    _ container: ResolvedExpression, _ item: ResolvedExpression, _ comparison: FormatPredicate.Comparison,
    _ range: FormatRange
  ) -> ResolvedPredicate? {
    if container.type == .string { return text(container, item, comparison, range) }
    if container.type.mayHaveElements { return nil }
    report(.notACollection(of: comparison.operator.spelling, found: container.type.description), at: container.range)
    return .constant(false)
  }

  private func operatorOf(container: ResolvedExpression) -> ResolvedComparison.Operator {
    container.type == .string ? .text(.contains) : .contains
  }

  /// Returns an operand of an operation with a decimal, its constants converted to decimals.
  func asDecimalOperand(_ operand: ResolvedExpression) -> ResolvedExpression {
    read(operand, as: .decimal) { $0.constantAsDecimal }
  }

  /// Returns an operand with its constant numbers converted to the number type of the other operand, or of its elements if
  /// these are of less precision than a double. If both operands are constant, the double becomes a decimal.
  private func asOperand(_ operand: ResolvedExpression, with other: ResolvedExpression) -> ResolvedExpression {
    if other.type == .decimal { return asDecimalOperand(operand) }
    let isCollection = other.type.isCollection && !operand.type.isCollection
    guard case .double(let precision) = isCollection ? other.type.element : other.type,
      precision != .double || !isCollection, other.constant == nil, !other.isElementOfConstant
    else { return operand }
    return read(operand, as: .double) { $0.constant?.asOperand(of: precision) }
  }

  private func read(
    _ operand: ResolvedExpression, as type: ValueType, _ reading: (ResolvedExpression) -> FormatValue?
  ) -> ResolvedExpression {
    var result = operand
    switch operand.kind {
    case .constant(.list(let values)):
      let parts = values.map { read(constant($0, at: operand.range), as: type, reading) }
      result.kind = .constant(.list(parts.compactMap { $0.constant }))
    case .list(let parts): result.kind = .list(parts.map { read($0, as: type, reading) })
    default:
      guard let value = reading(operand), value.valueType == type else { return operand }
      result.kind = .constant(value)
      result.type = type
    }
    return result
  }

  /// Returns the right operand of BETWEEN, two bounds, with constant bounds in order.
  private mutating func bounds(_ right: ResolvedExpression) -> ResolvedExpression? {
    var right = right
    switch right.kind {
    case .constant(.list(let values)):
      guard values.count == 2 else {
        report(.badBounds(found: counted(values.count, "value")), at: right.range)
        return nil
      }
      // Reversed bounds are swapped. nil has no order, so it keeps its position.
      if let order = FormatValue.order(values[0].nanAsNil, values[1].nanAsNil), order > 0 {
        right.kind = .constant(.list(values.reversed()))
      }
    case .constant(.null): break
    case .list(let parts):
      guard parts.count == 2 else {
        report(.badBounds(found: counted(parts.count, "value")), at: right.range)
        return nil
      }
    default:
      if case .list = right.type { break }
      guard right.type.family == .unknown else {
        report(.badBounds(found: right.type.description), at: right.range)
        return nil
      }
    }
    return right
  }
}

extension ResolvedExpression {
  /// Whether reading the value cannot fail.
  fileprivate var isPlain: Bool {
    switch kind {
    case .constant, .number, .path: true
    case .list(let parts): parts.allSatisfy { $0.isPlain }
    default: false
    }
  }
}

extension ValueType {
  /// Returns whether values of the two types can never be equal.
  package func isUnlike(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any), (.null, _), (_, .null): false
    // Empty collections are equal whatever their element types, and objects may store a set of the model as a list.
    case (.list, .list), (.set, .set), (.list, .set), (.set, .list): false
    // Two classes may have a common subclass, and objects of the caller are only known by reference.
    case (.object, .object): false
    default: family == .other || other.family == .other ? self != other : family != other.family
    }
  }
}
