import PredicateSyntax

/// A predefined function. `all` declares each function once, with everything that is known about it.
///
/// Parsing needs no declaration: a call of any name is a call. Only the selectors of several parts, and the operators that are
/// short for functions, are also known to the parser.
package struct PredefinedFunction: Sendable {
  package enum Definition: Sendable {
    /// Computes a value from the values of its operands.
    case values(ValueFunction)
    /// Reduces the elements of one collection.
    case reduction(Reduction.Kind)
    /// `objectFrom:withIndex:(a, i)` is `a[i]`.
    case index
    /// `castObject:toType:(a, "Type")` is `CAST(a, "Type")`.
    case cast
    /// Only stores, or functions that the program registers, evaluate it.
    case program
  }

  /// The selector, which is also the canonical spelling: `max:`, `add:to:`.
  package let selector: String
  package let definition: Definition

  /// The number of arguments: one for each colon of the selector.
  package var arity: Int { selector.utf8.count { $0 == UInt8(ascii: ":") } }

  /// Whether only stores or registered functions evaluate it.
  package var isOfPrograms: Bool { if case .program = definition { true } else { false } }

  /// Whether the function reduces one collection, as `sum:` and `max:` do.
  package var isReduction: Bool { if case .reduction = definition { true } else { false } }

  /// Whether two calls with equal arguments may have different values.
  package var mayDifferEachTime: Bool {
    switch definition {
    case .values(let function): function.mayDifferEachTime
    case .program: true
    case .reduction, .index, .cast: false
    }
  }

  // MARK: Finding functions

  /// Returns the function with a selector, or `nil` if there is none.
  package static func named(_ selector: String) -> PredefinedFunction? { bySelector[selector] }

  /// Returns the function that a call with the wrong number of arguments means: `sum()` and `now(1)` are calls of `sum` and
  /// `now:`, which are not selectors.
  package static func meant(by selector: String) -> PredefinedFunction? {
    named(selector) ?? named(selector + ":") ?? (selector.last == ":" ? named(String(selector.dropLast())) : nil)
  }

  private static let bySelector = Dictionary(uniqueKeysWithValues: all.map { ($0.selector, $0) })

  // MARK: The functions

  /// All predefined functions (Rationale 3.10), in the order of the documentation.
  package static let all: [PredefinedFunction] = [
    reduction("sum:", .sum), reduction("count:", .count), reduction("min:", .minimum), reduction("max:", .maximum),
    reduction("average:", .average), reduction("median:", .median), reduction("mode:", .mode),
    reduction("stddev:", .standardDeviation),

    values("add:to:", "addition", .numberOrDate, .ofNumbers, .values(ValueFunction.add), .add),
    values("from:subtract:", "subtraction", .numberOrDate, .ofNumbers, .values(ValueFunction.subtract), .subtract),
    values("multiply:by:", "multiplication", .number, .ofNumbers, .values(ValueFunction.multiply), .multiply),
    values("divide:by:", "division", .number, .ofNumbers, .values(ValueFunction.divide), .divide),
    values("modulus:by:", "modulus", .number, .ofNumbers, .values(ValueFunction.modulus), .modulus),
    values("raise:toPower:", "power", .number, .always(.double), .power),

    values("bitwiseAnd:with:", "bitwise and", .number, .always(.integer), .integers { $0 & $1 }, .bitAnd),
    values("bitwiseOr:with:", "bitwise or", .number, .always(.integer), .integers { $0 | $1 }, .bitOr),
    values("bitwiseXor:with:", "bitwise exclusive or", .number, .always(.integer), .integers { $0 ^ $1 }, .bitXor),
    values("leftshift:by:", "shift", .number, .always(.integer), .values(ValueFunction.shiftLeft), .shiftLeft),
    values("rightshift:by:", "shift", .number, .always(.integer), .values(ValueFunction.shiftRight), .shiftRight),
    values("onesComplement:", "complement", .number, .always(.integer), .integer { ~$0 }, .bitNot),

    values("sqrt:", "sqrt", .number, .always(.double), .squareRoot, .squareRoot),
    values("log:", "log", .number, .always(.double), .decimalLogarithm),
    values("ln:", "ln", .number, .always(.double), .naturalLogarithm),
    values("exp:", "exp", .number, .always(.double), .exponential),
    values("floor:", "floor", .number, .decimalOrDouble, .rounding(.down), .floor),
    values("ceiling:", "ceiling", .number, .decimalOrDouble, .rounding(.up), .ceiling),
    values("trunc:", "trunc", .number, .decimalOrDouble, .rounding(.towardZero), .truncate),
    values("abs:", "abs", .number, .ofNumbers, .values(ValueFunction.absolute), .absolute),

    values("random", "random", .number, .always(.double), .randomFraction),
    values("random:", "random", .number, .always(.integer), .randomInteger),
    values("randomn:", "randomn", .number, .always(.integer), .randomInteger),
    values("now", "now", .number, .always(.date), .now, .now),

    values("uppercase:", "uppercase", .string, .always(.string), .text { $0.uppercased() }),
    values("lowercase:", "lowercase", .string, .always(.string), .text { $0.lowercased() }),
    values(
      "canonical:", "canonical", .string, .always(.string),
      .text { folded($0, [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]) }),
    values("length:", "length", .string, .always(.integer), .values(ValueFunction.length), .length),
    calendar(.year), calendar(.month), calendar(.day), calendar(.hour),
    calendar(.year, "inTimeZone:"), calendar(.month, "inTimeZone:"), calendar(.day, "inTimeZone:"),
    calendar(.hour, "inTimeZone:"),
    values("noindex:", "noindex", .any, .ofFirstOperand, .operand, .operand),

    PredefinedFunction(selector: "distinct:", definition: .program),
    PredefinedFunction(selector: "inverseOrderKey:", definition: .program),
    PredefinedFunction(selector: FormatExpression.Call.indexSelector, definition: .index),
    PredefinedFunction(selector: FormatExpression.Call.castSelector, definition: .cast),
    PredefinedFunction(selector: "indexed:by:", definition: .index),
    PredefinedFunction(selector: "tokenize:using:", definition: .program),
    PredefinedFunction(selector: "distanceToLocation:fromLocation:", definition: .program),
  ]

  private static func reduction(_ selector: String, _ kind: Reduction.Kind) -> PredefinedFunction {
    PredefinedFunction(selector: selector, definition: .reduction(kind))
  }

  /// Declares a function of a date, or of a date and a time zone.
  private static func calendar(_ unit: CalendarUnit, _ zone: String = "") -> PredefinedFunction {
    values(
      "\(unit.rawValue):\(zone)", unit.rawValue, .date, .always(.integer), .calendar(unit), .calendar(unit))
  }

  /// Declares a function of values.
  ///
  /// - Parameters:
  ///   - selector: The selector.
  ///   - name: The name in messages.
  ///   - operand: The types that an operand may have.
  ///   - result: The type of the result.
  ///   - computation: The definition.
  ///   - operation: The operation by which engines may compute the result themselves. Without one they use the definition.
  @inline(never)
  private static func values(
    _ selector: String, _ name: String, _ operand: ValueFunction.Operand, _ result: ValueFunction.Result,
    _ computation: ValueFunction.Computation, _ operation: ValueFunction.Operation? = nil
  ) -> PredefinedFunction {
    PredefinedFunction(
      selector: selector,
      definition: .values(ValueFunction(selector, name, operand, result, computation, operation)))
  }
}
