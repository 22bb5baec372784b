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
    case .calendar(let unit):
      let offset = try offset(of: operands[0], inZone: operands[1])
      return try Self.value(of: unit, operands[0], offset: offset, of: name)
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

  /// Returns the offset of a time zone from UTC at a date, in seconds.
  private func offset(of operand: FormatValue, inZone zone: FormatValue) throws(EvaluationError) -> Int {
    let zone = try Self.text(zone, of: name)
    guard let offset = CalendarUnit.offset(ofZone: zone, at: try Self.date(operand, of: name)) else {
      throw EvaluationError(
        .wrongOperand(of: name, expected: "a time zone such as \"Europe/Berlin\"", found: "\"\(zone)\""))
    }
    return offset
  }

  private func number(_ operand: FormatValue) throws(EvaluationError) -> Double {
    try Self.double(operand, of: name)
  }

  /// Returns a result, or throws an error if it is not a finite number.
  private func real(_ result: Double) throws(EvaluationError) -> FormatValue {
    .double(try Self.finite(result, of: name))
  }
}

extension CalendarUnit {
  /// Returns the offset of a time zone from UTC at a date, in seconds.
  ///
  /// - Parameters:
  ///   - zone: The name of the time zone.
  ///   - seconds: The seconds since 2001-01-01 00:00:00 UTC.
  /// - Returns: `nil` if no time zone has the name.
  package static func offset(ofZone zone: String, at seconds: Double) -> Int? {
    guard isZoneName(zone), let found = TimeZone(identifier: zone) else { return nil }
    return found.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds))
  }
}

extension SystemFunctions {
  /// The functions of Foundation, the C library and this module.
  package static let foundation = SystemFunctions(
    pattern: { text, options, limits throws(EvaluationError) in
      let pattern = try Pattern(text, options, limits)
      return { subject, counter throws(EvaluationError) in
        guard let matches = pattern.matches(subject, counter) else { throw EvaluationError(.patternLimit) }
        return matches
      }
    },
    compute: { function, operands throws(EvaluationError) in try function.compute(operands) },
    localizedOrder: { left, right, options in options.localizedOrder(left, right) },
    localizedTest: { test, subject, needle, options in options.passes(localized: test, subject, needle) },
    bounds: { object throws(EvaluationError) in try object.bounds },
    readKey: { object, key throws(EvaluationError) in try SwiftType.read(object, key, isShared: false) })
}

extension FormatObject {
  /// The bounds of the range in the object, or `nil` if it has none.
  fileprivate var bounds: RangeBounds? {
    get throws(EvaluationError) {
      guard let shape = (object as? BoxedStructure)?.rangeShape else { return nil }
      return RangeBounds(
        lower: shape.hasLower ? try SwiftType.read(self, "lowerBound", isShared: false) : nil,
        upper: shape.upper == nil ? nil : try SwiftType.read(self, "upperBound", isShared: false),
        includesUpper: shape.upper == .lessThanOrEqualTo)
    }
  }
}
