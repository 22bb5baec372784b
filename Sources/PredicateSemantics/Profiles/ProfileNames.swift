import PredicateSyntax

extension PredicateProfile.Part {
  /// The names that the language defines for the part, in display order.
  package var knownNames: [String] {
    switch self {
    case .logic: ["AND", "OR", "NOT", "TRUEPREDICATE", "FALSEPREDICATE"]
    case .modifiers: ["ANY", "ALL"]
    case .operators: ComparisonOperator.table.map { $0.spelling }
    case .options: StringOptions.letters.map { String($0.letter) }
    case .arithmetic: ArithmeticOperator.allCases.map { $0.rawValue }
    case .functions: PredefinedFunction.all.map { $0.selector }.filter { ArithmeticOperator(selector: $0) == nil }
    case .collectionOperators: CollectionOperator.names
    case .constructs: ProfileConstruct.allCases.map { $0.rawValue }
    case .casts: Cast.allCases.map { $0.rawValue }
    case .literals: ValueKind.allCases.map { $0.rawValue }
    case .conversions: ["%@", "%K", "%d", "%ld", "%lu", "%f", "%s"]
    case .variables, .keys: []
    }
  }

  /// Returns whether a list of the part may contain a name. If a program may define names, only the form is checked.
  func admits(_ name: String) -> Bool {
    if knownNames.contains(name) { return true }
    switch self {
    case .operators, .functions: return name.utf8.last == UInt8(ascii: ":") && name.utf8.count > 1
    case .modifiers: return ["ANY ", "ALL "].contains { name.hasPrefix($0) && name.utf8.count > $0.utf8.count }
    case .options: return Self.isOptionOfOperator(name)
    case .collectionOperators: return FormatExpression.Key(name).isOperator && name.utf8.count > 1
    case .conversions: return Conversion(name) != nil
    case .variables: return !name.isEmpty
    case .keys: return name.flawOfListedKey == nil
    case .logic, .arithmetic, .constructs, .casts, .literals: return false
    }
  }

  /// Returns whether a name is an option of an operator: `LIKE[c]`.
  private static func isOptionOfOperator(_ name: String) -> Bool {
    ComparisonOperator.table.contains { row in
      row.takesOptions && StringOptions.letters.contains { name == "\(row.spelling)[\($0.letter)]" }
    }
  }

  /// The diagnostic code for the part.
  var code: DiagnosticCode {
    switch self {
    case .logic, .operators, .arithmetic: .operatorNotPermitted
    case .modifiers: .modifierNotPermitted
    case .options: .optionNotPermitted
    case .functions: .functionNotPermitted
    case .collectionOperators: .collectionOperatorNotPermitted
    case .constructs: .constructNotPermitted
    case .casts: .castNotPermitted
    case .literals: .literalNotPermitted
    case .conversions: .conversionNotPermitted
    case .variables: .variableNotPermitted
    case .keys: .keyNotPermitted
    }
  }

  /// The noun for a name of the part in messages.
  var noun: String {
    switch self {
    case .logic, .operators, .arithmetic: "the operator"
    case .modifiers: "the modifier"
    case .options: "the option"
    case .functions: "the function"
    case .collectionOperators: "the collection operator"
    case .constructs: "the construct"
    case .casts: "CAST to"
    case .literals: "a constant of the kind"
    case .conversions: "the conversion"
    case .variables: "the variable"
    case .keys: "the key path"
    }
  }
}

extension PredicateProfile.Limit {
  /// The diagnostic code for the limit.
  var code: DiagnosticCode {
    switch self {
    case .length: .textTooLong
    case .height: .tooHigh
    case .nodes: .tooManyNodes
    case .arguments: .tooManyArguments
    case .patternLength: .patternTooLong
    case .matchSteps, .matchLength: .patternLimit
    case .rows: .tooManyRows
    case .steps: .tooManySteps
    case .milliseconds: .tooSlow
    case .errors: .tooManyErrors
    case .comparisons: .tooManyComparisons
    case .elements: .tooManyElements
    case .textLength: .literalTooLong
    case .keySteps: .keyPathTooLong
    case .subqueryDepth: .tooManySubqueries
    case .collectionsPerKeyPath: .tooManyCollections
    }
  }

  /// The noun for what is counted in messages.
  var noun: String {
    switch self {
    case .length: "bytes in the text"
    case .height: "levels"
    case .nodes: "constants, keys, operators and functions"
    case .arguments: "arguments"
    case .patternLength: "bytes in a pattern"
    case .matchSteps: "steps of one match of a regular expression"
    case .matchLength: "UTF-16 units of a string for a regular expression"
    case .rows: "objects of one evaluation"
    case .steps: "steps of one evaluation"
    case .milliseconds: "milliseconds of one evaluation"
    case .errors: "errors"
    case .comparisons: "comparisons in the predicate"
    case .elements: "elements in a list"
    case .textLength: "bytes in a string"
    case .keySteps: "keys in a key path"
    case .subqueryDepth: "nested SUBQUERYs"
    case .collectionsPerKeyPath: "modifiers and collection operators over one key path"
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
