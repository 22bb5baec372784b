import Foundation
import PredicateModel
import PredicateSyntax

/// A Swift type that functions of the program take and give: `Bool`, `Int`, `Double`, `Decimal`, `String`, `Date`, `UUID`,
/// `Data`, optionals and arrays of these, and `FormatValue` for anything at all.
public protocol PredicateFunctionValue: Sendable {
  /// The kind of the language's values that the type stands for.
  static var functionKind: PredicateFunction.Kind { get }
  /// Reads a value of the kind; nil where it does not fit the type.
  init?(functionValue: FormatValue)
  /// The value for the language.
  var functionValue: FormatValue { get }
}

extension FormatValue: PredicateFunctionValue {
  /// Any value, nil too.
  public static var functionKind: PredicateFunction.Kind { .any }
  /// The value itself.
  public init?(functionValue: FormatValue) { self = functionValue }
  /// The value itself.
  public var functionValue: FormatValue { self }
}

extension Bool: PredicateFunctionValue {
  /// A boolean.
  public static var functionKind: PredicateFunction.Kind { .bool }
  /// The boolean.
  public init?(functionValue: FormatValue) {
    guard case .bool(let value) = functionValue else { return nil }
    self = value
  }
  /// The boolean.
  public var functionValue: FormatValue { .bool(self) }
}

extension Int: PredicateFunctionValue {
  /// A whole number.
  public static var functionKind: PredicateFunction.Kind { .integer }
  /// The whole number.
  public init?(functionValue: FormatValue) {
    guard case .integer(let value) = functionValue, let number = Int(exactly: value) else { return nil }
    self = number
  }
  /// The whole number.
  public var functionValue: FormatValue { .integer(Int64(self)) }
}

extension Double: PredicateFunctionValue {
  /// A number of any kind.
  public static var functionKind: PredicateFunction.Kind { .number }
  /// The nearest double.
  public init?(functionValue: FormatValue) {
    switch functionValue {
    case .integer(let value): self = Double(value)
    case .unsigned(let value): self = Double(value)
    case .double(let value): self = value
    case .decimal(let value): self = value.doubleValue
    default: return nil
    }
  }
  /// The number; NaN reads as nil.
  public var functionValue: FormatValue { .double(self) }
}

extension Decimal: PredicateFunctionValue {
  /// A number of any kind; it gives a decimal.
  public static var functionKind: PredicateFunction.Kind { .decimal }
  /// The number, a double by its shortest text.
  public init?(functionValue: FormatValue) {
    guard let value = functionValue.decimalValue else { return nil }
    self = value
  }
  /// The number; NaN reads as nil.
  public var functionValue: FormatValue { FormatValue(self) }
}

extension String: PredicateFunctionValue {
  /// A string.
  public static var functionKind: PredicateFunction.Kind { .string }
  /// The string.
  public init?(functionValue: FormatValue) {
    guard case .string(let value) = functionValue else { return nil }
    self = value
  }
  /// The string.
  public var functionValue: FormatValue { .string(self) }
}

extension Date: PredicateFunctionValue {
  /// A date.
  public static var functionKind: PredicateFunction.Kind { .date }
  /// The point in time.
  public init?(functionValue: FormatValue) {
    guard let value = functionValue.dateValue else { return nil }
    self = value
  }
  /// The point in time.
  public var functionValue: FormatValue { FormatValue(self) }
}

extension UUID: PredicateFunctionValue {
  /// A UUID.
  public static var functionKind: PredicateFunction.Kind { .uuid }
  /// The identifier.
  public init?(functionValue: FormatValue) {
    guard let value = functionValue.uuidValue else { return nil }
    self = value
  }
  /// The identifier.
  public var functionValue: FormatValue { FormatValue(self) }
}

extension Data: PredicateFunctionValue {
  /// Bytes.
  public static var functionKind: PredicateFunction.Kind { .data }
  /// The bytes.
  public init?(functionValue: FormatValue) {
    guard let value = functionValue.dataValue else { return nil }
    self = value
  }
  /// The bytes.
  public var functionValue: FormatValue { FormatValue(self) }
}

extension Optional: PredicateFunctionValue where Wrapped: PredicateFunctionValue {
  /// Such a value, or nil.
  public static var functionKind: PredicateFunction.Kind { .optional(Wrapped.functionKind) }
  /// The value; nil is one too.
  public init?(functionValue: FormatValue) {
    if case .null = functionValue {
      self = .none
    } else if let value = Wrapped(functionValue: functionValue) {
      self = .some(value)
    } else {
      return nil
    }
  }
  /// The value, or nil.
  public var functionValue: FormatValue { self?.functionValue ?? .null }
}

extension Array: PredicateFunctionValue where Element: PredicateFunctionValue {
  /// A list or a set.
  public static var functionKind: PredicateFunction.Kind { .collection }
  /// The elements; each must fit.
  public init?(functionValue: FormatValue) {
    guard let elements = functionValue.elements else { return nil }
    let values = elements.compactMap { Element(functionValue: $0.settled) }
    guard values.count == elements.count else { return nil }
    self = values
  }
  /// A list.
  public var functionValue: FormatValue { .list(map(\.functionValue)) }
}
