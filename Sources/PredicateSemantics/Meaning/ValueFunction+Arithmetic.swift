import PredicateSyntax

// Arithmetic on values (Rationale 5.1 to 5.5). Integers have 64 bits with overflow checks and truncating division. One
// double makes all operands doubles; otherwise, one decimal makes all decimals. Dates combine with seconds.

extension ValueFunction {
  /// Returns the result of an operation on two numbers that are converted to a common type. Integers are computed in 128 bits.
  ///
  /// - Parameter isDivision: Whether the right operand must not be zero.
  private static func computed(
    _ operands: [FormatValue], of name: String, isDivision: Bool = false,
    _ ofIntegers: (Int128, Int128) -> (partialValue: Int128, overflow: Bool),
    _ ofDecimals: (FormatDecimal, FormatDecimal) -> FormatDecimal?, _ ofDoubles: (Double, Double) -> Double
  ) throws(EvaluationError) -> FormatValue {
    if let left = whole(operands[0]), let right = whole(operands[1]) {
      if isDivision, right == 0 { throw EvaluationError(.divisionByZero) }
      return try checked(ofIntegers(left, right), operands, of: name)
    }
    if let left = operands[0].exactDecimal, let right = operands[1].exactDecimal {
      if isDivision, right.significand == 0 { throw EvaluationError(.divisionByZero) }
      return try checked(ofDecimals(left, right), of: name)
    }
    let (left, right) = (try double(operands[0], of: name), try double(operands[1], of: name))
    if isDivision, right == 0 { throw EvaluationError(.divisionByZero) }
    return .double(try finite(ofDoubles(left, right), of: name))
  }

  private static func whole(_ value: FormatValue) -> Int128? {
    switch value {
    case .integer(let value): Int128(value)
    case .unsigned(let value): Int128(value)
    default: nil
    }
  }

  /// Returns the result of a decimal operation. Throws an overflow error for `nil`.
  package static func checked(_ result: FormatDecimal?, of name: String) throws(EvaluationError) -> FormatValue {
    guard let result else { throw EvaluationError(.decimalOverflow(of: name)) }
    return .decimal(result)
  }

  /// Returns the result in 64 bits. It may only exceed `Int64.max` if an operand does: signed integers overflow.
  private static func checked(
    _ result: (partialValue: Int128, overflow: Bool), _ operands: [FormatValue], of name: String
  ) throws(EvaluationError) -> FormatValue {
    if !result.overflow, let value = Int64(exactly: result.partialValue) { return .integer(value) }
    if case .integer = operands[0], case .integer = operands[1] { throw EvaluationError(.overflow(of: name)) }
    if !result.overflow, let value = UInt64(exactly: result.partialValue) { return .unsigned(value) }
    throw EvaluationError(.overflow(of: name))
  }

  static func add(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    switch (operands[0], operands[1]) {
    case (.date(let seconds), let other), (let other, .date(let seconds)):
      return .date(try finite(seconds + double(other, of: "addition"), of: "addition"))
    default: break
    }
    return try computed(operands, of: "addition", { $0.addingReportingOverflow($1) }, { $0.adding($1) }, { $0 + $1 })
  }

  static func subtract(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    if case .date(let l) = operands[0] {
      if case .date(let r) = operands[1] { return .double(try finite(l - r, of: "subtraction")) }
      return .date(try finite(l - double(operands[1], of: "subtraction"), of: "subtraction"))
    }
    return try computed(
      operands, of: "subtraction", { $0.subtractingReportingOverflow($1) }, { $0.subtracting($1) }, { $0 - $1 })
  }

  static func multiply(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    try computed(
      operands, of: "multiplication", { $0.multipliedReportingOverflow(by: $1) }, { $0.multiplied(by: $1) }, { $0 * $1 }
    )
  }

  static func divide(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    try computed(
      operands, of: "division", isDivision: true, { $0.dividedReportingOverflow(by: $1) }, { $0.divided(by: $1) },
      { $0 / $1 })
  }

  static func modulus(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    try computed(
      operands, of: "modulus", isDivision: true, { $0.remainderReportingOverflow(dividingBy: $1) },
      { $0.remainder(dividingBy: $1) }, { $0.truncatingRemainder(dividingBy: $1) })
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
    guard let number = value.doubleValue else {
      throw EvaluationError(.wrongOperand(of: name, expected: "numbers", found: value.valueType.description))
    }
    return number
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
    throw EvaluationError(.wrongOperand(of: name, expected: "whole numbers", found: value.valueType.description))
  }

  package static func text(_ value: FormatValue, of name: String) throws(EvaluationError) -> String {
    if case .string(let text) = value { return text }
    throw EvaluationError(.wrongOperand(of: name, expected: "a string", found: value.valueType.description))
  }

  package static func finite(_ value: Double, of name: String) throws(EvaluationError) -> Double {
    guard value.isFinite else { throw EvaluationError(.notFinite(of: name)) }
    return value
  }
}
