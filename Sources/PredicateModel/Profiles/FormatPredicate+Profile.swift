import PredicateSyntax

extension FormatPredicate {
  /// Parses a format string that must keep to a profile. Its limits hold while parsing, and go with the predicate: each use
  /// of it keeps to them.
  ///
  /// - Parameter validator: the program's own rules, beside those of the profile.
  /// - Throws: `FormatError` with every fault of the text, with all that the profile does not permit, and with all that the
  ///   validator refuses.
  public init(
    _ format: String, profile: PredicateProfile, validator: (any PredicateValidator)? = nil,
    arguments: [(any FormatArgument)?] = []
  ) throws(FormatError) {
    try self.init(format, profile: profile, arguments: arguments) { predicate in
      predicate.findings() + predicate.findings(in: profile) + (validator.map(predicate.findings) ?? [])
    }
  }

  /// A template read under a profile, that was not yet held to it.
  package static func unchecked(
    utf8 bytes: [UInt8], in profile: PredicateProfile
  ) throws(FormatError) -> FormatPredicate {
    try unchecked(utf8: bytes, profile.predicateLimits).allowingDateStrings(profile.allowsDateStrings)
  }

  /// Parses a format string within the limits of a profile; `findings` tells what is wrong with it.
  package init(
    _ format: String, profile: PredicateProfile, arguments: [(any FormatArgument)?],
    findings: (FormatPredicate) -> [Diagnostic]
  ) throws(FormatError) {
    // The profile's own findings tell of the limits of trees.
    let limits = profile.predicateLimits
    let template = try FormatPredicate.unchecked(utf8: Array(format.utf8), in: profile)
    let bound = try template.bound(arguments, limits)
    let errors = findings(bound).filter { $0.severity == .error }
    if !errors.isEmpty { throw FormatError(errors.sorted { $0.range.start < $1.range.start }, source: format) }
    self = bound
  }

  /// What a profile does not permit, in the order of the text. Empty where the predicate keeps to it.
  ///
  /// Conversions that have no argument yet count as what they are; once they are bound, their values do.
  public func findings(in profile: PredicateProfile) -> [Diagnostic] {
    var checker = ProfileChecker(profile, source: source)
    checker.checkWhole(range, height: height, TreeSize(self))
    checker.check(self)
    return checker.findings
  }
}

extension FormatExpression {
  /// Parses an expression string that must keep to a profile.
  ///
  /// - Throws: as `FormatPredicate.init(_:profile:validator:arguments:)`.
  public init(
    _ format: String, profile: PredicateProfile, validator: (any PredicateValidator)? = nil,
    arguments: [(any FormatArgument)?] = []
  ) throws(FormatError) {
    let limits = profile.predicateLimits
    let template = try FormatExpression.unchecked(utf8: Array(format.utf8), in: profile)
    let bound = try template.bound(arguments, limits)
    var findings = bound.findings().filter { $0.severity == .error } + bound.findings(in: profile)
    if let validator { findings += bound.findings(by: validator) }
    if findings.contains(where: { $0.severity == .error }) {
      throw FormatError(findings.sorted { $0.range.start < $1.range.start }, source: format)
    }
    self = bound
  }

  /// A template read under a profile, that was not yet held to it.
  package static func unchecked(
    utf8 bytes: [UInt8], in profile: PredicateProfile
  ) throws(FormatError) -> FormatExpression {
    try unchecked(utf8: bytes, profile.predicateLimits).allowingDateStrings(profile.allowsDateStrings)
  }

  /// What a profile does not permit, in the order of the text.
  public func findings(in profile: PredicateProfile) -> [Diagnostic] {
    var checker = ProfileChecker(profile, source: source)
    checker.checkWhole(range, height: height, TreeSize(self))
    checker.check(self)
    return checker.findings
  }
}
