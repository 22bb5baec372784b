#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import PredicateEvaluation
import PredicateSyntax

// What each expression of a Foundation predicate becomes. One extension for each type of expression.

// MARK: Values and keys

extension PredicateExpressions.Variable: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    guard let tree = reader.variables[key] else {
      throw FormatError(.notConvertible("a variable of another predicate", reason: "it has no value here"))
    }
    return .value(tree)
  }
}

extension PredicateExpressions.Value: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    if (value as? any BinaryFloatingPoint)?.isNaN == true {
      throw FormatError(.notConvertible("NaN", reason: "it is read as nil"))
    }
    if value is any ConstantRange {
      throw FormatError(.notConvertible("a range as a value", reason: "only its contains(_:) can be converted"))
    }
    let constant = FormatExpression(anyArgument: value)
    if case .invalid(let diagnostic) = constant.kind { throw FormatError([diagnostic], source: "") }
    return .value(constant)
  }
}

extension PredicateExpressions.NilLiteral: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part { .value(.constant(nil)) }
}

extension PredicateExpressions.KeyPath: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    // A property of a value that the predicate captured is a constant.
    if let captured = constant(root) { return try PredicateExpressions.Value(captured[keyPath: keyPath]).part(&reader) }
    let object = try reader.value(root)
    let isString = MacroReader.isString(Root.Output.self)
    switch kind {
    case nil: return .value(try reader.keyPath(keyPath, of: object))
    case .collectionCount where isString && reader.options.contains(.canonical):
      throw FormatError(
        .notConvertible("the count of a string", reason: "length: counts UTF-16 code units, and not Characters"))
    case .collectionCount: return .value(isString ? .function("length:", object) : object.appending("@count"))
    case .collectionIsEmpty:
      return .condition(isString ? FormatPredicate(object, .equalTo, .constant("")) : MacroReader.isEmpty(object))
    case .collectionFirst, .bidirectionalCollectionLast:
      try MacroReader.expectCollection(Root.Output.self)
      return .value(FormatExpression(.index(.init(of: object, at: kind == .collectionFirst ? .first : .last))))
    }
  }
}

extension PredicateExpressions.KeyPath: ConstantKeyPath {
  fileprivate var constantValue: Any? { constant(root).map { $0[keyPath: keyPath] } }
}

private protocol ConstantKeyPath {
  /// The value, if the root is a captured value.
  var constantValue: Any? { get }
}

/// Returns the value of an expression that the predicate captured, or of a property of it.
private func constant<Constant: PredicateExpression>(_ expression: Constant) -> Constant.Output? {
  if let value = expression as? PredicateExpressions.Value<Constant.Output> { return value.value }
  return (expression as? any ConstantKeyPath)?.constantValue as? Constant.Output
}

// MARK: Logic

extension PredicateExpressions.Conjunction: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    .condition(try reader.condition(lhs) && reader.condition(rhs))
  }
}

extension PredicateExpressions.Disjunction: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    .condition(try reader.condition(lhs) || reader.condition(rhs))
  }
}

extension PredicateExpressions.Negation: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    .condition(MacroReader.not(try reader.condition(wrapped)))
  }
}

extension PredicateExpressions.Conditional: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    let test = try reader.condition(test)
    if If.Output.self == Bool.self {
      return .condition(.either(test, try reader.condition(trueBranch), try reader.condition(falseBranch)))
    }
    return .value(.ternary(test, try reader.value(trueBranch), try reader.value(falseBranch)))
  }
}

// MARK: Comparisons

extension PredicateExpressions.Equal: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    .condition(try reader.equality(lhs, rhs, of: LHS.Output.self))
  }
}

extension PredicateExpressions.NotEqual: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    .condition(MacroReader.not(try reader.equality(lhs, rhs, of: LHS.Output.self)))
  }
}

extension PredicateExpressions.Comparison: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    let comparison: FormatComparisonOperator =
      switch op {
      case .lessThan: .lessThan
      case .lessThanOrEqual: .lessThanOrEqualTo
      case .greaterThan: .greaterThan
      case .greaterThanOrEqual: .greaterThanOrEqualTo
      @unknown default:
        throw FormatError(.notConvertible("the operator \(op)", reason: "the conversion has no rule for it"))
      }
    try MacroReader.expectOrder(of: LHS.Output.self)
    let (left, right) = try (reader.value(lhs), reader.value(rhs))
    return .condition(try reader.comparison(left, comparison, right, of: LHS.Output.self))
  }
}

// MARK: Numbers

extension PredicateExpressions.Arithmetic: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    try MacroReader.expectArithmetic(of: Output.self)
    let selector =
      switch op {
      case .add: "add:to:"
      case .subtract: "from:subtract:"
      case .multiply: "multiply:by:"
      @unknown default:
        throw FormatError(.notConvertible("the operator \(op)", reason: "the conversion has no rule for it"))
      }
    return .value(.function(selector, try reader.value(lhs), try reader.value(rhs)))
  }
}

extension PredicateExpressions.IntDivision: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    .value(.function("divide:by:", try reader.value(lhs), try reader.value(rhs)))
  }
}

extension PredicateExpressions.FloatDivision: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    try MacroReader.expectArithmetic(of: Output.self)
    return .value(.function("divide:by:", try reader.value(lhs), try reader.value(rhs)))
  }
}

extension PredicateExpressions.IntRemainder: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    .value(.function("modulus:by:", try reader.value(lhs), try reader.value(rhs)))
  }
}

extension PredicateExpressions.UnaryMinus: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    let value = try reader.value(wrapped)
    switch value.kind {
    case .constant(.integer(let number)) where number != .min: return .value(.constant(-number))
    case .constant(.double(let number)): return .value(.constant(-number))
    default: return .value(.function("from:subtract:", .constant(0), value))
    }
  }
}

// MARK: Optionals

extension PredicateExpressions.OptionalFlatMap: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    let value = try reader.value(wrapped)
    reader.variables[variable.key] = value
    let isThere = FormatPredicate(value, .notEqualTo, .constant(nil))
    switch try reader.part(transform) {
    case .value(let result):
      // A key path is nil if a value on it is nil. A collection operator of nil has a value, and other expressions fail.
      let isKeyPath = result == value || result.kind.steps?.allSatisfy(\.isName) == true
      return .value(isKeyPath ? result : .ternary(isThere, result, .constant(nil)))
    case .condition(let condition): return .optional(guarding: isThere, condition)
    case .optional(let others, let condition): return .optional(guarding: MacroReader.and(isThere, others), condition)
    }
  }
}

extension PredicateExpressions.NilCoalesce: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    try MacroReader.expectOneLevel(of: LHS.Output.self)
    let left = try reader.part(lhs)
    if RHS.Output.self == Bool.self {
      let other = try reader.condition(rhs)
      switch left {
      case .condition: return left
      case .optional(let isThere, let condition): return .condition(.either(isThere, condition, other))
      case .value(let value):
        let isNil = FormatPredicate(value, .equalTo, .constant(nil))
        return .condition(
          MacroReader.or(FormatPredicate(value, .equalTo, .constant(true)), MacroReader.and(isNil, other)))
      }
    }
    return .value(.coalescing(MacroReader.value(of: left), try reader.value(rhs)))
  }
}

extension PredicateExpressions.ForcedUnwrap: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part { try reader.part(inner) }
}

extension FormatExpression.KeyStep {
  /// Whether the step is a key, and no operator.
  fileprivate var isName: Bool { if case .key(.named) = kind { true } else { false } }
}

// MARK: Strings and collections

extension PredicateExpressions.SequenceContains: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    let (collection, member) = try (reader.value(sequence), reader.value(element))
    if MacroReader.isString(LHS.Output.self) { return .condition(try reader.hasPart(collection, .contains, member)) }
    let type = LHS.Output.Element.self
    switch collection.kind {
    case .constant(.list(let values)), .constant(.set(let values)):
      // IN never finds nil, and compares strings without options.
      let found = try reader.membership(of: member, in: collection, values, of: type)
      let hasNil = values.contains { $0.isNull }
      return .condition(hasNil ? found || FormatPredicate(member, .equalTo, .constant(nil)) : found)
    default:
      return .condition(try reader.comparison(collection, .equalTo, member, of: type, modifier: .any))
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    .condition(MacroReader.isEmpty(try reader.subquery(sequence, variable, test), .greaterThan))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    .condition(MacroReader.isEmpty(try reader.subquery(sequence, variable, test, isNegated: true)))
  }
}

extension PredicateExpressions.Filter: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    .value(try reader.subquery(sequence, variable, filter))
  }
}

extension PredicateExpressions.SequenceStartsWith: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    guard MacroReader.isString(Base.Output.self) else {
      throw FormatError(.notConvertible("starts(with:) of a collection", reason: "BEGINSWITH compares strings"))
    }
    return .condition(try reader.hasPart(reader.value(base), .beginsWith, reader.value(prefix)))
  }
}

extension PredicateExpressions.CollectionContainsCollection: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    guard MacroReader.isString(Base.Output.self) else {
      throw FormatError(.notConvertible("contains(_:) of two collections", reason: "CONTAINS looks for one element"))
    }
    return .condition(try reader.hasPart(reader.value(base), .contains, reader.value(other)))
  }
}

extension PredicateExpressions.SequenceMinimum: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    try reader.extreme("min:", elements, of: Elements.Output.self, Elements.Output.Element.self)
  }
}

extension PredicateExpressions.SequenceMaximum: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    try reader.extreme("max:", elements, of: Elements.Output.self, Elements.Output.Element.self)
  }
}

extension MacroReader {
  /// Returns the minimum or maximum, or nil if the collection is empty.
  fileprivate mutating func extreme(
    _ selector: String, _ elements: any PredicateExpression, of type: Any.Type, _ element: Any.Type
  ) throws(FormatError) -> Part {
    try Self.expectCollection(type)
    try Self.expectOrder(of: element)
    if !options.isEmpty, Self.isString(element) {
      throw FormatError(.notConvertible("\(selector) of strings", reason: "it takes no options"))
    }
    let collection = try value(elements)
    return .value(.ternary(Self.isEmpty(collection), .constant(nil), .function(selector, collection)))
  }
}

extension PredicateExpressions.CollectionIndexSubscript: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    let (collection, index) = try (reader.value(wrapped), reader.value(index))
    return .value(FormatExpression(.index(.init(of: collection, at: .value(index)))))
  }
}

extension PredicateExpressions.CollectionRangeSubscript: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    throw FormatError(.notConvertible("a slice of a collection", reason: "an index selects one element"))
  }
}

extension PredicateExpressions.DictionaryKeySubscript: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    try MacroReader.expectStrings(asKeys: Key.Output.self)
    let (dictionary, key) = try (reader.value(wrapped), reader.value(key))
    return .value(FormatExpression(.index(.init(of: dictionary, at: .value(key)))))
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    try MacroReader.expectStrings(asKeys: Key.Output.self)
    let (dictionary, key) = try (reader.value(wrapped), reader.value(key))
    let value = FormatExpression(.index(.init(of: dictionary, at: .value(key))))
    return .value(.coalescing(value, try reader.value(self.default)))
  }
}

// MARK: Ranges

extension PredicateExpressions.RangeExpressionContains: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    try MacroReader.expectOrder(of: Element.Output.self)
    let value = try reader.value(element)
    guard let bounds = try (range as? any MacroRange)?.bounds(&reader) else {
      throw FormatError(
        .notConvertible("a range of \(Element.Output.self)", reason: "the conversion has no rule for it"))
    }
    var conditions: [FormatPredicate] = []
    if let lower = bounds.lower {
      try conditions.append(reader.comparison(value, .greaterThanOrEqualTo, lower, of: Element.Output.self))
    }
    if let upper = bounds.upper {
      let comparison: FormatComparisonOperator = bounds.isClosed ? .lessThanOrEqualTo : .lessThan
      try conditions.append(reader.comparison(value, comparison, upper, of: Element.Output.self))
    }
    return .condition(.all(conditions))
  }
}

/// The bounds of a range as expressions. The lower one belongs to the range.
typealias MacroBounds = (lower: FormatExpression?, upper: FormatExpression?, isClosed: Bool)

/// An expression of a range.
protocol MacroRange {
  func bounds(_ reader: inout MacroReader) throws(FormatError) -> MacroBounds?
}

extension PredicateExpressions.Range: MacroRange {
  func bounds(_ reader: inout MacroReader) throws(FormatError) -> MacroBounds? {
    try (reader.value(lower), reader.value(upper), false)
  }
}

extension PredicateExpressions.ClosedRange: MacroRange {
  func bounds(_ reader: inout MacroReader) throws(FormatError) -> MacroBounds? {
    try (reader.value(lower), reader.value(upper), true)
  }
}

extension PredicateExpressions.Value: MacroRange {
  func bounds(_ reader: inout MacroReader) throws(FormatError) -> MacroBounds? { (value as? any ConstantRange)?.bounds }
}

/// A range that a predicate captured.
private protocol ConstantRange {
  var bounds: MacroBounds { get }
}

extension Range: ConstantRange {
  var bounds: MacroBounds {
    (FormatExpression(anyArgument: lowerBound), FormatExpression(anyArgument: upperBound), false)
  }
}

extension ClosedRange: ConstantRange {
  var bounds: MacroBounds {
    (FormatExpression(anyArgument: lowerBound), FormatExpression(anyArgument: upperBound), true)
  }
}

extension PartialRangeFrom: ConstantRange {
  var bounds: MacroBounds { (FormatExpression(anyArgument: lowerBound), nil, false) }
}

extension PartialRangeThrough: ConstantRange {
  var bounds: MacroBounds { (nil, FormatExpression(anyArgument: upperBound), true) }
}

extension PartialRangeUpTo: ConstantRange {
  var bounds: MacroBounds { (nil, FormatExpression(anyArgument: upperBound), false) }
}

// MARK: Types and regular expressions

extension PredicateExpressions.TypeCheck: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part { throw .types("is \(Desired.self)") }
}

extension PredicateExpressions.ConditionalCast: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part { throw .types("as? \(Desired.self)") }
}

extension PredicateExpressions.ForceCast: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part { throw .types("as! \(Desired.self)") }
}

extension PredicateExpressions.StringContainsRegex: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    throw FormatError(
      .notConvertible("contains of a Regex", reason: "MATCHES has another syntax: write its pattern in a format"))
  }
}

extension FormatError {
  fileprivate static func types(_ operation: String) -> FormatError {
    FormatError(.notConvertible("'\(operation)'", reason: "the language has no type checks"))
  }
}
