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
    var result = FormatPredicate(part: kind, range: predicate.range)
    result.origin = predicate.origin?.ofChangedTree
    return result
  }

  /// The changed expression, with the place of the old one.
  ///
  /// It recurses, so its cases bind nothing, and each kind has a function of its own: in debug builds each binding would take
  /// stack at every level.
  package mutating func rewrite(_ expression: FormatExpression) -> FormatExpression {
    if let replacement = replacement(for: expression) { return replacement }
    switch expression.kind {
    case .constant, .evaluatedObject, .variable, .anyKey, .placeholder, .invalid: return expression
    case .keyPath, .keys: return rewriteKeys(expression)
    case .index: return rewriteIndex(expression)
    case .aggregate, .function, .targetFunction: return rewriteParts(expression)
    case .cast, .assignment: return rewritePart(expression)
    case .conditional: return rewriteConditional(expression)
    case .subquery: return rewriteSubquery(expression)
    case .setOperation: return rewriteSetOperation(expression)
    }
  }

  private mutating func rewriteKeys(_ expression: FormatExpression) -> FormatExpression {
    switch expression.kind {
    case .keyPath(let steps):
      return expression.changed(.keyPath(steps.flatMap { replacement(for: $0, at: expression.range) }))
    case .keys(let root, let steps):
      let root = rewrite(root)
      let steps = steps.flatMap { replacement(for: $0, at: expression.range) }
      return expression.changed(.keys(steps, after: root))
    default: return expression
    }
  }

  private mutating func rewriteIndex(_ expression: FormatExpression) -> FormatExpression {
    guard case .index(let base, let index) = expression.kind else { return expression }
    let newBase = rewrite(base)
    guard case .value(let position) = index else { return expression.changed(.index(newBase, index)) }
    return expression.changed(.index(newBase, .value(rewrite(position))))
  }

  private mutating func rewriteParts(_ expression: FormatExpression) -> FormatExpression {
    switch expression.kind {
    case .aggregate(let elements): return expression.changed(.aggregate(elements.map { rewrite($0) }))
    case .function(let selector, let arguments):
      return expression.changed(.function(selector: selector, arguments.map { rewrite($0) }))
    case .targetFunction(let target, let selector, let arguments):
      let target = rewrite(target)
      return expression.changed(.targetFunction(target, selector: selector, arguments.map { rewrite($0) }))
    default: return expression
    }
  }

  private mutating func rewritePart(_ expression: FormatExpression) -> FormatExpression {
    switch expression.kind {
    case .cast(let value, let type): return expression.changed(.cast(rewrite(value), type: type))
    case .assignment(let name, let value): return expression.changed(.assignment(name, rewrite(value)))
    default: return expression
    }
  }

  private mutating func rewriteConditional(_ expression: FormatExpression) -> FormatExpression {
    guard case .conditional(let predicate, let then, let otherwise) = expression.kind else { return expression }
    let newPredicate = rewrite(predicate)
    let newThen = rewrite(then)
    return expression.changed(.conditional(newPredicate, newThen, rewrite(otherwise)))
  }

  private mutating func rewriteSubquery(_ expression: FormatExpression) -> FormatExpression {
    guard case .subquery(let collection, let variable, let predicate) = expression.kind else { return expression }
    let newCollection = rewrite(collection)
    enterSubquery(variable: variable)
    let newPredicate = rewrite(predicate)
    leaveSubquery(variable: variable)
    return expression.changed(.subquery(newCollection, variable: variable, newPredicate))
  }

  private mutating func rewriteSetOperation(_ expression: FormatExpression) -> FormatExpression {
    guard case .setOperation(let operation, let left, let right) = expression.kind else { return expression }
    let newLeft = rewrite(left)
    return expression.changed(.setOperation(operation, newLeft, rewrite(right)))
  }
}

extension FormatExpression {
  /// Another kind in the same place.
  fileprivate func changed(_ kind: consuming Kind) -> FormatExpression {
    FormatExpression(kind, range: range, from: origin)
  }
}
