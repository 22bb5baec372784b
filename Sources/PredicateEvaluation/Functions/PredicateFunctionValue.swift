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
  /// The conversion of instances from and to values of the language.
  static var functionConversion: PredicateFunctionConversion<Self> { get }
}

/// The conversion of a Swift type from and to values of the language, for the parameters and results of registered functions.
public struct PredicateFunctionConversion<Instance>: Sendable {
  package let kind: PredicateFunction.Kind
  package let instance: @Sendable (FormatValue) -> Instance?
  package let value: @Sendable (Instance) -> FormatValue

  /// Creates a conversion.
  ///
  /// - Parameters:
  ///   - kind: The kind of value that the type represents.
  ///   - instance: Returns an instance for a value of this kind, or `nil` if the value does not fit the type.
  ///   - value: Returns the value of an instance.
  public init(
    _ kind: PredicateFunction.Kind, instance: @escaping @Sendable (FormatValue) -> Instance?,
    value: @escaping @Sendable (Instance) -> FormatValue
  ) {
    (self.kind, self.instance, self.value) = (kind, instance, value)
  }
}

extension FormatValue: PredicateFunctionValue {
  /// Any value, including nil.
  public static var functionConversion: PredicateFunctionConversion<FormatValue> {
    .init(.any, instance: { $0 }, value: { $0 })
  }
}

extension Bool: PredicateFunctionValue {
  /// Boolean values.
  @_documentation(visibility: internal)
  public static var functionConversion: PredicateFunctionConversion<Bool> {
    .init(.bool, instance: { if case .bool(let value) = $0 { value } else { nil } }, value: { .bool($0) })
  }
}

extension Int: PredicateFunctionValue {
  /// Integers that `Int` can represent.
  @_documentation(visibility: internal)
  public static var functionConversion: PredicateFunctionConversion<Int> {
    .init(
      .integer, instance: { if case .integer(let value) = $0 { Int(exactly: value) } else { nil } },
      value: { .integer(Int64($0)) })
  }
}

extension Double: PredicateFunctionValue {
  /// The double nearest to any number. NaN reads as nil.
  @_documentation(visibility: internal)
  public static var functionConversion: PredicateFunctionConversion<Double> {
    .init(
      .number,
      instance: { number in
        switch number {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        case .decimal(let value): value.doubleValue
        case .null, .bool, .string, .date, .uuid, .data, .list, .set, .record, .object: nil
        }
      }, value: { .double($0) })
  }
}

extension Decimal: PredicateFunctionValue {
  /// Any number. A double is converted by its shortest text. NaN reads as nil.
  @_documentation(visibility: internal)
  public static var functionConversion: PredicateFunctionConversion<Decimal> {
    .init(.decimal, instance: { $0.decimalValue }, value: { FormatValue($0) })
  }
}

extension String: PredicateFunctionValue {
  /// Strings.
  @_documentation(visibility: internal)
  public static var functionConversion: PredicateFunctionConversion<String> {
    .init(.string, instance: { $0.stringValue }, value: { .string($0) })
  }
}

extension Date: PredicateFunctionValue {
  /// Dates.
  @_documentation(visibility: internal)
  public static var functionConversion: PredicateFunctionConversion<Date> {
    .init(.date, instance: { $0.dateValue }, value: { FormatValue($0) })
  }
}

extension UUID: PredicateFunctionValue {
  /// UUIDs.
  @_documentation(visibility: internal)
  public static var functionConversion: PredicateFunctionConversion<UUID> {
    .init(.uuid, instance: { $0.uuidValue }, value: { FormatValue($0) })
  }
}

extension Data: PredicateFunctionValue {
  /// Bytes.
  @_documentation(visibility: internal)
  public static var functionConversion: PredicateFunctionConversion<Data> {
    .init(.data, instance: { $0.dataValue }, value: { FormatValue($0) })
  }
}

extension Optional: PredicateFunctionValue where Wrapped: PredicateFunctionValue {
  /// Values of the wrapped type, or nil.
  @_documentation(visibility: internal)
  public static var functionConversion: PredicateFunctionConversion<Wrapped?> {
    let wrapped = Wrapped.functionConversion
    return .init(
      .optional(wrapped.kind), instance: { $0.isNull ? .some(nil) : wrapped.instance($0).map { .some($0) } },
      value: { $0.map(wrapped.value) ?? .null })
  }
}

extension Array: PredicateFunctionValue where Element: PredicateFunctionValue {
  /// Lists and sets whose elements fit the element type.
  @_documentation(visibility: internal)
  public static var functionConversion: PredicateFunctionConversion<[Element]> {
    let element = Element.functionConversion
    return .init(
      .collection,
      instance: { collection in
        guard let elements = collection.elements else { return nil }
        let values = elements.compactMap { element.instance($0.nanAsNil) }
        return values.count == elements.count ? values : nil
      }, value: { .list($0.map(element.value)) })
  }
}
