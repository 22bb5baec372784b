import PredicateEvaluation
import PredicateInput
import PredicateSemantics
import PredicateSyntax

/// The predicate or expression of a case, with their common operations.
enum CaseFormat {
  case predicate(FormatPredicate)
  case expression(FormatExpression)

  /// Parses the text. Conversions become placeholders.
  init(_ text: String, isExpression: Bool, limits: PredicateLimits = .default) throws(FormatError) {
    self =
      isExpression
      ? .expression(try FormatExpression.template(text, limits: limits))
      : .predicate(try FormatPredicate.template(text, limits: limits))
  }

  /// Parses a text without applying the limits of trees. The findings of the profile report them.
  init(_ text: String, isExpression: Bool, _ profile: PredicateProfile) throws(FormatError) {
    let bytes = Array(text.utf8)
    self =
      isExpression
      ? .expression(try FormatExpression.unchecked(utf8: bytes, in: profile))
      : .predicate(try FormatPredicate.unchecked(utf8: bytes, in: profile))
  }

  private var tree: any FormatTree {
    switch self {
    case .predicate(let predicate): predicate
    case .expression(let expression): expression
    }
  }

  var format: String { tree.format }

  var conversions: [FormatConversion] { tree.conversions }

  /// Returns the warnings about the text.
  func warnings(_ functions: PredicateFunctions) -> [FormatDiagnostic] {
    tree.textFindings(functions).filter { $0.severity == .warning }
  }

  /// Returns the first error that needs only the text.
  func firstFinding(_ functions: PredicateFunctions) -> FormatDiagnostic? {
    tree.textFindings(functions).first { $0.severity == .error }
  }

  /// Returns what a profile does not permit, what does not fit the types of its keys, and the warnings about the text that are errors
  /// under it.
  func findings(in profile: PredicateProfile) -> [FormatDiagnostic] {
    let types =
      switch self {
      case .predicate(let predicate): predicate.typeFindings(in: profile)
      case .expression(let expression): expression.typeFindings(in: profile)
      }
    let errors = profile.judging(warnings(.none)).filter { $0.severity == .error }
    return (tree.profileFindings(profile) + profile.judging(types) + errors).inSourceOrder
  }

  /// Binds the arguments. With a profile, the limits of trees are not applied, because its findings report them.
  func binding(_ arguments: [FormatValue], _ profile: PredicateProfile?) throws(FormatError) -> CaseFormat {
    switch self {
    case .predicate(let predicate): .predicate(try predicate.binding(arguments, in: profile))
    case .expression(let expression): .expression(try expression.binding(arguments, in: profile))
    }
  }

  /// Returns the value for an object. For a predicate, this is true or false.
  func value(with object: some Any, _ testCase: Case) throws(FormatError) -> FormatValue {
    let (variables, functions) = (testCase.variables, testCase.functions)
    switch self {
    case .predicate(let predicate):
      return .bool(
        try predicate.evaluate(with: object, options: EvaluationOptions(variables: variables, functions: functions)))
    case .expression(let expression):
      return try expression.value(with: object, options: EvaluationOptions(variables: variables, functions: functions))
    }
  }

  /// Returns the value that the interpreter computes for an untyped row.
  func interpretedValue(with row: FormatValue, _ testCase: Case) throws(FormatError) -> FormatValue {
    let (variables, functions) = (testCase.variables, testCase.functions)
    switch self {
    case .predicate(let predicate):
      let matches = try Interpreter.indices(
        of: [row], matching: predicate.substituting(variables), functions: functions, system: .foundation)
      return .bool(!matches.isEmpty)
    case .expression(let expression):
      return try Interpreter.value(
        of: expression.substituting(variables), for: row, functions: functions, system: .foundation)
    }
  }

  /// Returns the format with keys that read the cells of a CSV file as it asks.
  func reading(_ table: inout RowTable, _ variables: [String: (any FormatArgument)?]) -> CaseFormat {
    let plan = CellPlan(table.cells)
    switch self {
    case .predicate(let predicate): return .predicate(table.read(predicate.substituting(variables), plan))
    case .expression(let expression): return .expression(table.read(expression.substituting(variables), plan))
    }
  }

  /// Returns the indices of the matching rows, or `nil` for an expression.
  func matches<Row>(in rows: [Row], _ testCase: Case) throws(FormatError) -> [Int]? {
    guard case .predicate(let predicate) = self else { return nil }
    return try rows.indices(
      matching: predicate, options: EvaluationOptions(variables: testCase.variables, functions: testCase.functions))
  }

  /// Returns the indices of the untyped rows that the interpreter finds, or `nil` for an expression.
  func interpretedMatches(in rows: [FormatValue], _ testCase: Case) throws(FormatError) -> [Int]? {
    guard case .predicate(let predicate) = self else { return nil }
    return try Interpreter.indices(
      of: rows, matching: predicate.substituting(testCase.variables), functions: testCase.functions,
      system: .foundation)
  }
}

extension FormatTree {
  fileprivate func binding(_ arguments: [FormatValue], in profile: PredicateProfile?) throws(FormatError) -> Self {
    if let limits = profile?.predicateLimits { try bound(arguments, limits) } else { try binding(arguments) }
  }
}
