import PredicateSyntax

extension Checker {
  /// The comparison of two values under the operator, sides settled and types tried.
  mutating func compare(
    _ left: ResolvedExpression, _ comparison: FormatPredicate.Comparison, _ right: ResolvedExpression,
    at range: SourceRange
  ) -> ResolvedPredicate {
    let name = comparison.comparison
    var (left, right) = (left, right)
    if allowsDateStrings, name.comparesValues {
      (left, right) = (besideDates(left, right), besideDates(right, left))
    }
    var options = comparison.options
    if options.contains(.normalized) { options.subtract(StringOptions.folding) }
    options.remove(.normalized)
    func resolved(
      _ left: ResolvedExpression, _ op: ResolvedComparison.Operator, _ right: ResolvedExpression
    ) -> ResolvedPredicate {
      .comparison(
        ResolvedComparison(left: left, comparison: op, options: options, right: right, spelled: name, range: range))
    }
    switch comparison.comparison {
    case .equalTo: return equality(left, right, name, range) ?? resolved(left, .equal, right)
    case .notEqualTo:
      return equality(left, right, name, range).map { .not($0) } ?? resolved(left, .notEqual, right)
    case .lessThan: return ordered(left, right, name, range) ?? resolved(left, .lessThan, right)
    case .lessThanOrEqualTo: return ordered(left, right, name, range) ?? resolved(left, .lessThanOrEqual, right)
    case .greaterThan: return ordered(left, right, name, range) ?? resolved(left, .greaterThan, right)
    case .greaterThanOrEqualTo: return ordered(left, right, name, range) ?? resolved(left, .greaterThanOrEqual, right)
    case .beginsWith: return text(left, right, name, range) ?? resolved(left, .text(.beginsWith), right)
    case .endsWith: return text(left, right, name, range) ?? resolved(left, .text(.endsWith), right)
    case .like: return text(left, right, name, range) ?? resolved(left, .text(.like), right)
    case .matches: return text(left, right, name, range) ?? resolved(left, .matches, right)
    case .in:
      let right = besideDecimal(right, left)
      return containment(right, left, name, range) ?? resolved(right, operatorOf(container: right), left)
    case .contains:
      let left = besideDecimal(left, right)
      return containment(left, right, name, range) ?? resolved(left, operatorOf(container: left), right)
    case .between:
      guard let bounds = bounds(right) else { return .constant(false) }
      if case .list(let parts) = bounds.kind {
        for part in parts { _ = ordered(left, part, name, range) }
      }
      return resolved(left, .between, besideDecimal(bounds, left))
    case .tokenMatches, .boundedBy, .utiEquals, .utiConformsTo, .custom:
      return programComparison(left, name, comparison.options, right, at: range)
    }
  }

  /// Values of unlike kinds are never equal: a constant, and a warning. Nil where the comparison must be made.
  private mutating func equality(
    _ left: ResolvedExpression, _ right: ResolvedExpression, _ name: ComparisonOperator, _ range: SourceRange
  ) -> ResolvedPredicate? {
    guard left.type.isUnlike(right.type), !(left.isNullable && right.isNullable) else { return nil }
    // A side that may fault must be computed all the same.
    guard left.isPlain, right.isPlain else { return nil }
    report(.neverEqual(left: left.type.description, right: right.type.description), at: range)
    return .constant(false)
  }

  /// Order needs two numbers, two strings or two dates. Nil where the types allow it.
  private mutating func ordered(
    _ left: ResolvedExpression, _ right: ResolvedExpression, _ name: ComparisonOperator, _ range: SourceRange
  ) -> ResolvedPredicate? {
    let families = [left.type.family, right.type.family]
    let isOrdered = families.allSatisfy { $0 != .other }
    if isOrdered, families.contains(.unknown) || families[0] == families[1] { return nil }
    report(
      .typeMismatch(operator: name.spelling, left: left.type.description, right: right.type.description), at: range)
    return .constant(false)
  }

  /// String operators need two strings.
  private mutating func text(
    _ left: ResolvedExpression, _ right: ResolvedExpression, _ name: ComparisonOperator, _ range: SourceRange
  ) -> ResolvedPredicate? {
    for side in [left, right] where ![.any, .null, .string].contains(side.type) {
      report(.wrongOperand(of: name.spelling, wanted: "strings", found: side.type.description), at: side.range)
      return .constant(false)
    }
    return nil
  }

  /// A container is a collection or a string; in a string only strings are found.
  private mutating func containment(
    _ container: ResolvedExpression, _ item: ResolvedExpression, _ name: ComparisonOperator, _ range: SourceRange
  ) -> ResolvedPredicate? {
    switch container.type {
    case .any, .null, .list, .set, .record: return nil
    case .string: return text(container, item, name, range)
    default:
      report(.notACollection(of: name.spelling, found: container.type.description), at: container.range)
      return .constant(false)
    }
  }

  private func operatorOf(container: ResolvedExpression) -> ResolvedComparison.Operator {
    container.type == .string ? .text(.contains) : .contains
  }

  /// A list that is not constant as a whole, beside a decimal: the literals in it are decimals, as they are in a constant
  /// list and by themselves.
  private func besideDecimal(_ list: ResolvedExpression, _ item: ResolvedExpression) -> ResolvedExpression {
    guard item.type == .decimal, case .list(var parts) = list.kind else { return list }
    for (index, part) in parts.enumerated() {
      guard let constant = part.constant?.besideDecimal(), case .decimal = constant else { continue }
      parts[index].kind = .constant(constant)
      parts[index].type = .decimal
    }
    var result = list
    result.kind = .list(parts)
    return result
  }

  /// The right side of BETWEEN: two bounds, constant ones in order.
  private mutating func bounds(_ right: ResolvedExpression) -> ResolvedExpression? {
    var right = right
    switch right.kind {
    case .constant(.list(let values)):
      guard values.count == 2 else {
        report(.badBounds(found: values.count == 1 ? "1 value" : "\(values.count) values"), at: right.range)
        return nil
      }
      // Reversed bounds are swapped; nil has no order and stays.
      if let order = ValueOrder.order(values[0].settled, values[1].settled), order > 0 {
        right.kind = .constant(.list(values.reversed()))
      }
    case .constant(.null): break
    case .list(let parts):
      guard parts.count == 2 else {
        report(.badBounds(found: parts.count == 1 ? "1 value" : "\(parts.count) values"), at: right.range)
        return nil
      }
    default:
      switch right.type {
      case .any, .null, .list: break
      default:
        report(.badBounds(found: right.type.description), at: right.range)
        return nil
      }
    }
    return right
  }
}

extension ResolvedExpression {
  /// Whether reading the value cannot fault.
  fileprivate var isPlain: Bool {
    switch kind {
    case .constant, .path: true
    case .list(let parts): parts.allSatisfy(\.isPlain)
    default: false
    }
  }
}

extension ValueType {
  /// Whether values of the two types can never be equal.
  fileprivate func isUnlike(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any), (.null, _), (_, .null): false
    // Two that hold nothing are equal, whatever they might hold; and what a model calls a set, objects may keep in a list.
    case (.list, .list), (.set, .set), (.list, .set), (.set, .list): false
    // Two classes may have a common subclass, and an object of the caller's is known by reference only.
    case (.object, .object): false
    default: family == .other || other.family == .other ? self != other : family != other.family
    }
  }
}
