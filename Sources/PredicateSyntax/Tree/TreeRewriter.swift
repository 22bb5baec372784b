/// A type that creates a modified copy of a tree. The conforming type replaces single nodes; the protocol walks the tree in
/// source order.
package protocol TreeRewriter {
  /// Called for every predicate before its children.
  mutating func visit(_ predicate: FormatPredicate)
  /// Returns the replacement for an expression, or `nil` to visit its children.
  mutating func replacement(for expression: FormatExpression) -> FormatExpression?
  /// Returns the steps that replace one step of a key path.
  mutating func replacement(for step: FormatExpression.KeyStep, at range: SourceRange) -> [FormatExpression.KeyStep]
  /// Called before and after the predicate of a SUBQUERY, inside which the variable is bound.
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

  /// Returns the modified predicate, with the range and source of the original.
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

  /// Returns the modified expression, with the range of the original.
  ///
  /// The function is recursive, so its cases bind nothing and each kind has its own function: in debug builds, every binding
  /// would take stack space at each level.
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
  /// Returns an expression of another kind with the same range and origin.
  fileprivate func changed(_ kind: consuming Kind) -> FormatExpression {
    FormatExpression(kind, range: range, from: origin)
  }
}
