#if !hasFeature(Embedded)
import PredicateSyntax

/// Custom rules for predicates from untrusted sources.
///
/// A validator receives every node of a tree once, in source order, and rejects a node by throwing an error. The default
/// implementations of the four methods permit everything, so implement only those that you need. A method with another name
/// or type has no effect.
public protocol PredicateValidator {
  /// Validates a predicate before its children.
  func validate(_ predicate: FormatPredicate) throws
  /// Validates an expression before its children. Constants bound as arguments are expressions too.
  func validate(_ expression: FormatExpression) throws
  /// Validates the operator of a comparison between its two operands.
  func validate(_ comparisonOperator: ComparisonOperator) throws
  /// Validates a key path after the expression that its keys are read from.
  func validate(_ keyPath: ReachedKeyPath) throws
}

extension PredicateValidator {
  /// Permits every predicate.
  public func validate(_ predicate: FormatPredicate) throws {}
  /// Permits every expression.
  public func validate(_ expression: FormatExpression) throws {}
  /// Permits every operator.
  public func validate(_ comparisonOperator: ComparisonOperator) throws {}
  /// Permits every key path.
  public func validate(_ keyPath: ReachedKeyPath) throws {}
}

/// A key path in a predicate, independent of where it starts.
public struct ReachedKeyPath: Sendable, Hashable {
  /// The value that the keys of a path are read from.
  public enum Scope: Sendable, Hashable {
    /// SELF.
    case evaluatedObject
    /// A variable without `$`. For a SUBQUERY, it is the element.
    case variable(String)
    /// A computed value, as in `TERNARY(…).cost` and `parts["cost"]`.
    case value
  }

  /// The full key path from SELF, with dots and without collection operators: `$p.cost` in `SUBQUERY(parts, $p, …)` is
  /// `parts.cost`. If a computed value may come from several paths, each one is validated. If a key is only known at run
  /// time, the path is the printed expression, such as `a.$k`, which never equals a path of keys.
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
    _ format: String, in profile: PredicateProfile, _ validator: (any PredicateValidator)?,
    _ arguments: [AnyFormatArgument?]
  ) throws(FormatError) -> Self {
    try parsed(format, in: profile, arguments) { tree in
      tree.textFindings(.none) + tree.profileFindings(profile) + (validator.map(tree.refusals) ?? [])
    }
  }

  fileprivate func refusals(by validator: any PredicateValidator) -> [FormatDiagnostic] {
    var walk = ValidatorWalk(validator, source: source)
    self.walk(by: &walk)
    return walk.refusals
  }
}

extension FormatPredicate {
  /// Parses a format string that must comply with a profile and with custom rules.
  ///
  /// - Parameter validator: Custom rules in addition to those of the profile.
  /// - Throws: `FormatError` with every error in the text, everything that the profile does not permit, and everything that
  ///   the validator rejects.
  public init(
    _ format: String, profile: PredicateProfile, validator: (any PredicateValidator)?,
    arguments: [AnyFormatArgument?] = []
  ) throws(FormatError) {
    self = try Self.parsed(format, in: profile, validator, arguments)
  }

  /// Returns what a validator rejects, in source order. The array is empty if it rejects nothing.
  public func findings(by validator: any PredicateValidator) -> [FormatDiagnostic] { refusals(by: validator) }

  /// Passes every node to a validator.
  ///
  /// - Throws: `FormatError` with everything that the validator rejects.
  public func validate(with validator: any PredicateValidator) throws(FormatError) {
    let findings = findings(by: validator)
    if !findings.isEmpty { throw FormatError(findings, source: source) }
  }
}

extension FormatExpression {
  /// Parses an expression string that must comply with a profile and with custom rules.
  ///
  /// - Throws: The errors of `FormatPredicate.init(_:profile:validator:arguments:)`.
  public init(
    _ format: String, profile: PredicateProfile, validator: (any PredicateValidator)?,
    arguments: [AnyFormatArgument?] = []
  ) throws(FormatError) {
    self = try Self.parsed(format, in: profile, validator, arguments)
  }

  /// Returns what a validator rejects, in source order. The array is empty if it rejects nothing.
  public func findings(by validator: any PredicateValidator) -> [FormatDiagnostic] { refusals(by: validator) }
}
#endif
