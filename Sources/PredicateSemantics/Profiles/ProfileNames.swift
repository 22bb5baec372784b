import PredicateSyntax

extension PredicateProfile.Part {
  /// What is known about a part.
  struct Row {
    /// The code of the error for a name that is not permitted.
    let code: FormatDiagnostic.Code
    /// The noun for a name in messages.
    let noun: String
    /// The names that the language defines, in display order.
    let names: () -> [String]
    /// Whether a list may contain another name, which a program may define. Only its form is checked.
    let admits: (String) -> Bool

    init(
      _ code: FormatDiagnostic.Code, _ noun: String, _ names: @autoclosure @escaping () -> [String] = [],
      orNames admits: @escaping (String) -> Bool = { _ in false }
    ) {
      (self.code, self.noun, self.names, self.admits) = (code, noun, names, admits)
    }
  }

  var row: Row {
    switch self {
    case .logic: Row(.operatorNotPermitted, "the operator", ["AND", "OR", "NOT", "TRUEPREDICATE", "FALSEPREDICATE"])
    case .modifiers:
      Row(.modifierNotPermitted, "the modifier", ["ANY", "ALL"]) { name in
        ["ANY ", "ALL "].contains { name.hasPrefix($0) && name.utf8.count > $0.utf8.count }
      }
    case .operators:
      Row(
        .operatorNotPermitted, "the operator", FormatComparisonOperator.table.map { $0.spelling },
        orNames: Self.isSelector)
    case .options:
      Row(.optionNotPermitted, "the option", FormatStringOptions.letters.map { String($0.letter) }) { name in
        FormatComparisonOperator.table.contains { row in
          row.takesOptions && FormatStringOptions.letters.contains { name == "\(row.spelling)[\($0.letter)]" }
        }
      }
    case .arithmetic: Row(.operatorNotPermitted, "the operator", ArithmeticOperator.allCases.map { $0.rawValue })
    case .functions:
      Row(
        .functionNotPermitted, "the function",
        PredefinedFunction.all.map { $0.selector }.filter { ArithmeticOperator(selector: $0) == nil },
        orNames: Self.isSelector)
    case .collectionOperators:
      Row(.collectionOperatorNotPermitted, "the collection operator", FormatCollectionOperator.names) {
        FormatExpression.Key($0).isOperator && $0.utf8.count > 1
      }
    case .constructs: Row(.constructNotPermitted, "the construct", ProfileConstruct.allCases.map { $0.rawValue })
    case .casts: Row(.castNotPermitted, "CAST to", Cast.allCases.map { $0.rawValue })
    case .literals: Row(.literalNotPermitted, "a constant of the kind", ValueKind.allCases.map { $0.rawValue })
    case .conversions:
      Row(.conversionNotPermitted, "the conversion", ["%@", "%K", "%d", "%ld", "%lu", "%f", "%s"]) {
        FormatConversion($0) != nil
      }
    case .variables: Row(.variableNotPermitted, "the variable") { !$0.isEmpty }
    case .keys: Row(.keyNotPermitted, "the key path") { $0.flawOfListedKey == nil }
    }
  }

  private static func isSelector(_ name: String) -> Bool {
    name.utf8.last == UInt8(ascii: ":") && name.utf8.count > 1
  }
}

extension PredicateProfile.Limit {
  /// What is known about a limit.
  package struct Row {
    /// The code of the error for a number above the limit.
    let code: FormatDiagnostic.Code
    /// The noun for what is counted in messages.
    let noun: String
    /// Sets the limit of every predicate, or `nil` if only profiles have the limit.
    package let set: ((inout PredicateLimits, Int) -> Void)?

    init(_ code: FormatDiagnostic.Code, _ noun: String, _ set: ((inout PredicateLimits, Int) -> Void)? = nil) {
      (self.code, self.noun, self.set) = (code, noun, set)
    }
  }

  package var row: Row {
    switch self {
    case .length: Row(.textTooLong, "bytes in the text") { $0.length = $1 }
    case .height: Row(.tooHigh, "levels") { $0.height = $1 }
    case .nodes: Row(.tooManyNodes, "constants, keys, operators and functions") { $0.nodes = $1 }
    case .arguments: Row(.tooManyArguments, "arguments") { $0.arguments = $1 }
    case .errors: Row(.tooManyErrors, "errors") { $0.errors = $1 }
    case .comparisons: Row(.tooManyComparisons, "comparisons in the predicate")
    case .elements: Row(.tooManyElements, "elements in a list") { $0.elements = $1 }
    case .textLength: Row(.literalTooLong, "bytes in a string")
    case .patternLength: Row(.patternTooLong, "bytes in a pattern") { $0.patternLength = $1 }
    case .keySteps: Row(.keyPathTooLong, "keys in a key path")
    case .subqueryDepth: Row(.tooManySubqueries, "nested SUBQUERYs")
    case .collectionsPerKeyPath:
      Row(.tooManyCollections, "modifiers and collection operators over one key path")
    case .matchSteps: Row(.patternLimit, "steps of one match of a regular expression") { $0.matchSteps = $1 }
    case .matchLength:
      Row(.patternLimit, "UTF-16 units of a string for a regular expression") { $0.matchLength = $1 }
    case .rows: Row(.tooManyRows, "objects of one evaluation") { $0.rows = $1 }
    case .steps: Row(.tooManySteps, "steps of one evaluation") { $0.steps = $1 }
    case .milliseconds: Row(.tooSlow, "milliseconds of one evaluation") { $0.duration = .milliseconds($1) }
    }
  }
}

/// The constructs that a profile names in addition to operators and functions.
enum ProfileConstruct: String, CaseIterable {
  case evaluatedObject = "SELF"
  case subquery = "SUBQUERY"
  case cast = "CAST"
  case ternary = "TERNARY"
  case targetFunction = "FUNCTION"
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
  case index = "[index]"
  case first = "[FIRST]"
  case last = "[LAST]"
  case size = "[SIZE]"
  case assignment = ":="
  case anyKey = "ANYKEY"
}
