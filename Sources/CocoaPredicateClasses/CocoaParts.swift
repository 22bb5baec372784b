import Foundation
import PredicateFormat
import PredicateSyntax

#if !canImport(ObjectiveC)
extension FormatExpression {
  /// What the properties of NSExpression say about an expression.
  struct CocoaParts {
    var type = NSExpression.ExpressionType.constantValue
    /// The value of a constant, which may be nil.
    var constant: Any??
    var keyPath: String?
    var function: String?
    var variable: String?
    var operand: FormatExpression?
    var arguments: [FormatExpression]?
    var collection: FormatExpression?
    var predicate: FormatPredicate?
    var left: FormatExpression?
    var right: FormatExpression?
    var then: FormatExpression?
    var otherwise: FormatExpression?

    /// The operand of a predefined function, which calls no method of an object.
    static let predefined = FormatExpression.constant("_NSPredicateUtilities")
  }

  /// The index that the expression is the symbol of.
  var symbol: Index? {
    guard case .function(let call) = kind, call.arguments.isEmpty else { return nil }
    return Index.symbols[call.selector]
  }

  var parts: CocoaParts {
    switch kind {
    case .constant(let value): CocoaParts(constant: .some(value.cocoaValue))
    case .evaluatedObject: CocoaParts(type: .evaluatedObject)
    case .variable(let name): CocoaParts(type: .variable, variable: name)
    case .keyPath(let steps): CocoaParts(type: .keyPath, keyPath: steps.path, operand: .evaluatedObject)
    case .keys(let keys):
      if case .variable = keys.root.kind {
        CocoaParts(type: .keyPath, keyPath: keys.steps.path, operand: keys.root)
      } else {
        CocoaParts(
          type: .function, function: FormatExpression.keyFunction, operand: keys.root,
          arguments: [FormatExpression(.keyPath(keys.steps))])
      }
    case .index(let element):
      CocoaParts(
        type: .function, function: Call.indexSelector, operand: CocoaParts.predefined,
        arguments: [element.collection, element.index.symbol])
    case .aggregate: CocoaParts(type: .aggregate)
    case .function(let call) where symbol != nil: CocoaParts(constant: .some(call.selector))
    case .function(let call):
      CocoaParts(
        type: .function, function: call.selector, operand: CocoaParts.predefined, arguments: call.arguments)
    case .cast(let cast):
      CocoaParts(
        type: .function, function: Call.castSelector, operand: CocoaParts.predefined,
        arguments: [cast.value, .constant(cast.type)])
    case .targetFunction(let call):
      CocoaParts(type: .function, function: call.selector, operand: call.target, arguments: call.arguments)
    case .conditional(let choice):
      CocoaParts(type: .conditional, predicate: choice.condition, then: choice.then, otherwise: choice.otherwise)
    case .subquery(let subquery):
      CocoaParts(
        type: .subquery, variable: subquery.variable, collection: subquery.collection, predicate: subquery.predicate)
    case .setOperation(let operation):
      CocoaParts(type: operation.operator.cocoaType, left: operation.left, right: operation.right)
    case .assignment(let assignment):
      CocoaParts(
        type: .function, function: ":=", operand: CocoaParts.predefined,
        arguments: [.variable(assignment.variable), assignment.value])
    case .anyKey: CocoaParts(type: .anyKey)
    case .placeholder, .invalid: CocoaParts(constant: .some(nil))
    }
  }
}

extension [FormatExpression.KeyStep] {
  /// The keys, separated by dots.
  fileprivate var path: String {
    map { step in
      switch step.kind {
      case .key(let key): key.name
      case .variable(let name): "$\(name)"
      case .placeholder(let conversion): conversion.text
      }
    }.joined(separator: ".")
  }
}

extension FormatExpression.Index {
  /// The index as an argument of the function. A symbol is a call without arguments, which no text can write.
  fileprivate var symbol: FormatExpression {
    if case .value(let index) = self { return index }
    return .function(Self.symbols.first { $0.value == self }?.key ?? "")
  }
}

extension FormatExpression.SetOperator {
  fileprivate var cocoaType: NSExpression.ExpressionType {
    switch self {
    case .union: .unionSet
    case .intersect: .intersectSet
    case .minus: .minusSet
    }
  }
}
#endif

extension FormatExpression.Index {
  /// The indices that Cocoa writes as symbols.
  static let symbols: [String: FormatExpression.Index] = ["FIRST": .first, "LAST": .last, "SIZE": .size]
}

extension FormatExpression {
  /// The method that reads keys of a value that is neither an object nor a variable, as in `SUBQUERY(…).@count`.
  static let keyFunction = "valueForKeyPath:"

  /// Creates the key path of a value that a call of `valueForKeyPath:` reads. Returns `nil` if the argument is not a key path.
  init?(keysOf root: FormatExpression, _ arguments: [FormatExpression]) {
    guard arguments.count == 1, case .keyPath(let steps)? = arguments.first?.kind else { return nil }
    self.init(.keys(steps, after: root))
  }

  /// Creates a key path as `NSExpression(forKeyPath:)` reads it: its first key may be a variable, as in `$kid.age`.
  init(cocoaKeyPath text: String) {
    self = .keyPath(text)
    guard case .keyPath(let steps) = kind, case .key(let key)? = steps.first?.kind, key.name.hasPrefix("$"),
      key.name.count > 1
    else { return }
    let variable = FormatExpression.variable(String(key.name.dropFirst()))
    self = steps.count == 1 ? variable : FormatExpression(.keys(Array(steps.dropFirst()), after: variable))
  }

  /// Creates a call of a function by its selector: the index and the cast for theirs.
  init(call selector: String, _ arguments: [FormatExpression]) {
    switch (selector, arguments.count) {
    case (Call.indexSelector, 2):
      #if canImport(ObjectiveC)
      self.init(.index(.init(of: arguments[0], at: .value(arguments[1]))))
      #else
      self.init(.index(.init(of: arguments[0], at: arguments[1].symbol ?? .value(arguments[1]))))
      #endif
    case (":=", 2):
      if case .variable(let name) = arguments[0].kind {
        self.init(.assignment(.init(name, arguments[1])))
      } else {
        self.init(.function(.init(selector, arguments)))
      }
    case (Call.castSelector, 2):
      if case .constant(.string(let type)) = arguments[1].kind {
        self.init(.cast(.init(arguments[0], type: type)))
      } else {
        self.init(.function(.init(selector, arguments)))
      }
    default: self.init(.function(.init(selector, arguments)))
    }
  }
}
