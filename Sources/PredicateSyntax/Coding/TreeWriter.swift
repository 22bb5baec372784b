#if !hasFeature(Embedded)
/// Writes trees to an encoder, node by node. The recursion uses only nested containers, so that each level needs little stack.
enum TreeWriter {
  typealias Fields = KeyedEncodingContainer<FieldName>

  static func document(_ encoder: any Encoder) throws -> Fields {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(treeVersion, forKey: "version")
    return fields
  }

  static func unspelled(_ text: String, _ encoder: any Encoder) -> EncodingError {
    let reason = "it contains a constant that no format string can write: infinity, a record or an object"
    return .invalidValue(text, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
  }

  static func unwritable(_ value: Any, _ reason: String, _ fields: Fields) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: fields.codingPath, debugDescription: reason))
  }

  // MARK: Predicates

  static func write(_ predicate: FormatPredicate, to fields: inout Fields) throws {
    switch predicate.kind {
    case .comparison(let comparison): try write(comparison, to: &fields)
    case .and(let parts): try write(.and, parts, to: &fields)
    case .or(let parts): try write(.or, parts, to: &fields)
    case .not(let part):
      try fields.encode(kind: .not)
      var child = fields.nested("part")
      try write(part, to: &child)
    case .constant(let value):
      try fields.encode(kind: PredicateKindName.constant)
      try fields.encode(value, forKey: "value")
    case .invalid(let error): throw unwritable(predicate, "the tree contains an error: \(error.message)", fields)
    }
  }

  private static func write(_ comparison: FormatPredicate.Comparison, to fields: inout Fields) throws {
    if let flaw = TreeFlaw(of: comparison) { throw unwritable(comparison, flaw.reason, fields) }
    try fields.encode(kind: .comparison)
    if comparison.modifier != .direct { try fields.encode(comparison.modifier.rawValue, forKey: "modifier") }
    try write(comparison.left, to: &fields, as: "left")
    try fields.encode(comparison.operator.spelling, forKey: "operator")
    if !comparison.options.isEmpty {
      try fields.encode(String(comparison.options.spelling.dropFirst().dropLast()), forKey: "options")
    }
    try write(comparison.right, to: &fields, as: "right")
  }

  private static func write(_ kind: PredicateKindName, _ parts: [FormatPredicate], to fields: inout Fields) throws {
    try fields.encode(kind: kind)
    var list = fields.nestedUnkeyedContainer(forKey: "parts")
    for part in parts {
      var child = list.nestedContainer(keyedBy: FieldName.self)
      try write(part, to: &child)
    }
  }

  // MARK: Expressions

  private static func write(_ expression: FormatExpression, to fields: inout Fields, as name: FieldName) throws {
    var child = fields.nested(name)
    try write(expression, to: &child)
  }

  private static func write(_ expressions: [FormatExpression], to fields: inout Fields, as name: FieldName) throws {
    var list = fields.nestedUnkeyedContainer(forKey: name)
    for expression in expressions {
      var child = list.nestedContainer(keyedBy: FieldName.self)
      try write(expression, to: &child)
    }
  }

  static func write(_ expression: FormatExpression, to fields: inout Fields) throws {
    switch try writable(expression, fields) {
    case .constant(let value):
      try fields.encode(kind: ExpressionKindName.constant)
      try write(constant: value, to: &fields)
    case .evaluatedObject: try fields.encode(kind: .evaluatedObject)
    case .anyKey: try fields.encode(kind: .anyKey)
    case .variable(let name):
      try fields.encode(kind: .variable)
      try fields.encode(name, forKey: "name")
    case .keyPath(let steps): try write(steps, of: nil, to: &fields)
    case .keys(let keys): try write(keys.steps, of: keys.root, to: &fields)
    case .index(let element): try write(element, to: &fields)
    case .aggregate(let elements):
      try fields.encode(kind: .list)
      try write(elements, to: &fields, as: "elements")
    case .function(let call): try write(call, to: &fields)
    case .cast(let cast): try write(cast, to: &fields)
    case .targetFunction(let call): try write(call, to: &fields)
    case .conditional(let choice): try write(choice, to: &fields)
    case .subquery(let subquery): try write(subquery, to: &fields)
    case .setOperation(let operation): try write(operation, to: &fields)
    case .assignment(let assignment): try write(assignment, to: &fields)
    case .placeholder(let conversion):
      try fields.encode(kind: .conversion)
      try fields.encode(conversion.text, forKey: "text")
    case .invalid(let error): throw unwritable(expression, "the tree contains an error: \(error.message)", fields)
    }
  }

  private static func write(_ call: FormatExpression.Call, to fields: inout Fields) throws {
    try fields.encode(kind: .function)
    try fields.encode(call.selector, forKey: "selector")
    try write(call.arguments, to: &fields, as: "arguments")
  }

  private static func write(_ cast: FormatExpression.Cast, to fields: inout Fields) throws {
    try fields.encode(kind: .cast)
    try write(cast.value, to: &fields, as: "value")
    try fields.encode(cast.type, forKey: "type")
  }

  private static func write(_ call: FormatExpression.TargetCall, to fields: inout Fields) throws {
    try fields.encode(kind: .targetFunction)
    try write(call.target, to: &fields, as: "target")
    try fields.encode(call.selector, forKey: "selector")
    try write(call.arguments, to: &fields, as: "arguments")
  }

  private static func write(_ choice: FormatExpression.Conditional, to fields: inout Fields) throws {
    try fields.encode(kind: .ternary)
    try write(choice.condition, to: &fields, as: "condition")
    try write(choice.then, to: &fields, as: "then")
    try write(choice.otherwise, to: &fields, as: "otherwise")
  }

  private static func write(_ subquery: FormatExpression.Subquery, to fields: inout Fields) throws {
    try fields.encode(kind: .subquery)
    try write(subquery.collection, to: &fields, as: "collection")
    try fields.encode(subquery.variable, forKey: "variable")
    try write(subquery.predicate, to: &fields, as: "predicate")
  }

  private static func write(_ operation: FormatExpression.SetOperation, to fields: inout Fields) throws {
    try fields.encode(kind: operation.operator.kindName)
    try write(operation.left, to: &fields, as: "left")
    try write(operation.right, to: &fields, as: "right")
  }

  private static func write(_ assignment: FormatExpression.Assignment, to fields: inout Fields) throws {
    try fields.encode(kind: .assignment)
    try fields.encode(assignment.variable, forKey: "variable")
    try write(assignment.value, to: &fields, as: "value")
  }

  private static func write(_ predicate: FormatPredicate, to fields: inout Fields, as name: FieldName) throws {
    var child = fields.nested(name)
    try write(predicate, to: &child)
  }

  private static func write(
    _ steps: [FormatExpression.KeyStep], of root: FormatExpression?, to fields: inout Fields
  ) throws {
    try fields.encode(kind: .keyPath)
    if let root { try write(root, to: &fields, as: "root") }
    var list = fields.nestedUnkeyedContainer(forKey: "keys")
    for step in steps {
      switch step.kind {
      case .key(let key): try list.encode(key.name)
      case .variable(let name): try list.encode(["variable": name])
      case .placeholder(let conversion): try list.encode(["conversion": conversion.text])
      }
    }
  }

  /// Returns the kind of an expression. A key path is merged with its root as the parser does: a key path as the root is
  /// extended, and SELF as the root is dropped.
  ///
  /// - Throws: `EncodingError` if the node has a flaw.
  private static func writable(_ expression: FormatExpression, _ fields: Fields) throws -> FormatExpression.Kind {
    var kind = expression.kind
    if case .keys(var keys) = kind {
      while case .keys(let inner) = keys.root.kind { keys = .init(of: inner.root, inner.steps + keys.steps) }
      kind = .keys(keys.steps, after: keys.root)
    }
    if let flaw = TreeFlaw(of: kind) { throw unwritable(expression, flaw.reason, fields) }
    return kind
  }

  private static func write(_ element: FormatExpression.Element, to fields: inout Fields) throws {
    try fields.encode(kind: .index)
    try write(element.collection, to: &fields, as: "collection")
    switch element.index {
    case .first: try fields.encode("FIRST", forKey: "at")
    case .last: try fields.encode("LAST", forKey: "at")
    case .size: try fields.encode("SIZE", forKey: "at")
    case .value(let position): try write(position, to: &fields, as: "at")
    }
  }
}

extension KeyedEncodingContainer<FieldName> {
  mutating func nested(_ field: FieldName) -> Self { nestedContainer(keyedBy: FieldName.self, forKey: field) }

  mutating func encode(kind: PredicateKindName) throws { try encode(kind.rawValue, forKey: "kind") }
  mutating func encode(kind: ExpressionKindName) throws { try encode(kind.rawValue, forKey: "kind") }
}
#endif
