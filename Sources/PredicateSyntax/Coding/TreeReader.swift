#if !hasFeature(Embedded)
/// Reads trees, node by node. Every input produces a valid tree or an error. The recursion is limited to `levels`.
enum TreeReader {
  static func document(_ value: FormatValue, at path: [FieldError.Step], _ content: String) throws(FieldError) -> Fields
  {
    let fields = try Fields(value, at: path)
    try fields.expectVersion(treeVersion)
    try fields.expectOnly(["version", content])
    return fields
  }

  // MARK: Predicates

  static func predicate(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatPredicate {
    try fields.expect(levels)
    let kind: FormatPredicate.Kind
    switch try fields.name("kind", of: PredicateKindName.self) {
    case .comparison: kind = try comparison(fields, levels - 1)
    case .and: kind = .and(try parts(fields, levels - 1))
    case .or: kind = .or(try parts(fields, levels - 1))
    case .not: kind = try opposite(fields, levels - 1)
    case .constant: kind = try truth(fields)
    }
    return FormatPredicate(part: kind)
  }

  private static func truth(_ fields: Fields) throws(FieldError) -> FormatPredicate.Kind {
    try fields.expectOnly(["kind", "value"])
    return .constant(try fields.read("value", .flag))
  }

  private static func opposite(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatPredicate.Kind {
    try fields.expectOnly(["kind", "part"])
    return .not(try predicate(fields.fields(of: "part"), levels))
  }

  private static func parts(_ fields: Fields, _ levels: Int) throws(FieldError) -> [FormatPredicate] {
    try fields.expectOnly(["kind", "parts"])
    var parts: [FormatPredicate] = []
    for part in try fields.objects(of: "parts") { parts.append(try predicate(part, levels)) }
    return parts
  }

  private static func comparison(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatPredicate.Kind {
    try fields.expectOnly(["kind", "modifier", "left", "operator", "options", "right"])
    let left = try expression(fields.fields(of: "left"), levels)
    let right = try expression(fields.fields(of: "right"), levels)
    let comparison = FormatPredicate.Comparison(
      left, try comparisonOperator(fields), right, modifier: try modifier(fields), options: try options(fields))
    try expectNoFlaw(TreeFlaw(of: comparison), fields)
    return .comparison(comparison)
  }

  private static func modifier(_ fields: Fields) throws(FieldError) -> FormatPredicate.Comparison.Modifier {
    switch try fields.readIfPresent("modifier", .text) {
    case nil: return .direct
    case "ANY": return .any
    case "ALL": return .all
    case let other?: throw fields.error("modifier", "'\(other)' is not a modifier; expected ANY or ALL")
    }
  }

  private static func comparisonOperator(_ fields: Fields) throws(FieldError) -> FormatComparisonOperator {
    let spelling = try fields.read("operator", .text)
    if let row = FormatComparisonOperator.table.first(where: { $0.spelling == spelling }) { return row.operator }
    if spelling.isSelector { return .custom(spelling) }
    let hint = suggestion(for: spelling, among: FormatComparisonOperator.table.map(\.spelling))
    throw fields.error("operator", "'\(spelling)' is not an operator\(hint)")
  }

  private static func options(_ fields: Fields) throws(FieldError) -> FormatStringOptions {
    guard let letters = try fields.readIfPresent("options", .text) else { return [] }
    var options: FormatStringOptions = []
    for letter in letters {
      guard let option = FormatStringOptions.allLetters.first(where: { $0.letter == letter })?.option else {
        throw fields.error("options", "'\(letter)' is not a string option; expected letters of cdlnuw")
      }
      options.insert(option)
    }
    return options
  }

  // MARK: Expressions

  static func expression(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatExpression {
    try fields.expect(levels)
    let kind = try kind(fields, levels - 1)
    try expectNoFlaw(TreeFlaw(of: kind), fields)
    return FormatExpression(kind)
  }

  private static func expectNoFlaw(_ flaw: TreeFlaw?, _ fields: Fields) throws(FieldError) {
    if let flaw { throw FieldError(fields.path + flaw.path, flaw.reason) }
  }

  private static func kind(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatExpression.Kind {
    switch try fields.name("kind", of: ExpressionKindName.self) {
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

  private static func expressions(_ fields: Fields, _ name: String, _ levels: Int) throws(FieldError)
    -> [FormatExpression]
  {
    var result: [FormatExpression] = []
    for element in try fields.objects(of: name) { result.append(try expression(element, levels)) }
    return result
  }

  private static func alone(_ kind: FormatExpression.Kind, _ fields: Fields) throws(FieldError) -> FormatExpression.Kind
  {
    try fields.expectOnly(["kind"])
    return kind
  }

  private static func variable(_ fields: Fields) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "name"])
    return .variable(try fields.read("name", .text))
  }

  private static func conversion(_ fields: Fields) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "text"])
    return .placeholder(try conversion(fields, "text"))
  }

  private static func conversion(_ fields: Fields, _ name: String) throws(FieldError) -> FormatConversion {
    let text = try fields.read(name, .text)
    guard let conversion = FormatConversion(text) else { throw fields.error(name, "'\(text)' is not a conversion") }
    return conversion
  }

  private static func keyPath(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "root", "keys"])
    let root = fields.has("root") ? try expression(fields.fields(of: "root"), levels) : nil
    var steps: [FormatExpression.KeyStep] = []
    for (index, value) in try fields.read("keys", .list).enumerated() {
      steps.append(try step(value, at: fields.path(of: "keys") + [.element(index)]))
    }
    return .keys(of: root, steps)
  }

  private static func step(
    _ value: FormatValue, at path: [FieldError.Step]
  ) throws(FieldError) -> FormatExpression.KeyStep {
    if case .string(let key) = value { return .key(.init(key)) }
    let fields = try Fields(value, at: path)
    if fields.has("conversion") {
      try fields.expectOnly(["conversion"])
      return .init(.placeholder(try conversion(fields, "conversion")))
    }
    try fields.expectOnly(["variable"])
    return .variable(try fields.read("variable", .text))
  }

  private static func index(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "collection", "at"])
    let collection = try expression(fields.fields(of: "collection"), levels)
    let index: FormatExpression.Index
    switch fields.values["at"].flatMap(FieldShape.text.read) {
    case "FIRST": index = .first
    case "LAST": index = .last
    case "SIZE": index = .size
    case let other?: throw fields.error("at", "'\(other)' is not one of FIRST, LAST, SIZE")
    case nil: index = .value(try expression(fields.fields(of: "at"), levels))
    }
    return .index(.init(of: collection, at: index))
  }

  private static func list(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "elements"])
    return .aggregate(try expressions(fields, "elements", levels))
  }

  private static func function(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "selector", "arguments"])
    return .function(
      .init(try fields.read("selector", .text), try expressions(fields, "arguments", levels)))
  }

  private static func cast(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "value", "type"])
    let value = try expression(fields.fields(of: "value"), levels)
    return .cast(.init(value, type: try fields.read("type", .text)))
  }

  private static func targetFunction(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "target", "selector", "arguments"])
    let target = try expression(fields.fields(of: "target"), levels)
    let selector = try fields.read("selector", .text)
    return .targetFunction(.init(target, selector: selector, try expressions(fields, "arguments", levels)))
  }

  private static func ternary(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "condition", "then", "otherwise"])
    return .conditional(
      .init(
        try predicate(fields.fields(of: "condition"), levels), try expression(fields.fields(of: "then"), levels),
        try expression(fields.fields(of: "otherwise"), levels)))
  }

  private static func subquery(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "collection", "variable", "predicate"])
    return .subquery(
      .init(
        try expression(fields.fields(of: "collection"), levels),
        variable: try fields.read("variable", .text),
        try predicate(fields.fields(of: "predicate"), levels)))
  }

  private static func setOperation(
    _ operator: FormatExpression.SetOperator, _ fields: Fields, _ levels: Int
  ) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "left", "right"])
    let left = try expression(fields.fields(of: "left"), levels)
    return .setOperation(.init(left, `operator`, try expression(fields.fields(of: "right"), levels)))
  }

  private static func assignment(_ fields: Fields, _ levels: Int) throws(FieldError) -> FormatExpression.Kind {
    try fields.expectOnly(["kind", "variable", "value"])
    return .assignment(
      .init(try fields.read("variable", .text), try expression(fields.fields(of: "value"), levels)))
  }
}

extension Fields {
  /// Throws an error if no levels remain.
  func expect(_ levels: Int) throws(FieldError) {
    if levels <= 0 { throw FieldError(path, "the tree has more than \(PredicateLimits.greatestHeight) levels") }
  }
}
#endif
