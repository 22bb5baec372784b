import PredicateSyntax

extension FormatPredicate {
  /// Parses a format string that must keep to a profile; its limits hold while parsing.
  ///
  /// - Throws: `FormatError` with every fault of the text and with all that the profile does not permit.
  public init(
    _ format: String, profile: PredicateProfile, arguments: [(any FormatArgument)?] = []
  ) throws(FormatError) {
    let template = try FormatPredicate.template(format, limits: profile.parsingLimits)
    let bound = try template.binding(arguments)
    let findings = bound.findings().filter { $0.severity == .error } + bound.findings(in: profile)
    if findings.contains(where: { $0.severity == .error }) {
      throw FormatError(findings.sorted { $0.range.start < $1.range.start }, source: format)
    }
    self = bound
  }

  /// What a profile does not permit, in the order of the text. Empty where the predicate keeps to it.
  ///
  /// Conversions that have no argument yet count as what they are; once they are bound, their values do.
  public func findings(in profile: PredicateProfile) -> [Diagnostic] {
    var checker = ProfileChecker(profile, source: source)
    checker.checkWhole(range, height: height)
    checker.check(self)
    return checker.findings
  }
}

extension FormatExpression {
  /// Parses an expression string that must keep to a profile.
  ///
  /// - Throws: as `FormatPredicate.init(_:profile:arguments:)`.
  public init(
    _ format: String, profile: PredicateProfile, arguments: [(any FormatArgument)?] = []
  ) throws(FormatError) {
    let template = try FormatExpression.template(format, limits: profile.parsingLimits)
    let bound = try template.binding(arguments, source: format)
    let findings = bound.findings().filter { $0.severity == .error } + bound.findings(in: profile, source: format)
    if findings.contains(where: { $0.severity == .error }) {
      throw FormatError(findings.sorted { $0.range.start < $1.range.start }, source: format)
    }
    self = bound
  }

  /// What a profile does not permit, in the order of the text.
  ///
  /// - Parameter source: the text that the expression was parsed from, which makes the places more exact.
  public func findings(in profile: PredicateProfile, source: String = "") -> [Diagnostic] {
    var checker = ProfileChecker(profile, source: source)
    checker.checkWhole(range, height: height)
    checker.check(self)
    return checker.findings
  }
}
