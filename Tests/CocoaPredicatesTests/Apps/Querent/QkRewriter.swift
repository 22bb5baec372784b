import Foundation
import CocoaPredicates

private func && (lhs: NSPredicate, rhs: NSPredicate) -> NSPredicate {
  return NSCompoundPredicate(andPredicateWithSubpredicates: [lhs, rhs])
}

private func || (lhs: NSPredicate, rhs: NSPredicate) -> NSPredicate {
  return NSCompoundPredicate(orPredicateWithSubpredicates: [lhs, rhs])
}

private prefix func ! (operand: NSPredicate) -> NSPredicate {
  return NSCompoundPredicate(notPredicateWithSubpredicate: operand)
}

/// Walks a predicate from the leaves up and rebuilds the parts that a pass changes.
class QkRewriter {
  func rewrite(_ predicate: NSPredicate) -> NSPredicate {
    switch predicate {
    case let compound as NSCompoundPredicate:
      let children = (compound.subpredicates as? [NSPredicate] ?? []).map { rewrite($0) }
      return rebuild(compound.compoundPredicateType, children: children)
    case let comparison as NSComparisonPredicate:
      return rewrite(comparison: comparison)
    default:
      return predicate
    }
  }

  func rebuild(_ type: NSCompoundPredicate.LogicalType, children: [NSPredicate]) -> NSPredicate {
    return NSCompoundPredicate(type: type, subpredicates: children)
  }

  func rewrite(comparison: NSComparisonPredicate) -> NSPredicate {
    return comparison
  }
}

/// Moves predicates about a comment's article, as in `title` to `article.title`.
final class QkKeyPathPrefixer: QkRewriter {
  private let prefix: String

  init(prefix: String) {
    self.prefix = prefix
  }

  override func rewrite(comparison: NSComparisonPredicate) -> NSPredicate {
    return NSComparisonPredicate(
      leftExpression: moved(comparison.leftExpression),
      rightExpression: moved(comparison.rightExpression),
      modifier: comparison.comparisonPredicateModifier,
      type: comparison.predicateOperatorType,
      options: comparison.options
    )
  }

  private func moved(_ expression: NSExpression) -> NSExpression {
    guard expression.expressionType == .keyPath else { return expression }
    return NSExpression(forKeyPath: "\(prefix).\(expression.keyPath)")
  }
}

/// Joins nested compounds of one kind and removes double negations.
final class QkSimplifier: QkRewriter {
  override func rebuild(_ type: NSCompoundPredicate.LogicalType, children: [NSPredicate]) -> NSPredicate {
    if type == .not {
      if let inner = children.first as? NSCompoundPredicate, inner.compoundPredicateType == .not,
        let content = inner.subpredicates.first as? NSPredicate
      {
        return content
      }
      return super.rebuild(type, children: children)
    }
    let flat = children.flatMap { child -> [NSPredicate] in
      guard let compound = child as? NSCompoundPredicate, compound.compoundPredicateType == type else { return [child] }
      return compound.subpredicates as? [NSPredicate] ?? []
    }
    var unique: [NSPredicate] = []
    for predicate in flat where !unique.contains(predicate) {
      unique.append(predicate)
    }
    return unique.count == 1 ? unique[0] : super.rebuild(type, children: unique)
  }
}

/// Makes every string comparison ignore case and accents.
final class QkRelaxer: QkRewriter {
  override func rewrite(comparison: NSComparisonPredicate) -> NSPredicate {
    guard comparison.rightExpression.expressionType == .constantValue,
      comparison.rightExpression.constantValue is String
    else {
      return comparison
    }
    return NSComparisonPredicate(
      leftExpression: comparison.leftExpression,
      rightExpression: comparison.rightExpression,
      modifier: comparison.comparisonPredicateModifier,
      type: comparison.predicateOperatorType,
      options: [.caseInsensitive, .diacriticInsensitive]
    )
  }
}

enum QkRewriterAnswers {
  static func answers() -> [String] {
    let popular = NSPredicate(format: "views > %d", 1_000)
    let swift = NSPredicate(format: "title BEGINSWITH %@", "swift")
    let draft = NSPredicate(format: "isDraft == YES")
    var lines: [String] = []

    let relaxed = QkRelaxer().rewrite(swift || draft)
    lines.append(QkStore.line("strict", swift || draft))
    lines.append(QkStore.line("relaxed", relaxed))
    lines.append(relaxed.predicateFormat)

    let moved = QkKeyPathPrefixer(prefix: "article").rewrite(popular && swift)
    lines.append(moved.predicateFormat)

    let nested = (popular && !(!draft)) && (popular && (swift || swift))
    let simple = QkSimplifier().rewrite(nested)
    lines.append(simple.predicateFormat)
    if let compound = simple as? NSCompoundPredicate {
      lines.append("parts: \(compound.subpredicates.count), and: \(compound.compoundPredicateType == .and)")
    }
    lines.append("unchanged: \(QkRewriter().rewrite(nested) == nested)")
    lines.append(
      "same answers: \(QkFixture.articles().allSatisfy { simple.evaluate(with: $0) == nested.evaluate(with: $0) })")

    if let comparison = QkRelaxer().rewrite(swift) as? NSComparisonPredicate {
      let value = comparison.rightExpression.constantValue as? String ?? "-"
      lines.append(
        "\(comparison.leftExpression.keyPath) \(value) \(comparison.predicateOperatorType == .beginsWith) \(comparison.options.contains(.diacriticInsensitive))"
      )
    }
    let copied = nested.copy() as? NSPredicate
    lines.append("copy equal: \(copied == nested)")
    return lines
  }
}
