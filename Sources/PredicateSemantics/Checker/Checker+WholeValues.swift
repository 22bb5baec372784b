import PredicateSyntax

// Records in predicates under a profile that lists keys. A listed key permits what it gives: a value without keys, or keys that
// are listed too. It does not permit to read a record as a whole, because its elements are the values of all its keys.
//
// The type of an untyped value is only known at run time, so that its operand is checked there.

extension Checker {
  /// Refuses records as operands of a comparison.
  ///
  /// A comparison of one value with a constant finds nothing in a record, unless it searches the elements.
  mutating func refuseRecords(
    _ left: inout ResolvedExpression, _ right: inout ResolvedExpression, of comparison: FormatPredicate.Comparison
  ) {
    let isDirect = comparison.modifier == .direct
    let (leftIsConstant, rightIsConstant) = (left.constant != nil, right.constant != nil)
    let searchesLeft = !isDirect || comparison.operator.kind == .contains
    let searchesRight = comparison.operator.kind == .isIn
    if !leftIsConstant, searchesLeft || !rightIsConstant { refuseRecord(&left, of: comparison.left) }
    if !rightIsConstant, searchesRight || !leftIsConstant { refuseRecord(&right, of: comparison.right) }
  }

  /// Refuses a record as the value of an expression, and a collection with records as elements if `isDeep` is true. Reports an
  /// error if the type is known, and otherwise adds a check at run time.
  ///
  /// An expression that was parsed under a profile of its own follows that profile.
  mutating func refuseRecord(
    _ value: inout ResolvedExpression, of expression: FormatExpression, isDeep: Bool = true
  ) {
    let outer = enterRules(of: expression)
    defer { rules = outer }
    guard rules.wholeValues != nil, value.constant == nil, value.type.mayBeRecord(isDeep: isDeep),
      !isPermittedAsWhole(expression)
    else { return }
    // A list that is written in the format is not a record, but its elements can be.
    if case .list(var parts) = value.kind {
      if isDeep { for index in parts.indices { refuseRecord(&parts[index], of: expression) } }
      value.kind = .list(parts)
      return
    }
    refuseRecord(&value, Message.wholeValue(expression.format), isDeep: isDeep)
  }

  private mutating func refuseRecord(_ value: inout ResolvedExpression, _ message: Message, isDeep: Bool) {
    if value.type.isRecord {
      value = refused(message, at: value.range)
    } else {
      value.kind = .function(
        ValueFunction.refusing(isDeep: isDeep, message) { $0.isRecord(isDeep: isDeep) }, [value])
    }
  }

  /// Returns the distinct values of a list. They are compared as a whole.
  mutating func distinct(
    _ values: ResolvedExpression, _ op: FormatCollectionOperator, at range: FormatRange
  ) -> ResolvedExpression {
    var values = values
    if refusesDistinctRecords, values.constant == nil, values.type.mayBeRecord(isDeep: true) {
      refuseRecord(&values, Message.wholeValue(op.rawValue), isDeep: true)
    }
    return ResolvedExpression(.distinct(values), type: values.type, isNullable: values.isNullable, range: range)
  }

  /// Returns whether the profile does not permit the values of a distinct operator of a path as a whole.
  func refusesDistinctRecords(in steps: [FormatExpression.KeyStep], of root: FormatExpression?) -> Bool {
    guard let permitted = rules.wholeValues, let first = steps.firstIndex(where: { $0.isDistinct }) else {
      return false
    }
    let ends = steps.indices.dropFirst(first + 1).filter { steps[$0].isOperator } + [steps.endIndex]
    return !ends.allSatisfy { end in
      let roots = VariableScopes.roots(of: Array(steps[..<end]), after: root.map(keyRoots.roots) ?? .own)
      guard case .paths(let paths) = roots else { return false }
      return paths.isSubset(of: permitted)
    }
  }

  /// Resolves an expression that was parsed under the rules of a profile. To a tree with other rules it gives no record, as it gives
  /// none to the program.
  @inline(never)
  mutating func resolve(ruled expression: FormatExpression) -> ResolvedExpression {
    let outer = rules
    var value = resolve(operand: expression)
    if expression.useRules?.within(outer).wholeValues != outer.wholeValues { refuseRecord(&value, of: expression) }
    return value
  }

  /// Resolves an operand whose value the caller checks by `refuseRecord`, if it may be read as a whole.
  mutating func resolve(operand expression: FormatExpression) -> ResolvedExpression {
    hasRules(expression) ? resolve(ruledOperand: expression) : resolve(expression)
  }

  @inline(never)
  private mutating func resolve(ruledOperand expression: FormatExpression) -> ResolvedExpression {
    let outer = enterRules(of: expression)
    defer { rules = outer }
    var part = expression
    part.origin = nil
    return resolve(part)
  }

  /// Returns the keys of a path that only strings and numbers may answer, because the profile does not list them.
  func keysOfValues(in steps: [FormatExpression.KeyStep], of root: FormatExpression?) -> Set<String> {
    guard let listed = rules.listedKeys, steps.contains(where: { $0.isValueKey }),
      case .paths(let paths) = VariableScopes.roots(of: steps, after: root.map(keyRoots.roots) ?? .own)
    else { return [] }
    return Set(paths.flatMap(listed.keysOfValues))
  }

  /// Returns the value that a key is read from, and refuses a record if only strings and numbers may answer the key. Of a value
  /// whose type is only known at run time, the operand is checked there.
  mutating func checkedBase(_ value: ResolvedExpression, of key: FormatExpression.Key, at range: FormatRange)
    -> ResolvedExpression
  {
    guard keysOfValues.contains(key.name), value.constant == nil else { return value }
    let message = Message.keyOfRecord(key.name)
    switch value.type {
    case .any:
      return ResolvedExpression(
        .function(ValueFunction.refusing(isDeep: true, message) { $0.hasKeys }, [value]), type: .any,
        isNullable: value.isNullable, range: range)
    case .record, .object: return refused(message, at: range)
    case .null, .bool, .integer, .double, .decimal, .string, .date, .uuid, .data, .list, .set: return value
    }
  }

  private func isPermittedAsWhole(_ expression: FormatExpression) -> Bool {
    guard let permitted = rules.wholeValues, case .paths(let paths) = keyRoots.roots(of: expression) else {
      return false
    }
    return paths.isSubset(of: permitted)
  }
}

extension ValueType {
  /// Whether a value of the type may be a record or, if `isDeep` is true, a collection that contains one.
  fileprivate func mayBeRecord(isDeep: Bool) -> Bool {
    switch self {
    case .any, .record: true
    case .list(let element), .set(let element): isDeep && element.mayBeRecord(isDeep: true)
    case .null, .bool, .integer, .double, .decimal, .string, .date, .uuid, .data, .object: false
    }
  }

  /// Whether a value of the type that is not nil is a record or a collection of records.
  fileprivate var isRecord: Bool {
    switch self {
    case .record: true
    case .list(let element), .set(let element): element.isRecord
    case .any, .null, .bool, .integer, .double, .decimal, .string, .date, .uuid, .data, .object: false
    }
  }
}

extension ValueFunction {
  /// Returns the function that gives its operand, or an error if the operand is a value to refuse.
  ///
  /// - Parameter isDeep: Whether `isRefused` reads the elements of a collection.
  fileprivate static func refusing(
    isDeep: Bool, _ message: Message, _ isRefused: @escaping @Sendable (FormatValue) -> Bool
  ) -> ValueFunction {
    ValueFunction(
      "", "a value", .any, .ofFirstOperand,
      .check(isDeep: isDeep) { (value) throws(EvaluationError) in
        if isRefused(value) { throw EvaluationError(message) }
      }, nil)
  }

  /// Whether the function only checks its operand, and gives it unchanged.
  package var isCheck: Bool { if case .check = computation { true } else { false } }

  /// Whether the function reads the elements of its operands.
  package var isDeep: Bool { if case .check(let isDeep, _) = computation { isDeep } else { true } }
}

extension FormatValue {
  /// Whether the value is a record or, if `isDeep` is true, contains one.
  package func isRecord(isDeep: Bool) -> Bool {
    switch self {
    case .record: true
    case .list(let elements), .set(let elements): isDeep && elements.contains { $0.isRecord(isDeep: true) }
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .object: false
    }
  }
}

extension FormatValue {
  /// Whether the value is a record or an object or, as a collection, contains one.
  fileprivate var hasKeys: Bool {
    switch self {
    case .record, .object: true
    case .list(let elements), .set(let elements): elements.contains { $0.hasKeys }
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data: false
    }
  }
}

extension FormatExpression.Key {
  /// Whether the key is an operator that compares the values of the keys after it.
  var isDistinct: Bool { if case .collectionOperator(let op) = self { op.isDistinct } else { false } }
}

extension FormatExpression.KeyStep {
  /// Whether the step is an operator that compares the values of the keys after it.
  fileprivate var isDistinct: Bool { if case .key(let key) = kind { key.isDistinct } else { false } }

  fileprivate var isOperator: Bool { if case .key(let key) = kind { key.isOperator } else { false } }

  /// Whether the step is a key that strings or numbers answer.
  fileprivate var isValueKey: Bool {
    if case .key(let key) = kind { ValueKey.isKey(key.name) } else { false }
  }
}
