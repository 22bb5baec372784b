import PredicateSyntax

extension Checker {
  // MARK: Expressions

  mutating func resolve(_ expression: FormatExpression) -> ResolvedExpression {
    let range = expression.range
    switch expression.kind {
    case .constant(let value): return constant(value, at: range)
    case .evaluatedObject: return object(0, at: range)
    case .variable(let name):
      if let scope = scope(of: name) { return object(scope, at: range) }
      report(.unboundVariable(name), at: range)
      return unknown(at: range)
    case .keyPath(let root, let steps): return resolve(steps, of: root, at: range)
    case .index(let base, let index): return resolve(index, of: base, at: range)
    case .aggregate(let elements): return resolveList(elements, at: range)
    case .function(let selector, let arguments): return resolve(selector, arguments, at: range)
    case .cast(let value, let type): return resolveCast(value, type, at: range)
    case .conditional(let predicate, let then, let otherwise):
      return conditional(resolve(predicate), resolve(then), resolve(otherwise), at: range)
    case .subquery(let collection, let variable, let predicate):
      return resolveSubquery(collection, variable, predicate, at: range)
    case .targetFunction(_, let selector, _):
      return notEvaluated("FUNCTION \"\(selector)\"", "the program registered no such function", at: range)
    case .setOperation(let operation, _, _):
      return notEvaluated(operation.rawValue, "set expressions are not supported yet", at: range)
    case .assignment: return notEvaluated("':='", "assignments are not supported yet", at: range)
    case .anyKey: return notEvaluated("ANYKEY", "it names no key", at: range)
    case .placeholder(let conversion):
      report(.unboundArgument(conversion.text), at: range)
      return unknown(at: range)
    case .invalid(let fault):
      report(fault)
      return unknown(at: range)
    }
  }

  private mutating func notEvaluated(_ what: String, _ reason: String, at range: SourceRange) -> ResolvedExpression {
    report(.notEvaluated(what, reason: reason), at: range)
    return unknown(at: range)
  }

  func constant(_ value: FormatValue, at range: SourceRange) -> ResolvedExpression {
    let value = value.settled
    return ResolvedExpression(
      .constant(value), type: Self.type(of: value), isNullable: value.isNull, range: range)
  }

  /// The type of a constant; of a list the type that all its elements have.
  private static func type(of value: FormatValue) -> ValueType {
    switch value {
    case .list(let elements): .list(common(elements.map(\.valueType)))
    case .set(let elements): .set(common(elements.map(\.valueType)))
    default: value.valueType
    }
  }

  private static func common(_ types: [ValueType]) -> ValueType {
    guard let first = types.first, types.allSatisfy({ $0 == first }) else { return .any }
    return first
  }

  private func object(_ scope: Int, at range: SourceRange) -> ResolvedExpression {
    let type = scopes[scope]
    return ResolvedExpression(
      .path(ResolvedPath(scope: scope, steps: [])), type: type, isNullable: type == .any || scope > 0, range: range)
  }

  private mutating func resolveList(_ elements: [FormatExpression], at range: SourceRange) -> ResolvedExpression {
    let parts = elements.map { resolve($0) }
    let type = ValueType.list(Self.common(parts.map(\.type)))
    let constants = parts.compactMap(\.constant)
    let kind: ResolvedExpression.Kind =
      constants.count == parts.count ? .constant(.list(constants)) : .list(parts)
    return ResolvedExpression(kind, type: type, isNullable: false, range: range)
  }

  private func conditional(
    _ predicate: ResolvedPredicate, _ then: ResolvedExpression, _ otherwise: ResolvedExpression, at range: SourceRange
  ) -> ResolvedExpression {
    ResolvedExpression(
      .conditional(predicate, then, otherwise), type: then.type == otherwise.type ? then.type : .any,
      isNullable: then.isNullable || otherwise.isNullable, range: range)
  }

  private mutating func resolveSubquery(
    _ collection: FormatExpression, _ variable: String, _ predicate: FormatPredicate, at range: SourceRange
  ) -> ResolvedExpression {
    let base = resolve(collection)
    var (elements, leaf) = self.collection(of: base, for: "SUBQUERY")
    // The predicate speaks of the values, so a path such as `words.category` is gone through to its end first.
    if case .path(let path) = leaf.kind, path.scope == elements.scope, !path.steps.isEmpty {
      elements.sources.append(.path(path))
      elements.elementType = leaf.type
    }
    let filter = withScope(of: elements.elementType, named: variable) { checker, _ in checker.resolve(predicate) }
    elements.sources.append(.filter(filter))
    elements.range = range
    leaf = ResolvedExpression(
      .path(ResolvedPath(scope: elements.scope, steps: [])), type: elements.elementType, isNullable: true, range: range)
    return ResolvedExpression(
      .elements(elements, leaf), type: .list(elements.elementType), isNullable: base.isNullable, range: range)
  }

  private mutating func resolve(
    _ index: FormatExpression.Index, of base: FormatExpression, at range: SourceRange
  ) -> ResolvedExpression {
    let base = resolve(base)
    var type = ValueType.any
    switch base.type {
    case .list(let element), .set(let element): type = element
    case .any, .null, .record: break
    default: report(.notACollection(of: "an index", found: base.type.description), at: base.range)
    }
    let resolved: ResolvedIndex
    switch index {
    case .first: resolved = .first
    case .last: resolved = .last
    case .size: (resolved, type) = (.size, .integer)
    case .value(let expression): resolved = .value(resolve(expression))
    }
    return ResolvedExpression(.index(base, resolved), type: type, isNullable: true, range: range)
  }

  // MARK: Functions

  private mutating func resolve(
    _ selector: String, _ arguments: [FormatExpression], at range: SourceRange
  ) -> ResolvedExpression {
    let name = selector.hasSuffix(":") && arguments.count == 1 ? String(selector.dropLast()) : selector
    guard let function = PredefinedFunction.named(selector) else {
      report(Self.unknownFunction(selector, at: range))
      return unknown(at: range)
    }
    guard function.arity == arguments.count else {
      report(.wrongArgumentCount(selector, expected: function.arity, found: arguments.count), at: range)
      return unknown(at: range)
    }
    if let kind = Reduction.functions[selector] {
      return reduction(Reduction(kind: kind, isCollectionOperator: false, name: selector), arguments[0], at: range)
    }
    if selector == "objectFrom:withIndex:" { return resolve(.value(arguments[1]), of: arguments[0], at: range) }
    guard let meaning = FunctionMeaning.named(selector) else {
      return notEvaluated(name, "it is not supported yet", at: range)
    }
    let operands = arguments.map { resolve($0) }
    for operand in operands {
      switch operand.type {
      case .list, .set, .record, .object, .uuid, .data:
        report(
          .wrongOperand(of: meaning.name, wanted: "simple values", found: operand.type.description), at: operand.range)
        return unknown(at: range)
      default: break
      }
    }
    let constants = operands.compactMap(\.constant)
    // A call on constants is computed once; one that is a fault stays, so that the fault is evaluation's.
    if constants.count == operands.count, let compute = meaning.compute, (try? meaning.rejectNil(constants)) != nil,
      let value = try? compute(constants)
    {
      return constant(value, at: range)
    }
    return ResolvedExpression(
      .function(selector: selector, operands), type: meaning.result(operands.map(\.type)), isNullable: true,
      range: range)
  }

  /// An aggregate function. Its argument is a collection of the object's own, or a scalar key of SELF: then it ranges
  /// over the whole collection that is being filtered.
  private mutating func reduction(
    _ reduction: Reduction, _ argument: FormatExpression, at range: SourceRange
  ) -> ResolvedExpression {
    let operand = resolve(argument)
    switch operand.kind {
    case .path(let path) where path.scope > 0 && !operand.type.isCollection && operand.type != .any:
      report(.aggregateOverVariable(reduction.name, variable: variableName(of: path.scope) ?? "element"), at: range)
      return unknown(at: range)
    case .path where !operand.type.isCollection && operand.type != .any:
      guard reduction.takes(operand.type) else {
        report(.wrongOperand(of: reduction.name, wanted: "numbers", found: operand.type.description), at: operand.range)
        return unknown(at: range)
      }
      return ResolvedExpression(
        .reduceWhole(reduction, operand), type: reduction.result(of: operand.type), isNullable: false, range: range)
    case .dynamicPath,
      .path where operand.type == .any:
      return ResolvedExpression(.reduceDynamic(reduction, operand), type: .any, isNullable: true, range: range)
    default:
      let (collection, leaf) = collection(of: operand, for: reduction.name)
      return reduced(reduction, collection, leaf, at: range)
    }
  }

  /// One value from those of `leaf` for each element.
  mutating func reduced(
    _ reduction: Reduction, _ collection: ResolvedCollection, _ leaf: ResolvedExpression, at range: SourceRange
  ) -> ResolvedExpression {
    guard reduction.takes(leaf.type) else {
      report(.wrongOperand(of: reduction.name, wanted: "numbers", found: leaf.type.description), at: range)
      return unknown(at: range)
    }
    return ResolvedExpression(
      .reduce(reduction, collection, leaf), type: reduction.result(of: leaf.type),
      isNullable: reduction.isCollectionOperator, range: range)
  }

  // MARK: CAST

  private mutating func resolveCast(_ value: FormatExpression, _ type: String, at range: SourceRange) -> ResolvedExpression {
    guard let cast = Cast(rawValue: type) else {
      report(.unknownCast(type, known: Cast.allCases.map(\.rawValue)), at: range)
      return unknown(at: range)
    }
    let operand = resolve(value)
    guard let constant = operand.constant else {
      return notEvaluated("CAST of a key", "only constants are converted yet", at: range)
    }
    guard let converted = cast.convert(constant) else {
      report(.wrongOperand(of: "CAST to \"\(type)\"", wanted: "a value that it can read", found: value.format), at: range)
      return unknown(at: range)
    }
    return self.constant(converted, at: range)
  }
}

extension Reduction {
  /// Whether the reduction can work on values of a type; least and greatest take what has an order.
  func takes(_ type: ValueType) -> Bool {
    switch kind {
    case .count: true
    case .minimum where isCollectionOperator, .maximum where isCollectionOperator: type.family != .other
    default: type.family == .number || type.family == .unknown
    }
  }

  /// The type of the result over values of a type.
  func result(of type: ValueType) -> ValueType {
    switch kind {
    case .count: .integer
    case .average: .double
    case .sum:
      switch type {
      case .integer: .integer
      case .any, .null: .any
      default: .double
      }
    case .minimum, .maximum: type
    }
  }
}

extension ValueType {
  /// Whether values of the type have elements.
  package var isCollection: Bool {
    switch self {
    case .list, .set: true
    default: false
    }
  }
}

/// The types that CAST knows: values only, never classes.
package enum Cast: String, CaseIterable, Sendable {
  case string = "NSString", number = "NSNumber", decimal = "NSDecimalNumber", date = "NSDate", uuid = "UUID"
  case data = "NSData"

  /// The value as the type, nil where it cannot be read as one. nil stays nil.
  package func convert(_ value: FormatValue) -> FormatValue? {
    switch (self, value) {
    case (_, .null): return .null
    case (.string, .string), (.number, .integer), (.number, .unsigned), (.number, .double), (.number, .decimal),
      (.decimal, .decimal), (.date, .date), (.uuid, .uuid), (.data, .data):
      return value
    case (.number, .date(let seconds)): return .double(seconds)
    case (.number, .string(let text)):
      if text.utf8.contains(UInt8(ascii: ".")) { return Double(text).map(FormatValue.double) }
      return Int64(text).map(FormatValue.integer) ?? DecimalNumber(text).map(FormatValue.decimal)
    case (.decimal, .string(let text)): return DecimalNumber(text).map(FormatValue.decimal)
    case (.decimal, .integer(let number)): return .decimal(DecimalNumber(number))
    case (.decimal, .double(let number)): return DecimalNumber(shortest: number).map(FormatValue.decimal)
    case (.date, .integer(let seconds)): return .date(Double(seconds))
    case (.date, .double(let seconds)): return .date(seconds)
    case (.date, .decimal(let seconds)): return .date(seconds.doubleValue)
    case (.uuid, .string(let text)): return FormatUUID(text).map(FormatValue.uuid)
    case (.data, .string(let text)): return base64Bytes(of: text).map(FormatValue.data)
    default: return nil
    }
  }
}

/// The bytes that a text in base 64 writes, nil where it is none.
private func base64Bytes(of text: String) -> [UInt8]? {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  let padded = Array(text.utf8)
  guard padded.count % 4 == 0 else { return nil }
  let body = padded.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
  guard padded.count - body.count <= 2 else { return nil }
  var result: [UInt8] = []
  var bits: UInt32 = 0
  var count = 0
  for byte in body {
    guard let digit = digits.firstIndex(of: byte) else { return nil }
    bits = bits << 6 | UInt32(digit)
    count += 6
    if count >= 8 {
      count -= 8
      result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
  }
  return result
}
