import PredicateEvaluation
import PredicateModel
import PredicateSyntax

/// What a case is about: a predicate or an expression, with what the two share.
enum CaseSubject {
  case predicate(FormatPredicate)
  /// An expression, with its text for faults of binding.
  case expression(FormatExpression, source: String)

  /// Parses the text; conversions stay placeholders.
  init(_ text: String, _ language: Case.Language, limits: Limits = .default) throws(FormatError) {
    switch language {
    case .predicate: self = .predicate(try FormatPredicate.template(text, limits: limits))
    case .expression: self = .expression(try FormatExpression.template(text, limits: limits), source: text)
    }
  }

  var format: String {
    switch self {
    case .predicate(let predicate): predicate.format
    case .expression(let expression, _): expression.format
    }
  }

  var conversions: [Conversion] {
    switch self {
    case .predicate(let predicate): predicate.conversions
    case .expression(let expression, _): expression.conversions
    }
  }

  /// What the text alone tells, errors and warnings.
  func findings(_ functions: PredicateFunctions) -> [Diagnostic] {
    switch self {
    case .predicate(let predicate): predicate.findings(functions: functions)
    case .expression(let expression, let source): expression.findings(source: source, functions: functions)
    }
  }

  /// The warnings about the text.
  func warnings(_ functions: PredicateFunctions) -> [Diagnostic] {
    findings(functions).filter { $0.severity == .warning }
  }

  /// The first error that the text alone tells.
  func firstFinding(_ functions: PredicateFunctions) -> Diagnostic? {
    findings(functions).first { $0.severity == .error }
  }

  /// What a profile does not permit.
  func findings(in profile: PredicateProfile) -> [Diagnostic] {
    switch self {
    case .predicate(let predicate): predicate.findings(in: profile)
    case .expression(let expression, let source): expression.findings(in: profile, source: source)
    }
  }

  func binding(_ arguments: [FormatValue]) throws(FormatError) -> CaseSubject {
    switch self {
    case .predicate(let predicate): .predicate(try predicate.binding(arguments))
    case .expression(let expression, let source):
      .expression(try expression.binding(arguments, source: source), source: source)
    }
  }

  /// The value on an object; of a predicate true or false.
  func value(
    with object: FormatValue, variables: [String: FormatValue], functions: PredicateFunctions
  ) throws(FormatError) -> FormatValue {
    switch self {
    case .predicate(let predicate):
      .bool(try predicate.evaluate(with: object, variables: variables, functions: functions))
    case .expression(let expression, _):
      try expression.value(with: object, variables: variables, functions: functions)
    }
  }

  /// The indexes of the rows that pass; nil for an expression, which filters nothing.
  func matches(
    in rows: [FormatValue], variables: [String: FormatValue], functions: PredicateFunctions
  ) throws(FormatError) -> [Int]? {
    guard case .predicate(let predicate) = self else { return nil }
    return try rows.indices(matching: predicate, variables: variables, functions: functions)
  }
}
