import PredicateSyntax

/// An error in the computation of a value (Rationale 5.1). It is thrown or becomes nil, depending on `onError`.
package struct EvaluationError: Error {
  package var message: Message

  package init(_ message: Message) { self.message = message }

  /// Whether the error is thrown regardless of `onError`, because the value is unknown: a limit ended the computation, or the
  /// value can only be read elsewhere.
  package var isAlwaysThrown: Bool { message.isAlwaysThrown }
}

// Arithmetic on values (Rationale 5.1 to 5.5). Integers have 64 bits with overflow checks and truncating division. One
// double makes all operands doubles; otherwise, one decimal makes all decimals. Dates combine with seconds.

extension ValueFunction {
  /// Two operands converted to a common type.
  private enum Pair {
    /// Two integers, computed in 128 bits. A result that does not fit 64 bits is an error.
    case integers(Int128, Int128)
    case decimals(DecimalNumber, DecimalNumber)
    case doubles(Double, Double)
  }

  private static func pair(_ operands: [FormatValue], of name: String) throws(EvaluationError) -> Pair {
    if let left = whole(operands[0]), let right = whole(operands[1]) { return .integers(left, right) }
    if let left = decimal(operands[0]), let right = decimal(operands[1]) { return .decimals(left, right) }
    return .doubles(try double(operands[0], of: name), try double(operands[1], of: name))
  }

  private static func whole(_ value: FormatValue) -> Int128? {
    switch value {
    case .integer(let value): Int128(value)
    case .unsigned(let value): Int128(value)
    default: nil
    }
  }

  /// Returns a decimal, or an integer as a decimal.
  private static func decimal(_ value: FormatValue) -> DecimalNumber? {
    switch value {
    case .decimal(let value): value
    case .integer(let value): DecimalNumber(value)
    case .unsigned(let value): DecimalNumber(String(value))
    default: nil
    }
  }

  /// Returns the result of a decimal operation. Throws an overflow error for `nil`.
  package static func checked(_ result: DecimalNumber?, of name: String) throws(EvaluationError) -> FormatValue {
    guard let result else { throw EvaluationError(.decimalOverflow(of: name)) }
    return .decimal(result)
  }

  /// Returns the result in 64 bits, signed or unsigned.
  private static func checked(
    _ result: (partialValue: Int128, overflow: Bool), of name: String
  ) throws(EvaluationError) -> FormatValue {
    if !result.overflow, let value = Int64(exactly: result.partialValue) { return .integer(value) }
    if !result.overflow, let value = UInt64(exactly: result.partialValue) { return .unsigned(value) }
    throw EvaluationError(.overflow(of: name))
  }

  /// Returns the result in 64 bits. It may only exceed `Int64.max` if an operand does: signed integers overflow.
  private static func checked(
    _ result: (partialValue: Int128, overflow: Bool), _ operands: [FormatValue], of name: String
  ) throws(EvaluationError) -> FormatValue {
    let value = try checked(result, of: name)
    if case .unsigned = value {
      if case .integer = operands[0], case .integer = operands[1] { throw EvaluationError(.overflow(of: name)) }
    }
    return value
  }

  static func add(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    switch (operands[0], operands[1]) {
    case (.date(let seconds), let other), (let other, .date(let seconds)):
      return .date(try finite(seconds + double(other, of: "addition"), of: "addition"))
    default: break
    }
    switch try pair(operands, of: "addition") {
    case .integers(let l, let r): return try checked(l.addingReportingOverflow(r), operands, of: "addition")
    case .decimals(let l, let r): return try checked(l.adding(r), of: "addition")
    case .doubles(let l, let r): return .double(try finite(l + r, of: "addition"))
    }
  }

  static func subtract(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    if case .date(let l) = operands[0] {
      if case .date(let r) = operands[1] { return .double(try finite(l - r, of: "subtraction")) }
      return .date(try finite(l - double(operands[1], of: "subtraction"), of: "subtraction"))
    }
    switch try pair(operands, of: "subtraction") {
    case .integers(let l, let r): return try checked(l.subtractingReportingOverflow(r), operands, of: "subtraction")
    case .decimals(let l, let r): return try checked(l.subtracting(r), of: "subtraction")
    case .doubles(let l, let r): return .double(try finite(l - r, of: "subtraction"))
    }
  }

  static func multiply(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    switch try pair(operands, of: "multiplication") {
    case .integers(let l, let r):
      return try checked(l.multipliedReportingOverflow(by: r), operands, of: "multiplication")
    case .decimals(let l, let r): return try checked(l.multiplied(by: r), of: "multiplication")
    case .doubles(let l, let r): return .double(try finite(l * r, of: "multiplication"))
    }
  }

  static func divide(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    switch try pair(operands, of: "division") {
    case .integers(_, 0), .doubles(_, 0): throw EvaluationError(.divisionByZero)
    case .integers(let l, let r): return try checked(l.dividedReportingOverflow(by: r), operands, of: "division")
    case .decimals(let l, let r):
      if r.digits.isEmpty { throw EvaluationError(.divisionByZero) }
      return try checked(l.divided(by: r), of: "division")
    case .doubles(let l, let r): return .double(try finite(l / r, of: "division"))
    }
  }

  static func modulus(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    switch try pair(operands, of: "modulus") {
    case .integers(_, 0), .doubles(_, 0): throw EvaluationError(.divisionByZero)
    case .integers(let l, let r):
      return try checked(l.remainderReportingOverflow(dividingBy: r), operands, of: "modulus")
    case .decimals(let l, let r):
      if r.digits.isEmpty { throw EvaluationError(.divisionByZero) }
      return try checked(l.remainder(dividingBy: r), of: "modulus")
    case .doubles(let l, let r): return .double(try finite(l.truncatingRemainder(dividingBy: r), of: "modulus"))
    }
  }

  /// Returns the length of a string in UTF-16 code units.
  static func length(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    .integer(Int64(try text(operands[0], of: "length").utf16.count))
  }

  static func absolute(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    switch operands[0] {
    case .integer(.min): throw EvaluationError(.overflow(of: "abs"))
    case .integer(let value): return .integer(abs(value))
    case .unsigned: return operands[0]
    case .decimal(let value): return .decimal(value.magnitude)
    default: return .double(try double(operands[0], of: "abs").magnitude)
    }
  }

  static func shiftLeft(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    let value = try integer(operands[0], of: "shift")
    return .integer(value << (try shiftDistance(operands[1])))
  }

  static func shiftRight(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    let value = try integer(operands[0], of: "shift")
    return .integer(value >> (try shiftDistance(operands[1])))
  }

  private static func shiftDistance(_ value: FormatValue) throws(EvaluationError) -> Int64 {
    let distance = try integer(value, of: "shift")
    guard (0..<64).contains(distance) else { throw EvaluationError(.overflow(of: "shift")) }
    return distance
  }

  // MARK: Operands

  /// Returns a number as a double. Booleans are not numbers in arithmetic.
  package static func double(_ value: FormatValue, of name: String) throws(EvaluationError) -> Double {
    switch value {
    case .integer(let value): return Double(value)
    case .unsigned(let value): return Double(value)
    case .double(let value): return value
    case .decimal(let value): return value.doubleValue
    default: throw EvaluationError(.wrongOperand(of: name, wanted: "numbers", found: value.valueType.description))
    }
  }

  /// Returns a whole number in 64 bits. A whole double is accepted, and an unsigned number above `Int64.max` yields its bit
  /// pattern.
  package static func integer(_ value: FormatValue, of name: String) throws(EvaluationError) -> Int64 {
    switch value {
    case .integer(let value): return value
    case .unsigned(let value): return Int64(bitPattern: value)
    case .double(let double):
      if let value = Int64(exactly: double) { return value }
    case .decimal(let decimal):
      if decimal.exponent >= 0, let value = Int64(decimal.description) { return value }
    default: break
    }
    throw EvaluationError(.wrongOperand(of: name, wanted: "whole numbers", found: value.valueType.description))
  }

  package static func text(_ value: FormatValue, of name: String) throws(EvaluationError) -> String {
    if case .string(let text) = value { return text }
    throw EvaluationError(.wrongOperand(of: name, wanted: "a string", found: value.valueType.description))
  }

  package static func finite(_ value: Double, of name: String) throws(EvaluationError) -> Double {
    guard value.isFinite else { throw EvaluationError(.notFinite(of: name)) }
    return value
  }
}
