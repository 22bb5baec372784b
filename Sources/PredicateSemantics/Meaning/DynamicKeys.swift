import PredicateSyntax

/// Reads keys of values whose types are only known at run time: untyped rows, constants, variables.
///
/// It reads only the values of the keys, and no element after the last one that is wanted.
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

  // MARK: One value

  /// Returns the value of the keys, read in sequence. It recurses for elements and for operators that return a list,
  /// so the depth of the data and the number of these operators bound the recursion.
  ///
  /// - Parameter spend: Charges one step for each element read, and ten for each one added to a list.
  /// - Throws: An error if a key cannot be read, or lists are nested more than `FormatValue.greatestNesting` levels deep.
  package func read<Value: DynamicValue>(
    _ keys: ArraySlice<FormatExpression.Key>, of value: Value, _ spend: Spending = { _ in true }
  ) throws(EvaluationError) -> FormatValue {
    try read(keys, of: value, spend, FormatValue.greatestNesting)
  }

  private func read<Value: DynamicValue>(
    _ keys: ArraySlice<FormatExpression.Key>, of value: Value, _ spend: Spending, _ levels: Int
  ) throws(EvaluationError) -> FormatValue {
    let (value, rest) = try follow(keys, from: value)
    if rest.isEmpty { return value.formatValue.nanAsNil }
    // An operator applies to the values of all elements together, not to those of each element.
    guard let operation = rest.firstIndex(where: { $0.isOperator }) else {
      return .list(try list(rest, of: value, spend, levels))
    }
    let (result, remaining) = try reduce(
      rest[operation], rest[(operation + 1)...], rest[..<operation], of: value, spend, levels)
    return try read(remaining, of: result, spend, levels)
  }

  /// Follows keys up to a collection, or to the end. Returns the value there, and the remaining keys.
  private func follow<Value: DynamicValue>(
    _ keys: ArraySlice<FormatExpression.Key>, from value: Value
  ) throws(EvaluationError) -> (Value, ArraySlice<FormatExpression.Key>) {
    var (keys, value) = (keys, value)
    while let key = keys.first, key.namesSelf || value.elementCount == nil {
      value = try read(key, of: value)
      keys = keys.dropFirst()
    }
    return (value, keys)
  }

  /// Returns the value of one key of a value that is not a collection.
  private func read<Value: DynamicValue>(
    _ key: FormatExpression.Key, of value: Value
  ) throws(EvaluationError) -> Value {
    if !key.isOperator, !key.namesSelf, let field = value.field(key.name) { return field }
    let whole = value.formatValue
    if case .record(let fields) = whole, key.namesSelf, fields[key.name] == nil { return value }
    return Value(try read(key, of: whole))
  }

  private func read(_ key: FormatExpression.Key, of value: FormatValue) throws(EvaluationError) -> FormatValue {
    let name = key.name
    switch value.widened.nanAsNil {
    case .null: return .null
    case .record(let fields): return Self.result(of: key, on: fields) ?? fields[name] ?? .null
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

  // MARK: Elements

  /// The steps of an element added to a list, which takes memory too.
  package static let stepsOfElement = 10

  /// Returns the value that the keys lead to, or `nil` if keys of elements, or an operator, make a new collection.
  package func stored<Value: DynamicValue>(
    _ keys: ArraySlice<FormatExpression.Key>, of value: Value
  ) throws(EvaluationError) -> Value? {
    if keys.contains(where: { $0.isOperator }) { return nil }
    let (value, rest) = try follow(keys, from: value)
    return rest.isEmpty ? value : nil
  }

  /// Calls a function with each element of the collection that the keys lead to, until it returns `false`. These are the elements
  /// of the list that `read` returns.
  ///
  /// - Returns: The value that is not a collection, or `nil` if there is a collection.
  package func forEachElement<Value: DynamicValue>(
    _ keys: ArraySlice<FormatExpression.Key>, of value: Value, _ spend: Spending,
    _ body: (Value) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) -> FormatValue? {
    if keys.contains(where: { $0.isOperator }) {
      let result = Value(try read(keys, of: value, spend))
      return try result.forEachElement(body) ? nil : result.formatValue
    }
    let (value, rest) = try follow(keys, from: value)
    if rest.isEmpty { return try value.forEachElement(body) ? nil : value.formatValue }
    _ = try forEachValue(rest, of: value, spend, FormatValue.greatestNesting, body)
    return nil
  }

  /// Calls a function with the values of the keys of each element, until it returns `false`. Collections among them are flattened.
  ///
  /// - Returns: Whether the function always returned `true`.
  private func forEachValue<Value: DynamicValue>(
    _ keys: ArraySlice<FormatExpression.Key>, of collection: Value, _ spend: Spending, _ levels: Int,
    _ body: (Value) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) -> Bool {
    guard levels > 0 else { throw .nestedTooDeep }
    var continues = true
    _ = try collection.forEachElement { element throws(EvaluationError) in
      continues = spend(1) ? try forEachValue(keys, ofElement: element, spend, levels, body) : false
      return continues
    }
    return continues
  }

  /// Calls a function with the value of the keys of an element or, if that is a collection, with its elements.
  ///
  /// - Returns: Whether the function always returned `true`.
  private func forEachValue<Value: DynamicValue>(
    _ keys: ArraySlice<FormatExpression.Key>, ofElement element: Value, _ spend: Spending, _ levels: Int,
    _ body: (Value) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) -> Bool {
    if let key = keys.onlyName, let value = element.field(key), value.elementCount == nil { return try body(value) }
    var (value, rest) = try follow(keys, from: element)
    if rest.contains(where: { $0.isOperator }) {
      value = Value(try read(rest, of: value, spend, levels - 1))
      rest = []
    }
    if !rest.isEmpty { return try forEachValue(rest, of: value, spend, levels - 1, body) }
    var continues = true
    let isCollection = try value.forEachElement { inner throws(EvaluationError) in
      continues = spend(1) ? try body(inner) : false
      return continues
    }
    return isCollection ? continues : try body(value)
  }

  /// Calls a function with the elements or, if there are keys, with their values of each element, until it returns `false`.
  private func forEachFormatValue<Value: DynamicValue>(
    _ keys: ArraySlice<FormatExpression.Key>, of collection: Value, _ spend: Spending, _ levels: Int,
    _ body: (FormatValue) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) {
    func visit(_ value: Value) throws(EvaluationError) -> Bool { try body(value.formatValue) }
    if keys.isEmpty {
      _ = try collection.forEachElement(visit)
    } else if let key = keys.onlyName, levels > 0 {
      try collection.forEachField(
        key, { value throws(EvaluationError) in spend(1) ? try body(value) : false },
        otherwise: { element throws(EvaluationError) in
          spend(1) ? try forEachValue(keys, ofElement: element, spend, levels, visit) : false
        })
    } else {
      _ = try forEachValue(keys, of: collection, spend, levels, visit)
    }
  }

  /// Returns the values of the keys of each element. Collections among them are flattened.
  private func list<Value: DynamicValue>(
    _ keys: ArraySlice<FormatExpression.Key>, of collection: Value, _ spend: Spending, _ levels: Int
  ) throws(EvaluationError) -> [FormatValue] {
    var result: [FormatValue] = []
    try forEachFormatValue(keys, of: collection, spend, levels) { value throws(EvaluationError) in
      result.append(value)
      return spend(Self.stepsOfElement)
    }
    return result
  }

  // MARK: Operators

  /// Returns the result of an operator for the values of the keys before it, and the remaining keys after it.
  private func reduce<Value: DynamicValue>(
    _ key: FormatExpression.Key, _ after: ArraySlice<FormatExpression.Key>, _ before: ArraySlice<FormatExpression.Key>,
    of collection: Value, _ spend: Spending, _ levels: Int
  ) throws(EvaluationError) -> (FormatValue, ArraySlice<FormatExpression.Key>) {
    guard case .collectionOperator(let op) = key else {
      let nearest = FormatCollectionOperator.nearest(to: key.name)
      throw EvaluationError(.unknownCollectionOperator(key.name, nearest: nearest))
    }
    if op == .count { return (.integer(try count(before, of: collection, spend, levels)), []) }
    guard !after.isEmpty else { throw EvaluationError(.missingOperand(key.name)) }
    let end = op.reduction == nil ? after.firstIndex { $0.isOperator } ?? after.endIndex : after.endIndex
    // The keys before the operator give one flat list, whose elements have the keys after it.
    if !before.isEmpty {
      let below = FormatValue.list(try list(before, of: collection, spend, levels))
      return try reduce(op, after[..<end], after[end...], of: below, spend, levels)
    }
    return try reduce(op, after[..<end], after[end...], of: collection, spend, levels)
  }

  private func count<Value: DynamicValue>(
    _ keys: ArraySlice<FormatExpression.Key>, of collection: Value, _ spend: Spending, _ levels: Int
  ) throws(EvaluationError) -> Int64 {
    if keys.isEmpty { return Int64(collection.elementCount ?? 0) }
    var count: Int64 = 0
    _ = try forEachValue(keys, of: collection, spend, levels) { _ in
      count += 1
      return true
    }
    return count
  }

  private func reduce<Value: DynamicValue>(
    _ op: FormatCollectionOperator, _ keys: ArraySlice<FormatExpression.Key>, _ rest: ArraySlice<FormatExpression.Key>,
    of collection: Value, _ spend: Spending, _ levels: Int
  ) throws(EvaluationError) -> (FormatValue, ArraySlice<FormatExpression.Key>) {
    guard let reduction = op.reduction else {
      let found = try list(keys, of: collection, spend, levels)
      return (.list(op.isDistinct ? FormatValue.distinct(found) : found), rest)
    }
    var state = ReductionState(reduction, of: .any)
    // The least and the greatest number have the precision of all.
    let keepsPrecision = reduction.kind == .minimum || reduction.kind == .maximum
    var precisions: Set<BinaryPrecision> = []
    try forEachFormatValue(keys, of: collection, spend, levels) { value throws(EvaluationError) in
      if !spend(value.steps) { return false }
      if keepsPrecision, !value.isNull { precisions.insert(value.narrowNumber?.precision ?? .double) }
      try state.add(value.widened)
      return true
    }
    let result = try state.result()
    if precisions.count == 1, let precision = precisions.first, precision != .double, let number = result.doubleValue {
      return (.narrow(number, precision), [])
    }
    return (result, [])
  }
}

/// A value whose keys `DynamicKeys` reads. It is a value of the language, or a value of the program that becomes one when it is used.
package protocol DynamicValue {
  /// Creates the value from one of the language.
  init(_ value: FormatValue)
  /// The value of the language. Reading it may read everything in it.
  var formatValue: FormatValue { get }
  /// The number of elements of a list or a set, or `nil` for another value.
  var elementCount: Int? { get }
  /// Calls a function with each element of a list or a set until it returns `false`. Returns `false` for another value.
  func forEachElement(_ body: (Self) throws(EvaluationError) -> Bool) throws(EvaluationError) -> Bool
  /// Calls a function with the value of a key of each element, until it returns `false`. It calls `other` with an element that is not
  /// a record, or whose value is a collection.
  func forEachField(
    _ name: String, _ body: (FormatValue) throws(EvaluationError) -> Bool,
    otherwise other: (Self) throws(EvaluationError) -> Bool
  ) throws(EvaluationError)
  /// Returns the value of a key of a record that can be read without the rest of the record, and nil for an absent key. Returns
  /// `nil` for another value.
  func field(_ name: String) -> Self?
}

extension FormatValue: DynamicValue {
  package init(_ value: FormatValue) { self = value }

  package var formatValue: FormatValue { self }

  package var elementCount: Int? { arrayValue?.count }

  package func forEachElement(
    _ body: (FormatValue) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) -> Bool {
    guard let elements = arrayValue else { return false }
    for element in elements { if try !body(element) { break } }
    return true
  }

  package func forEachField(
    _ name: String, _ body: (FormatValue) throws(EvaluationError) -> Bool,
    otherwise other: (FormatValue) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) {
    for element in arrayValue ?? [] {
      let value = element.field(name)
      let continues = if let value, value.elementCount == nil { try body(value) } else { try other(element) }
      if !continues { return }
    }
  }

  package func field(_ name: String) -> FormatValue? {
    if case .record(let fields) = self { fields[name] ?? .null } else { nil }
  }
}

extension ArraySlice<FormatExpression.Key> {
  /// The name of the key if there is exactly one, and it is neither an operator nor `self`. Otherwise `nil`.
  fileprivate var onlyName: String? {
    if count == 1, case .named(let name)? = first, !self[startIndex].namesSelf { name } else { nil }
  }
}
