/// A type that visits the nodes of a tree in source order, without changing it. The conforming type handles single nodes; the
/// protocol walks the tree.
package protocol TreeWalker {
  /// Whether the walk ends before the next node.
  var isDone: Bool { get }
  /// Called for every predicate before its children.
  mutating func enter(_ predicate: FormatPredicate)
  /// Called between the operands of every comparison.
  mutating func visitOperator(of comparison: FormatPredicate.Comparison)
  /// Called for every expression before and after its children.
  mutating func enter(_ expression: FormatExpression)
  mutating func leave(_ expression: FormatExpression)
  /// Called before and after the predicate of a SUBQUERY, inside which the variable is bound.
  mutating func enterScope(of subquery: FormatExpression.Subquery)
  mutating func leaveScope(of subquery: FormatExpression.Subquery)
}

extension TreeWalker {
  package var isDone: Bool { false }
  package mutating func enter(_ predicate: FormatPredicate) {}
  package mutating func visitOperator(of comparison: FormatPredicate.Comparison) {}
  package mutating func enter(_ expression: FormatExpression) {}
  package mutating func leave(_ expression: FormatExpression) {}
  package mutating func enterScope(of subquery: FormatExpression.Subquery) {}
  package mutating func leaveScope(of subquery: FormatExpression.Subquery) {}

  /// Visits a predicate and its children.
  package mutating func walk(_ predicate: FormatPredicate) {
    if isDone { return }
    enter(predicate)
    switch predicate.kind {
    case .comparison(let comparison): walk(comparison)
    case .and(let parts), .or(let parts): for part in parts { walk(part) }
    case .not(let part): walk(part)
    case .constant, .invalid: break
    }
  }

  private mutating func walk(_ comparison: FormatPredicate.Comparison) {
    walk(comparison.left)
    if !isDone { visitOperator(of: comparison) }
    walk(comparison.right)
  }

  /// Visits an expression and its children.
  package mutating func walk(_ expression: FormatExpression) {
    if isDone { return }
    enter(expression)
    switch expression.kind {
    case .constant, .evaluatedObject, .variable, .keyPath, .anyKey, .placeholder, .invalid: break
    case .keys, .index, .aggregate, .function, .cast, .targetFunction, .setOperation, .assignment:
      for child in expression.kind.children { walk(child) }
    case .conditional(let choice): walk(choice)
    case .subquery(let subquery): walk(subquery)
    }
    if !isDone { leave(expression) }
  }

  private mutating func walk(_ choice: FormatExpression.Conditional) {
    walk(choice.condition)
    walk(choice.then)
    walk(choice.otherwise)
  }

  private mutating func walk(_ subquery: FormatExpression.Subquery) {
    walk(subquery.collection)
    enterScope(of: subquery)
    walk(subquery.predicate)
    leaveScope(of: subquery)
  }
}
