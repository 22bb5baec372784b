import Foundation
import PredicateModel
import PredicateSyntax

/// The functions that the model only names, because they need the C library's math, a clock or random numbers.
package enum LibraryFunctions {
  package typealias Computation = ([FormatValue]) throws(EvaluationFault) -> FormatValue

  private static let real: [String: @Sendable ([Double]) -> Double] = [
    "raise:toPower:": { pow($0[0], $0[1]) },
    "sqrt:": { $0[0].squareRoot() },
    "log:": { log10($0[0]) },
    "ln:": { log($0[0]) },
    "exp:": { exp($0[0]) },
    "random": { _ in Double.random(in: 0..<1) },
  ]

  /// Returns the computation of a selector. A result that is not a finite number is a fault.
  package static func named(_ selector: String, _ name: String) -> Computation {
    if let function = real[selector] {
      return { operands throws(EvaluationFault) in
        var numbers: [Double] = []
        for operand in operands { numbers.append(try Arithmetic.double(operand, of: name)) }
        return .double(try Arithmetic.finite(function(numbers), of: name))
      }
    }
    switch selector {
    // Each evaluation reads the clock.
    case "now": return { _ in .date(Date().timeIntervalSinceReferenceDate) }
    case "random:", "randomn:":
      return { operands throws(EvaluationFault) in
        let limit = try Arithmetic.integer(operands[0], of: name)
        guard limit > 0 else {
          throw EvaluationFault(.wrongOperand(of: name, wanted: "a limit above 0", found: "\(limit)"))
        }
        return .integer(Int64.random(in: 0..<limit))
      }
    default: return { _ in .null }
    }
  }
}

/// UNION, INTERSECT and MINUS (Rationale 6.7).
enum SetExpressions {
  /// Combines collections into a set. The right one may be a dictionary, for its values, or nil, which has no effect.
  static func combine(
    _ operation: FormatExpression.SetOperation, _ left: FormatValue, _ right: FormatValue
  ) throws(EvaluationFault) -> FormatValue {
    guard let first = left.elements, left.valueType != .record else {
      throw EvaluationFault(.notACollection(of: operation.rawValue, found: left.valueType.description))
    }
    guard let second = right.isNull ? [] : right.elements else {
      throw EvaluationFault(.notACollection(of: operation.rawValue, found: right.valueType.description))
    }
    if right.isNull { return .set(ValueOrder.distinct(first)) }
    if operation == .union { return .set(ValueOrder.distinct(first + second)) }
    let known = ValueLookup(second)
    return .set(ValueOrder.distinct(first.filter { known.contains($0) == (operation == .intersect) }))
  }
}
