#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import PredicateEvaluation
import PredicateSyntax

/// An expression of a Foundation predicate that has a counterpart in the language.
protocol MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part
}

/// Reads the expressions of a Foundation predicate.
struct MacroReader {
  /// What an expression becomes.
  enum Part {
    case value(FormatExpression)
    case condition(FormatPredicate)
    /// A truth value that is nil unless `guarding` is true.
    case optional(guarding: FormatPredicate, FormatPredicate)
  }

  let names: [AnyKeyPath: String]
  let options: FormatStringOptions
  /// The trees that variables stand for.
  var variables: [PredicateExpressions.VariableID: FormatExpression] = [:]
  /// The number of variables of subqueries so far.
  private var variableCount = 0

  init(names: [AnyKeyPath: String], options: FormatStringOptions) { (self.names, self.options) = (names, options) }

  // MARK: Parts

  mutating func part(_ expression: any PredicateExpression) throws(FormatError) -> Part {
    guard let known = expression as? any MacroExpression else {
      let name = "\(type(of: expression))".prefix { $0 != "<" }
      throw FormatError(.notConvertible("the expression \(name)", reason: "the conversion has no rule for it"))
    }
    return try known.part(&self)
  }

  /// Returns an expression as a condition. nil is false.
  mutating func condition(_ expression: any PredicateExpression) throws(FormatError) -> FormatPredicate {
    switch try part(expression) {
    case .value(let value): Self.isTrue(value)
    case .condition(let condition): condition
    case .optional(let isThere, let condition): Self.and(isThere, condition)
    }
  }

  /// Returns an expression as a value. A condition is YES or NO.
  mutating func value(_ expression: any PredicateExpression) throws(FormatError) -> FormatExpression {
    Self.value(of: try part(expression))
  }

  static func value(of part: Part) -> FormatExpression {
    switch part {
    case .value(let value): value
    case .condition(let condition): .ternary(condition, .constant(true), .constant(false))
    case .optional(let isThere, let condition): .ternary(isThere, value(of: .condition(condition)), .constant(nil))
    }
  }

  private static func isTrue(_ value: FormatExpression) -> FormatPredicate {
    if case .constant(let constant) = value.kind { return FormatPredicate(constant == .bool(true)) }
    return FormatPredicate(value, .equalTo, .constant(true))
  }

  // MARK: Logic without constants

  static func and(_ left: FormatPredicate, _ right: FormatPredicate) -> FormatPredicate {
    switch (left.kind, right.kind) {
    case (.constant(let value), _): value ? right : left
    case (_, .constant(let value)): value ? left : right
    default: left && right
    }
  }

  static func or(_ left: FormatPredicate, _ right: FormatPredicate) -> FormatPredicate {
    switch (left.kind, right.kind) {
    case (.constant(let value), _): value ? left : right
    case (_, .constant(let value)): value ? right : left
    default: left || right
    }
  }

  /// Returns the negation. That of == is !=, and the other way round.
  static func not(_ condition: FormatPredicate) -> FormatPredicate {
    switch condition.kind {
    case .constant(let value): return FormatPredicate(!value)
    case .not(let part): return part
    case .comparison(var comparison) where comparison.modifier == .direct:
      switch comparison.operator {
      case .equalTo: comparison.operator = .notEqualTo
      case .notEqualTo: comparison.operator = .equalTo
      default: return !condition
      }
      return FormatPredicate(.comparison(comparison))
    default: return !condition
    }
  }

  // MARK: Comparisons

  /// Returns `left == right`, for values of type `type`.
  mutating func equality(
    _ left: any PredicateExpression, _ right: any PredicateExpression, of type: Any.Type
  ) throws(FormatError) -> FormatPredicate {
    try Self.expectOneLevel(of: type)
    let (left, right) = try (part(left), part(right))
    switch (left, right) {
    case (.value(let constant), let part), (let part, .value(let constant)):
      if let truth = Self.truth(part), case .constant(let value) = constant.kind {
        if value.isNull { return Self.not(truth.isThere) }
        return Self.and(truth.isThere, value == .bool(true) ? truth.isTrue : Self.not(truth.isTrue))
      }
    default:
      if let (left, right) = Self.truth(left).flatMap({ left in Self.truth(right).map { (left, $0) } }) {
        let areThere = Self.and(left.isThere, right.isThere)
        let areTrue = Self.and(areThere, left.isTrue && right.isTrue)
        let areFalse = Self.and(areThere, Self.not(left.isTrue) && Self.not(right.isTrue))
        let areNil = Self.and(Self.not(left.isThere), Self.not(right.isThere))
        return Self.or(areTrue || areFalse, areNil)
      }
    }
    return try comparison(Self.value(of: left), .equalTo, Self.value(of: right), of: type)
  }

  /// Returns the two conditions of a truth value: that it is not nil, and that it is true.
  private static func truth(_ part: Part) -> (isThere: FormatPredicate, isTrue: FormatPredicate)? {
    switch part {
    case .value: nil
    case .condition(let condition): (FormatPredicate(true), condition)
    case .optional(let isThere, let condition): (isThere, condition)
    }
  }

  /// Returns a comparison of two values of type `type`.
  func comparison(
    _ left: FormatExpression, _ comparison: FormatComparisonOperator, _ right: FormatExpression, of type: Any.Type,
    modifier: FormatPredicate.Comparison.Modifier = .direct
  ) throws(FormatError) -> FormatPredicate {
    // A comparison with nil calls no function of the type.
    let isNilTest = [left.kind, right.kind].contains(.constant(.null))
    if Self.unwrapped(type) is AnyObject.Type, !isNilTest { throw .ownEquality(of: type) }
    for operand in [left, right] {
      switch operand.kind {
      case .constant(.list(let values)), .constant(.set(let values)):
        if values.contains(where: \.isRecordOrObject) { throw .ownEquality(of: type) }
      case .constant(let value): if value.isRecordOrObject { throw .ownEquality(of: type) }
      case .invalid(let diagnostic): throw FormatError([diagnostic], source: "")
      default: break
      }
    }
    return FormatPredicate(
      left, comparison, right, modifier: modifier,
      options: comparison.takesOptions && Self.isString(type) ? options : [])
  }

  /// Returns whether a value is in a list of constants.
  func membership(
    of value: FormatExpression, in list: FormatExpression, _ constants: [FormatValue], of type: Any.Type
  ) throws(FormatError) -> FormatPredicate {
    guard Self.isString(type), !options.isEmpty else { return try comparison(value, .in, list, of: type) }
    var equalities: [FormatPredicate] = []
    for constant in constants where !constant.isNull {
      try equalities.append(comparison(value, .equalTo, .constant(constant), of: type))
    }
    return .any(equalities)
  }

  /// Throws an error if a type is an optional of an optional, which has two kinds of nil.
  static func expectOneLevel(of type: Any.Type) throws(FormatError) {
    guard type is any OptionalType.Type, unwrapped(type) is any OptionalType.Type else { return }
    throw FormatError(.notConvertible("a value of \(type)", reason: "the language has one nil"))
  }

  /// Throws an error if the keys of a dictionary are not strings.
  static func expectStrings(asKeys type: Any.Type) throws(FormatError) {
    if type == String.self || type == Substring.self { return }
    throw FormatError(.notConvertible("a dictionary with keys of \(type)", reason: "a key is a string"))
  }

  /// Throws an error if a type defines its own order.
  static func expectOrder(of type: Any.Type) throws(FormatError) {
    if isString(type) || type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type || type == Decimal.self
      || type == Date.self
    {
      return
    }
    throw FormatError(.notConvertible("the order of values of \(type)", reason: "it calls the < of the type"))
  }

  /// Throws an error if the language computes with another precision than a type.
  static func expectArithmetic(of type: Any.Type) throws(FormatError) {
    if type is any BinaryFloatingPoint.Type, type != Double.self {
      throw FormatError(.notConvertible("arithmetic of \(type)", reason: "the language computes with doubles"))
    }
  }

  /// Throws an error if a type is a string, whose Characters the language cannot read.
  static func expectCollection(_ type: Any.Type) throws(FormatError) {
    if isString(type) {
      throw FormatError(
        .notConvertible("an operation on the Characters of a string", reason: "a string has no elements"))
    }
  }

  /// Whether values of a type are strings, or optional strings.
  static func isString(_ type: Any.Type) -> Bool {
    let type = unwrapped(type)
    return type is any StringProtocol.Type || type == Character.self
  }

  private static func unwrapped(_ type: Any.Type) -> Any.Type { (type as? any OptionalType.Type)?.wrapped ?? type }

  // MARK: Collections

  /// Returns `SUBQUERY(sequence, $x, condition)`, in which the condition is that of the elements, or its negation.
  mutating func subquery<Elements: Sequence>(
    _ sequence: any PredicateExpression<Elements>, _ variable: PredicateExpressions.Variable<Elements.Element>,
    _ test: any PredicateExpression, isNegated: Bool = false
  ) throws(FormatError) -> FormatExpression {
    try Self.expectCollection(Elements.self)
    let collection = try value(sequence)
    variableCount += 1
    let name = variableCount == 1 ? "x" : "x\(variableCount)"
    variables[variable.key] = .variable(name)
    let condition = try condition(test)
    return .subquery(collection, variable: name, isNegated ? Self.not(condition) : condition)
  }

  /// Returns the comparison of the number of elements with 0.
  static func isEmpty(_ collection: FormatExpression, _ comparison: FormatComparisonOperator = .equalTo)
    -> FormatPredicate
  {
    FormatPredicate(collection.appending("@count"), comparison, .constant(0))
  }

  /// Returns whether a string contains a part or begins with it. In Swift, every string contains the empty string. In the language, none
  /// does.
  func hasPart(
    _ string: FormatExpression, _ comparison: FormatComparisonOperator, _ part: FormatExpression
  ) throws(FormatError) -> FormatPredicate {
    if case .constant(.string("")) = part.kind { return FormatPredicate(true) }
    let found = try self.comparison(string, comparison, part, of: String.self)
    if case .constant = part.kind { return found }
    return FormatPredicate(part, .equalTo, .constant("")) || found
  }

  // MARK: Key paths

  /// Returns the key path of a root expression.
  func keyPath(_ keyPath: AnyKeyPath, of root: FormatExpression) throws(FormatError) -> FormatExpression {
    let name: String
    if let given = names[keyPath] {
      name = given
    } else if Self.isRawValue(keyPath) {
      return root
    } else {
      let type = type(of: keyPath).rootType
      if keyPath.predicateKey == nil, type is any RawRepresentable.Type {
        let reason = "compare the enum itself, or make it CaseIterable to use rawValue"
        throw FormatError(.notConvertible("a computed property of \(type)", reason: reason))
      }
      name = try keyPath.requiredKey()
    }
    return name == "self" ? root : root.appending(name)
  }

  /// Whether a key path is the raw value of an enum: that of each case, if the cases are known.
  private static func isRawValue(_ keyPath: AnyKeyPath) -> Bool {
    func open<Raw: RawRepresentable & CaseIterable>(_: Raw.Type) -> Bool {
      guard let property = keyPath as? KeyPath<Raw, Raw.RawValue> else { return false }
      return Raw.allCases.allSatisfy { "\($0[keyPath: property])" == "\($0.rawValue)" }
    }
    guard let type = type(of: keyPath).rootType as? any (RawRepresentable & CaseIterable).Type else { return false }
    return open(type)
  }
}

extension FormatError {
  /// The error for a type with an `==` of its own.
  fileprivate static func ownEquality(of type: Any.Type) -> FormatError {
    FormatError(.notConvertible("a comparison of values of \(type)", reason: "it calls the == of the type"))
  }
}

extension FormatExpression {
  /// Returns `value ?? other`.
  static func coalescing(_ value: FormatExpression, _ other: FormatExpression) -> FormatExpression {
    .ternary(FormatPredicate(value, .notEqualTo, .constant(nil)), value, other)
  }

  /// Returns `TERNARY(condition, then, otherwise)`.
  static func ternary(
    _ condition: FormatPredicate, _ then: FormatExpression, _ otherwise: FormatExpression
  ) -> FormatExpression {
    FormatExpression(.conditional(.init(condition, then, otherwise)))
  }

  /// Returns the key path `root.name`.
  func appending(_ name: String) -> FormatExpression {
    FormatExpression(.keys(FormatExpression.KeyStep.steps(of: name), after: self))
  }
}

extension FormatPredicate {
  /// Returns `test ? then : otherwise`.
  static func either(_ test: FormatPredicate, _ then: FormatPredicate, _ otherwise: FormatPredicate) -> FormatPredicate
  {
    MacroReader.or(MacroReader.and(test, then), MacroReader.and(MacroReader.not(test), otherwise))
  }
}

private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}
