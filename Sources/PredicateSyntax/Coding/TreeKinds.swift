/// What the field `kind` of a coded tree may hold; Grammar/Tree.md tells the other fields of each.
enum PredicateKindName: String, CaseIterable {
  case comparison, and, or, not, constant
}

/// What the field `kind` of a coded expression may hold.
enum ExpressionKindName: String, CaseIterable {
  case constant, variable, keyPath, index, list, function, cast, targetFunction, ternary, subquery
  case union, intersect, minus, assignment, anyKey, conversion
  case evaluatedObject = "self"
}

/// What the field `type` of a coded constant may hold.
enum ValueTypeName: String, CaseIterable {
  case null = "nil"
  case bool, integer, double, decimal, string, date, uuid, data, list, set, record
}

extension FormatExpression.SetOperation {
  var kindName: ExpressionKindName {
    switch self {
    case .union: .union
    case .intersect: .intersect
    case .minus: .minus
    }
  }
}

/// The version that is written, and the only one that is read.
let treeVersion = 1
