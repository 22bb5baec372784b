import Foundation
import PredicateFormat
import PredicateSyntax

/// Makes trees of predicates and expressions by their public properties.
///
/// This is how trees are made of Apple's classes. Tests on other platforms compare it with the trees that the classes of this module
/// keep.
package enum CocoaReader {
  private typealias KeyStep = FormatExpression.KeyStep

  /// Returns the index that an expression is the symbol of: FIRST, LAST or SIZE. The type has no name in Apple's interface.
  private static func symbol(_ expression: NSExpression) -> FormatExpression.Index? {
    #if canImport(ObjectiveC)
    guard expression.expressionType.rawValue == 11 else { return nil }
    return FormatExpression.Index.symbols["\(expression.constantValue ?? "")"]
    #else
    return expression.tree.symbol
    #endif
  }

  package static func tree(of predicate: NSPredicate) throws(FormatError) -> FormatPredicate {
    switch predicate {
    case let comparison as NSComparisonPredicate:
      let (left, right) = (comparison.leftExpression, comparison.rightExpression)
      var own = FormatComparisonOperator(comparison.predicateOperatorType)
      if comparison.predicateOperatorType == .customSelector { own = try customOperator(of: comparison) }
      return try FormatPredicate(
        tree(of: left), own, tree(of: right), modifier: .init(comparison.comparisonPredicateModifier),
        options: .init(comparison.options))
    case let compound as NSCompoundPredicate:
      var parts: [FormatPredicate] = []
      for case let part as NSPredicate in compound.subpredicates { try parts.append(tree(of: part)) }
      switch compound.compoundPredicateType {
      case .not: return !(parts.first ?? FormatPredicate(true))
      case .or: return .any(parts)
      default: return .all(parts)
      }
    default:
      switch predicate.predicateFormat {
      case "TRUEPREDICATE": return FormatPredicate(true)
      case "FALSEPREDICATE": return FormatPredicate(false)
      case let text: throw FormatError(.notConvertible(text, reason: "it contains code"))
      }
    }
  }

  private static func customOperator(of predicate: NSComparisonPredicate) throws(FormatError)
    -> FormatComparisonOperator
  {
    #if canImport(ObjectiveC)
    let name = predicate.customSelector.map(NSStringFromSelector)
    #else
    let name = predicate.customSelector?.name
    #endif
    guard let name else {
      throw FormatError(.notConvertible(predicate.predicateFormat, reason: "its operator has no name"))
    }
    return FormatComparisonOperator(selector: name)
  }

  package static func tree(of expression: NSExpression) throws(FormatError) -> FormatExpression {
    switch expression.expressionType {
    case .constantValue: return FormatExpression(anyArgument: expression.constantValue)
    case .evaluatedObject: return .evaluatedObject
    case .variable: return .variable(expression.variable)
    case .keyPath: return try keyPath(of: expression)
    case .function: return try function(of: expression)
    case .unionSet: return try set(.union, expression)
    case .intersectSet: return try set(.intersect, expression)
    case .minusSet: return try set(.minus, expression)
    case .subquery:
      return try .subquery(
        collection(of: expression), variable: expression.variable, tree(of: expression.predicate))
    case .aggregate:
      var elements: [FormatExpression] = []
      for item in expression.collection as? [Any] ?? [] { try elements.append(element(of: item)) }
      return .aggregate(elements)
    case .anyKey: return FormatExpression(.anyKey)
    case .conditional:
      return try FormatExpression(
        .conditional(.init(tree(of: expression.predicate), tree(of: expression.true), tree(of: expression.false))))
    default: throw FormatError(.notConvertible("\(expression)", reason: "it contains code"))
    }
  }

  private static func element(of element: Any) throws(FormatError) -> FormatExpression {
    guard let expression = element as? NSExpression else { return FormatExpression(anyArgument: element) }
    return try tree(of: expression)
  }

  private static func collection(of subquery: NSExpression) throws(FormatError) -> FormatExpression {
    try element(of: subquery.collection)
  }

  private static func set(
    _ operation: FormatExpression.SetOperator, _ expression: NSExpression
  ) throws(FormatError) -> FormatExpression {
    try FormatExpression(.setOperation(.init(tree(of: expression.left), operation, tree(of: expression.right))))
  }

  /// Returns a key path of SELF, or of the operand of the expression.
  private static func keyPath(of expression: NSExpression) throws(FormatError) -> FormatExpression {
    if expression.operand.expressionType == .evaluatedObject {
      // If the description parses, it shows whether `$k` in `a.$k` is a variable or a key.
      if let parsed = try? FormatExpression(expression.description), case .keyPath = parsed.kind { return parsed }
      return .keyPath(expression.keyPath)
    }
    let steps = expression.keyPath.split(separator: ".").map { key in
      key.hasPrefix("$") ? KeyStep.variable(String(key.dropFirst())) : KeyStep.key(.init(String(key)))
    }
    return try FormatExpression(.keys(.init(of: tree(of: expression.operand), steps)))
  }

  private static func function(of expression: NSExpression) throws(FormatError) -> FormatExpression {
    var arguments: [FormatExpression] = []
    for argument in expression.arguments ?? [] where symbol(argument) == nil {
      try arguments.append(tree(of: argument))
    }
    if expression.description.hasPrefix("FUNCTION("), let parsed = try? FormatExpression(expression.description),
      case .targetFunction = parsed.kind
    {
      return try FormatExpression(
        .targetFunction(.init(tree(of: expression.operand), selector: expression.function, arguments)))
    }
    if expression.function == FormatExpression.keyFunction,
      let keys = try FormatExpression(keysOf: tree(of: expression.operand), arguments)
    {
      return keys
    }
    if expression.function == FormatExpression.Call.indexSelector,
      let index = expression.arguments?.last.flatMap(symbol)
    {
      return FormatExpression(.index(.init(of: arguments[0], at: index)))
    }
    return FormatExpression(call: expression.function, arguments)
  }
}
