import Foundation
import CocoaPredicates

/// Expressions which the builder offers next to plain key paths.
enum QkExpressionKind {
  case field(String)
  case value(Any)
  case function(String, [QkExpressionKind])
  case list([QkExpressionKind])
  case selected
  case variable(String)
  indirect case choice(NSPredicate, QkExpressionKind, QkExpressionKind)
  indirect case subquery(of: QkExpressionKind, named: String, matching: NSPredicate)

  var expression: NSExpression {
    switch self {
    case .field(let keyPath):
      return NSExpression(forKeyPath: keyPath)
    case .value(let value):
      return NSExpression(forConstantValue: value)
    case .function(let name, let arguments):
      return NSExpression(forFunction: name, arguments: arguments.map { $0.expression })
    case .list(let items):
      return NSExpression(forAggregate: items.map { $0.expression })
    case .selected:
      return NSExpression.expressionForEvaluatedObject()
    case .variable(let name):
      return NSExpression(forVariable: name)
    case .choice(let condition, let first, let second):
      return NSExpression(
        forConditional: condition, trueExpression: first.expression, falseExpression: second.expression)
    case .subquery(let collection, let name, let predicate):
      return NSExpression(forSubquery: collection.expression, usingIteratorVariable: name, predicate: predicate)
    }
  }

  func number(for object: Any?) -> Double? {
    return (expression.expressionValue(with: object, context: nil) as? NSNumber)?.doubleValue
  }

  func compared(_ type: NSComparisonPredicate.Operator, to other: QkExpressionKind) -> NSPredicate {
    return NSComparisonPredicate(
      leftExpression: expression, rightExpression: other.expression, modifier: .direct, type: type, options: [])
  }
}

enum QkExpressionsAnswers {
  static func answers() -> [String] {
    let articles = QkFixture.articles()
    let first = articles[0]
    let fourth = articles[3]
    var lines: [String] = []

    func number(_ label: String, _ value: Double?) {
      lines.append("\(label): " + (value.map { String(format: "%.2f", $0) } ?? "none"))
    }

    let votes = QkExpressionKind.field("comments.votes")
    number("sum", QkExpressionKind.function("sum:", [votes]).number(for: fourth))
    number("max", QkExpressionKind.function("max:", [votes]).number(for: fourth))
    number("min", QkExpressionKind.function("min:", [votes]).number(for: first))
    number("average", QkExpressionKind.function("average:", [votes]).number(for: first))
    number("count", QkExpressionKind.function("count:", [.field("keywords")]).number(for: articles[1]))
    number("product", QkExpressionKind.function("multiply:by:", [.field("views"), .value(2)]).number(for: first))
    number(
      "difference",
      QkExpressionKind.function("from:subtract:", [.field("views"), .field("author.age")]).number(for: first))
    number("rest", QkExpressionKind.function("modulus:by:", [.field("views"), .value(7)]).number(for: first))
    number("root", QkExpressionKind.function("sqrt:", [.value(144)]).number(for: nil))
    number("constant average", QkExpressionKind.function("average:", [.value([1, 2, 3, 6])]).number(for: nil))

    let upper = QkExpressionKind.function("uppercase:", [.field("title")]).expression
    lines.append("upper: \(upper.expressionValue(with: first, context: nil) as? String ?? "none")")
    let list = QkExpressionKind.list([.field("id"), .value(5), .field("views")]).expression
    lines.append("list: \((list.expressionValue(with: fourth, context: nil) as? [Int])?.description ?? "none")")
    let identity = QkExpressionKind.selected.expression.expressionValue(with: first, context: nil)
    lines.append("selected: \((identity as? QkArticle)?.id ?? 0)")

    let label = QkExpressionKind.choice(NSPredicate(format: "views > 1000"), .value("hot"), .field("title")).expression
    let labels = articles.prefix(3).map { label.expressionValue(with: $0, context: nil) as? String ?? "none" }
    lines.append("labels: \(labels.joined(separator: ", "))")

    let good = QkExpressionKind.subquery(
      of: .field("comments"), named: "c", matching: NSPredicate(format: "$c.votes >= 3"))
    let goodCounts = articles.map { (good.expression.expressionValue(with: $0, context: nil) as? [Any])?.count ?? 0 }
    lines.append("good comments: \(goodCounts)")
    let twoGood = QkExpressionKind.function("count:", [good]).compared(.greaterThanOrEqualTo, to: .value(2))
    lines.append(QkStore.line("two good", twoGood))
    let keywordCheck = QkExpressionKind.value("server").compared(.in, to: .field("keywords"))
    lines.append(QkStore.line("server", keywordCheck))

    let minimum = QkExpressionKind.field("rating").compared(.greaterThan, to: .variable("MINIMUM"))
    lines.append(QkStore.line("minimum", minimum.withSubstitutionVariables(["MINIMUM": 4.5])))
    lines.append(QkStore.line("parsed", NSPredicate(format: "views * 2 > 1000 + %d AND author.age - 1 < 50", 500)))
    lines.append(QkStore.line("lower case", NSPredicate(format: "lowercase(title) BEGINSWITH 'swift'")))

    let format = NSExpression(format: "1 + 2 * 3")
    lines.append("format: \((format.expressionValue(with: nil, context: nil) as? NSNumber)?.intValue ?? 0)")
    let parsed = NSExpression(format: "views + %d", 10)
    lines.append("parsed: \(parsed.expressionValue(with: first, context: nil) as? Int ?? 0)")
    let block = NSExpression(
      block: { object, _, _ in
        return ((object as? QkArticle)?.title.count ?? 0) as Any
      }, arguments: nil)
    lines.append("block: \(block.expressionValue(with: first, context: nil) as? Int ?? 0)")
    let sets = NSExpression(
      forUnionSet: NSExpression(forConstantValue: NSSet(array: ["a", "b"])),
      with: NSExpression(forConstantValue: NSSet(array: ["b", "c"])))
    lines.append("union: \((sets.expressionValue(with: nil, context: nil) as? NSSet)?.count ?? 0)")
    return lines
  }
}
