/// The values of the field `kind` in an encoded predicate. Grammar/Tree.md lists the other fields for each.
package enum PredicateKindName: String, CaseIterable {
  case comparison, and, or, not, constant
}

/// The values of the field `kind` in an encoded expression.
package enum ExpressionKindName: String, CaseIterable {
  case constant, variable, keyPath, index, list, function, cast, targetFunction, ternary, subquery
  case union, intersect, minus, assignment, anyKey, conversion
  case evaluatedObject = "self"
}

extension FormatExpression.SetOperator {
  var kindName: ExpressionKindName {
    switch self {
    case .union: .union
    case .intersect: .intersect
    case .minus: .minus
    }
  }
}

/// The version that is written, and the only version that can be read.
let treeVersion = 1
