import PredicateSyntax

/// A custom function that format strings may call, or that evaluates an operator for them.
///
/// It should return the same value for the same arguments: the number and order of its calls are unspecified.
/// `function(_:_:)` and `comparison(_:_:)` create one from a closure on Swift values. The initializers here take a closure on
/// `FormatValue`s.
public struct PredicateFunction: Sendable {
  /// The type of a parameter or of a result.
  public indirect enum Kind: Sendable, Hashable {
    /// Any value, including nil.
    case any
    case bool
    /// A whole number of 64 bits. `2.0` is one.
    case integer
    /// An integer, a double or a decimal.
    case number
    case decimal
    case string
    case date
    case uuid
    case data
    /// A list or a set.
    case collection
    /// A value of the given kind, or nil.
    case optional(Kind)
  }

  /// The selector or operator that invokes a function.
  package enum Name: Sendable, Hashable {
    case selector(String)
    case comparison(FormatComparisonOperator)

    /// The name in messages.
    var spelling: String {
      switch self {
      case .selector(let selector): selector
      case .comparison(let comparison): comparison.spelling
      }
    }
  }

  package let name: Name
  package let parameters: [Kind]
  package let result: Kind
  /// The string options of the operator that a call evaluates.
  var options: FormatStringOptions = []
  /// Whether the first operand of a call is the target of FUNCTION. A nil target yields nil.
  var isSentToTarget = false
  /// The closure that computes the result. The options are those of a comparison.
  private let body: @Sendable ([FormatValue], FormatStringOptions) throws(EvaluationError) -> FormatValue

  init(
    _ name: Name, _ parameters: [Kind], _ result: Kind,
    _ body: @escaping @Sendable ([FormatValue], FormatStringOptions) throws(EvaluationError) -> FormatValue
  ) {
    self.name = name
    self.parameters = parameters
    self.result = result
    self.body = body
  }
}

// MARK: Calling

extension PredicateFunction {
  /// The name of the function in messages.
  package var spelling: String { name.spelling }

  /// Returns the value for the operands, one for each parameter.
  ///
  /// - Throws: An error if an operand has the wrong kind, if the function throws, or if its result has the wrong kind.
  package func value(of operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    if isSentToTarget, operands.first?.nanAsNil.isNull == true { return .null }
    guard operands.count == parameters.count else {
      throw EvaluationError(.wrongArgumentCount(spelling, expected: parameters.count, found: operands.count))
    }
    var values: [FormatValue] = []
    for (operand, kind) in zip(operands, parameters) {
      let operand = operand.nanAsNil
      if operand.isNull, !kind.takesNil {
        // An operator is false for nil unless its function accepts nil.
        if case .comparison = name { return .bool(false) }
        throw EvaluationError(.nilOperand(of: spelling))
      }
      guard let value = kind.prepared(operand) else {
        throw EvaluationError(
          .wrongOperand(of: spelling, expected: kind.description, found: operand.valueType.description))
      }
      values.append(value)
    }
    let given = try body(values, options).nanAsNil
    if given.isNull { return .null }
    guard let value = result.prepared(given) else {
      throw EvaluationError(.wrongResult(spelling, declared: result.description, found: given.valueType.description))
    }
    return value
  }
}

extension PredicateFunction.Kind {
  package var takesNil: Bool {
    switch self {
    case .any, .optional: true
    case .bool, .integer, .number, .decimal, .string, .date, .uuid, .data, .collection: false
    }
  }

  package var valueType: ValueType {
    switch self {
    case .any: .any
    case .bool: .bool
    case .integer: .integer
    case .number: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    case .collection: .list(.any)
    case .optional(let kind): kind.valueType
    }
  }

  /// Returns whether a value of the type may be of this kind, as far as the type is known.
  package func takes(_ type: ValueType) -> Bool {
    if type == .any || type == .null { return true }
    return switch self {
    case .any: true
    case .integer, .number, .decimal: type.isNumber
    case .collection: type.isCollection
    case .optional(let kind): kind.takes(type)
    case .bool, .string, .date, .uuid, .data: valueType == type
    }
  }

  /// Returns the value as one of the kind, or `nil` if it is not one.
  fileprivate func prepared(_ value: FormatValue) -> FormatValue? {
    switch self {
    case .any: value
    case .optional(let kind): value.isNull ? value : kind.prepared(value)
    // The equality key of a whole number is the exact integer.
    case .integer:
      if takes(value.valueType), let key = value.equalityKey, case .integer = key { key } else { nil }
    case .bool, .number, .decimal, .string, .date, .uuid, .data, .collection: takes(value.valueType) ? value : nil
    }
  }

  /// The phrase for the kind in messages.
  package var description: String {
    switch self {
    case .integer: "a whole number"
    case .number, .decimal: "a number"
    case .collection: "a collection"
    case .optional(let kind): kind.description
    case .any, .bool, .string, .date, .uuid, .data: valueType.description
    }
  }
}
