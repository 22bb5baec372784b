import PredicateSyntax

/// The operators that compare two values of any kind (Rationale 4).
package struct ValueComparison {
  private let comparison: ResolvedComparison.Operator
  private let options: FormatStringOptions
  /// How each operand is read if it is a constant.
  private let readings: (left: ConstantReading, right: ConstantReading)
  /// The operator as written, for messages.
  private let name: String
  /// The regular expression, if it is constant.
  private let matcher: SystemFunctions.TextMatcher?
  /// The pattern of LIKE, if it is constant.
  private let likePattern: LikePattern?
  private let system: SystemFunctions
  private let limits: PredicateLimits

  /// Prepares a comparison.
  ///
  /// - Throws: An error if a constant is not a regular expression.
  package init(
    _ comparison: ResolvedComparison, _ system: SystemFunctions, _ limits: PredicateLimits
  ) throws(EvaluationError) {
    self.comparison = comparison.operator
    options = comparison.options
    readings = (ConstantReading(comparison.left), ConstantReading(comparison.right))
    name = comparison.spelled.spelling
    self.system = system
    self.limits = limits
    switch (comparison.operator, comparison.right.constant) {
    case (.matches, .string(let text)?):
      (matcher, likePattern) = (try system.pattern(text, comparison.options, limits), nil)
    case (.text(.like), .string(let text)?): (matcher, likePattern) = (nil, LikePattern(text, comparison.options))
    default: (matcher, likePattern) = (nil, nil)
    }
  }

  /// Returns whether the comparison of two values is true.
  ///
  /// - Parameter counter: Takes the steps of long matches.
  /// - Throws: An error if values of these kinds cannot be compared this way.
  package func isTrue(
    _ left: FormatValue, _ right: FormatValue, _ counter: (any StepCounter)?
  ) throws(EvaluationError) -> Bool {
    let (left, right) = (left.nanAsNil, right.nanAsNil)
    switch comparison {
    case .equal: return equal(left, right, options, readings)
    case .notEqual: return !equal(left, right, options, readings)
    case .lessThan: return try isOrdered(left, right, .less)
    case .lessThanOrEqual: return try isOrdered(left, right, .lessOrEqual)
    case .greaterThan: return try isOrdered(left, right, .greater)
    case .greaterThanOrEqual: return try isOrdered(left, right, .greaterOrEqual)
    case .between:
      if let isInside = try isInside(left, right, readings) { return isInside }
      return try isBetween(left, right)
    case .isAmong: return right.elements?.contains { equal(left, $0, options, readings) } ?? false
    // Its parts are compared one by one.
    case .isWithin: return false
    case .contains:
      if let isInside = try isInside(right, left, (readings.right, readings.left)) { return isInside }
      return try contains(left, right)
    case .text(.like):
      guard let (subject, pattern) = try texts(left, right) else { return false }
      return try isLike(subject, pattern, counter)
    case .text(let test):
      guard let (subject, needle) = try texts(left, right) else { return false }
      return passes(test, subject, needle)
    case .matches:
      guard let (subject, pattern) = try texts(left, right) else { return false }
      return try matches(subject, pattern, counter)
    }
  }

  /// Whether the rules of the user's locale apply (`[l]`). Only Foundation has them.
  private var isLocalized: Bool { options.contains(.localeSensitive) }

  private func equal(
    _ left: FormatValue, _ right: FormatValue, _ options: FormatStringOptions,
    _ readings: (left: ConstantReading, right: ConstantReading)
  ) -> Bool {
    if options.contains(.localeSensitive), case .string(let l) = left, case .string(let r) = right {
      return system.localizedOrder(l, r, options) == 0
    }
    let (left, right) = ConstantReading.pair(left, right, readings)
    // Compare element by element, and field by field. The options apply only to two strings.
    switch (left, right) {
    case (.list(let l), .list(let r)):
      return l.count == r.count
        && l.indices.allSatisfy { equal(l[$0], r[$0], [], (readings.left.element($0), readings.right.element($0))) }
    case (.record(let l), .record(let r)):
      return l.count == r.count
        && l.allSatisfy { key, value in
          r[key].map { equal(value, $0, [], (readings.left.element(0), readings.right.element(0))) } ?? false
        }
    case (.set(let l), .set(let r)):
      return FormatValue.equal(.set(l.map { $0.widened }), .set(r.map { $0.widened }))
    default: return FormatValue.equal(left, right, options)
    }
  }

  private func isOrdered(
    _ left: FormatValue, _ right: FormatValue, _ accepted: AcceptedOrder
  ) throws(EvaluationError) -> Bool {
    if left.isNull || right.isNull { return left.isNull && right.isNull && accepted.equal }
    return accepted.accepts(try order(left, right, readings))
  }

  private func passes(_ test: TextTest, _ subject: String, _ needle: String) -> Bool {
    isLocalized ? system.localizedTest(test, subject, needle, options) : textTest(test, subject, needle, options)
  }

  /// Returns whether LIKE matches. A long pattern may scan the subject many times.
  private func isLike(
    _ subject: String, _ pattern: String, _ counter: (any StepCounter)?
  ) throws(EvaluationError) -> Bool {
    if pattern.utf8.count > limits.patternLength {
      throw EvaluationError(.patternTooLong(bytes: pattern.utf8.count, limit: limits.patternLength))
    }
    let compiled = likePattern ?? LikePattern(pattern, options)
    // If the evaluation must end, no answer counts.
    return compiled.matches(subject, options) { counter?.spend(bytes: $0) ?? true } ?? false
  }

  /// Returns whether a regular expression matches. One that depends on the row is compiled for it.
  private func matches(
    _ subject: String, _ pattern: String, _ counter: (any StepCounter)?
  ) throws(EvaluationError) -> Bool {
    if let matcher { return try matcher(subject, counter) }
    // If the evaluation must end, no answer counts.
    if let counter, !counter.spend(pattern: pattern) { return false }
    return try system.pattern(pattern, options, limits)(subject, counter)
  }

  private func order(
    _ left: FormatValue, _ right: FormatValue, _ readings: (left: ConstantReading, right: ConstantReading)
  ) throws(EvaluationError) -> Int {
    if isLocalized, case .string(let l) = left, case .string(let r) = right {
      return system.localizedOrder(l, r, options)
    }
    let (left, right) = ConstantReading.pair(left, right, readings)
    if let order = FormatValue.order(left, right, options) { return order }
    throw EvaluationError(
      .typeMismatch(operator: name, left: left.valueType.description, right: right.valueType.description))
  }

  /// Returns whether a value is between two bounds, inclusive. Reversed bounds are swapped; nil is never between.
  private func isBetween(_ value: FormatValue, _ bounds: FormatValue) throws(EvaluationError) -> Bool {
    if value.isNull || bounds.isNull { return false }
    guard case .list(let bounds) = bounds else {
      throw EvaluationError(.badBounds(found: bounds.widened.valueType.description))
    }
    guard bounds.count == 2 else { throw EvaluationError(.badBounds(found: counted(bounds.count, "value"))) }
    if bounds[0].isNull || bounds[1].isNull { return false }
    let first = try order(value, bounds[0].nanAsNil, (readings.left, readings.right.element(0)))
    let second = try order(value, bounds[1].nanAsNil, (readings.left, readings.right.element(1)))
    return first >= 0 && second <= 0 || first <= 0 && second >= 0
  }

  /// Returns whether a value is between the bounds of a range, or `nil` if the other value is not a range. A checker that knows the
  /// type of the range does the same (`insideRange`).
  private func isInside(
    _ value: FormatValue, _ range: FormatValue, _ readings: (left: ConstantReading, right: ConstantReading)
  ) throws(EvaluationError) -> Bool? {
    guard case .object(let range) = range, let bounds = try system.bounds(range) else { return nil }
    if value.isNull { return false }
    if let lower = bounds.lower, try order(value, lower, readings) < 0 { return false }
    guard let upper = bounds.upper else { return true }
    let order = try order(value, upper, readings)
    return order < 0 || order == 0 && bounds.includesUpper
  }

  /// Returns both operands as strings, or `nil` if one is nil.
  private func texts(
    _ left: FormatValue, _ right: FormatValue
  ) throws(EvaluationError) -> (String, String)? {
    for side in [left, right] where !side.isNull && side.stringValue == nil {
      throw EvaluationError(.wrongOperand(of: name, expected: "strings", found: side.widened.valueType.description))
    }
    guard case .string(let subject) = left, case .string(let needle) = right else { return nil }
    return (subject, needle)
  }

  /// Returns whether a collection contains an item, ignoring the options, or a string contains a substring.
  private func contains(_ container: FormatValue, _ item: FormatValue) throws(EvaluationError) -> Bool {
    if container.isNull { return false }
    if case .string = container {
      guard let (subject, needle) = try texts(container, item) else { return false }
      return passes(.contains, subject, needle)
    }
    guard let elements = container.elements else {
      throw EvaluationError(.notACollection(of: name, found: container.widened.valueType.description))
    }
    if item.isNull { return false }
    return elements.indices.contains { equal(elements[$0], item, [], (readings.left.element($0), readings.right)) }
  }
}

/// The orders (less, equal, greater) for which a comparison is true. nil equals nil, and has no order with other values.
package struct AcceptedOrder: Sendable {
  package let less: Bool
  package let equal: Bool
  package let greater: Bool

  package static let less = AcceptedOrder(less: true, equal: false, greater: false)
  package static let lessOrEqual = AcceptedOrder(less: true, equal: true, greater: false)
  package static let equal = AcceptedOrder(less: false, equal: true, greater: false)
  package static let greater = AcceptedOrder(less: false, equal: false, greater: true)
  package static let greaterOrEqual = AcceptedOrder(less: false, equal: true, greater: true)

  /// Returns whether an order (negative, 0 or positive) is accepted.
  package func accepts(_ order: Int) -> Bool { order < 0 ? less : order == 0 ? equal : greater }
}

extension ResolvedComparison.Operator {
  /// The orders that the operator accepts, or `nil` if it does not order its operands.
  package var order: AcceptedOrder? {
    switch self {
    case .equal: .equal
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    case .notEqual, .text, .matches, .contains, .between, .isAmong, .isWithin: nil
    }
  }
}
