import PredicateEvaluation
import PredicateModel
import PredicateSyntax

/// The predicate or expression of a case, with their common operations.
enum CaseSubject {
  case predicate(FormatPredicate)
  case expression(FormatExpression)

  /// Parses the text. Conversions become placeholders.
  init(_ text: String, _ language: Case.Language, limits: Limits = .default) throws(FormatError) {
    switch language {
    case .predicate: self = .predicate(try FormatPredicate.template(text, limits: limits))
    case .expression: self = .expression(try FormatExpression.template(text, limits: limits))
    }
  }

  /// Parses a text without applying the limits of trees. The findings of the profile report them.
  init(_ text: String, _ language: Case.Language, _ profile: PredicateProfile) throws(FormatError) {
    let bytes = Array(text.utf8)
    switch language {
    case .predicate: self = .predicate(try FormatPredicate.unchecked(utf8: bytes, in: profile))
    case .expression: self = .expression(try FormatExpression.unchecked(utf8: bytes, in: profile))
    }
  }

  var format: String {
    switch self {
    case .predicate(let predicate): predicate.format
    case .expression(let expression): expression.format
    }
  }

  var conversions: [Conversion] {
    switch self {
    case .predicate(let predicate): predicate.conversions
    case .expression(let expression): expression.conversions
    }
  }

  /// Returns the errors and warnings that need only the text.
  func findings(_ functions: PredicateFunctions) -> [Diagnostic] {
    switch self {
    case .predicate(let predicate): predicate.findings(functions: functions)
    case .expression(let expression): expression.findings(functions: functions)
    }
  }

  /// Returns the warnings about the text.
  func warnings(_ functions: PredicateFunctions) -> [Diagnostic] {
    findings(functions).filter { $0.severity == .warning }
  }

  /// Returns the first error that needs only the text.
  func firstFinding(_ functions: PredicateFunctions) -> Diagnostic? {
    findings(functions).first { $0.severity == .error }
  }

  /// Returns what a profile does not permit.
  func findings(in profile: PredicateProfile) -> [Diagnostic] {
    switch self {
    case .predicate(let predicate): predicate.findings(in: profile)
    case .expression(let expression): expression.findings(in: profile)
    }
  }

  /// Binds the arguments. With a profile, the limits of trees are not applied, because its findings report them.
  func binding(_ arguments: [FormatValue], _ profile: PredicateProfile?) throws(FormatError) -> CaseSubject {
    if let limits = profile?.predicateLimits {
      return switch self {
      case .predicate(let predicate): .predicate(try predicate.bound(arguments, limits))
      case .expression(let expression): .expression(try expression.bound(arguments, limits))
      }
    }
    return switch self {
    case .predicate(let predicate): .predicate(try predicate.binding(arguments))
    case .expression(let expression): .expression(try expression.binding(arguments))
    }
  }

  /// Returns the value for an object. For a predicate, this is true or false.
  func value(
    with object: FormatValue, variables: [String: FormatValue], functions: PredicateFunctions
  ) throws(FormatError) -> FormatValue {
    switch self {
    case .predicate(let predicate):
      .bool(try predicate.evaluate(with: object, variables: variables, functions: functions))
    case .expression(let expression):
      try expression.value(with: object, variables: variables, functions: functions)
    }
  }

  /// Returns the indices of the matching rows, or `nil` for an expression.
  func matches(
    in rows: [FormatValue], variables: [String: FormatValue], functions: PredicateFunctions
  ) throws(FormatError) -> [Int]? {
    guard case .predicate(let predicate) = self else { return nil }
    return try rows.indices(matching: predicate, variables: variables, functions: functions)
  }
}
