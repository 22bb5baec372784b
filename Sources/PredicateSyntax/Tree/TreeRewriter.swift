/// A type that creates a modified copy of a tree. The conforming type replaces single nodes; the protocol walks the tree in
/// source order.
package protocol TreeRewriter {
  /// Returns the replacement for a predicate, or `nil` to visit its children.
  mutating func replacement(for predicate: FormatPredicate) -> FormatPredicate?
  /// Returns the replacement for an expression, or `nil` to visit its children.
  mutating func replacement(for expression: FormatExpression) -> FormatExpression?
  /// Returns the replacement for a comparison, or `nil` to visit its operands.
  mutating func replacement(for comparison: FormatPredicate.Comparison) -> FormatPredicate.Comparison?
  /// Returns the steps that replace one step of a key path.
  mutating func replacement(for step: FormatExpression.KeyStep) -> [FormatExpression.KeyStep]
  /// Returns the range of the copy of a node. Called once for each node, before its children.
  mutating func range(for original: FormatRange) -> FormatRange
  /// Returns the position of the word of the copy, and the positions of the parts of a comparison. Called after `range(for:)`.
  func word(for original: WordRange) -> WordRange
  func places(for original: ComparisonPlaces) -> ComparisonPlaces
  /// Returns the origin of the copy of a node.
  func origin(for original: Origin) -> Origin
  /// Called before and after the predicate of a SUBQUERY, inside which the variable is bound.
  mutating func enterScope(of subquery: FormatExpression.Subquery)
  mutating func leaveScope(of subquery: FormatExpression.Subquery)
}

extension TreeRewriter {
  package mutating func replacement(for predicate: FormatPredicate) -> FormatPredicate? { nil }
  package mutating func replacement(for expression: FormatExpression) -> FormatExpression? { nil }
  package mutating func replacement(for comparison: FormatPredicate.Comparison) -> FormatPredicate.Comparison? { nil }
  package mutating func replacement(for step: FormatExpression.KeyStep) -> [FormatExpression.KeyStep] { [step] }
  package mutating func range(for original: FormatRange) -> FormatRange { original }
  package func word(for original: WordRange) -> WordRange { original }
  package func places(for original: ComparisonPlaces) -> ComparisonPlaces { original }
  package func origin(for original: Origin) -> Origin { original.withoutCompilations() }
  package mutating func enterScope(of subquery: FormatExpression.Subquery) {}
  package mutating func leaveScope(of subquery: FormatExpression.Subquery) {}

  /// Returns the modified predicate, with the origin of the original, but without the results of compiling it.
  package mutating func rewrite(_ predicate: FormatPredicate) -> FormatPredicate {
    if let replacement = replacement(for: predicate) { return replacement }
    let range = range(for: predicate.range)
    let word = word(for: predicate.word)
    let kind: FormatPredicate.Kind
    switch predicate.kind {
    case .constant, .invalid:
      if range == predicate.range { return predicate }
      kind = predicate.kind
    case .comparison(var comparison):
      if let other = replacement(for: comparison) {
        comparison = other
      } else {
        comparison.places = places(for: comparison.places)
        comparison.left = rewrite(comparison.left)
        comparison.right = rewrite(comparison.right)
      }
      kind = .comparison(comparison)
    case .and(let parts): kind = .and(parts.map { rewrite($0) })
    case .or(let parts): kind = .or(parts.map { rewrite($0) })
    case .not(let part): kind = .not(rewrite(part))
    }
    var result = FormatPredicate(part: kind, range: range, word: word)
    result.origin = predicate.origin.map { origin(for: $0) }
    return result
  }

  /// Returns the modified expression, with the origin of the original.
  package mutating func rewrite(_ expression: FormatExpression) -> FormatExpression {
    if let replacement = replacement(for: expression) { return replacement }
    let range = range(for: expression.range)
    let word = word(for: expression.word)
    var origin = expression.origin.map { self.origin(for: $0) }
    let kind: FormatExpression.Kind
    switch expression.kind {
    case .constant, .evaluatedObject, .variable, .anyKey, .placeholder, .invalid:
      if range == expression.range { return expression }
      kind = expression.kind
    case .keyPath(let steps): kind = .keyPath(rewrite(steps))
    case .keys(let keys):
      let root = rewrite(keys.root)
      kind = .keys(rewrite(keys.steps), after: root)
      // The keys of the root may have become keys of this expression. With rules of its own, it remains the root.
      if root.useRules == nil { origin = .of(origin, with: root.origin) }
    case .index(let element): kind = .index(rewrite(element))
    case .aggregate(let elements): kind = .aggregate(rewrite(elements))
    case .function(let call): kind = .function(.init(call.selector, rewrite(call.arguments)))
    case .cast(let cast): kind = .cast(.init(rewrite(cast.value), type: cast.type))
    case .targetFunction(let call): kind = .targetFunction(rewrite(call))
    case .conditional(let choice): kind = .conditional(rewrite(choice))
    case .subquery(let subquery): kind = .subquery(rewrite(subquery))
    case .setOperation(let operation): kind = .setOperation(rewrite(operation))
    case .assignment(let assignment): kind = .assignment(.init(assignment.variable, rewrite(assignment.value)))
    }
    return FormatExpression(kind, range: range, word: word, from: origin)
  }

  private mutating func rewrite(_ element: FormatExpression.Element) -> FormatExpression.Element {
    let collection = rewrite(element.collection)
    return .init(of: collection, at: element.index.position.map { .value(rewrite($0)) } ?? element.index)
  }

  private mutating func rewrite(_ call: FormatExpression.TargetCall) -> FormatExpression.TargetCall {
    let target = rewrite(call.target)
    return .init(target, selector: call.selector, rewrite(call.arguments))
  }

  private mutating func rewrite(_ choice: FormatExpression.Conditional) -> FormatExpression.Conditional {
    let condition = rewrite(choice.condition)
    let then = rewrite(choice.then)
    return .init(condition, then, rewrite(choice.otherwise))
  }

  private mutating func rewrite(_ subquery: FormatExpression.Subquery) -> FormatExpression.Subquery {
    let collection = rewrite(subquery.collection)
    enterScope(of: subquery)
    let predicate = rewrite(subquery.predicate)
    leaveScope(of: subquery)
    return .init(collection, variable: subquery.variable, predicate)
  }

  private mutating func rewrite(_ operation: FormatExpression.SetOperation) -> FormatExpression.SetOperation {
    let left = rewrite(operation.left)
    return .init(left, operation.operator, rewrite(operation.right))
  }

  private mutating func rewrite(_ expressions: [FormatExpression]) -> [FormatExpression] {
    expressions.map { rewrite($0) }
  }

  private mutating func rewrite(_ steps: [FormatExpression.KeyStep]) -> [FormatExpression.KeyStep] {
    steps.flatMap { replacement(for: $0) }
  }
}
