/// An operator of arithmetic. It is short for a call of a function: `a + b` is `add:to:(a, b)`.
package enum ArithmeticOperator: String, CaseIterable, Sendable {
  case add = "+", subtract = "-", multiply = "*", divide = "/", power = "**"
  case bitAnd = "&", bitOr = "|", bitXor = "^", leftShift = "<<", rightShift = ">>"
  /// The only prefix operator. `-a` is `0 - a`.
  case complement = "~"

  package var selector: String {
    switch self {
    case .add: "add:to:"
    case .subtract: "from:subtract:"
    case .multiply: "multiply:by:"
    case .divide: "divide:by:"
    case .power: "raise:toPower:"
    case .bitAnd: "bitwiseAnd:with:"
    case .bitOr: "bitwiseOr:with:"
    case .bitXor: "bitwiseXor:with:"
    case .leftShift: "leftshift:by:"
    case .rightShift: "rightshift:by:"
    case .complement: "onesComplement:"
    }
  }

  /// Creates the operator that is short for a function, or returns `nil` if there is none.
  package init?(selector: String) {
    guard let infix = Self.bySelector[selector] else { return nil }
    self = infix
  }

  private static let bySelector = Dictionary(uniqueKeysWithValues: allCases.map { ($0.selector, $0) })

  package var arity: Int { self == .complement ? 1 : 2 }
}

extension FormatExpression.Call {
  /// The selector of `a[i]`.
  package static let indexSelector = "objectFrom:withIndex:"
  /// The selector of `CAST(a, "Type")`.
  package static let castSelector = "castObject:toType:"

  /// The selectors of several parts whose first part alone is a name of the function. A function with an operator has no such
  /// name.
  private static let byFirstPart = [
    "modulus": "modulus:by:", "objectFrom": indexSelector, "castObject": castSelector,
    "indexed": "indexed:by:", "tokenize": "tokenize:using:", "distanceToLocation": "distanceToLocation:fromLocation:",
  ]

  /// The functions of a date, which have a time zone as a second argument.
  private static let partsOfDates: Set = ["year", "month", "day", "hour"]

  /// Returns the selector that a word is short for: `sum(x)` is `sum:(x)`, `modulus(a, b)` is `modulus:by:(a, b)`, and `now()` is
  /// `now()`.
  static func selector(ofWord word: String, arguments: Int) -> String {
    if arguments == 2, partsOfDates.contains(word) { return word + ":inTimeZone:" }
    return byFirstPart[word] ?? (arguments == 0 ? word : word + ":")
  }

  /// The selector that the printed call is read as, if it is another one: `f(x)` is a call of `f:`.
  var misreadSelector: String? {
    if selector.utf8.count > 1, selector.utf8.last == UInt8(ascii: ":") { return nil }
    if selector == Keyword.fetch.rawValue { return nil }
    let read = Self.selector(ofWord: selector, arguments: arguments.count)
    return read == selector ? nil : read
  }
}
