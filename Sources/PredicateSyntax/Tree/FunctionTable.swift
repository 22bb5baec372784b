/// A predefined function: a row of the table that the parser, checker, and evaluators share.
package struct PredefinedFunction: Sendable {
  /// The selector, which is also the canonical spelling: `max:`, `add:to:`.
  package var selector: String
  /// The number of arguments.
  package var arity: Int
  /// The infix or prefix operator that is short for the function.
  package var symbol: String?
  /// Whether the function aggregates one collection, as `sum:` and `max:` do.
  package var isAggregate = false

  /// Returns the function with a selector, or `nil` if there is none.
  package static func named(_ selector: String) -> PredefinedFunction? { bySelector[selector] }

  private static let bySelector = Dictionary(
    uniqueKeysWithValues: table.map { ($0.selector, $0) })

  /// All predefined functions (Rationale 3.10).
  package static let table: [PredefinedFunction] = [
    PredefinedFunction(selector: "sum:", arity: 1, isAggregate: true),
    PredefinedFunction(selector: "count:", arity: 1, isAggregate: true),
    PredefinedFunction(selector: "min:", arity: 1, isAggregate: true),
    PredefinedFunction(selector: "max:", arity: 1, isAggregate: true),
    PredefinedFunction(selector: "average:", arity: 1, isAggregate: true),
    PredefinedFunction(selector: "median:", arity: 1, isAggregate: true),
    PredefinedFunction(selector: "mode:", arity: 1, isAggregate: true),
    PredefinedFunction(selector: "stddev:", arity: 1, isAggregate: true),
    PredefinedFunction(selector: "add:to:", arity: 2, symbol: "+"),
    PredefinedFunction(selector: "from:subtract:", arity: 2, symbol: "-"),
    PredefinedFunction(selector: "multiply:by:", arity: 2, symbol: "*"),
    PredefinedFunction(selector: "divide:by:", arity: 2, symbol: "/"),
    PredefinedFunction(selector: "modulus:by:", arity: 2),
    PredefinedFunction(selector: "raise:toPower:", arity: 2, symbol: "**"),
    PredefinedFunction(selector: "bitwiseAnd:with:", arity: 2, symbol: "&"),
    PredefinedFunction(selector: "bitwiseOr:with:", arity: 2, symbol: "|"),
    PredefinedFunction(selector: "bitwiseXor:with:", arity: 2, symbol: "^"),
    PredefinedFunction(selector: "leftshift:by:", arity: 2, symbol: "<<"),
    PredefinedFunction(selector: "rightshift:by:", arity: 2, symbol: ">>"),
    PredefinedFunction(selector: "onesComplement:", arity: 1, symbol: "~"),
    PredefinedFunction(selector: "sqrt:", arity: 1),
    PredefinedFunction(selector: "log:", arity: 1),
    PredefinedFunction(selector: "ln:", arity: 1),
    PredefinedFunction(selector: "exp:", arity: 1),
    PredefinedFunction(selector: "floor:", arity: 1),
    PredefinedFunction(selector: "ceiling:", arity: 1),
    PredefinedFunction(selector: "trunc:", arity: 1),
    PredefinedFunction(selector: "abs:", arity: 1),
    PredefinedFunction(selector: "random", arity: 0),
    PredefinedFunction(selector: "random:", arity: 1),
    PredefinedFunction(selector: "randomn:", arity: 1),
    PredefinedFunction(selector: "now", arity: 0),
    PredefinedFunction(selector: "uppercase:", arity: 1),
    PredefinedFunction(selector: "lowercase:", arity: 1),
    PredefinedFunction(selector: "canonical:", arity: 1),
    PredefinedFunction(selector: "length:", arity: 1),
    PredefinedFunction(selector: "noindex:", arity: 1),
    PredefinedFunction(selector: "distinct:", arity: 1),
    PredefinedFunction(selector: "inverseOrderKey:", arity: 1),
    PredefinedFunction(selector: "objectFrom:withIndex:", arity: 2),
    PredefinedFunction(selector: "castObject:toType:", arity: 2),
    PredefinedFunction(selector: "indexed:by:", arity: 2),
    PredefinedFunction(selector: "tokenize:using:", arity: 2),
    PredefinedFunction(selector: "distanceToLocation:fromLocation:", arity: 2),
  ]
}
