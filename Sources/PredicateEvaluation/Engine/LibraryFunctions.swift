import Foundation
import PredicateSemantics
import PredicateSyntax

extension ValueFunction {
  /// Returns the value for operands. `value(of:)` computes the functions that need neither a library nor the system.
  ///
  /// - Throws: An error if an operand is nil or of the wrong kind, or if there is no result.
  package func compute(_ operands: [FormatValue]) throws(EvaluationError) -> FormatValue {
    if let value = try value(of: operands) { return value }
    switch computation {
    // `value(of:)` computes these, so this case is not reached.
    case .values, .integer, .integers, .text, .rounding, .operand, .check, .key: return .null
    case .power: return try real(pow(number(operands[0]), number(operands[1])))
    case .squareRoot: return try real(number(operands[0]).squareRoot())
    case .decimalLogarithm: return try real(log10(number(operands[0])))
    case .naturalLogarithm: return try real(log(number(operands[0])))
    case .exponential: return try real(exp(number(operands[0])))
    case .randomFraction: return .double(Double.random(in: 0..<1))
    case .randomInteger:
      let limit = try Self.integer(operands[0], of: name)
      guard limit > 0 else {
        throw EvaluationError(.wrongOperand(of: name, expected: "a limit above 0", found: "\(limit)"))
      }
      return .integer(Int64.random(in: 0..<limit))
    // Each evaluation reads the clock.
    case .now: return .date(Date().timeIntervalSinceReferenceDate)
    }
  }

  private func number(_ operand: FormatValue) throws(EvaluationError) -> Double {
    try Self.double(operand, of: name)
  }

  /// Returns a result, or throws an error if it is not a finite number.
  private func real(_ result: Double) throws(EvaluationError) -> FormatValue {
    .double(try Self.finite(result, of: name))
  }
}

extension FormatExpression.SetOperator {
  /// Returns the set that the operator makes of two collections (Rationale 6.7). The right one may be a record, whose
  /// values are used. If it is nil, every operator returns the elements of the left one.
  func combined(_ left: FormatValue, _ right: FormatValue) throws(EvaluationError) -> FormatValue {
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
