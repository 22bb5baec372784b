import PredicateSyntax

extension FormatTree {
  /// Parses a template under a profile without checking that it complies.
  package static func unchecked(utf8 bytes: [UInt8], in profile: PredicateProfile) throws(FormatError) -> Self {
    try unchecked(utf8: bytes, profile.predicateLimits).following(profile.useRules)
  }

  /// Parses a text within the limits of a profile; `findings` returns the diagnostics.
  package static func parsed(
    _ format: String, in profile: PredicateProfile, _ arguments: [AnyFormatArgument?],
    findings: (Self) -> [FormatDiagnostic]
  ) throws(FormatError) -> Self {
    // The findings of the profile include the limits of the tree.
    let template = try unchecked(utf8: Array(format.utf8), in: profile)
    let bound = try template.bound(arguments, profile.predicateLimits)
    let errors = findings(bound).filter { $0.severity == .error }
    if !errors.isEmpty { throw FormatError(errors.inSourceOrder, source: format) }
    return bound
  }

  /// Returns what a profile does not permit, in source order.
  package func profileFindings(_ profile: PredicateProfile) -> [FormatDiagnostic] {
    var checker = ProfileChecker(profile)
    checker.checkWhole(self)
    walk(by: &checker)
    return profile.judging(checker.findings)
  }
}

extension FormatPredicate {
  /// Parses a format string that must comply with a profile. The limits of the profile apply to parsing and to each use of
  /// the predicate.
  ///
  /// - Throws: `FormatError` with every error in the text and everything that the profile does not permit.
  public init(_ format: String, profile: PredicateProfile, arguments: [AnyFormatArgument?] = []) throws(FormatError) {
    self = try Self.parsed(format, in: profile, arguments) { tree in
      profile.judging(tree.textFindings(.none) + tree.typeFindings(in: profile)) + tree.profileFindings(profile)
    }
  }

  /// Returns what a profile does not permit, in source order. The array is empty if the predicate complies. The positions are those
  /// in the source or, if that is empty, in the canonical format.
  ///
  /// An unbound conversion counts as a conversion, and a bound one as its value.
  public func findings(in profile: PredicateProfile) -> [FormatDiagnostic] {
    let tree = located(keepingTexts: false)
    return (tree.profileFindings(profile) + profile.judging(tree.typeFindings(in: profile))).inSourceOrder
  }
}

extension FormatExpression {
  /// Parses an expression string that must comply with a profile.
  ///
  /// - Throws: The errors of `FormatPredicate.init(_:profile:arguments:)`.
  public init(_ format: String, profile: PredicateProfile, arguments: [AnyFormatArgument?] = []) throws(FormatError) {
    self = try Self.parsed(format, in: profile, arguments) { tree in
      profile.judging(tree.textFindings(.none) + tree.typeFindings(in: profile)) + tree.profileFindings(profile)
    }
  }

  /// Returns what a profile does not permit, in source order.
  public func findings(in profile: PredicateProfile) -> [FormatDiagnostic] {
    let tree = located(keepingTexts: false)
    return (tree.profileFindings(profile) + profile.judging(tree.typeFindings(in: profile))).inSourceOrder
  }
}

#if !hasFeature(Embedded)
extension PredicateProfile: TreeRules {
  /// The `userInfo` of a decoder whose predicates, expressions and fetch requests must comply with the profile. Otherwise decoding
  /// throws `DecodingError`.
  ///
  ///     let decoder = JSONDecoder()
  ///     decoder.userInfo = PredicateProfile.untrusted.permitting(keys: ["title", "year"]).userInfo
  ///     let request = try decoder.decode(PredicateFetchRequest.self, from: data)
  ///
  /// The types of objects are not known there. If the profile permits keys by type, decode without it and call
  /// `PredicateFetchRequest.validated(by:for:)`.
  public var userInfo: [CodingUserInfoKey: any Sendable] { DecoderRules.key.map { [$0: self] } ?? [:] }

  package var parsingLimits: PredicateLimits { predicateLimits }

  package func checked<Tree: FormatTree>(_ tree: Tree) throws(FormatError) -> Tree {
    let located = tree.located
    let errors = located.profileFindings(self).filter { $0.severity == .error }
    if !errors.isEmpty { throw FormatError(errors, source: located.writtenText) }
    return tree.withLimits(predicateLimits).following(useRules)
  }
}
#endif
