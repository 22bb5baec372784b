import Foundation
import CocoaPredicates

/// A property of `Root` that the store knows by name.
struct QkField<Root, Value>: Sendable {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

struct QkComparison {
  var key: String
  var modifier: NSComparisonPredicate.Modifier = .direct
  var type: NSComparisonPredicate.Operator
  var options: NSComparisonPredicate.Options = []
  var value: Any?
}

indirect enum QkPredicateTree<Root> {
  case constant(Bool)
  case comparison(QkComparison)
  case and(QkPredicateTree, QkPredicateTree)
  case or(QkPredicateTree, QkPredicateTree)
  case not(QkPredicateTree)

  func compile() -> NSPredicate {
    switch self {
    case .constant(let value):
      return NSPredicate(value: value)
    case .comparison(let comparison):
      return NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: comparison.key),
        rightExpression: NSExpression(forConstantValue: comparison.value),
        modifier: comparison.modifier,
        type: comparison.type,
        options: comparison.options
      )
    case .and(let left, let right):
      return NSCompoundPredicate(andPredicateWithSubpredicates: [left.compile(), right.compile()])
    case .or(let left, let right):
      return NSCompoundPredicate(orPredicateWithSubpredicates: [left.compile(), right.compile()])
    case .not(let operand):
      return NSCompoundPredicate(notPredicateWithSubpredicate: operand.compile())
    }
  }
}

func == <Root, Value>(field: QkField<Root, Value>, value: Value) -> QkPredicateTree<Root> {
  return .comparison(QkComparison(key: field.name, type: .equalTo, value: value))
}

func != <Root, Value>(field: QkField<Root, Value>, value: Value) -> QkPredicateTree<Root> {
  return .comparison(QkComparison(key: field.name, type: .notEqualTo, value: value))
}

func > <Root, Value: Comparable>(field: QkField<Root, Value>, value: Value) -> QkPredicateTree<Root> {
  return .comparison(QkComparison(key: field.name, type: .greaterThan, value: value))
}

func <= <Root, Value: Comparable>(field: QkField<Root, Value>, value: Value) -> QkPredicateTree<Root> {
  return .comparison(QkComparison(key: field.name, type: .lessThanOrEqualTo, value: value))
}

func && <Root>(left: QkPredicateTree<Root>, right: QkPredicateTree<Root>) -> QkPredicateTree<Root> {
  return .and(left, right)
}

func || <Root>(left: QkPredicateTree<Root>, right: QkPredicateTree<Root>) -> QkPredicateTree<Root> {
  return .or(left, right)
}

prefix func ! <Root>(operand: QkPredicateTree<Root>) -> QkPredicateTree<Root> {
  return .not(operand)
}

extension QkField where Value == String {
  func contains(_ text: String, ignoring options: NSComparisonPredicate.Options = [.caseInsensitive])
    -> QkPredicateTree<Root>
  {
    return .comparison(QkComparison(key: name, type: .contains, options: options, value: text))
  }

  func hasPrefix(_ text: String) -> QkPredicateTree<Root> {
    return .comparison(QkComparison(key: name, type: .beginsWith, value: text))
  }

  func matches(_ pattern: String) -> QkPredicateTree<Root> {
    return .comparison(QkComparison(key: name, type: .matches, value: pattern))
  }
}

extension QkField {
  func isIn(_ values: [Value]) -> QkPredicateTree<Root> {
    return .comparison(QkComparison(key: name, type: .in, value: values))
  }

  func between(_ lower: Value, _ upper: Value) -> QkPredicateTree<Root> {
    return .comparison(QkComparison(key: name, type: .between, value: [lower, upper]))
  }

  /// The field is the collection's inner key path, as in `comments.votes`.
  func any(_ type: NSComparisonPredicate.Operator, _ value: Value) -> QkPredicateTree<Root> {
    return .comparison(QkComparison(key: name, modifier: .any, type: type, value: value))
  }
}

extension QkArticle {
  enum Fields {
    static let title = QkField<QkArticle, String>("title")
    static let views = QkField<QkArticle, Int>("views")
    static let rating = QkField<QkArticle, Double>("rating")
    static let isDraft = QkField<QkArticle, Bool>("isDraft")
    static let published = QkField<QkArticle, Date>("published")
    static let authorName = QkField<QkArticle, String>("author.name")
    static let authorAge = QkField<QkArticle, Int>("author.age")
    static let votes = QkField<QkArticle, Int>("comments.votes")
  }
}

enum QkPredicateTreeAnswers {
  static func answers() -> [String] {
    typealias F = QkArticle.Fields
    let drafts: QkPredicateTree<QkArticle> = F.isDraft == true
    let popular: QkPredicateTree<QkArticle> = F.views > 1_000
    let recent: QkPredicateTree<QkArticle> = F.published > QkFixture.day(5)
    let named: QkPredicateTree<QkArticle> = F.authorName.isIn(["Rowan", "Sorrel"])
    let young: QkPredicateTree<QkArticle> = F.authorAge <= 34
    let trees: [(String, QkPredicateTree<QkArticle>)] = [
      ("drafts", drafts),
      ("popular and recent", popular && recent),
      ("popular or draft", popular || drafts),
      ("not popular", !popular),
      ("not by", F.authorName != "Juniper"),
      ("contains", F.title.contains("swift")),
      ("prefix", F.title.hasPrefix("Swift")),
      ("matches", F.title.matches("[A-Z][a-z]+ [a-z]+")),
      ("in", F.authorName.isIn(["Rowan", "Sorrel"])),
      ("between", F.rating.between(2.5, 4.25)),
      ("any votes", F.votes.any(.greaterThan, 9)),
      ("nested", (named && young) && !(drafts || popular)),
      ("nothing", .constant(false)),
      ("everything", .not(.constant(false))),
    ]
    var lines = trees.map { QkStore.line($0.0, $0.1.compile()) }
    lines.append((popular && F.title.contains("swift")).compile().predicateFormat)
    lines.append(F.votes.any(.greaterThan, 9).compile().predicateFormat)
    lines.append(F.authorName.isIn(["Rowan", "Sorrel"]).compile().predicateFormat)
    let parsed = NSPredicate(format: "views > 1000")
    lines.append("same as parsed: \(popular.compile() == parsed)")
    return lines
  }
}
