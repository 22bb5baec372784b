import Foundation
import PredicateFormat
import PredicateSyntax

/// Builds predicates and expressions by their public initializers.
///
/// This is how Apple's classes are made of trees. Tests on other platforms compare the trees of the result.
package enum CocoaWriter {
  package static func predicate(of tree: FormatPredicate) throws(FormatError) -> NSPredicate {
    switch tree.kind {
    case .comparison(let comparison): return try self.comparison(comparison)
    case .and(let parts): return try NSCompoundPredicate(type: .and, subpredicates: predicates(of: parts))
    case .or(let parts): return try NSCompoundPredicate(type: .or, subpredicates: predicates(of: parts))
    case .not(let part): return try NSCompoundPredicate(notPredicateWithSubpredicate: predicate(of: part))
    case .constant(let value): return NSPredicate(value: value)
    case .invalid(let diagnostic): throw FormatError([diagnostic], source: tree.source)
    }
  }

  private static func predicates(of parts: [FormatPredicate]) throws(FormatError) -> [NSPredicate] {
    var predicates: [NSPredicate] = []
    for part in parts { try predicates.append(predicate(of: part)) }
    return predicates
  }

  private static func comparison(_ comparison: FormatPredicate.Comparison) throws(FormatError) -> NSPredicate {
    let (left, right) = try (expression(of: comparison.left), expression(of: comparison.right))
    if comparison.operator.cocoa == .customSelector {
      // The initializer takes no modifier and no options, so the text is parsed.
      guard comparison.modifier == .direct, comparison.options.isEmpty else {
        return NSPredicate(format: FormatPredicate(.comparison(comparison)).losslessFormat)
      }
      let selector = Selector(comparison.operator.spelling)
      return NSComparisonPredicate(leftExpression: left, rightExpression: right, customSelector: selector)
    }
    return NSComparisonPredicate(
      leftExpression: left, rightExpression: right, modifier: comparison.modifier.cocoa,
      type: comparison.operator.cocoa,
      options: comparison.options.cocoa)
  }

  package static func expression(of tree: FormatExpression) throws(FormatError) -> NSExpression {
    switch tree.kind {
    case .constant(let value): return NSExpression(forConstantValue: value.cocoaValue)
    case .evaluatedObject: return NSExpression.expressionForEvaluatedObject()
    case .variable(let name): return NSExpression(forVariable: name)
    case .aggregate(let elements): return try NSExpression(forAggregate: expressions(of: elements))
    case .function(let call):
      return try NSExpression(forFunction: call.selector, arguments: expressions(of: call.arguments))
    case .cast(let cast):
      let type = NSExpression(forConstantValue: cast.type)
      return try NSExpression(
        forFunction: FormatExpression.Call.castSelector, arguments: [expression(of: cast.value), type])
    case .targetFunction(let call):
      return try NSExpression(
        forFunction: expression(of: call.target), selectorName: call.selector,
        arguments: expressions(of: call.arguments))
    case .conditional(let choice):
      return try NSExpression(
        forConditional: predicate(of: choice.condition), trueExpression: expression(of: choice.then),
        falseExpression: expression(of: choice.otherwise))
    case .subquery(let subquery):
      return try NSExpression(
        forSubquery: expression(of: subquery.collection), usingIteratorVariable: subquery.variable,
        predicate: predicate(of: subquery.predicate))
    case .setOperation(let operation):
      let (left, right) = try (expression(of: operation.left), expression(of: operation.right))
      switch operation.operator {
      case .union: return NSExpression(forUnionSet: left, with: right)
      case .intersect: return NSExpression(forIntersectSet: left, with: right)
      case .minus: return NSExpression(forMinusSet: left, with: right)
      }
    case .anyKey: return NSExpression.expressionForAnyKey()
    // No initializer makes a key path of another expression, a symbolic index or an assignment, so the text is parsed.
    case .keyPath, .keys, .index, .assignment: return NSExpression(format: tree.losslessFormat)
    case .placeholder(let conversion):
      throw FormatError(.notConvertible(conversion.text, reason: "it has no argument yet"))
    case .invalid(let diagnostic): throw FormatError([diagnostic], source: tree.source)
    }
  }

  private static func expressions(of trees: [FormatExpression]) throws(FormatError) -> [NSExpression] {
    var expressions: [NSExpression] = []
    for tree in trees { try expressions.append(expression(of: tree)) }
    return expressions
  }
}
