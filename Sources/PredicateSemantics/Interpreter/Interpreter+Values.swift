import PredicateSyntax

extension Interpreter {
  /// Returns the value of an expression that is compared, computed with, or returned. It is an error if the value is nested too
  /// deep, and a `Float` becomes a double.
  ///
  /// - Parameters:
  ///   - isDeep: Whether the elements of a collection are read too.
  ///   - keepsPrecision: Whether a `Float` stays one, because constants next to it are read in its precision (Rationale 4.5).
  func operand(
    _ expression: ResolvedExpression, isDeep: Bool = true, keepsPrecision: Bool = false
  ) throws(Failure) -> FormatValue {
    let value = try value(expression)
    if isDeep, value.isNestedTooDeep { return try failed(.nestedTooDeep, at: expression.range) }
    return keepsPrecision ? value : value.allWidened
  }

  /// Returns the value of an expression for the current objects, as it is. Keys may be read from it, so it may be nested deeply, and
  /// a `Float` stays one.
  @inline(never)
  func value(_ expression: ResolvedExpression) throws(Failure) -> FormatValue {
    switch expression.kind {
    case .constant(let value): return value
    case .number(let value, _): return .double(value)
    case .path(let path): return try value(path, at: expression.range)
    case .dynamicPath(let base, let keys): return try value(keys, of: base, at: expression.range)
    case .list(let parts): return try list(parts)
    case .conditional(let condition, let then, let otherwise):
      return try value(isTrue(condition) ? then : otherwise)
    case .elements(let collection, let leaf): return try elements(collection, leaf)
    case .reduce(let reduction, let collection, let leaf):
      return try reduce(reduction, collection, leaf, at: expression.range)
    case .reduceWhole(let reduction, let leaf): return try reduceRows(reduction, leaf, at: expression.range)
    case .reduceDynamic(let reduction, let leaf, let variable):
      return try reduceOwn(reduction, leaf, variable, at: expression.range)
    case .function, .registered, .index, .cast, .setOperation, .distinct: return try computed(expression)
    }
  }

  // MARK: Keys (Rationale 6.2, 6.4)

  /// Returns the value of a path of known types. Each key of nil is nil.
  @inline(never)
  private func value(_ path: ResolvedPath, at range: FormatRange) throws(Failure) -> FormatValue {
    var value = objects.indices.contains(path.scope) ? objects[path.scope].nanAsNil : .null
    for step in path.steps { value = try read(step, of: value, at: range) }
    return value
  }

  private func read(
    _ step: ResolvedStep, of value: FormatValue, at range: FormatRange
  ) throws(Failure) -> FormatValue {
    switch (value, step.key) {
    // Only the length of a string has no key.
    case (.string(let text), nil): return .integer(Int64(text.utf16.count))
    case (.record(let fields), let key?): return fields[key]?.nanAsNil ?? .null
    case (.object(let object), let key?):
      guard let readKey = system.readKey else { return .null }
      do throws(EvaluationError) { return try readKey(object, key).nanAsNil } catch {
        return try failed(error, at: range)
      }
    default: return .null
    }
  }

  /// Returns the value of keys of a value whose type is only known now.
  @inline(never)
  private func value(
    _ keys: [FormatExpression.Key], of base: ResolvedExpression, at range: FormatRange
  ) throws(Failure) -> FormatValue {
    let value = try value(base)
    let result: FormatValue
    do throws(EvaluationError) {
      result = try DynamicKeys(readObject: system.readKey).read(keys[...], of: value, spend)
    } catch {
      result = try failed(error, at: range)
    }
    try take(1)
    return result
  }

  // MARK: Computed values

  @inline(never)
  private func list(_ parts: [ResolvedExpression]) throws(Failure) -> FormatValue {
    var values: [FormatValue] = []
    for part in parts { values.append(try value(part)) }
    return .list(values)
  }

  /// Returns the value of a function, a CAST, an index or a set operation.
  @inline(never)
  private func computed(_ expression: ResolvedExpression) throws(Failure) -> FormatValue {
    guard let operation = ValueOperation(expression, system) else { return .null }
    var values: [FormatValue] = []
    for part in operation.operands {
      let value = try operand(part, isDeep: operation.isDeep, keepsPrecision: operation.readsPrecision)
      try take(1)
      if operation.isDeep { try take(through: value) } else { try take(value.steps) }
      values.append(value)
    }
    do throws(EvaluationError) { return try operation.compute(values) } catch {
      return try failed(error, at: expression.range)
    }
  }
}

extension FormatValue {
  /// The value with a double in place of each number of less precision.
  fileprivate var allWidened: FormatValue {
    switch self {
    case .object: widened  // A `Float` is an object: see `NarrowNumber`.
    case .list(let elements): .list(elements.map { $0.allWidened })
    case .set(let elements): .set(elements.map { $0.allWidened })
    case .record(let fields): .record(fields.mapValues { $0.allWidened })
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data: self
    }
  }
}
