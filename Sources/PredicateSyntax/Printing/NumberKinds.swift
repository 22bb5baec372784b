/// The kinds of numbers that the language has, and the checker distinguishes.
private enum NumberKind {
  case boolean, integer, double, decimal

  /// Creates the kind of a number, or returns `nil` for other values.
  init?(_ value: FormatValue) {
    switch value {
    case .bool: self = .boolean
    case .integer, .unsigned: self = .integer
    case .double: self = .double
    case .decimal: self = .decimal
    case .null, .string, .date, .uuid, .data, .list, .set, .record, .object: return nil
    }
  }
}

extension [FormatExpression] {
  /// Whether the numbers among the values are not constants of one kind. The values then have no common type, which would change
  /// if the numbers were printed without their kinds: `1` and `YES` as `1` and `1`.
  var haveSeveralNumberKinds: Bool {
    var kinds = NumberKinds()
    return contains { !kinds.isOne(with: $0) }
  }
}

/// The kinds of the numbers of a walk.
private struct NumberKinds {
  private var found: NumberKind?

  /// Returns whether all numbers so far, and those of an expression, are constants of one kind.
  mutating func isOne(with expression: FormatExpression) -> Bool {
    switch expression.kind {
    case .constant(let value): isOne(with: value)
    case .aggregate, .setOperation: areOne(with: expression.kind.children)
    case .conditional(let choice): !choice.choosesPredicates && areOne(with: [choice.then, choice.otherwise])
    case .evaluatedObject, .variable, .keyPath, .keys, .index, .function, .cast, .targetFunction, .subquery,
      .assignment,
      .anyKey, .placeholder, .invalid:
      false
    }
  }

  private mutating func areOne(with expressions: [FormatExpression]) -> Bool {
    for expression in expressions where !isOne(with: expression) { return false }
    return true
  }

  private mutating func isOne(with value: FormatValue) -> Bool {
    switch value {
    case .list(let elements), .set(let elements):
      for element in elements where !isOne(with: element) { return false }
      return true
    case .record(let fields):
      for field in fields.values where !isOne(with: field) { return false }
      return true
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .object:
      guard let kind = NumberKind(value) else { return true }
      if found == nil { found = kind }
      return found == kind
    }
  }
}
