/// Makes a changed copy of a tree. A conforming type says what becomes of single nodes; the walk is here, in the order
/// of the text.
package protocol TreeRewriter {
  /// Called for every predicate, before its parts.
  mutating func visit(_ predicate: FormatPredicate)
  /// What takes the place of an expression; nil to go on into its parts.
  mutating func replacement(for expression: FormatExpression) -> FormatExpression?
  /// The steps that take the place of one step of a key path.
  mutating func replacement(for step: FormatExpression.KeyStep, at range: SourceRange) -> [FormatExpression.KeyStep]
  /// Called before and after the predicate of a SUBQUERY, within which the variable is its own.
  mutating func enterSubquery(variable: String)
  mutating func leaveSubquery(variable: String)
}

extension TreeRewriter {
  package mutating func visit(_ predicate: FormatPredicate) {}
  package mutating func replacement(
    for step: FormatExpression.KeyStep, at range: SourceRange
  ) -> [FormatExpression.KeyStep] { [step] }
  package mutating func enterSubquery(variable: String) {}
  package mutating func leaveSubquery(variable: String) {}

  /// The changed predicate, with the place and source of the old one.
  package mutating func rewrite(_ predicate: FormatPredicate) -> FormatPredicate {
    visit(predicate)
    let kind: FormatPredicate.Kind
    switch predicate.kind {
    case .constant, .invalid: return predicate
    case .comparison(var comparison):
      comparison.left = rewrite(comparison.left)
      comparison.right = rewrite(comparison.right)
      kind = .comparison(comparison)
    case .and(let parts): kind = .and(parts.map { rewrite($0) })
    case .or(let parts): kind = .or(parts.map { rewrite($0) })
    case .not(let part): kind = .not(rewrite(part))
    }
    var result = FormatPredicate(kind, range: predicate.range)
    result.source = predicate.source
    return result
  }

  /// The changed expression, with the place of the old one.
  package mutating func rewrite(_ expression: FormatExpression) -> FormatExpression {
    if let replacement = replacement(for: expression) { return replacement }
    let kind: FormatExpression.Kind
    switch expression.kind {
    case .constant, .evaluatedObject, .variable, .anyKey, .placeholder, .invalid: return expression
    case .keyPath(let steps): kind = .keyPath(steps.flatMap { replacement(for: $0, at: expression.range) })
    case .keys(let root, let steps):
      let root = rewrite(root)
      kind = .keys(steps.flatMap { replacement(for: $0, at: expression.range) }, after: root)
    case .index(let base, .value(let index)):
      let base = rewrite(base)
      kind = .index(base, .value(rewrite(index)))
    case .index(let base, let index): kind = .index(rewrite(base), index)
    case .aggregate(let elements): kind = .aggregate(elements.map { rewrite($0) })
    case .function(let selector, let arguments):
      kind = .function(selector: selector, arguments.map { rewrite($0) })
    case .cast(let value, let type): kind = .cast(rewrite(value), type: type)
    case .targetFunction(let target, let selector, let arguments):
      let target = rewrite(target)
      kind = .targetFunction(target, selector: selector, arguments.map { rewrite($0) })
    case .conditional(let predicate, let then, let otherwise):
      let predicate = rewrite(predicate)
      let then = rewrite(then)
      kind = .conditional(predicate, then, rewrite(otherwise))
    case .subquery(let collection, let variable, let predicate):
      let collection = rewrite(collection)
      enterSubquery(variable: variable)
      kind = .subquery(collection, variable: variable, rewrite(predicate))
      leaveSubquery(variable: variable)
    case .setOperation(let operation, let left, let right):
      let left = rewrite(left)
      kind = .setOperation(operation, left, rewrite(right))
    case .assignment(let name, let value): kind = .assignment(name, rewrite(value))
    }
    return FormatExpression(kind, range: expression.range)
  }
}
