import PredicateSemantics
import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A Swift type for the parameters and results of registered functions: `Bool`, `Int`, `Double`, `Decimal`, `String`, `Date`,
/// `UUID`, `Data`, optionals and arrays of these, and `FormatValue` for any value.
public protocol PredicateFunctionValue: Sendable {
  /// The kind of value that the type represents.
  static var functionKind: PredicateFunction.Kind { get }
  /// Creates an instance from a value of this kind. The result is `nil` if the value does not fit the type.
  init?(functionValue: FormatValue)
  /// The instance as a value.
  var functionValue: FormatValue { get }
}

extension FormatValue: PredicateFunctionValue {
  /// Any value, including nil.
  public static var functionKind: PredicateFunction.Kind { .any }
  /// Creates a copy of the value.
  public init?(functionValue: FormatValue) { self = functionValue }
  /// The value itself.
  public var functionValue: FormatValue { self }
}

extension Bool: PredicateFunctionValue {
  /// The boolean kind.
  public static var functionKind: PredicateFunction.Kind { .bool }
  /// Creates a boolean from a boolean value.
  public init?(functionValue: FormatValue) {
    guard case .bool(let value) = functionValue else { return nil }
    self = value
  }
  /// The boolean value.
  public var functionValue: FormatValue { .bool(self) }
}

extension Int: PredicateFunctionValue {
  /// The integer kind.
  public static var functionKind: PredicateFunction.Kind { .integer }
  /// Creates an integer from an integer value that `Int` can represent.
  public init?(functionValue: FormatValue) {
    guard case .integer(let value) = functionValue, let number = Int(exactly: value) else { return nil }
    self = number
  }
  /// The integer value.
  public var functionValue: FormatValue { .integer(Int64(self)) }
}

extension Double: PredicateFunctionValue {
  /// The kind of all numbers.
  public static var functionKind: PredicateFunction.Kind { .number }
  /// Creates the double nearest to a number.
  public init?(functionValue: FormatValue) {
    switch functionValue {
    case .integer(let value): self = Double(value)
    case .unsigned(let value): self = Double(value)
    case .double(let value): self = value
    case .decimal(let value): self = value.doubleValue
    case .null, .bool, .string, .date, .uuid, .data, .list, .set, .record, .object: return nil
    }
  }
  /// The double value. NaN reads as nil.
  public var functionValue: FormatValue { .double(self) }
}

extension Decimal: PredicateFunctionValue {
  /// The decimal kind. Parameters accept any number.
  public static var functionKind: PredicateFunction.Kind { .decimal }
  /// Creates a decimal from a number. A double is converted by its shortest text.
  public init?(functionValue: FormatValue) {
    guard let value = functionValue.decimalValue else { return nil }
    self = value
  }
  /// The decimal value. NaN reads as nil.
  public var functionValue: FormatValue { FormatValue(self) }
}

extension String: PredicateFunctionValue {
  /// The string kind.
  public static var functionKind: PredicateFunction.Kind { .string }
  /// Creates a string from a string value.
  public init?(functionValue: FormatValue) {
    guard case .string(let value) = functionValue else { return nil }
    self = value
  }
  /// The string value.
  public var functionValue: FormatValue { .string(self) }
}

extension Date: PredicateFunctionValue {
  /// The date kind.
  public static var functionKind: PredicateFunction.Kind { .date }
  /// Creates a date from a date value.
  public init?(functionValue: FormatValue) {
    guard let value = functionValue.dateValue else { return nil }
    self = value
  }
  /// The date value.
  public var functionValue: FormatValue { FormatValue(self) }
}

extension UUID: PredicateFunctionValue {
  /// The UUID kind.
  public static var functionKind: PredicateFunction.Kind { .uuid }
  /// Creates a UUID from a UUID value.
  public init?(functionValue: FormatValue) {
    guard let value = functionValue.uuidValue else { return nil }
    self = value
  }
  /// The UUID value.
  public var functionValue: FormatValue { FormatValue(self) }
}

extension Data: PredicateFunctionValue {
  /// The data kind.
  public static var functionKind: PredicateFunction.Kind { .data }
  /// Creates data from a data value.
  public init?(functionValue: FormatValue) {
    guard let value = functionValue.dataValue else { return nil }
    self = value
  }
  /// The data value.
  public var functionValue: FormatValue { FormatValue(self) }
}

extension Optional: PredicateFunctionValue where Wrapped: PredicateFunctionValue {
  /// The kind of the wrapped type, or nil.
  public static var functionKind: PredicateFunction.Kind { .optional(Wrapped.functionKind) }
  /// Creates `nil` from nil, and an instance of the wrapped type from any other value.
  public init?(functionValue: FormatValue) {
    if case .null = functionValue {
      self = .none
    } else if let value = Wrapped(functionValue: functionValue) {
      self = .some(value)
    } else {
      return nil
    }
  }
  /// The wrapped instance as a value, or nil.
  public var functionValue: FormatValue { self?.functionValue ?? .null }
}

extension Array: PredicateFunctionValue where Element: PredicateFunctionValue {
  /// The kind of lists and sets.
  public static var functionKind: PredicateFunction.Kind { .collection }
  /// Creates an array from a list or set. The result is `nil` if an element does not fit the element type.
  public init?(functionValue: FormatValue) {
    guard let elements = functionValue.elements else { return nil }
    let values = elements.compactMap { Element(functionValue: $0.nanAsNil) }
    guard values.count == elements.count else { return nil }
    self = values
  }
  /// The list value.
  public var functionValue: FormatValue { .list(map(\.functionValue)) }
}
