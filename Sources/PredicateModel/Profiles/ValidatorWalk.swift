#if !hasFeature(Embedded)
import PredicateSyntax

/// Passes every node of a tree to a validator, and collects what it rejects.
///
/// The switches bind nothing and call one function per kind, because recursive functions need small stack frames.
struct ValidatorWalk {
  private let validator: any PredicateValidator
  private let places: TextPlaces
  private var scopes = KeyScopes()
  private(set) var refusals: [Diagnostic] = []

  init(_ validator: any PredicateValidator, source: String) {
    self.validator = validator
    places = TextPlaces(source)
  }

  /// Whether the limit of diagnostics is reached, which ends validation.
  private var isFull: Bool { refusals.count > Limits.default.faults }

  private mutating func refuse(_ what: String, _ error: any Error, at range: SourceRange) {
    let limit = Limits.default.faults
    refusals.append(
      refusals.count == limit
        ? Diagnostic(.tooManyFaults(limit: limit), at: range)
        : Diagnostic(.refused(what, reason: String(describing: error)), at: range))
  }

  // MARK: Validation

  private mutating func ask(_ predicate: FormatPredicate) {
    do { try validator.validate(predicate) } catch { refuse("the predicate", error, at: predicate.range) }
  }

  private mutating func ask(_ expression: FormatExpression) {
    do { try validator.validate(expression) } catch { refuse("the expression", error, at: expression.range) }
  }

  private mutating func ask(_ comparison: ComparisonOperator, between left: SourceRange, _ right: SourceRange) {
    do { try validator.validate(comparison) } catch {
      let place = places.between(left, right).map { places.operatorAndOptions($0).0 }
      refuse("the operator \(comparison.spelling)", error, at: place ?? left)
    }
  }

  private mutating func ask(_ path: String, from scope: ReachedKeyPath.Scope, at range: SourceRange) {
    do { try validator.validate(ReachedKeyPath(path: path, scope: scope)) } catch {
      refuse("the key path '\(path)'", error, at: range)
    }
  }

  // MARK: Predicates

  mutating func visit(_ predicate: FormatPredicate) {
    if isFull { return }
    ask(predicate)
    switch predicate.kind {
    case .comparison: visitComparison(predicate)
    case .and, .or: visitParts(predicate)
    case .not: visitNot(predicate)
    case .constant, .invalid: break
    }
  }

  private mutating func visitComparison(_ predicate: FormatPredicate) {
    guard case .comparison(let comparison) = predicate.kind else { return }
    visit(comparison.left)
    if isFull { return }
    ask(comparison.operator, between: comparison.left.range, comparison.right.range)
    visit(comparison.right)
  }

  private mutating func visitParts(_ predicate: FormatPredicate) {
    switch predicate.kind {
    case .and(let parts), .or(let parts): for part in parts { visit(part) }
    default: break
    }
  }

  private mutating func visitNot(_ predicate: FormatPredicate) {
    if case .not(let part) = predicate.kind { visit(part) }
  }

  // MARK: Expressions

  mutating func visit(_ expression: FormatExpression) {
    if isFull { return }
    ask(expression)
    switch expression.kind {
    case .subquery: visitSubquery(expression)
    case .conditional: visitTernary(expression)
    default:
      for part in expression.kind.parts { visit(part) }
    }
    if isFull { return }
    switch expression.kind {
    case .keyPath, .keys: askKeyPath(expression)
    case .index, .function: askElement(expression)
    default: break
    }
  }

  private mutating func visitSubquery(_ expression: FormatExpression) {
    guard case .subquery(let collection, let variable, let predicate) = expression.kind else { return }
    visit(collection)
    scopes.enter(variable, elementsOf: scopes.roots(of: collection))
    visit(predicate)
    scopes.leave()
  }

  private mutating func visitTernary(_ expression: FormatExpression) {
    guard case .conditional(let predicate, let then, let otherwise) = expression.kind else { return }
    visit(predicate)
    visit(then)
    visit(otherwise)
  }

  // MARK: Key paths

  private mutating func askKeyPath(_ expression: FormatExpression) {
    guard let steps = expression.kind.steps else { return }
    var keys: [String] = []
    for step in steps {
      guard case .key(let key) = step, !key.namesCollectionOperator || key.namesKnownOperator else {
        return ask(expression.format, from: scope(of: expression), at: expression.range)
      }
      if !key.namesCollectionOperator { keys.append(key) }
    }
    // `@count` alone reads no key.
    if !keys.isEmpty { askPaths(of: expression, keys, from: scope(of: expression)) }
  }

  /// Validates an index, which reads a key like a dot if it is a string, or if it is only known at run time.
  private mutating func askElement(_ expression: FormatExpression) {
    let index: FormatExpression
    switch expression.kind {
    case .index(_, .value(let value)): index = value
    case .function(let selector, let arguments) where KeyRoots.isElementFunction(selector, arguments):
      index = arguments[1]
    default: return
    }
    switch index.kind {
    case .constant(.string(let key)): askPaths(of: expression, [key], from: .value)
    case .constant: break
    default: ask(expression.format, from: .value, at: expression.range)
    }
  }

  private mutating func askPaths(
    of expression: FormatExpression, _ keys: [String], from scope: ReachedKeyPath.Scope
  ) {
    switch scopes.roots(of: expression) {
    // A constant has no path, so the path is its keys.
    case .paths(let paths) where paths.isEmpty:
      ask(keys.joined(separator: "."), from: scope, at: expression.range)
    case .paths(let paths):
      for path in paths.sorted() { ask(path, from: scope, at: expression.range) }
    case .unknown: ask(expression.format, from: scope, at: expression.range)
    }
  }

  private func scope(of expression: FormatExpression) -> ReachedKeyPath.Scope {
    guard let root = expression.kind.root else { return .evaluatedObject }
    if case .variable(let name) = root.kind { return .variable(name) }
    return .value
  }
}
#endif
