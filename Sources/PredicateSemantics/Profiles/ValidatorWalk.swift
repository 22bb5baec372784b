#if !hasFeature(Embedded)
import PredicateSyntax

/// Passes every node of a tree to a validator, and collects what it rejects.
struct ValidatorWalk: TreeWalker {
  private let validator: any PredicateValidator
  private var scopes = VariableScopes<KeyRoots>()
  private(set) var rejections: [FormatDiagnostic] = []

  init(_ validator: any PredicateValidator) { self.validator = validator }

  /// Whether the limit of diagnostics is reached, which ends validation.
  var isDone: Bool { rejections.count > PredicateLimits.default.errors }

  private mutating func refuse(_ what: String, _ error: any Error, at range: FormatRange) {
    let limit = PredicateLimits.default.errors
    rejections.append(
      rejections.count == limit
        ? FormatDiagnostic(.tooManyErrors(limit: limit), at: range)
        : FormatDiagnostic(.refused(what, reason: String(describing: error)), at: range))
  }

  // MARK: Validation

  mutating func enter(_ predicate: FormatPredicate) {
    do { try validator.validate(predicate) } catch { refuse("the predicate", error, at: predicate.range) }
  }

  mutating func enter(_ expression: FormatExpression) {
    do { try validator.validate(expression) } catch { refuse("the expression", error, at: expression.range) }
  }

  mutating func visitOperator(of comparison: FormatPredicate.Comparison) {
    do { try validator.validate(comparison.operator) } catch {
      let range = comparison.places.operator ?? comparison.left.range
      refuse("the operator \(comparison.operator.spelling)", error, at: range)
    }
  }

  mutating func enterScope(of subquery: FormatExpression.Subquery) { scopes.enter(subquery) }
  mutating func leaveScope(of subquery: FormatExpression.Subquery) { scopes.leave() }

  private mutating func validate(_ path: String, from scope: ValidatedKeyPath.Scope, at range: FormatRange) {
    do { try validator.validate(ValidatedKeyPath(path: path, scope: scope)) } catch {
      refuse("the key path '\(path)'", error, at: range)
    }
  }

  // MARK: Key paths

  mutating func leave(_ expression: FormatExpression) {
    switch expression.kind {
    case .keyPath(let steps): validateKeyPath(expression, steps)
    case .keys(let keys): validateKeyPath(expression, keys.steps)
    case .index(let element): if let index = element.index.position { validateElement(index, expression) }
    case .function(let call) where KeyRoots.isElementFunction(call): validateElement(call.arguments[1], expression)
    default: break
    }
  }

  private mutating func validateKeyPath(_ expression: FormatExpression, _ steps: [FormatExpression.KeyStep]) {
    var keys: [String] = []
    for step in steps {
      switch step.kind {
      case .key(.named(let key)): keys.append(key)
      case .key(.collectionOperator): break
      case .key(.unknownOperator), .variable, .placeholder:
        return validate(expression.format, from: scope(of: expression), at: expression.range)
      }
    }
    // `@count` alone reads no key.
    if !keys.isEmpty { validatePaths(of: expression, keys, from: scope(of: expression)) }
  }

  /// Validates an index, which reads a key like a dot if it is a string, or if it is only known at run time.
  private mutating func validateElement(_ index: FormatExpression, _ expression: FormatExpression) {
    switch index.kind {
    case .constant(.string(let key)): validatePaths(of: expression, [key], from: .value)
    case .constant: break
    default: validate(expression.format, from: .value, at: expression.range)
    }
  }

  private mutating func validatePaths(
    of expression: FormatExpression, _ keys: [String], from scope: ValidatedKeyPath.Scope
  ) {
    switch scopes.roots(of: expression) {
    // A constant has no path, so the path is its keys.
    case .paths(let paths) where paths.isEmpty: validate(keys.joined(separator: "."), from: scope, at: expression.range)
    case .paths(let paths):
      for path in paths.inByteOrder { validate(path, from: scope, at: expression.range) }
    case .unknown: validate(expression.format, from: scope, at: expression.range)
    }
  }

  private func scope(of expression: FormatExpression) -> ValidatedKeyPath.Scope {
    guard let root = expression.kind.root else { return .evaluatedObject }
    if case .variable(let name) = root.kind { return .variable(name) }
    return .value
  }
}
#endif
