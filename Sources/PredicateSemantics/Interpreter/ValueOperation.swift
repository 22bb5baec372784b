import PredicateSyntax

/// An operation that computes a value from the values of its operands: a function, a CAST, an index or a set operation
/// (Rationale 5.2 to 5.7, 6.6, 6.7).
package struct ValueOperation {
  package let operands: [ResolvedExpression]
  /// Whether the operation reads the elements of collections, so that they must be readable too.
  package let isDeep: Bool
  /// Whether the result depends on the precision of a number.
  package let readsPrecision: Bool
  /// Returns the value for the values of the operands.
  package let compute: ([FormatValue]) throws(EvaluationError) -> FormatValue

  /// Creates the operation of an expression, or returns `nil` for an expression of another kind.
  package init?(_ expression: ResolvedExpression, _ system: SystemFunctions) {
    switch expression.kind {
    case .function(let function, let operands): self = Self.call(function, operands, system)
    case .registered(let function, let operands):
      self.init(operands) { values throws(EvaluationError) in try function.value(of: values) }
    case .index(let base, let index): self = Self.element(of: base, index)
    case .cast(let operand, let cast):
      self.init([operand]) { values throws(EvaluationError) in try cast.convert(values[0]) }
    case .setOperation(let operation, let left, let right):
      self.init([left, right]) { values throws(EvaluationError) in try operation.combined(values[0], values[1]) }
    case .distinct(let list):
      self.init([list]) { values in values[0].elements.map { .list(FormatValue.distinct($0)) } ?? .null }
    case .constant, .number, .path, .dynamicPath, .elements, .reduce, .reduceWhole, .reduceDynamic, .list, .conditional:
      return nil
    }
  }

  private init(
    _ operands: [ResolvedExpression], isDeep: Bool = true, readsPrecision: Bool = false,
    _ compute: @escaping ([FormatValue]) throws(EvaluationError) -> FormatValue
  ) {
    self.operands = operands
    self.isDeep = isDeep
    self.readsPrecision = readsPrecision
    self.compute = compute
  }

  /// Returns a call of a function. A constant operand next to a decimal is a decimal (Rationale 4.5), unless all operands are
  /// constants.
  private static func call(
    _ function: ValueFunction, _ operands: [ResolvedExpression], _ system: SystemFunctions
  ) -> ValueOperation {
    let constants = operands.map { $0.constantAsDecimal }
    let hasConstants = constants.contains { $0 != nil } && constants.contains { $0 == nil }
    return ValueOperation(operands, isDeep: function.isDeep, readsPrecision: function.readsPrecision) {
      values throws(EvaluationError) in
      try system.compute(function, hasConstants ? ConstantReading.together(constants, values) : values)
    }
  }

  /// Returns an index into a collection. Its other elements need not be readable.
  private static func element(of base: ResolvedExpression, _ index: ResolvedIndex) -> ValueOperation {
    guard case .value(let position) = index else {
      return ValueOperation([base], isDeep: false) { values throws(EvaluationError) in
        try index.value(in: values[0], at: nil)
      }
    }
    return ValueOperation([base, position], isDeep: false) { values throws(EvaluationError) in
      try index.value(in: values[0], at: values[1])
    }
  }
}

extension ResolvedIndex {
  /// Returns the value of `collection[index]` (Rationale 6.6). `position` is the value of the index, if it has one.
  fileprivate func value(
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
      // The member and not the index, which may be an equal value of another kind.
      if case .set = collection { return elements.first { FormatValue.equal($0, position) } ?? .null }
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

extension FormatExpression.SetOperator {
  /// Returns the set that the operator makes of two collections (Rationale 6.7). The right one may be a record, whose
  /// values are used. If it is nil, every operator returns the elements of the left one.
  fileprivate func combined(_ left: FormatValue, _ right: FormatValue) throws(EvaluationError) -> FormatValue {
    guard let first = left.elements, left.valueType != .record else {
      throw EvaluationError(.notACollection(of: rawValue, found: left.valueType.description))
    }
    if right.isNull { return .set(FormatValue.distinct(first)) }
    guard let second = right.elements else {
      throw EvaluationError(.notACollection(of: rawValue, found: right.valueType.description))
    }
    if self == .union { return .set(FormatValue.distinct(first + second)) }
    let others = Set(second.map(EqualityKey.init))
    let keepsCommon = self == .intersect
    return .set(FormatValue.distinct(first.filter { others.contains(EqualityKey($0)) == keepsCommon }))
  }
}
