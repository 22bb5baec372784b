import PredicateSemantics
import PredicateSyntax

/// A comparison of two values of any kind (Rationale 4).
///
/// Safety: The address of an array's bytes is used only during the call.
struct ValueComparison {
  private let comparison: ResolvedComparison.Operator
  private let options: StringOptions
  private let readings: (left: ConstantReading, right: ConstantReading)
  /// The compiled pattern, if it is constant.
  private let pattern: Pattern?
  private let likePattern: LikePattern?
  /// The limits for patterns that are not constant.
  private let limits: Limits
  /// The constant elements of IN and CONTAINS, so that the length of a list does not affect the cost of a row: as they are, and
  /// as they read next to a decimal and a double.
  private var members: (plain: Set<EqualityKey>, asDecimalOperand: Set<EqualityKey>, asDoubleOperand: Set<EqualityKey>)?
  /// The constant elements that are binary or decimal numbers. Next to a number of less precision, they read differently.
  private var realMembers: [FormatValue] = []

  init(_ comparison: ResolvedComparison, _ pattern: Pattern?, _ limits: Limits) {
    self.pattern = pattern
    self.limits = limits
    if comparison.operator == .text(.like), case .string(let text)? = comparison.right.constant {
      likePattern = LikePattern(text, comparison.options)
    } else {
      likePattern = nil
    }
    self.comparison = comparison.operator
    options = comparison.options
    readings = (ConstantReading(comparison.left), ConstantReading(comparison.right))
    // A set looks up only the value, so the item must not be a constant whose reading depends on the element.
    if self.comparison == .contains, case .value = readings.right,
      let elements = comparison.left.constant?.elements, !elements.contains(where: \.isCollection)
    {
      members = (
        Set(elements.map(EqualityKey.init)), Set(elements.map { EqualityKey($0.asDecimalOperand()) }),
        Set(elements.map { EqualityKey($0.asDoubleOperand()) })
      )
      realMembers = elements.filter { [.double, .decimal].contains($0.valueType) }
    }
  }

  /// Returns whether the comparison of two values is true.
  ///
  /// - Parameter run: The run that takes the steps of long matches.
  /// - Throws: An error if values of these kinds cannot be compared this way.
  func isTrue(
    _ left: FormatValue, _ right: FormatValue, named name: String, _ run: Run?
  ) throws(EvaluationError) -> Bool {
    let (left, right) = (left.nanAsNil, right.nanAsNil)
    if let members {
      switch right {
      // No list contains nil.
      case .null: return false
      case .decimal: return members.asDecimalOperand.contains(EqualityKey(right))
      case .double: return members.asDoubleOperand.contains(EqualityKey(right))
      case .object:
        guard let number = right.narrowNumber else { return members.plain.contains(EqualityKey(right)) }
        if Int64(exactly: number.value) != nil, members.plain.contains(EqualityKey(.double(number.value))) {
          return true
        }
        return realMembers.contains { FormatValue.equal($0.asOperand(of: number.precision), .double(number.value)) }
      case .bool, .integer, .unsigned, .string, .date, .uuid, .data, .list, .set, .record:
        return members.plain.contains(EqualityKey(right))
      }
    }
    switch comparison {
    case .equal: return equal(left, right, options, readings)
    case .notEqual: return !equal(left, right, options, readings)
    case .lessThan: return try isOrdered(left, right, .less, name)
    case .lessThanOrEqual: return try isOrdered(left, right, .lessOrEqual, name)
    case .greaterThan: return try isOrdered(left, right, .greater, name)
    case .greaterThanOrEqual: return try isOrdered(left, right, .greaterOrEqual, name)
    case .between:
      if let isInside = try isInside(left, right, name, readings) { return isInside }
      return try isBetween(left, right, name)
    case .text(.like):
      guard let (subject, pattern) = try texts(left, right, name) else { return false }
      return try isLike(subject, pattern, run)
    case .text(let test):
      guard let (subject, needle) = try texts(left, right, name) else { return false }
      return passes(test, subject, needle)
    case .matches:
      guard let (subject, text) = try texts(left, right, name) else { return false }
      if pattern == nil, let run, !run.spend(pattern: text) { return false }
      let matcher = if let pattern { pattern } else { try Pattern(text, options, limits) }
      guard let matches = matcher.matches(subject, run) else { throw EvaluationError(.patternLimit) }
      return matches
    case .contains:
      if let isInside = try isInside(right, left, name, (readings.right, readings.left)) { return isInside }
      return try contains(left, right, name)
    }
  }

  /// Whether the rules of the user's locale apply (`[l]`). Only Foundation has them.
  private var isLocalized: Bool { options.contains(.localeSensitive) }

  private func equal(
    _ left: FormatValue, _ right: FormatValue, _ options: StringOptions,
    _ readings: (left: ConstantReading, right: ConstantReading)
  ) -> Bool {
    if options.contains(.localeSensitive), case .string(let l) = left, case .string(let r) = right {
      return options.localizedOrder(l, r) == 0
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
      return FormatValue.equal(.set(l.map(\.widened)), .set(r.map(\.widened)))
    default: return FormatValue.equal(left, right, options)
    }
  }

  private func isOrdered(
    _ left: FormatValue, _ right: FormatValue, _ accepted: AcceptedOrder, _ name: String
  ) throws(EvaluationError) -> Bool {
    if left.isNull || right.isNull { return left.isNull && right.isNull && accepted.equal }
    return accepted.accepts(try order(left, right, name, readings))
  }

  private func passes(_ test: TextTest, _ subject: String, _ needle: String) -> Bool {
    isLocalized ? options.passes(localized: test, subject, needle) : textTest(test, subject, needle, options)
  }

  /// Returns whether LIKE matches. A long pattern may scan the subject many times.
  private func isLike(_ subject: String, _ pattern: String, _ run: Run?) throws(EvaluationError) -> Bool {
    if pattern.utf8.count > limits.patternLength {
      throw EvaluationError(.patternTooLong(bytes: pattern.utf8.count, limit: limits.patternLength))
    }
    let compiled = likePattern ?? LikePattern(pattern, options)
    // If the run must end, no answer counts.
    return unsafe Array(folded(subject, options).utf8).withUnsafeBufferPointer { text in
      unsafe compiled.matches(text) { run?.spend(bytes: $0) ?? true } ?? false
    }
  }

  private func order(
    _ left: FormatValue, _ right: FormatValue, _ name: String,
    _ readings: (left: ConstantReading, right: ConstantReading)
  ) throws(EvaluationError) -> Int {
    if isLocalized, case .string(let l) = left, case .string(let r) = right {
      return options.localizedOrder(l, r)
    }
    let (left, right) = ConstantReading.pair(left, right, readings)
    if let order = FormatValue.order(left, right, options) { return order }
    throw EvaluationError(
      .typeMismatch(operator: name, left: left.valueType.description, right: right.valueType.description))
  }

  /// Returns whether a value is between two bounds, inclusive. Reversed bounds are swapped; nil is never between.
  private func isBetween(_ value: FormatValue, _ bounds: FormatValue, _ name: String) throws(EvaluationError) -> Bool {
    if value.isNull || bounds.isNull { return false }
    guard case .list(let bounds) = bounds else {
      throw EvaluationError(.badBounds(found: bounds.widened.valueType.description))
    }
    guard bounds.count == 2 else { throw EvaluationError(.badBounds(found: counted(bounds.count, "value"))) }
    if bounds[0].isNull || bounds[1].isNull { return false }
    let first = try order(value, bounds[0].nanAsNil, name, (readings.left, readings.right.element(0)))
    let second = try order(value, bounds[1].nanAsNil, name, (readings.left, readings.right.element(1)))
    return first >= 0 && second <= 0 || first <= 0 && second >= 0
  }

  /// Returns whether a value is between the bounds of a range, or `nil` if the other value is not a range. A checker that knows the
  /// type of the range does the same (`insideRange`).
  private func isInside(
    _ value: FormatValue, _ range: FormatValue, _ name: String,
    _ readings: (left: ConstantReading, right: ConstantReading)
  ) throws(EvaluationError) -> Bool? {
    guard case .object(let range) = range, let shape = (range.object as? BoxedStructure)?.rangeShape else { return nil }
    if value.isNull { return false }
    if shape.hasLower {
      let bound = try SwiftType.read(range, "lowerBound", isShared: false)
      if try order(value, bound, name, readings) < 0 { return false }
    }
    guard let comparison = shape.upper else { return true }
    let bound = try SwiftType.read(range, "upperBound", isShared: false)
    let order = try order(value, bound, name, readings)
    return order < 0 || order == 0 && comparison == .lessThanOrEqualTo
  }

  /// Returns both operands as strings, or `nil` if one is nil.
  private func texts(
    _ left: FormatValue, _ right: FormatValue, _ name: String
  ) throws(EvaluationError) -> (String, String)? {
    for side in [left, right] where !side.isNull && side.stringValue == nil {
      throw EvaluationError(.wrongOperand(of: name, expected: "strings", found: side.widened.valueType.description))
    }
    guard case .string(let subject) = left, case .string(let needle) = right else { return nil }
    return (subject, needle)
  }

  /// Returns whether a collection contains an item, ignoring the options, or a string contains a substring.
  private func contains(
    _ container: FormatValue, _ item: FormatValue, _ name: String
  ) throws(EvaluationError) -> Bool {
    if container.isNull { return false }
    if case .string = container {
      guard let (subject, needle) = try texts(container, item, name) else { return false }
      return passes(.contains, subject, needle)
    }
    guard let elements = container.elements else {
      throw EvaluationError(.notACollection(of: name, found: container.widened.valueType.description))
    }
    if item.isNull { return false }
    return elements.indices.contains { equal(elements[$0], item, [], (readings.left.element($0), readings.right)) }
  }
}

extension ResolvedIndex {
  /// Returns the value of `collection[index]` (Rationale 6.6). `position` is the value of the index, if it has one.
  func value(
    in collection: FormatValue, at position: FormatValue?
  ) throws(EvaluationError) -> FormatValue {
    if case .record(let fields) = collection, case .value = self {
      guard case .string(let key)? = position else {
        throw EvaluationError(
          .wrongOperand(of: "a record's index", expected: "a string", found: (position ?? .null).valueType.description))
      }
      return fields[key]?.nanAsNil ?? .null
    }
    guard let elements = collection.elements else {
      throw EvaluationError(
        collection.isNull
          ? .nilOperand(of: "an index") : .notACollection(of: "an index", found: collection.valueType.description))
    }
    switch self {
    case .first: return elements.first?.nanAsNil ?? .null
    case .last: return elements.last?.nanAsNil ?? .null
    case .size: return .integer(Int64(elements.count))
    case .value:
      let position = position ?? .null
      if case .set = collection { return FormatValue.contains(elements, position) ? position : .null }
      if position.isNull { throw EvaluationError(.nilOperand(of: "an index")) }
      if case .unsigned(let number) = position {
        throw EvaluationError(.indexOutOfRange(index: String(number), count: elements.count))
      }
      let number = try ValueFunction.integer(position, of: "an index")
      guard number >= 0, number < elements.count else {
        throw EvaluationError(.indexOutOfRange(index: String(number), count: elements.count))
      }
      return elements[Int(number)]
    }
  }
}
