import PredicateSyntax

/// A predefined function that computes a value from the values of its operands.
package final class ValueFunction: Sendable {
  package let selector: String
  /// The name in messages.
  package let name: String
  package let operand: Operand
  private let result: Result
  package let computation: Computation
  /// The operation by which engines may compute the result themselves, or `nil` if they must use the definition.
  package let operation: Operation?

  init(
    _ selector: String, _ name: String, _ operand: Operand, _ result: Result, _ computation: Computation,
    _ operation: Operation?
  ) {
    self.selector = selector
    self.name = name
    self.operand = operand
    self.result = result
    self.computation = computation
    self.operation = operation
  }

  /// The types that an operand may have.
  package enum Operand: Sendable {
    /// Numbers but not Booleans, and dates if they make sense.
    case number, numberOrDate
    case string
    /// A date, and the name of a time zone if the function has two operands.
    case date
    case any

    /// Returns whether a value of the type may be accepted, as far as the type is known.
    func takes(_ type: ValueType) -> Bool {
      if type == .any || type == .null { return true }
      return switch self {
      case .number: type.isNumber
      case .numberOrDate: type == .date || Operand.number.takes(type)
      case .string: type == .string
      case .date: type == .date || type == .string
      case .any: true
      }
    }

    /// The phrase for the accepted values in messages.
    var description: String {
      switch self {
      case .number, .numberOrDate: "numbers"
      case .string: "a string"
      case .date: "a date"
      case .any: "a value"
      }
    }
  }

  /// The type of the result.
  package enum Result: Sendable {
    case always(ValueType)
    /// An integer for integers. One double makes the result a double; otherwise, one decimal makes it a decimal.
    case ofNumbers
    /// A decimal for a decimal, and a double for other numbers.
    case decimalOrDouble
    case ofFirstOperand
  }

  /// Returns the type of the result for operands of the given types.
  package func resultType(of operands: [ValueType]) -> ValueType {
    switch result {
    case .always(let type): return type
    case .ofNumbers:
      if operands.allSatisfy({ $0 == .integer }) { return .integer }
      if operands.contains(.any) || operands.contains(.null) { return .any }
      // A date and seconds yield a date; two dates yield seconds.
      if operands.contains(.date) { return operands.allSatisfy { $0 == .date } ? .double : .date }
      return operands.contains { $0.isDouble } ? .double : .decimal
    case .decimalOrDouble: return operands.first?.decimalOrDouble ?? .double
    case .ofFirstOperand: return operands.first ?? .any
    }
  }

  /// How the result is computed. Operands are never nil, except for `operand` and `key`.
  package enum Computation: Sendable {
    case values(@Sendable ([FormatValue]) throws(EvaluationError) -> FormatValue)
    /// An operation on integers. A whole double is accepted as an integer.
    case integer(@Sendable (Int64) -> Int64)
    case integers(@Sendable (Int64, Int64) -> Int64)
    case text(@Sendable (String) -> String)
    case rounding(FloatingPointRoundingRule)
    /// A part of a date, in UTC or in the time zone that the second operand names. An engine computes it for other zones than UTC.
    case calendar(CalendarUnit)
    /// The operand itself, which may be nil.
    case operand
    /// A key of the operand, with the name of the selector. The key of nil is nil.
    case key
    /// The operand itself, which may be nil, unless the check throws. If `isDeep` is false, the check reads no elements.
    case check(isDeep: Bool, @Sendable (FormatValue) throws(EvaluationError) -> Void)
    // Functions that need the C math library, a clock or random numbers. An engine computes them, because this module depends
    // on none of them.
    case power, squareRoot, decimalLogarithm, naturalLogarithm, exponential
    case randomFraction
    /// A random integer from 0 and below the operand.
    case randomInteger
    case now
  }

  /// An operation that engines may compute themselves, such as SQL by an operator of the database.
  package enum Operation: Sendable, Hashable {
    case add, subtract, multiply, divide, modulus
    case bitAnd, bitOr, bitXor, bitNot, shiftLeft, shiftRight
    case squareRoot, floor, ceiling, truncate, absolute
    case now, length
    case calendar(CalendarUnit)
    /// The operand itself.
    case operand
  }

  /// Whether two calls with equal operands may have different values.
  package var mayDifferEachTime: Bool {
    switch computation {
    case .randomFraction, .randomInteger, .now: true
    case .values, .integer, .integers, .text, .rounding, .calendar, .operand, .check, .key, .power, .squareRoot,
      .decimalLogarithm, .naturalLogarithm, .exponential:
      false
    }
  }

  /// Whether the result depends on the precision of a number: the text of a `Float` has fewer digits than that of its double.
  package var readsPrecision: Bool { if case .key = computation { true } else { false } }

  /// Whether an operand may be nil.
  package var takesNil: Bool {
    switch computation {
    case .operand, .check, .key: true
    case .values, .integer, .integers, .text, .rounding, .calendar, .power, .squareRoot, .decimalLogarithm,
      .naturalLogarithm, .exponential, .randomFraction, .randomInteger, .now:
      false
    }
  }

  /// Throws an error if an operand is nil and the function does not accept nil.
  package func rejectNil(_ operands: [FormatValue]) throws(EvaluationError) {
    if takesNil { return }
    for operand in operands where operand.isNull { throw EvaluationError(.nilOperand(of: name)) }
  }

  /// Returns the value for operands, or `nil` if an engine must compute it.
  package func value(of operands: [FormatValue]) throws(EvaluationError) -> FormatValue? {
    try rejectNil(operands)
    switch computation {
    case .values(let compute): return try compute(operands)
    case .integer(let compute): return .integer(compute(try Self.integer(operands[0], of: name)))
    case .integers(let compute):
      return .integer(compute(try Self.integer(operands[0], of: name), try Self.integer(operands[1], of: name)))
    case .text(let change): return .string(change(try Self.text(operands[0], of: name)))
    case .rounding(let rule):
      if case .decimal(let number) = operands[0] {
        return .decimal(number.rounded(rule))
      }
      return .double(try Self.finite(Self.double(operands[0], of: name).rounded(rule), of: name))
    case .calendar(let unit): return try Self.value(of: unit, operands, of: name)
    case .operand: return operands[0]
    case .key:
      guard let value = ValueKey.named(selector)?.value(of: operands[0]) else {
        throw EvaluationError(.unknownKey(name, type: operands[0].valueType.description, nearest: nil))
      }
      return value.widened
    case .check(_, let check):
      try check(operands[0])
      return operands[0]
    case .power, .squareRoot, .decimalLogarithm, .naturalLogarithm, .exponential, .randomFraction, .randomInteger, .now:
      return nil
    }
  }
}
