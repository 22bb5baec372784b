import PredicateSyntax

extension FormatPredicate {
  /// Parses a format string that must comply with a profile. The limits of the profile apply to parsing and to each use of
  /// the predicate.
  ///
  /// - Throws: `FormatError` with every error in the text and everything that the profile does not permit.
  public init(
    _ format: String, profile: PredicateProfile, arguments: [AnyFormatArgument?] = []
  ) throws(FormatError) {
    try self.init(format, profile: profile, arguments: arguments) { predicate in
      predicate.findings() + predicate.findings(in: profile)
    }
  }

  /// Parses a template under a profile without checking that it complies.
  package static func unchecked(
    utf8 bytes: [UInt8], in profile: PredicateProfile
  ) throws(FormatError) -> FormatPredicate {
    try unchecked(utf8: bytes, profile.predicateLimits).allowingDateStrings(profile.allowsDateStrings)
  }

  /// Parses a format string within the limits of a profile; `findings` returns the diagnostics.
  package init(
    _ format: String, profile: PredicateProfile, arguments: [AnyFormatArgument?],
    findings: (FormatPredicate) -> [Diagnostic]
  ) throws(FormatError) {
    // The findings of the profile include the limits of the tree.
    let limits = profile.predicateLimits
    let template = try FormatPredicate.unchecked(utf8: Array(format.utf8), in: profile)
    let bound = try template.bound(arguments, limits)
    let errors = findings(bound).filter { $0.severity == .error }
    if !errors.isEmpty { throw FormatError(errors.sorted { $0.range.start < $1.range.start }, source: format) }
    self = bound
  }

  /// Returns what a profile does not permit, in source order. The array is empty if the predicate complies.
  ///
  /// An unbound conversion counts as a conversion, and a bound one as its value.
  public func findings(in profile: PredicateProfile) -> [Diagnostic] {
    var checker = ProfileChecker(profile, source: source)
    checker.checkWhole(range, height: height, TreeSize(self))
    checker.check(self)
    return checker.findings
  }
}

extension FormatExpression {
  /// Parses an expression string that must comply with a profile.
  ///
  /// - Throws: The errors of `FormatPredicate.init(_:profile:arguments:)`.
  public init(
    _ format: String, profile: PredicateProfile, arguments: [AnyFormatArgument?] = []
  ) throws(FormatError) {
    try self.init(format, profile: profile, arguments: arguments) { $0.findings(in: profile) }
  }

  /// Parses an expression string within the limits of a profile; `findings` returns the diagnostics of the profile.
  init(
    _ format: String, profile: PredicateProfile, arguments: [AnyFormatArgument?],
    findings profileFindings: (FormatExpression) -> [Diagnostic]
  ) throws(FormatError) {
    let limits = profile.predicateLimits
    let template = try FormatExpression.unchecked(utf8: Array(format.utf8), in: profile)
    let bound = try template.bound(arguments, limits)
    let findings = bound.findings().filter { $0.severity == .error } + profileFindings(bound)
    if findings.contains(where: { $0.severity == .error }) {
      throw FormatError(findings.sorted { $0.range.start < $1.range.start }, source: format)
    }
    self = bound
  }

  /// Parses a template under a profile without checking that it complies.
  package static func unchecked(
    utf8 bytes: [UInt8], in profile: PredicateProfile
  ) throws(FormatError) -> FormatExpression {
    try unchecked(utf8: bytes, profile.predicateLimits).allowingDateStrings(profile.allowsDateStrings)
  }

  /// Returns what a profile does not permit, in source order.
  public func findings(in profile: PredicateProfile) -> [Diagnostic] {
    var checker = ProfileChecker(profile, source: source)
    checker.checkWhole(range, height: height, TreeSize(self))
    checker.check(self)
    return checker.findings
  }
}
