import PredicateSyntax

extension Checker {
  // MARK: Expressions

  /// Returns the resolved form of an expression.
  mutating func resolve(_ expression: FormatExpression) -> ResolvedExpression {
    let range = expression.range
    return switch expression.kind {
    case _ where hasRules(expression): resolve(ruled: expression)
    case .constant, .evaluatedObject, .variable, .keyPath, .placeholder: resolveLeaf(expression)
    case .keys(let keys): resolve(keys.steps, of: keys.root, at: range)
    case .function(let call): resolve(call, at: range)
    case .conditional(let choice): resolve(choice, at: range)
    case .subquery(let subquery): resolve(subquery, at: range)
    case .index, .aggregate, .targetFunction, .cast, .setOperation, .assignment, .anyKey, .invalid:
      resolveOther(expression)
    }
  }

  // A debug build reserves memory on the stack for the operands of every case of a switch. Three functions keep the
  // frames of long chains of calls and operators small.

  /// Returns the resolved form of an expression without operands.
  private mutating func resolveLeaf(_ expression: FormatExpression) -> ResolvedExpression {
    let range = expression.range
    switch expression.kind {
    case .constant(let value): return constant(value, at: range)
    case .evaluatedObject: return wholeObject(at: range)
    case .variable(let name): return resolve(variable: name, at: range)
    case .keyPath(let steps): return resolve(steps, of: nil, at: range)
    case .placeholder(let conversion): return unbound(conversion, at: range)
    case .keys, .function, .conditional, .subquery, .index, .aggregate, .targetFunction, .cast, .setOperation,
      .assignment, .anyKey, .invalid:
      return unknown(at: range)
    }
  }

  /// Returns the resolved form of an expression that `resolve` does not resolve itself.
  private mutating func resolveOther(_ expression: FormatExpression) -> ResolvedExpression {
    let range = expression.range
    switch expression.kind {
    case .index(let element): return resolve(element.index, of: element.collection, at: range)
    case .aggregate(let elements): return resolve(elements, at: range)
    case .targetFunction(let call): return resolve(call, at: range)
    case .cast(let cast): return resolve(cast, at: range)
    case .setOperation(let operation): return resolve(operation, at: range)
    case .assignment: hasAssignments = true
    case .anyKey: return resolveAnyKey(at: range)
    case .invalid(let diagnostic): report(diagnostic)
    case .constant, .evaluatedObject, .variable, .keyPath, .keys, .function, .placeholder, .conditional, .subquery:
      break
    }
    return unknown(at: range)
  }

  private mutating func resolve(_ elements: [FormatExpression], at range: FormatRange) -> ResolvedExpression {
    list(of: resolveAll(elements), at: range)
  }

  private mutating func resolve(_ call: FormatExpression.TargetCall, at range: FormatRange) -> ResolvedExpression {
    targetCall(call.selector, resolveAll([call.target] + call.arguments), at: range)
  }

  private mutating func resolveAnyKey(at range: FormatRange) -> ResolvedExpression {
    notEvaluated("ANYKEY", "only Spotlight has an index of all keys", at: range)
  }

  private mutating func unbound(_ conversion: FormatConversion, at range: FormatRange) -> ResolvedExpression {
    refused(.unboundArgument(conversion.text), at: range)
  }

  private mutating func resolve(variable name: String, at range: FormatRange) -> ResolvedExpression {
    if let scope = scope(of: name) { return object(scope, at: range) }
    return refused(.unboundVariable(name), at: range)
  }

  private mutating func resolveAll(_ expressions: [FormatExpression]) -> [ResolvedExpression] {
    var result: [ResolvedExpression] = []
    for expression in expressions { result.append(resolve(expression)) }
    return result
  }

  private mutating func notEvaluated(_ what: String, _ reason: String, at range: FormatRange) -> ResolvedExpression {
    refused(.notEvaluated(what, reason: reason), at: range)
  }

  func constant(_ value: FormatValue, at range: FormatRange) -> ResolvedExpression {
    let value = value.nanAsNil
    return ResolvedExpression(.constant(value), type: Self.type(of: value), isNullable: value.isNull, range: range)
  }

  /// Returns the type of a constant. The element type of a list is the common type of its elements.
  private static func type(of value: FormatValue) -> ValueType {
    switch value {
    case .list(let elements): .list(common(elements.map { $0.valueType }))
    case .set(let elements): .set(common(elements.map { $0.valueType }))
    default: value.valueType
    }
  }

  private static func common(_ types: [ValueType]) -> ValueType {
    guard let first = types.first else { return .any }
    if types.allSatisfy({ $0 == first }) { return first }
    // Numbers of several precisions are doubles.
    return types.allSatisfy { $0.isDouble } ? .double : .any
  }

  /// Resolves SELF.
  mutating func wholeObject(at range: FormatRange) -> ResolvedExpression {
    let object = object(0, at: range)
    return permits("SELF", of: object, at: range) ? object : unknown(at: range)
  }

  func object(_ scope: Int, at range: FormatRange) -> ResolvedExpression {
    let type = scopes[scope]
    let isNullable = type == .any || scope > 0 || keys.hasNullableObjects
    return ResolvedExpression(
      .path(ResolvedPath(scope: scope, steps: [])), type: type, isNullable: isNullable, range: range)
  }

  func list(of parts: [ResolvedExpression], at range: FormatRange) -> ResolvedExpression {
    let type = ValueType.list(Self.common(parts.map { $0.type }))
    let constants = parts.compactMap { part in if case .constant(let value) = part.kind { value } else { nil } }
    let kind: ResolvedExpression.Kind =
      constants.count == parts.count ? .constant(.list(constants)) : .list(parts)
    return ResolvedExpression(kind, type: type, isNullable: false, range: range)
  }

  private mutating func resolve(_ choice: FormatExpression.Conditional, at range: FormatRange) -> ResolvedExpression {
    conditional(resolve(choice.condition), resolve(choice.then), resolve(choice.otherwise), at: range)
  }

  private func conditional(
    _ predicate: ResolvedPredicate, _ then: ResolvedExpression, _ otherwise: ResolvedExpression, at range: FormatRange
  ) -> ResolvedExpression {
    // nil has no type of its own.
    let types = [then.type, otherwise.type].filter { $0 != .null }
    return ResolvedExpression(
      .conditional(predicate, then, otherwise), type: types.isEmpty ? .null : Self.common(types),
      isNullable: then.isNullable || otherwise.isNullable, range: range)
  }

  private mutating func resolve(_ subquery: FormatExpression.Subquery, at range: FormatRange) -> ResolvedExpression {
    var base = resolve(subquery.collection)
    refuseRecord(&base, of: subquery.collection, isDeep: false)
    guard rules.wholeValues != nil else { return resolve(subquery, over: base, at: range) }
    keyRoots.enter(subquery)
    defer { keyRoots.leave() }
    return resolve(subquery, over: base, at: range)
  }

  private mutating func resolve(
    _ subquery: FormatExpression.Subquery, over base: ResolvedExpression, at range: FormatRange
  ) -> ResolvedExpression {
    var (elements, leaf) = self.collection(of: base, for: Keyword.subquery.rawValue)
    // The predicate applies to the values, so a path such as `words.category` is flattened to its end first.
    if case .path(let path) = leaf.kind, path.scope == elements.scope, !path.steps.isEmpty {
      elements.sources.append(.path(path))
      elements.elementType = leaf.type
    }
    let filter = withScope(of: elements.elementType, named: subquery.variable) { checker, _ in
      checker.resolve(subquery.predicate)
    }
    elements.identifier = newIdentifier()
    elements.sources.append(.filter(filter))
    elements.range = range
    leaf = ResolvedExpression(
      .path(ResolvedPath(scope: elements.scope, steps: [])), type: elements.elementType, isNullable: true, range: range)
    return ResolvedExpression(
      .elements(elements, leaf), type: .list(elements.elementType), isNullable: base.isNullable, range: range)
  }

  private mutating func resolve(
    _ index: FormatExpression.Index, of base: FormatExpression, at range: FormatRange
  ) -> ResolvedExpression {
    var collection = resolve(base)
    // With a key of a record as the index, the profile has listed the key.
    if !index.mayBeKey { refuseRecord(&collection, of: base, isDeep: false) }
    return resolve(index, of: collection, at: range)
  }

  private mutating func resolve(
    _ index: FormatExpression.Index, of base: ResolvedExpression, at range: FormatRange
  ) -> ResolvedExpression {
    var type = base.type.element
    if !base.type.mayHaveElements {
      report(.notACollection(of: "an index", found: base.type.description), at: base.range)
    }
    let resolved: ResolvedIndex
    switch index {
    case .first: resolved = .first
    case .last: resolved = .last
    case .size: (resolved, type) = (.size, .integer)
    case .value(let expression):
      let position = resolve(expression)
      if case .list = base.type, !ValueFunction.Operand.number.takes(position.type) {
        report(
          .wrongOperand(of: "an index", expected: "whole numbers", found: position.type.description), at: position.range
        )
      }
      expectPermitted(position, of: base, at: range)
      resolved = .value(position)
    }
    return ResolvedExpression(.index(base, resolved), type: type, isNullable: true, range: range)
  }

  // MARK: Functions

  private mutating func resolve(_ call: FormatExpression.Call, at range: FormatRange) -> ResolvedExpression {
    switch definition(of: call, at: range) {
    case nil: return unknown(at: range)
    case .values(let function): return self.call(function, resolveAll(call.arguments), at: range)
    case .reduction(let kind):
      // No reduction gives or compares records: they have no order, and are not numbers.
      return reduction(
        Reduction(kind: kind, isCollectionOperator: false, name: call.selector),
        over: resolve(operand: call.arguments[0]), at: range)
    case .index: return resolve(.value(call.arguments[1]), of: call.arguments[0], at: range)
    // With a constant type, the parser makes a CAST of it.
    case .cast: return notEvaluated(call.selector, "its type must be a string in quotes", at: range)
    case .program: return programCall(call.selector, resolveAll(call.arguments), at: range)
    }
  }

  /// Returns the definition of the function that a call means. Reports a wrong number of arguments, or FETCH, and returns `nil`.
  private mutating func definition(
    of call: FormatExpression.Call, at range: FormatRange
  ) -> PredefinedFunction.Definition? {
    let isRegistered = functions.named(call.selector) != nil
    let predefined =
      PredefinedFunction.named(call.selector) ?? (isRegistered ? nil : PredefinedFunction.meant(by: call.selector))
    guard let predefined else {
      if isRegistered || call.selector != Keyword.fetch.rawValue { return .program }
      report(.notEvaluated(call.selector, reason: "only a migration of Core Data has objects to fetch"), at: range)
      return nil
    }
    if predefined.arity == call.arguments.count { return predefined.definition }
    report(.wrongArgumentCount(predefined.selector, expected: predefined.arity, found: call.arguments.count), at: range)
    return nil
  }

  private mutating func call(
    _ function: ValueFunction, _ operands: [ResolvedExpression], at range: FormatRange
  ) -> ResolvedExpression {
    for operand in operands where !function.operand.takes(operand.type) {
      report(
        .wrongOperand(of: function.name, expected: function.operand.description, found: operand.type.description),
        at: operand.range)
      return unknown(at: range)
    }
    // Constants next to a decimal are decimals. A literal of many digits is a decimal, but in a call with constants only it
    // is still a constant like the others.
    let isConstant = operands.allSatisfy { $0.constant != nil }
    let hasDecimal = operands.contains { $0.type == .decimal && !(isConstant && $0.isDecimalLiteral) }
    let operands = hasDecimal ? operands.map { asDecimalOperand($0) } : operands
    let call = ResolvedExpression(
      .function(function, operands), type: function.resultType(of: operands.map { $0.type }), isNullable: true,
      range: range)
    // A call with constants is computed once. If it fails it remains, so that evaluation reports the error.
    return isConstant ? folded(call, function, operands) ?? call : call
  }

  /// Returns the value of a call with constants, or `nil` if it fails, or if an engine must compute it.
  private func folded(
    _ call: ResolvedExpression, _ function: ValueFunction, _ operands: [ResolvedExpression]
  ) -> ResolvedExpression? {
    // The same call in decimals, which may have a result that a double does not have.
    let exact = operands.compactMap { $0.constantAsDecimal }.map { constant($0.asDecimal, at: call.range) }
    let exactCall = ResolvedExpression(
      .function(function, exact), type: call.type, isNullable: call.isNullable, range: call.range)
    guard let value = try? Interpreter.value(ofConstant: call) else {
      // The result may exceed a double. Evaluation then computes it in decimals, if an operand is one.
      guard operands.contains(where: { $0.type == .decimal }) else { return nil }
      return (try? Interpreter.value(ofConstant: exactCall)).map { constant($0, at: call.range) }
    }
    guard case .double(let double) = value, case .decimal(let decimal)? = try? Interpreter.value(ofConstant: exactCall),
      decimal != FormatDecimal(shortest: double)
    else { return constant(value, at: call.range) }
    return ResolvedExpression(.number(double, exact: decimal), type: .double, isNullable: false, range: call.range)
  }

  /// Resolves an aggregate function. Its argument is a collection of the object, or a scalar key of SELF, for which the
  /// function ranges over the entire collection being filtered.
  private mutating func reduction(
    _ reduction: Reduction, over operand: ResolvedExpression, at range: FormatRange
  ) -> ResolvedExpression {
    switch operand.kind {
    case .path(let path) where path.scope > 0 && !operand.type.isCollection && operand.type != .any:
      return refused(
        .aggregateOverVariable(reduction.name, variable: variableName(of: path.scope) ?? "element"), at: range)
    case .path where !operand.type.isCollection && operand.type != .any:
      guard reduction.takes(operand.type) else {
        report(
          .wrongOperand(of: reduction.name, expected: reduction.expected, found: operand.type.description),
          at: operand.range)
        return unknown(at: range)
      }
      return ResolvedExpression(
        .reduceWhole(reduction, operand), type: reduction.result(of: operand.type), isNullable: false, range: range)
    case .dynamicPath(let base, _):
      guard case .path(let path) = base.kind else { break }
      return dynamicReduction(reduction, operand, from: path.scope, at: range)
    case .path(let path) where operand.type == .any:
      return dynamicReduction(reduction, operand, from: path.scope, at: range)
    default: break
    }
    let (collection, leaf) = collection(of: operand, for: reduction.name, isReduced: true)
    return reduced(reduction, collection, leaf, at: range)
  }

  /// Resolves an aggregate function of a key whose type is only known at run time.
  private func dynamicReduction(
    _ reduction: Reduction, _ operand: ResolvedExpression, from scope: Int, at range: FormatRange
  ) -> ResolvedExpression {
    let variable = scope > 0 ? variableName(of: scope) ?? "element" : nil
    return ResolvedExpression(
      .reduceDynamic(reduction, operand, variable: variable), type: .any, isNullable: true, range: range)
  }

  // MARK: Sets

  /// Resolves `left UNION right` and similar operations. The left operand must be a collection; the right one may be nil.
  private mutating func resolve(
    _ operation: FormatExpression.SetOperation, at range: FormatRange
  ) -> ResolvedExpression {
    var (left, right) = (resolve(operation.left), resolve(operation.right))
    // They give, count or compare the elements, which are the values of all keys of a record.
    refuseRecord(&left, of: operation.left)
    refuseRecord(&right, of: operation.right)
    return combined(left, operation.operator, right, at: range)
  }

  private mutating func combined(
    _ left: ResolvedExpression, _ op: FormatExpression.SetOperator, _ right: ResolvedExpression, at range: FormatRange
  ) -> ResolvedExpression {
    for side in [left, right] where !side.type.mayHaveElements {
      report(.notACollection(of: op.rawValue, found: side.type.description), at: side.range)
      return unknown(at: range)
    }
    return ResolvedExpression(.setOperation(op, left, right), type: .set(.any), isNullable: false, range: range)
  }

  /// Resolves the reduction of the values of `leaf` for each element.
  mutating func reduced(
    _ reduction: Reduction, _ collection: ResolvedCollection, _ leaf: ResolvedExpression, at range: FormatRange
  ) -> ResolvedExpression {
    guard reduction.takes(leaf.type) else {
      return refused(
        .wrongOperand(of: reduction.name, expected: reduction.expected, found: leaf.type.description), at: range)
    }
    return ResolvedExpression(
      .reduce(reduction, collection, leaf), type: reduction.result(of: leaf.type),
      isNullable: reduction.isCollectionOperator, range: range)
  }

  // MARK: CAST

  private mutating func resolve(_ call: FormatExpression.Cast, at range: FormatRange) -> ResolvedExpression {
    guard let cast = Cast(rawValue: call.type) else { return unknownType(call.type, at: range) }
    var value = resolve(call.value)
    // The text of a record contains all its values. To other types, no record is converted.
    if cast == .string { refuseRecord(&value, of: call.value) }
    return self.cast(value, to: cast, at: range)
  }

  private mutating func unknownType(_ name: String, at range: FormatRange) -> ResolvedExpression {
    refused(Cast.unknown(name), at: range)
  }

  private mutating func cast(
    _ operand: ResolvedExpression, to cast: Cast, at range: FormatRange
  ) -> ResolvedExpression {
    let conversion = ResolvedExpression(.cast(operand, cast), type: cast.result, isNullable: true, range: range)
    if operand.constant == nil { return conversion }
    do throws(Interpreter.Failure) { return constant(try Interpreter.value(ofConstant: conversion), at: range) } catch {
      return refused(error.error.message, at: range)
    }
  }
}

extension FormatExpression.Index {
  /// Whether the index may be a key of a record.
  fileprivate var mayBeKey: Bool { position != nil }
}

extension FormatValue {
  /// An integer as a decimal, and other values unchanged.
  fileprivate var asDecimal: FormatValue { exactDecimal.map(FormatValue.decimal) ?? self }
}

extension Reduction {
  /// Returns whether the reduction accepts values of a type. Minimum and maximum accept types that have an order.
  func takes(_ type: ValueType) -> Bool {
    switch kind {
    case .count: true
    case .minimum, .maximum: type.family != .other
    case .sum, .average, .median, .mode, .standardDeviation:
      type != .bool && (type.family == .number || type.family == .unknown)
    }
  }

  /// The phrase for the accepted values in messages.
  var expected: String { kind == .minimum || kind == .maximum ? "numbers, strings or dates" : "numbers" }

  /// Returns the type of the result for values of a type.
  package func result(of type: ValueType) -> ValueType {
    switch kind {
    case .count: .integer
    case .average: type.decimalOrDouble
    case .sum, .median: type == .integer ? .integer : type.decimalOrDouble
    case .minimum, .maximum: type
    case .mode: .list(type)
    case .standardDeviation: .double
    }
  }
}
