import PredicateSyntax

/// The functions that format strings may call. A format string has access to no other code of the program.
///
///     let functions: PredicateFunctions = [
///       .function("shout:") { (text: String) in text.uppercased() },
///       .comparison(.utiConformsTo) { (type: String, other: String) in conforms(type, other) },
///     ]
///     let found = try words.filtered(
///       by: FormatPredicate("shout(text) == 'QIVIUT'"), options: EvaluationOptions(functions: functions))
///
/// A function that the language evaluates itself cannot be replaced, and each name may be used once. A selector has a colon
/// for each parameter except the target of FUNCTION, or no colons. `refusals` lists the violations, and so does every check
/// of a predicate with these functions.
public struct PredicateFunctions: Sendable, ExpressibleByArrayLiteral {
  /// An empty set of functions.
  public static let none = PredicateFunctions([])

  /// The diagnostics for rejected functions, which cannot be called.
  public let refusals: [FormatDiagnostic]
  private let functions: [PredicateFunction.Name: PredicateFunction]
  /// The functions by the first part of their selector, with its colon, if that is unambiguous.
  private let shortForms: [String: PredicateFunction]

  /// Creates a set of functions.
  public init(_ functions: [PredicateFunction]) {
    var accepted: [PredicateFunction.Name: PredicateFunction] = [:]
    var refusals: [FormatDiagnostic] = []
    for function in functions {
      if let reason = function.refusal ?? (accepted[function.name] == nil ? nil : "it is already registered") {
        refusals.append(FormatDiagnostic(.refusedFunction(function.spelling, reason: reason), at: .none))
      } else {
        accepted[function.name] = function
      }
    }
    var short: [String: [PredicateFunction]] = [:]
    for function in accepted.values {
      guard case .selector(let selector) = function.name, let first = selector.split(separator: ":").first else {
        continue
      }
      short["\(first):", default: []].append(function)
    }
    self.functions = accepted
    self.refusals = refusals
    // An ambiguous first part names no function.
    shortForms = short.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// Creates a set of functions.
  public init(arrayLiteral functions: PredicateFunction...) { self.init(functions) }

  /// Whether the set was created without any functions.
  package var isNone: Bool { functions.isEmpty && refusals.isEmpty }

  /// Returns the function for a call, by its selector or by its first part alone: `shout(x)` parses as `shout:`.
  package func named(_ selector: String) -> PredicateFunction? {
    functions[.selector(selector)] ?? shortForms[selector]
  }

  /// Returns the function that evaluates an operator.
  package func evaluating(_ comparison: FormatComparisonOperator) -> PredicateFunction? {
    functions[.comparison(comparison)]
  }

  /// The selectors, for suggestions.
  package var selectors: [String] {
    functions.keys.compactMap { if case .selector(let selector) = $0 { selector } else { nil } }.inByteOrder
  }

  /// The selectors of custom operators, for suggestions.
  package var customOperators: [String] {
    functions.keys.compactMap { if case .comparison(.custom(let selector)) = $0 { selector } else { nil } }.inByteOrder
  }
}

extension PredicateFunction {
  /// The reason why the function cannot be registered, or `nil` if it can.
  fileprivate var refusal: String? {
    switch name {
    case .selector(""): return "it has no name"
    case .selector(let selector):
      guard let predefined = PredefinedFunction.named(selector) else { return flaw(of: selector) }
      if !predefined.isOfPrograms { return "it is predefined" }
      return parameters.count == predefined.arity ? nil : "its arity is \(predefined.arity)"
    case .comparison(.custom(let selector)):
      return selector.utf8.last == UInt8(ascii: ":") ? flaw(of: selector) : "an operator's name must end with a colon"
    case .comparison(let comparison): return comparison.isOfPrograms ? nil : "it has its own meaning"
    }
  }

  /// Returns the reason why a selector does not fit the function, or `nil` if it does. A selector without colons fits any
  /// number of parameters. An operator has two parameters regardless of its colons.
  private func flaw(of selector: String) -> String? {
    let colons = selector.utf8.count { $0 == UInt8(ascii: ":") }
    if colons == 0 { return nil }
    if selector.utf8.last != UInt8(ascii: ":") { return "a name with a colon must end with one" }
    let parts = selector.utf8.dropLast().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    if parts.contains(where: { $0.isEmpty }) { return "a part before a colon is empty" }
    if case .comparison = name { return nil }
    // The target of FUNCTION has no colon.
    if colons == parameters.count || colons + 1 == parameters.count { return nil }
    return "it has \(counted(colons, "colon")) and \(counted(parameters.count, "parameter"))"
  }
}

extension FormatComparisonOperator {
  /// Whether only a registered function can evaluate the operator.
  package var isOfPrograms: Bool { kind == .program }
}
