import PredicateSyntax

/// A comparison of a key with a constant that may be merged with others.
struct KeyComparison {
  /// The kinds of constants that are merged with each other. They are read alike, so that their order is certain.
  enum Kind: Hashable {
    case integer, double, decimal, string, date, other
  }

  /// The comparison as it is in the tree.
  let written: ResolvedComparison
  let key: KeyIdentity
  let keyExpression: ResolvedExpression
  let constant: FormatValue
  /// The operator with the key on its left.
  let `operator`: ResolvedComparison.Operator
  let kind: Kind

  /// The operator if it orders values, or `nil` for `==` and `!=`.
  var bound: ResolvedComparison.Operator? {
    switch self.operator {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: self.operator
    case .equal, .notEqual, .text, .matches, .contains, .between, .isAmong, .isWithin: nil
    }
  }

  var family: ValueType.Family { constant.valueType.family }

  /// Whether the kind of the value is only known at run time.
  var hasUnknownType: Bool { !keyExpression.isReadSafely }

  /// Creates the comparison, or returns `nil` if it is another one.
  init?(_ comparison: ResolvedComparison) {
    // Only Foundation compares by the rules of the user's locale.
    guard comparison.operator.comparesValues, !comparison.options.contains(.localeSensitive) else { return nil }
    let ordered = comparison.withConstantOnRight
    guard case .constant(let constant) = ordered.right.kind, let kind = Kind(constant), ordered.left.type.isSingleValue,
      let key = KeyIdentity(ordered.left)
    else { return nil }
    (written, self.key, keyExpression, self.constant) = (comparison, key, ordered.left, constant)
    (self.operator, self.kind) = (ordered.operator, kind)
  }
}

extension KeyComparison.Kind {
  /// Creates the kind of a constant, or returns `nil` if comparisons with it are not merged. nil equals nil, which is in no list.
  fileprivate init?(_ constant: FormatValue) {
    switch constant.nanAsNil {
    case .bool, .integer, .unsigned: self = .integer
    case .double: self = .double
    case .decimal: self = .decimal
    case .string: self = .string
    case .date: self = .date
    case .uuid, .data: self = .other
    case .null, .list, .set, .record, .object: return nil
    }
  }
}

extension ResolvedComparison.Operator {
  /// Whether the operator is one of `==`, `!=`, `<`, `<=`, `>` and `>=`.
  fileprivate var comparesValues: Bool {
    switch self {
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: true
    case .text, .matches, .contains, .between, .isAmong, .isWithin: false
    }
  }
}

extension ValueType {
  /// Whether a value is neither a collection, an object nor nil, as far as the type is known.
  var isSingleValue: Bool {
    switch self {
    case .any, .bool, .integer, .double, .decimal, .string, .date, .uuid, .data: true
    case .null, .record, .object, .list, .set: false
    }
  }
}

extension ResolvedExpression {
  /// Whether reading the value never fails.
  var isReadSafely: Bool {
    switch kind {
    case .constant, .number: true
    case .path: type.isSingleValue && type != .any
    case .dynamicPath, .elements, .reduce, .reduceWhole, .reduceDynamic, .function, .registered, .list, .index, .cast,
      .setOperation, .distinct, .conditional:
      false
    }
  }
}
