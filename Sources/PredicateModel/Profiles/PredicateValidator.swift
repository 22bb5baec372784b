import PredicateSyntax

/// A program's own rules for predicates that come from elsewhere.
///
/// It is asked about every node of a tree, each once, in the order of the text, and refuses by throwing any error. Each of
/// the four questions has an answer already, which permits all: answer those that matter. (A method of another name or
/// type answers none of them.)
public protocol PredicateValidator {
  /// Asked of every predicate, before its parts.
  func validate(_ predicate: FormatPredicate) throws
  /// Asked of every expression, before its parts; constants that arguments filled in are expressions, too.
  func validate(_ expression: FormatExpression) throws
  /// Asked of the operator of every comparison, between its two sides.
  func validate(_ comparisonOperator: ComparisonOperator) throws
  /// Asked of every key path, after what its keys are read from.
  func validate(_ keyPath: ReachedKeyPath) throws
}

extension PredicateValidator {
  /// Permits all.
  public func validate(_ predicate: FormatPredicate) throws {}
  /// Permits all.
  public func validate(_ expression: FormatExpression) throws {}
  /// Permits all.
  public func validate(_ comparisonOperator: ComparisonOperator) throws {}
  /// Permits all.
  public func validate(_ keyPath: ReachedKeyPath) throws {}
}

/// A key path as a validator sees it: what it reaches, wherever it begins.
public struct ReachedKeyPath: Sendable, Hashable {
  /// What the keys of a path are read from.
  public enum Scope: Sendable, Hashable {
    /// SELF.
    case evaluatedObject
    /// The variable, without `$`: of a SUBQUERY the element.
    case variable(String)
    /// A computed value, as in `TERNARY(…).cost` and `parts["cost"]`.
    case value
  }

  /// The keys in full, from SELF on, with dots between and without collection operators: `$p.cost` in
  /// `SUBQUERY(parts, $p, …)` is `parts.cost`. A computed value that may have been read by several paths is asked about for
  /// each. Where only a value tells a key the path is the expression as it prints, `a.$k`, which is the path of no keys.
  public var path: String
  /// What the keys are read from.
  public var scope: Scope

  /// Makes a key path.
  public init(path: String, scope: Scope) {
    self.path = path
    self.scope = scope
  }
}

extension FormatPredicate {
  /// What a validator refuses, in the order of the text; empty where it refuses nothing.
  public func findings(by validator: any PredicateValidator) -> [Diagnostic] {
    var walk = ValidatorWalk(validator, source: source)
    walk.visit(self)
    return walk.refusals
  }

  /// Asks a validator about every node.
  ///
  /// - Throws: `FormatError` with all that it refuses.
  public func validate(with validator: any PredicateValidator) throws(FormatError) {
    let findings = findings(by: validator)
    if !findings.isEmpty { throw FormatError(findings, source: source) }
  }
}

extension FormatExpression {
  /// What a validator refuses, in the order of the text; empty where it refuses nothing.
  public func findings(by validator: any PredicateValidator) -> [Diagnostic] {
    var walk = ValidatorWalk(validator, source: source)
    walk.visit(self)
    return walk.refusals
  }
}
