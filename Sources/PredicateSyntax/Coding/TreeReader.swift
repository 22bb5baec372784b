#if !hasFeature(Embedded)
/// Reads trees from a decoder, node by node. Every input produces a valid tree or an error.
///
/// The recursion uses only nested containers, so that each level needs little stack space, and is limited to `levels`.
enum TreeReader {
  typealias Fields = KeyedDecodingContainer<FieldName>

  /// Returns the format string in place of a tree, or `nil` if there is none.
  static func text(_ decoder: any Decoder) -> String? {
    try? decoder.singleValueContainer().decode(String.self)
  }

  /// Parses that format string. The thrown error has the parser's error as its underlying error and in its description.
  static func parsed<T>(_ decoder: any Decoder, _ parse: () throws(FormatError) -> T) throws -> T {
    do {
      return try parse()
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "the format string is not valid: \(error)",
          underlyingError: error))
    }
  }

  static func document(_ decoder: any Decoder, _ content: FieldName) throws -> Fields {
    let fields = try decoder.container(keyedBy: FieldName.self)
    try fields.expectVersion(treeVersion)
    try fields.expectOnly(["version", content])
    return fields
  }

  // MARK: Predicates

  static func predicate(_ fields: Fields, _ levels: Int) throws -> FormatPredicate {
    try fields.expect(levels)
    let kind: FormatPredicate.Kind
    switch try fields.name(PredicateKindName.self, of: "kind") {
    case .comparison: kind = try comparison(fields, levels - 1)
    case .and: kind = .and(try parts(fields, levels - 1))
    case .or: kind = .or(try parts(fields, levels - 1))
    case .not: kind = try opposite(fields, levels - 1)
    case .constant: kind = try truth(fields)
    }
    return FormatPredicate(part: kind)
  }

  private static func truth(_ fields: Fields) throws -> FormatPredicate.Kind {
    try fields.expectOnly(["kind", "value"])
    return .constant(try fields.decode(Bool.self, forKey: "value"))
  }

  private static func opposite(_ fields: Fields, _ levels: Int) throws -> FormatPredicate.Kind {
    try fields.expectOnly(["kind", "part"])
    return .not(try predicate(fields.nested("part"), levels))
  }

  private static func parts(_ fields: Fields, _ levels: Int) throws -> [FormatPredicate] {
    try fields.expectOnly(["kind", "parts"])
    var list = try fields.nestedUnkeyedContainer(forKey: "parts")
    var parts: [FormatPredicate] = []
    while !list.isAtEnd { parts.append(try predicate(list.nestedContainer(keyedBy: FieldName.self), levels)) }
    return parts
  }

  private static func comparison(_ fields: Fields, _ levels: Int) throws -> FormatPredicate.Kind {
    try fields.expectOnly(["kind", "modifier", "left", "operator", "options", "right"])
    let left = try expression(fields.nested("left"), levels)
    let right = try expression(fields.nested("right"), levels)
    let comparison = FormatPredicate.Comparison(
      left, try comparisonOperator(fields), right, modifier: try modifier(fields), options: try options(fields))
    try expectNoFlaw(TreeFlaw(of: comparison), fields)
    return .comparison(comparison)
  }

  private static func modifier(_ fields: Fields) throws -> FormatPredicate.Comparison.Modifier {
    switch try fields.decodeIfPresent(String.self, forKey: "modifier") {
    case nil: return .direct
    case "ANY": return .any
    case "ALL": return .all
    case let other?: throw fields.error("'\(other)' is not a modifier; expected ANY or ALL", at: "modifier")
    }
  }

  private static func comparisonOperator(_ fields: Fields) throws -> ComparisonOperator {
    let spelling = try fields.decode(String.self, forKey: "operator")
    if let row = ComparisonOperator.table.first(where: { $0.spelling == spelling }) { return row.operator }
    if spelling.isSelector { return .custom(spelling) }
    let hint = suggestion(for: spelling, among: ComparisonOperator.table.map(\.spelling))
    throw fields.error("'\(spelling)' is not an operator\(hint)", at: "operator")
  }

  private static func options(_ fields: Fields) throws -> StringOptions {
    guard let letters = try fields.decodeIfPresent(String.self, forKey: "options") else { return [] }
    var options: StringOptions = []
    for letter in letters {
      guard let option = StringOptions.allLetters.first(where: { $0.letter == letter })?.option else {
        throw fields.error("'\(letter)' is not a string option; expected letters of cdlnuw", at: "options")
      }
      options.insert(option)
    }
    return options
  }

  // MARK: Expressions

  static func expression(_ fields: Fields, _ levels: Int) throws -> FormatExpression {
    try fields.expect(levels)
    let kind = try kind(fields, levels - 1)
    try expectNoFlaw(TreeFlaw(of: kind), fields)
    return FormatExpression(kind)
  }

  private static func expectNoFlaw(_ flaw: TreeFlaw?, _ fields: Fields) throws {
    if let flaw { throw fields.error(flaw.reason, below: flaw.path) }
  }

  private static func kind(_ fields: Fields, _ levels: Int) throws -> FormatExpression.Kind {
    switch try fields.name(ExpressionKindName.self, of: "kind") {
    case .constant: return .constant(try constant(fields, levels))
    case .evaluatedObject: return try alone(.evaluatedObject, fields)
    case .anyKey: return try alone(.anyKey, fields)
    case .variable: return try variable(fields)
    case .conversion: return try conversion(fields)
    case .keyPath: return try keyPath(fields, levels)
    case .index: return try index(fields, levels)
    case .list: return try list(fields, levels)
    case .function: return try function(fields, levels)
    case .cast: return try cast(fields, levels)
    case .targetFunction: return try targetFunction(fields, levels)
    case .ternary: return try ternary(fields, levels)
    case .subquery: return try subquery(fields, levels)
    case .union: return try setOperation(.union, fields, levels)
    case .intersect: return try setOperation(.intersect, fields, levels)
    case .minus: return try setOperation(.minus, fields, levels)
    case .assignment: return try assignment(fields, levels)
    }
  }

  private static func expressions(_ fields: Fields, _ name: FieldName, _ levels: Int) throws -> [FormatExpression] {
    var list = try fields.nestedUnkeyedContainer(forKey: name)
    var result: [FormatExpression] = []
    while !list.isAtEnd { result.append(try expression(list.nestedContainer(keyedBy: FieldName.self), levels)) }
    return result
  }

  private static func alone(_ kind: FormatExpression.Kind, _ fields: Fields) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind"])
    return kind
  }

  private static func variable(_ fields: Fields) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "name"])
    return .variable(try fields.decode(String.self, forKey: "name"))
  }

  private static func conversion(_ fields: Fields) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "text"])
    return .placeholder(try conversion(fields, "text"))
  }

  private static func conversion(_ fields: Fields, _ name: FieldName) throws -> Conversion {
    let text = try fields.decode(String.self, forKey: name)
    guard let conversion = Conversion(text) else { throw fields.error("'\(text)' is not a conversion", at: name) }
    return conversion
  }

  private static func keyPath(_ fields: Fields, _ levels: Int) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "root", "keys"])
    let root = fields.contains("root") ? try expression(fields.nested("root"), levels) : nil
    var list = try fields.nestedUnkeyedContainer(forKey: "keys")
    var steps: [FormatExpression.KeyStep] = []
    while !list.isAtEnd { steps.append(try step(&list)) }
    return .keys(of: root, steps)
  }

  private static func step(_ list: inout any UnkeyedDecodingContainer) throws -> FormatExpression.KeyStep {
    if let key = try? list.decode(String.self) { return .key(.init(key)) }
    let fields = try list.nestedContainer(keyedBy: FieldName.self)
    if fields.contains("conversion") {
      try fields.expectOnly(["conversion"])
      return .init(.placeholder(try conversion(fields, "conversion")))
    }
    try fields.expectOnly(["variable"])
    return .variable(try fields.decode(String.self, forKey: "variable"))
  }

  private static func index(_ fields: Fields, _ levels: Int) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "collection", "at"])
    let collection = try expression(fields.nested("collection"), levels)
    let index: FormatExpression.Index
    switch try? fields.decode(String.self, forKey: "at") {
    case "FIRST": index = .first
    case "LAST": index = .last
    case "SIZE": index = .size
    case let other?: throw fields.error("'\(other)' is not one of FIRST, LAST, SIZE", at: "at")
    case nil: index = .value(try expression(fields.nested("at"), levels))
    }
    return .index(.init(of: collection, at: index))
  }

  private static func list(_ fields: Fields, _ levels: Int) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "elements"])
    return .aggregate(try expressions(fields, "elements", levels))
  }

  private static func function(_ fields: Fields, _ levels: Int) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "selector", "arguments"])
    return .function(
      .init(try fields.decode(String.self, forKey: "selector"), try expressions(fields, "arguments", levels)))
  }

  private static func cast(_ fields: Fields, _ levels: Int) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "value", "type"])
    let value = try expression(fields.nested("value"), levels)
    return .cast(.init(value, type: try fields.decode(String.self, forKey: "type")))
  }

  private static func targetFunction(_ fields: Fields, _ levels: Int) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "target", "selector", "arguments"])
    let target = try expression(fields.nested("target"), levels)
    let selector = try fields.decode(String.self, forKey: "selector")
    return .targetFunction(.init(target, selector: selector, try expressions(fields, "arguments", levels)))
  }

  private static func ternary(_ fields: Fields, _ levels: Int) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "condition", "then", "otherwise"])
    return .conditional(
      .init(
        try predicate(fields.nested("condition"), levels), try expression(fields.nested("then"), levels),
        try expression(fields.nested("otherwise"), levels)))
  }

  private static func subquery(_ fields: Fields, _ levels: Int) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "collection", "variable", "predicate"])
    return .subquery(
      .init(
        try expression(fields.nested("collection"), levels),
        variable: try fields.decode(String.self, forKey: "variable"),
        try predicate(fields.nested("predicate"), levels)))
  }

  private static func setOperation(
    _ operator: FormatExpression.SetOperator, _ fields: Fields, _ levels: Int
  ) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "left", "right"])
    let left = try expression(fields.nested("left"), levels)
    return .setOperation(.init(left, `operator`, try expression(fields.nested("right"), levels)))
  }

  private static func assignment(_ fields: Fields, _ levels: Int) throws -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "variable", "value"])
    return .assignment(
      .init(try fields.decode(String.self, forKey: "variable"), try expression(fields.nested("value"), levels)))
  }
}

extension KeyedDecodingContainer<FieldName> {
  func nested(_ field: FieldName) throws -> Self { try nestedContainer(keyedBy: FieldName.self, forKey: field) }

  /// Throws an error if no levels remain.
  func expect(_ levels: Int) throws {
    if levels <= 0 { throw error("the tree has more than \(Limits.greatestHeight) levels") }
  }
}
#endif
