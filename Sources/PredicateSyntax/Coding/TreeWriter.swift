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

  private static func unwritable(_ value: Any, _ reason: String, _ fields: Fields) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: fields.codingPath, debugDescription: reason))
  }

  // MARK: Predicates

  static func write(_ predicate: FormatPredicate, to fields: inout Fields) throws {
    switch predicate.kind {
    case .comparison(let comparison): try write(comparison, to: &fields)
    case .and(let parts): try write(.and, parts, to: &fields)
    case .or(let parts): try write(.or, parts, to: &fields)
    case .not(let part):
      try fields.encode(kind: PredicateKindName.not)
      var child = fields.nested("part")
      try write(part, to: &child)
    case .constant(let value):
      try fields.encode(kind: PredicateKindName.constant)
      try fields.encode(value, forKey: "value")
    case .invalid(let fault): throw unwritable(predicate, "the tree contains an error: \(fault.message)", fields)
    }
  }

  private static func write(_ comparison: FormatPredicate.Comparison, to fields: inout Fields) throws {
    try fields.encode(kind: PredicateKindName.comparison)
    if comparison.modifier != .direct { try fields.encode(comparison.modifier.rawValue, forKey: "modifier") }
    try write(comparison.left, to: &fields, as: "left")
    try fields.encode(comparison.operator.spelling, forKey: "operator")
    if !comparison.options.isEmpty {
      try fields.encode(String(comparison.options.spelling.dropFirst().dropLast()), forKey: "options")
    }
    try write(comparison.right, to: &fields, as: "right")
  }

  private static func write(
    _ kind: PredicateKindName, _ parts: [FormatPredicate], to fields: inout Fields
  ) throws {
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

  private static func write(
    _ expressions: [FormatExpression], to fields: inout Fields, as name: FieldName
  ) throws {
    var list = fields.nestedUnkeyedContainer(forKey: name)
    for expression in expressions {
      var child = list.nestedContainer(keyedBy: FieldName.self)
      try write(expression, to: &child)
    }
  }

  /// Writes an expression. The switch binds nothing and each kind has its own function, because recursion needs small frames.
  static func write(_ expression: FormatExpression, to fields: inout Fields) throws {
    try expectNoFlaw(expression, fields)
    switch expression.kind {
    case .constant, .evaluatedObject, .anyKey, .variable, .placeholder, .invalid:
      try writeLeaf(expression, to: &fields)
    case .keyPath, .keys: try writeKeyPath(expression, to: &fields)
    case .index: try writeIndex(expression, to: &fields)
    case .aggregate: try writeList(expression, to: &fields)
    case .function: try writeFunction(expression, to: &fields)
    case .cast: try writeCast(expression, to: &fields)
    case .targetFunction: try writeTargetFunction(expression, to: &fields)
    case .conditional: try writeTernary(expression, to: &fields)
    case .subquery: try writeSubquery(expression, to: &fields)
    case .setOperation: try writeSetOperation(expression, to: &fields)
    case .assignment: try writeAssignment(expression, to: &fields)
    }
  }

  private static func expectNoFlaw(_ expression: FormatExpression, _ fields: Fields) throws {
    if let flaw = TreeFlaw(of: merged(expression.kind)) { throw unwritable(expression, flaw.reason, fields) }
  }

  /// Writes an expression that has no children.
  private static func writeLeaf(_ expression: FormatExpression, to fields: inout Fields) throws {
    switch expression.kind {
    case .constant(let value):
      try fields.encode(kind: ExpressionKindName.constant)
      try ValueWriter.write(value, to: &fields, ValueWriter.maximumLevels)
    case .evaluatedObject: try fields.encode(kind: ExpressionKindName.evaluatedObject)
    case .anyKey: try fields.encode(kind: ExpressionKindName.anyKey)
    case .variable(let name):
      try fields.encode(kind: ExpressionKindName.variable)
      try fields.encode(name, forKey: "name")
    case .placeholder(let conversion):
      try fields.encode(kind: ExpressionKindName.conversion)
      try fields.encode(conversion.text, forKey: "text")
    case .invalid(let fault): throw unwritable(expression, "the tree contains an error: \(fault.message)", fields)
    default: break
    }
  }

  private static func writeList(_ expression: FormatExpression, to fields: inout Fields) throws {
    guard case .aggregate(let elements) = expression.kind else { return }
    try fields.encode(kind: ExpressionKindName.list)
    try write(elements, to: &fields, as: "elements")
  }

  private static func writeFunction(_ expression: FormatExpression, to fields: inout Fields) throws {
    guard case .function(let selector, let arguments) = expression.kind else { return }
    try fields.encode(kind: ExpressionKindName.function)
    try fields.encode(selector, forKey: "selector")
    try write(arguments, to: &fields, as: "arguments")
  }

  private static func writeCast(_ expression: FormatExpression, to fields: inout Fields) throws {
    guard case .cast(let value, let type) = expression.kind else { return }
    try fields.encode(kind: ExpressionKindName.cast)
    try write(value, to: &fields, as: "value")
    try fields.encode(type, forKey: "type")
  }

  private static func writeTargetFunction(_ expression: FormatExpression, to fields: inout Fields) throws {
    guard case .targetFunction(let target, let selector, let arguments) = expression.kind else { return }
    try fields.encode(kind: ExpressionKindName.targetFunction)
    try write(target, to: &fields, as: "target")
    try fields.encode(selector, forKey: "selector")
    try write(arguments, to: &fields, as: "arguments")
  }

  private static func writeTernary(_ expression: FormatExpression, to fields: inout Fields) throws {
    guard case .conditional(let condition, let then, let otherwise) = expression.kind else { return }
    try fields.encode(kind: ExpressionKindName.ternary)
    try write(condition, to: &fields, as: "condition")
    try write(then, to: &fields, as: "then")
    try write(otherwise, to: &fields, as: "otherwise")
  }

  private static func writeSubquery(_ expression: FormatExpression, to fields: inout Fields) throws {
    guard case .subquery(let collection, let variable, let predicate) = expression.kind else { return }
    try fields.encode(kind: ExpressionKindName.subquery)
    try write(collection, to: &fields, as: "collection")
    try fields.encode(variable, forKey: "variable")
    try write(predicate, to: &fields, as: "predicate")
  }

  private static func writeSetOperation(_ expression: FormatExpression, to fields: inout Fields) throws {
    guard case .setOperation(let operation, let left, let right) = expression.kind else { return }
    try fields.encode(kind: operation.kindName)
    try write(left, to: &fields, as: "left")
    try write(right, to: &fields, as: "right")
  }

  private static func writeAssignment(_ expression: FormatExpression, to fields: inout Fields) throws {
    guard case .assignment(let variable, let value) = expression.kind else { return }
    try fields.encode(kind: ExpressionKindName.assignment)
    try fields.encode(variable, forKey: "variable")
    try write(value, to: &fields, as: "value")
  }

  private static func write(_ predicate: FormatPredicate, to fields: inout Fields, as name: FieldName) throws {
    var child = fields.nested(name)
    try write(predicate, to: &child)
  }

  private static func writeKeyPath(_ expression: FormatExpression, to fields: inout Fields) throws {
    let kind = merged(expression.kind)
    guard let steps = kind.steps else { return }
    try fields.encode(kind: ExpressionKindName.keyPath)
    if let root = kind.root { try write(root, to: &fields, as: "root") }
    var list = fields.nestedUnkeyedContainer(forKey: "keys")
    for step in steps {
      switch step {
      case .key(let key): try list.encode(key)
      case .variable(let name): try list.encode(["variable": name])
      case .placeholder(let conversion): try list.encode(["conversion": conversion.text])
      }
    }
  }

  /// Returns a key path as the parser builds it: a key path as the root is merged with it, and SELF as the root is dropped.
  private static func merged(_ kind: FormatExpression.Kind) -> FormatExpression.Kind {
    guard case .keys(var root, var steps) = kind else { return kind }
    while case .keys(let inner, let before) = root.kind { (root, steps) = (inner, before + steps) }
    return .keys(steps, after: root)
  }

  private static func writeIndex(_ expression: FormatExpression, to fields: inout Fields) throws {
    guard case .index(let base, let index) = expression.kind else { return }
    try fields.encode(kind: ExpressionKindName.index)
    try write(base, to: &fields, as: "collection")
    switch index {
    case .first: try fields.encode("FIRST", forKey: "at")
    case .last: try fields.encode("LAST", forKey: "at")
    case .size: try fields.encode("SIZE", forKey: "at")
    case .value(let expression): try write(expression, to: &fields, as: "at")
    }
  }
}

extension KeyedEncodingContainer<FieldName> {
  mutating func nested(_ field: FieldName) -> Self { nestedContainer(keyedBy: FieldName.self, forKey: field) }

  mutating func encode(kind: some RawRepresentable<String>) throws { try encode(kind.rawValue, forKey: "kind") }
}
#endif
