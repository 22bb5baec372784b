import PredicateSyntax

/// The nodes of a tree as JSON objects: a label, a kind for its color, the role of the node in its parent, the range in the text
/// and the children.
enum TreeOutline {
  static func json(of predicate: FormatPredicate, as role: String = "") -> String {
    func node(_ label: String, _ kind: String, _ children: [String] = []) -> String {
      self.node(label, kind, role, predicate.range, children)
    }
    switch predicate.kind {
    case .comparison(let comparison):
      let modifier = comparison.modifier == .direct ? "" : comparison.modifier.rawValue + " … "
      return node(
        modifier + comparison.operator.spelling + comparison.options.spelling, "operator",
        [json(of: comparison.left), json(of: comparison.right)])
    case .and(let parts): return node("AND", "keyword", parts.map { json(of: $0) })
    case .or(let parts): return node("OR", "keyword", parts.map { json(of: $0) })
    case .not(let part): return node("NOT", "keyword", [json(of: part)])
    case .constant(let value): return node(value ? "TRUEPREDICATE" : "FALSEPREDICATE", "constant")
    case .invalid(let error): return node(error.message, "invalid")
    }
  }

  static func json(of expression: FormatExpression, as role: String = "") -> String {
    func node(_ label: String, _ kind: String, _ children: [String] = []) -> String {
      self.node(label, kind, role, expression.range, children)
    }
    switch expression.kind {
    case .constant(let value): return node(expression.format, kind(of: value))
    case .evaluatedObject, .anyKey: return node(expression.format, "constant")
    case .variable: return node(expression.format, "variable")
    case .keyPath: return node(expression.format, "key")
    case .keys(let keys):
      let steps = FormatExpression(.keyPath(keys.steps)).format
      return node("." + steps, "key", [json(of: keys.root)])
    case .index(let element):
      let collection = json(of: element.collection, as: "of")
      switch element.index {
      case .first: return node("[FIRST]", "operator", [collection])
      case .last: return node("[LAST]", "operator", [collection])
      case .size: return node("[SIZE]", "operator", [collection])
      case .value(let position): return node("[…]", "operator", [collection, json(of: position, as: "at")])
      }
    case .aggregate(let elements): return node("{…}", "symbol", elements.map { json(of: $0) })
    case .function(let call):
      let arguments = call.arguments.map { json(of: $0) }
      let symbol = ArithmeticOperator(selector: call.selector)
      return node(symbol?.rawValue ?? call.selector, symbol == nil ? "function" : "operator", arguments)
    case .cast(let cast): return node("CAST … \"\(cast.type)\"", "function", [json(of: cast.value)])
    case .targetFunction(let call):
      return node(
        "FUNCTION \(call.selector)", "function",
        [json(of: call.target, as: "of")] + call.arguments.map { json(of: $0) })
    case .conditional(let choice):
      return node(
        "TERNARY", "function",
        [
          json(of: choice.condition, as: "if"), json(of: choice.then, as: "then"),
          json(of: choice.otherwise, as: "otherwise"),
        ])
    case .subquery(let subquery):
      return node(
        "SUBQUERY $\(subquery.variable)", "function",
        [json(of: subquery.collection, as: "of"), json(of: subquery.predicate, as: "where")])
    case .setOperation(let operation):
      return node(operation.operator.rawValue, "operator", [json(of: operation.left), json(of: operation.right)])
    case .assignment(let assignment):
      return node("$\(assignment.variable) :=", "operator", [json(of: assignment.value)])
    case .placeholder(let conversion): return node(conversion.text, "conversion")
    case .invalid(let error): return node(error.message, "invalid")
    }
  }

  private static func kind(of value: FormatValue) -> String {
    switch value {
    case .null, .bool: "constant"
    case .integer, .unsigned, .double, .decimal: "number"
    case .list, .set, .record, .object: "symbol"
    case .string, .date, .uuid, .data: "string"
    }
  }

  private static func node(
    _ label: String, _ kind: String, _ role: String, _ range: FormatRange, _ children: [String]
  ) -> String {
    String.jsonObject(
      [
        ("label", String.jsonString(label)), ("kind", String.jsonString(kind)), ("role", String.jsonString(role)),
        ("children", String.jsonArray(children)),
      ] + range.json)
  }
}
