import Foundation
import PredicateSemantics
import PredicateSyntax

extension SwiftType {
  /// Returns how the values of a library type are read as values of another type, or `nil` for other types.
  static func library(_ type: Any.Type) -> Kind? {
    func reading<Value>(_ type: ValueType, _ read: @escaping (Value) -> FormatValue) -> Kind {
      .read(as: type) { read($0.assumingMemoryBound(to: Value.self).pointee) }
    }
    switch type {
    case is Character.Type: return reading(.string) { (value: Character) in .string(String(value)) }
    case is Unicode.Scalar.Type: return reading(.string) { (value: Unicode.Scalar) in .string(String(value)) }
    case is Locale.Type: return reading(.string) { (value: Locale) in .string(value.identifier) }
    case is TimeZone.Type: return reading(.string) { (value: TimeZone) in .string(value.identifier) }
    // Always decimal, so that division does not depend on the value.
    case is Int128.Type: return reading(.decimal) { (value: Int128) in FormatValue(decimalOf: value) }
    case is UInt128.Type: return reading(.decimal) { (value: UInt128) in FormatValue(decimalOf: value) }
    case is Duration.Type: return reading(.decimal) { (value: Duration) in FormatValue(value) }
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    case is Float16.Type: return reading(.double) { (value: Float16) in .double(Double(value)) }
    #endif
    default: return nil
    }
  }
}

extension IndexSet: ElementStorage {
  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    Array<Int>.withElementsOf(Array(address.assumingMemoryBound(to: Self.self).pointee), for: address, body)
  }
}
