import PredicateSyntax

/// The functions that a program lets format strings call. A string reaches nothing of the program but these.
///
///     let functions: PredicateFunctions = [
///       .function("shout:") { (text: String) in text.uppercased() },
///       .comparison(.utiConformsTo) { (type: String, other: String) in conforms(type, other) },
///     ]
///     try words.filtered(by: FormatPredicate("shout(text) == 'QIVIUT'"), functions: functions)
///
/// A function that is predefined and evaluated cannot be replaced, no name be given twice, and a selector has a colon for
/// each parameter (but the target of FUNCTION) or none at all: `refusals` tells of it, and so does every predicate that is checked with these functions.
public struct PredicateFunctions: Sendable, ExpressibleByArrayLiteral {
  /// No functions.
  public static let none = PredicateFunctions([])

  /// What was wrong with functions that were given; they are left out.
  public let refusals: [Diagnostic]
  private let functions: [PredicateFunction.Name: PredicateFunction]
  /// The selectors that the first part of a selector, or one without its colon, stands for.
  private let shortForms: [String: PredicateFunction]

  /// Gathers functions.
  public init(_ functions: [PredicateFunction]) {
    var accepted: [PredicateFunction.Name: PredicateFunction] = [:]
    var refusals: [Diagnostic] = []
    for function in functions {
      if let reason = function.refusal ?? (accepted[function.name] == nil ? nil : "it is there already") {
        refusals.append(Diagnostic(.refusedFunction(function.spelling, reason: reason), at: .none))
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
    // A word that could stand for several stands for none.
    shortForms = short.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// Gathers functions.
  public init(arrayLiteral functions: PredicateFunction...) { self.init(functions) }

  /// Whether none were given.
  package var isNone: Bool { functions.isEmpty && refusals.isEmpty }

  /// The function that a call names: by its selector, or by its first part alone, as in `shout(x)`, which parses as
  /// `shout:`.
  package func named(_ selector: String) -> PredicateFunction? {
    functions[.selector(selector)] ?? shortForms[selector]
  }

  /// The function that evaluates an operator.
  package func evaluating(_ comparison: ComparisonOperator) -> PredicateFunction? {
    functions[.comparison(comparison)]
  }

  /// The selectors, for suggestions.
  package var selectors: [String] {
    functions.keys.compactMap { if case .selector(let selector) = $0 { selector } else { nil } }.sorted()
  }

  /// The selectors of custom operators, for suggestions.
  package var customOperators: [String] {
    functions.keys.compactMap { if case .comparison(.custom(let selector)) = $0 { selector } else { nil } }.sorted()
  }
}

extension PredicateFunction {
  /// Why it cannot be registered; nil where it can.
  fileprivate var refusal: String? {
    switch name {
    case .selector(""): return "it has no name"
    case .selector(let selector):
      guard let predefined = PredefinedFunction.named(selector) else { return flaw(of: selector) }
      if !predefined.isOfStores { return "it is predefined" }
      return parameters.count == predefined.arity ? nil : "it takes \(predefined.arity) by the language"
    case .comparison(.custom(let selector)):
      return selector.utf8.last == UInt8(ascii: ":") ? flaw(of: selector) : "an operator's name ends with a colon"
    case .comparison(let comparison): return comparison.isOfPrograms ? nil : "it has its own meaning"
    }
  }

  /// Why a selector is no name for the function; nil where it is one. A word without a colon may have any number of
  /// parameters; an operator has two whatever its colons.
  private func flaw(of selector: String) -> String? {
    let colons = selector.utf8.count { $0 == UInt8(ascii: ":") }
    if colons == 0 { return nil }
    if selector.utf8.last != UInt8(ascii: ":") { return "a name with a colon ends with one" }
    let parts = selector.utf8.dropLast().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    if parts.contains(where: \.isEmpty) { return "nothing stands before a colon" }
    if case .comparison = name { return nil }
    // FUNCTION has a target beside the arguments that the colons stand for.
    if colons == parameters.count || colons + 1 == parameters.count { return nil }
    return "it has \(count(colons, "colon")) and \(count(parameters.count, "parameter"))"
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension PredefinedFunction {
  /// Whether the language only names the function, and stores or programs evaluate it.
  package var isOfStores: Bool {
    ["tokenize:using:", "distanceToLocation:fromLocation:", "distinct:", "inverseOrderKey:"].contains(selector)
  }
}

extension ComparisonOperator {
  /// Whether only a function of the program evaluates the operator.
  package var isOfPrograms: Bool {
    switch self {
    case .tokenMatches, .boundedBy, .utiEquals, .utiConformsTo, .custom: true
    default: false
    }
  }
}
