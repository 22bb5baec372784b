#if !hasFeature(Embedded)  // Embedded Swift has no existential types.
import PredicateSyntax

/// Custom rules for predicates from untrusted sources.
///
/// A validator receives every node of a tree in source order, and rejects a node by throwing an error. The rejection becomes a
/// diagnostic with the code `refused-by-validator` and the text `String(describing: error)`.
///
/// The default implementations of the four methods permit everything, so implement only those that you need. Check their
/// signatures: a method with another name or type compiles, and is never called.
public protocol PredicateValidator {
  /// Validates a predicate. Called before its children are validated.
  ///
  /// - Throws: Any error, to reject the predicate.
  func validate(_ predicate: FormatPredicate) throws
  /// Validates an expression. Called before its children are validated. Constants bound as arguments are expressions too.
  ///
  /// - Throws: Any error, to reject the expression.
  func validate(_ expression: FormatExpression) throws
  /// Validates the operator of a comparison. Called after the left operand and before the right one.
  ///
  /// - Throws: Any error, to reject the operator.
  func validate(_ comparisonOperator: FormatComparisonOperator) throws
  /// Validates a key path. Called after the expression that its keys are read from.
  ///
  /// - Throws: Any error, to reject the key path.
  func validate(_ keyPath: ValidatedKeyPath) throws
}

extension PredicateValidator {
  /// Permits every predicate.
  public func validate(_ predicate: FormatPredicate) throws {}
  /// Permits every expression.
  public func validate(_ expression: FormatExpression) throws {}
  /// Permits every operator.
  public func validate(_ comparisonOperator: FormatComparisonOperator) throws {}
  /// Permits every key path.
  public func validate(_ keyPath: ValidatedKeyPath) throws {}
}

/// A key path that a predicate reads.
public struct ValidatedKeyPath: Sendable, Hashable {
  /// The value that the keys of a path are read from.
  public enum Scope: Sendable, Hashable {
    /// SELF.
    case evaluatedObject
    /// The variable with this name, which does not include the `$`. In a SUBQUERY, it is the current element.
    case variable(String)
    /// A computed value, as in `TERNARY(…).cost` and `parts["cost"]`.
    case value
  }

  /// The key path with dots and without collection operators. In a SUBQUERY, it includes the path of the collection: `$p.cost` in
  /// `SUBQUERY(parts, $p, …)` is `parts.cost`. A computed value that may come from several paths causes one call for each.
  ///
  /// Keys of a constant are only those keys: `length` for `"abc".length`, in the scope `value`. For keys of a variable that no
  /// SUBQUERY declares, and keys that are only known at run time, the path is the printed expression, such as `$v.name` and
  /// `a.$k`. Compare whole paths, not suffixes.
  public var path: String
  /// The value that the keys are read from.
  public var scope: Scope

  /// Creates a key path.
  public init(path: String, scope: Scope) {
    self.path = path
    self.scope = scope
  }
}

extension FormatTree {
  fileprivate static func parsed(
    _ format: String, in profile: PredicateProfile, validator: any PredicateValidator, _ arguments: [AnyFormatArgument?]
  ) throws(FormatError) -> Self {
    try parsed(format, in: profile, arguments) { tree in
      tree.textFindings(.none) + tree.profileFindings(profile) + tree.validatorFindings(validator)
    }
  }

  fileprivate func validatorFindings(_ validator: any PredicateValidator) -> [FormatDiagnostic] {
    var walk = ValidatorWalk(validator)
    self.walk(by: &walk)
    return walk.rejections
  }
}

extension FormatPredicate {
  /// Parses a format string that must comply with a profile and with custom rules.
  ///
  /// - Parameters:
  ///   - format: The text.
  ///   - profile: The permitted parts of the language, and the limits.
  ///   - validator: Custom rules in addition to those of the profile.
  ///   - arguments: The values for the conversions in the text, such as `%@`, in order.
  /// - Throws: `FormatError` with every error in the text, everything that the profile does not permit, and what the validator
  ///   rejects: up to 50 rejections, then `too-many-errors`.
  public init(
    _ format: String, profile: PredicateProfile, validator: any PredicateValidator, arguments: [AnyFormatArgument?] = []
  ) throws(FormatError) {
    self = try Self.parsed(format, in: profile, validator: validator, arguments)
  }

  /// Returns what a validator rejects, in source order: up to 50 rejections, then `too-many-errors`. The array is empty if it
  /// rejects nothing.
  public func findings(by validator: any PredicateValidator) -> [FormatDiagnostic] {
    located(keepingTexts: false).validatorFindings(validator)
  }

  /// Passes every node to a validator.
  ///
  /// - Throws: `FormatError` with what the validator rejects: up to 50 rejections, then `too-many-errors`.
  public func validate(with validator: any PredicateValidator) throws(FormatError) {
    let located = located
    let findings = located.validatorFindings(validator)
    if !findings.isEmpty { throw FormatError(findings, source: located.writtenText) }
  }
}

extension FormatExpression {
  /// Parses an expression string that must comply with a profile and with custom rules.
  ///
  /// - Parameters:
  ///   - format: The text.
  ///   - profile: The permitted parts of the language, and the limits.
  ///   - validator: Custom rules in addition to those of the profile.
  ///   - arguments: The values for the conversions in the text, such as `%@`, in order.
  /// - Throws: The errors of `FormatPredicate.init(_:profile:validator:arguments:)`.
  public init(
    _ format: String, profile: PredicateProfile, validator: any PredicateValidator, arguments: [AnyFormatArgument?] = []
  ) throws(FormatError) {
    self = try Self.parsed(format, in: profile, validator: validator, arguments)
  }

  /// Returns what a validator rejects, in source order: up to 50 rejections, then `too-many-errors`. The array is empty if it
  /// rejects nothing.
  public func findings(by validator: any PredicateValidator) -> [FormatDiagnostic] {
    located(keepingTexts: false).validatorFindings(validator)
  }

  /// Passes every node to a validator.
  ///
  /// - Throws: `FormatError` with what the validator rejects: up to 50 rejections, then `too-many-errors`.
  public func validate(with validator: any PredicateValidator) throws(FormatError) {
    let located = located
    let findings = located.validatorFindings(validator)
    if !findings.isEmpty { throw FormatError(findings, source: located.writtenText) }
  }
}
#endif
