import PredicateSyntax

/// Reads keys of values whose types are only known at run time: untyped rows, constants, variables.
///
/// Keys are read as in key-value coding. nil and an absent key of a record yield nil. A collection yields the list of the
/// values of its elements, flattened and including nil. `@op` reduces the values of the keys after it to one value.
package struct DynamicKeys: Sendable {
  /// A function that reads a key of an object, if the engine supports it.
  package typealias ObjectReader = @Sendable (FormatObject, String) throws(EvaluationError) -> FormatValue

  /// A function that charges steps. It returns false if the evaluation must end; the values read are then ignored.
  package typealias Spending = (Int) -> Bool

  private let readObject: ObjectReader?

  package init(readObject: ObjectReader? = nil) { self.readObject = readObject }

  /// Returns the value of the keys, read in sequence. It only recurses for elements, so the depth of the data bounds the
  /// recursion, not the number of keys.
  ///
  /// - Parameter spend: Charges one step for each element read, and ten for each one added to a list.
  /// - Throws: An error if a key cannot be read, or lists are nested more than `FormatValue.greatestNesting` levels deep.
  package func read(
    _ keys: ArraySlice<FormatExpression.Key>, of value: FormatValue, _ spend: Spending = { _ in true }
  ) throws(EvaluationError) -> FormatValue {
    try read(keys, of: value, spend, FormatValue.greatestNesting)
  }

  private func read(
    _ keys: ArraySlice<FormatExpression.Key>, of value: FormatValue, _ spend: Spending, _ levels: Int
  ) throws(EvaluationError) -> FormatValue {
    var (keys, value) = (keys, value)
    while let key = keys.first {
      if case .list(let elements) = value, !key.namesSelf {
        (value, keys) = try read(keys, ofEach: elements, spend, levels)
      } else if case .set(let elements) = value, !key.namesSelf {
        (value, keys) = try read(keys, ofEach: elements, spend, levels)
      } else {
        value = try read(key, of: value)
        keys = keys.dropFirst()
      }
    }
    return value.nanAsNil
  }

  /// Returns the value of one key of a value that is not a collection.
  private func read(_ key: FormatExpression.Key, of value: FormatValue) throws(EvaluationError) -> FormatValue {
    let name = key.name
    switch value.widened.nanAsNil {
    case .null: return .null
    case .record(let fields):
      if let result = Self.result(of: key, on: fields) { return result }
      if let field = fields[name] { return field }
      return key.namesSelf ? value : .null
    // For anything but a record, `self` is the value itself.
    case _ where key.namesSelf: return value
    case .object(let object):
      if let readObject { return try readObject(object, name) }
    default:
      if name == ValueKey.rawValue, value.widened.valueType.mayBeRawValue { return value }
      if !key.isOperator, let answer = ValueKey.named(name)?.value(of: value) { return answer }
    }
    if key.isOperator {
      throw EvaluationError(.notACollection(of: name, found: value.valueType.description))
    }
    let type = value.widened.valueType
    throw EvaluationError(
      .unknownKey(name, type: type.description, nearest: ValueKey.nearest(to: name, of: type)))
  }

  /// Returns the result of an operator on a record as a dictionary: its count, its keys or its values. The operator takes
  /// precedence over a field of that name, which `a["@count"]` reads. Returns `nil` for other names, which are keys.
  private static func result(of key: FormatExpression.Key, on fields: [String: FormatValue]) -> FormatValue? {
    switch key {
    case .collectionOperator(.count): .integer(Int64(fields.count))
    case .collectionOperator: .null
    case .unknownOperator("@allKeys"): .list(fields.keys.inByteOrder.map(FormatValue.string))
    case .unknownOperator("@allValues"): FormatValue.record(fields).elements.map(FormatValue.list)
    case .unknownOperator, .named: nil
    }
  }

  /// Returns the result of the keys of each element up to and including an operator, and the remaining keys.
  private func read(
    _ keys: ArraySlice<FormatExpression.Key>, ofEach elements: [FormatValue], _ spend: Spending, _ levels: Int
  ) throws(EvaluationError) -> (FormatValue, ArraySlice<FormatExpression.Key>) {
    // An operator applies to the values of all elements together, not to those of each element.
    guard let operation = keys.firstIndex(where: { $0.isOperator }) else {
      return (.list(try values(keys, of: elements, spend, levels)), [])
    }
    let below = operation == keys.startIndex ? elements : try values(keys[..<operation], of: elements, spend, levels)
    return try reduce(keys[operation], keys[(operation + 1)...], below, spend, levels)
  }

  /// The steps of an element added to a list, which takes memory too.
  package static let stepsOfElement = 10

  /// Returns the values of the keys of each element. Collections among them are flattened.
  private func values(
    _ keys: ArraySlice<FormatExpression.Key>, of elements: [FormatValue], _ spend: Spending, _ levels: Int
  ) throws(EvaluationError) -> [FormatValue] {
    guard levels > 0 else { throw .nestedTooDeep }
    var result: [FormatValue] = []
    for element in elements {
      switch try read(keys, of: element, spend, levels - 1) {
      case .list(let inner), .set(let inner):
        if !spend(1 + inner.count * Self.stepsOfElement) { return [] }
        result += inner
      case let value:
        if !spend(1 + Self.stepsOfElement) { return [] }
        result.append(value)
      }
    }
    return result
  }

  private func reduce(
    _ key: FormatExpression.Key, _ rest: ArraySlice<FormatExpression.Key>, _ elements: [FormatValue], _ spend: Spending,
    _ levels: Int
  ) throws(EvaluationError) -> (FormatValue, ArraySlice<FormatExpression.Key>) {
    guard case .collectionOperator(let op) = key else {
      let nearest = CollectionOperator.nearest(to: key.name)
      throw EvaluationError(.unknownCollectionOperator(key.name, nearest: nearest))
    }
    guard let reduction = op.reduction else {
      guard !rest.isEmpty else { throw EvaluationError(.missingOperand(key.name)) }
      let end = rest.firstIndex { $0.isOperator } ?? rest.endIndex
      let found = try values(rest[..<end], of: elements, spend, levels)
      return (.list(op.isDistinct ? FormatValue.distinct(found) : found), rest[end...])
    }
    if op == .count { return (.integer(Int64(elements.count)), []) }
    guard !rest.isEmpty else { throw EvaluationError(.missingOperand(key.name)) }
    var state = ReductionState(reduction, of: .any)
    var precisions: Set<BinaryPrecision> = []
    for value in try values(rest, of: elements, spend, levels) {
      if !spend(value.steps) { return (.null, []) }
      if !value.isNull { precisions.insert(value.narrowNumber?.precision ?? .double) }
      try state.add(value.widened)
    }
    let result = try state.result()
    // The least and the greatest number have the precision of all.
    if [.minimum, .maximum].contains(reduction.kind), precisions.count == 1, let precision = precisions.first,
      precision != .double, let number = result.doubleValue
    {
      return (.narrow(number, precision), [])
    }
    return (result, [])
  }
}
