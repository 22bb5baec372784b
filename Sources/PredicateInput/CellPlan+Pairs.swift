import PredicateSemantics
import PredicateSyntax

// Lists that are compared element by element.

extension CellPlan {
  /// Returns the elements of two lists of the same length that are compared one by one, if one of them is written in the text.
  func pairs(of comparison: FormatPredicate.Comparison) -> (
    left: [FormatExpression], right: [FormatExpression]
  )? {
    switch comparison.operator.kind {
    case .equal, .notEqual: break
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between, .isIn, .contains, .text, .matches,
      .program:
      return nil
    }
    guard comparison.modifier == .direct, let left = comparison.left.listed, let right = comparison.right.listed,
      left.count == right.count
    else { return nil }
    return (left, right)
  }

  mutating func rewrite(
    _ comparison: FormatPredicate.Comparison, _ pairs: (left: [FormatExpression], right: [FormatExpression])
  ) -> FormatPredicate.Comparison {
    var (left, right): ([FormatExpression], [FormatExpression]) = ([], [])
    for (first, second) in zip(pairs.left, pairs.right) {
      let asked = question([source(of: first), source(of: second)])
      left.append(rewrite(first, asked))
      right.append(rewrite(second, asked))
    }
    var read = comparison
    read.left = comparison.left.listing(left)
    read.right = comparison.right.listing(right)
    return read
  }
}

extension FormatExpression {
  /// The elements of a list.
  fileprivate var listed: [FormatExpression]? {
    switch kind {
    case .aggregate(let elements): elements
    case .constant(.list(let elements)): elements.map { FormatExpression(.constant($0)) }
    default: nil
    }
  }

  /// Returns the list with other elements. A constant list has no columns, and stays as it is.
  fileprivate func listing(_ elements: [FormatExpression]) -> FormatExpression {
    guard case .aggregate = kind else { return self }
    return FormatExpression(.aggregate(elements), range: range, from: origin)
  }
}
