import PredicateSyntax

/// A function of the program that format strings may call, or that evaluates an operator for them.
///
/// It should give the same value for the same arguments: how often it is called, and of which rows first, is not promised.
/// `function(_:_:)` and `comparison(_:_:)` make one from a closure on Swift values; the initializers here take one on
/// values of the language.
public struct PredicateFunction: Sendable {
  /// What a parameter takes, or what a result is.
  public indirect enum Kind: Sendable, Hashable {
    /// Any value, nil too.
    case any
    case bool
    /// A whole number of 64 bits; `2.0` is one.
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
    /// Such a value, or nil.
    case optional(Kind)
  }

  /// What a function is called by.
  package enum Name: Sendable, Hashable {
    case selector(String)
    case comparison(ComparisonOperator)
  }

  package let name: Name
  package let parameters: [Kind]
  package let result: Kind
  /// Computes the result; the options are those of a comparison.
  private let body: @Sendable ([FormatValue], StringOptions) throws -> FormatValue

  /// A function that a format string calls by its selector: `shout:(name)`, `distance:to:(a, b)`, or
  /// `FUNCTION(name, "shout:")`, whose target is the first argument.
  ///
  /// - Parameters:
  ///   - selector: the name, with a colon for each parameter or without any; `shout(x)` is short for `shout:(x)`. The target
  ///     of FUNCTION may be one parameter more: `raised:` of `FUNCTION(2, "raised:", 3)`.
  ///   - parameters: what each argument must be. A nil where none may be is a fault.
  ///   - result: what comes out, which may always be nil too.
  ///   - body: computes it. What it throws is a fault of the evaluation.
  public init(
    _ selector: String, takes parameters: [Kind], gives result: Kind,
    _ body: @escaping @Sendable ([FormatValue]) throws -> FormatValue
  ) {
    name = .selector(selector)
    self.parameters = parameters
    self.result = result
    self.body = { values, _ in try body(values) }
  }

  /// What an operator does that is evaluated only by programs: `UTI-CONFORMS-TO`, `a isKindOfClass: b`.
  ///
  /// - Parameters:
  ///   - comparison: the operator, such as `.utiConformsTo` or `.custom("isKindOfClass:")`.
  ///   - left: what its left side must be. Of a nil where none may be the comparison is false.
  ///   - right: the same of its right side.
  ///   - body: whether the comparison is true of the two sides, with the options of `TOKENMATCHES[cd]`.
  public init(
    _ comparison: ComparisonOperator, between left: Kind, and right: Kind,
    _ body: @escaping @Sendable (FormatValue, FormatValue, StringOptions) throws -> Bool
  ) {
    name = .comparison(comparison)
    parameters = [left, right]
    result = .bool
    self.body = { values, options in .bool(try body(values[0], values[1], options)) }
  }
}

// MARK: Calling

extension PredicateFunction {
  /// What messages call it.
  package var spelling: String {
    switch name {
    case .selector(let selector): selector
    case .comparison(let comparison): comparison.spelling
    }
  }

  /// The value for operands, as many as there are parameters.
  ///
  /// - Throws: a fault where an operand is not what the function takes, where the function throws, and where it does not
  ///   give what it says.
  package func value(of operands: [FormatValue], _ options: StringOptions = []) throws(EvaluationFault) -> FormatValue {
    guard operands.count == parameters.count else {
      throw EvaluationFault(.wrongArgumentCount(spelling, expected: parameters.count, found: operands.count))
    }
    var values: [FormatValue] = []
    for (operand, kind) in zip(operands, parameters) {
      let operand = operand.settled
      if operand.isNull, !kind.takesNil {
        // No operator is true of nil that does not say so.
        if case .comparison = name { return .bool(false) }
        throw EvaluationFault(.nilOperand(of: spelling))
      }
      guard let value = kind.prepared(operand) else {
        throw EvaluationFault(
          .wrongOperand(of: spelling, wanted: kind.description, found: operand.valueType.description))
      }
      values.append(value)
    }
    let given: FormatValue
    do { given = try body(values, options).settled } catch {
      throw EvaluationFault(.functionFailed(spelling, reason: "\(error)"))
    }
    if given.isNull { return .null }
    guard let value = result.prepared(given) else {
      throw EvaluationFault(
        .wrongResult(spelling, declared: result.description, found: given.valueType.description))
    }
    return value
  }
}

extension PredicateFunction.Kind {
  /// Whether nil is one.
  package var takesNil: Bool {
    switch self {
    case .any, .optional: true
    default: false
    }
  }

  /// The type of such values.
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

  /// Whether a value of the type may be one, as far as that is known.
  package func takes(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (.any, _), (_, .any), (_, .null): true
    case (.integer, _), (.number, _), (.decimal, _): [.integer, .double, .decimal].contains(type)
    case (.collection, _): type.isCollection
    case (.optional(let kind), _): kind.takes(type)
    default: valueType == type
    }
  }

  /// The value as one of the kind; nil where it is none.
  fileprivate func prepared(_ value: FormatValue) -> FormatValue? {
    switch (self, value) {
    case (.any, _): value
    case (.optional(let kind), _): value.isNull ? value : kind.prepared(value)
    // The key of whole numbers is the integer, to the last digit.
    case (.integer, .double), (.integer, .decimal), (.integer, .unsigned):
      if case .integer? = value.equalityKey { value.equalityKey } else { nil }
    default: takes(value.valueType) ? value : nil
    }
  }

  /// What messages say is needed.
  package var description: String {
    switch self {
    case .integer: "a whole number"
    case .number, .decimal: "a number"
    case .collection: "a collection"
    case .optional(let kind): kind.description
    default: valueType.description
    }
  }
}
