import Foundation
import PredicateSemantics
import PredicateSyntax

// Safety: The reader is chosen by the type of the value at the address.
extension SwiftType {
  /// Returns the kind of a type of the standard library or Foundation whose values are converted to values of the
  /// language, such as `Character`. The result is `nil` for other types.
  static func library(_ type: Any.Type) -> Kind? {
    func reading<Value>(_ type: ValueType, _ read: @escaping (Value) -> FormatValue) -> Kind {
      unsafe .read(as: type) { unsafe read($0.assumingMemoryBound(to: Value.self).pointee) }
    }
    switch type {
    case is Character.Type: return reading(.string) { (value: Character) in .string(String(value)) }
    case is Unicode.Scalar.Type: return reading(.string) { (value: Unicode.Scalar) in .string(String(value)) }
    case is Locale.Type: return reading(.string) { (value: Locale) in .string(value.identifier) }
    case is TimeZone.Type: return reading(.string) { (value: TimeZone) in .string(value.identifier) }
    // These are decimals even if they fit in 64 bits, so that all values of a key are divided in the same way.
    case is Int128.Type: return reading(.decimal) { (value: Int128) in FormatValue(decimalOf: value) }
    case is UInt128.Type: return reading(.decimal) { (value: UInt128) in FormatValue(decimalOf: value) }
    case is Duration.Type: return reading(.decimal) { (value: Duration) in FormatValue(value) }
    // Swift has no `Float16` on Macs with Intel processors.
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    case is Float16.Type:
      return reading(.double(precision: .half)) { (value: Float16) in .narrow(Double(value), .half) }
    #endif
    default: return nil
    }
  }
}

// The elements of an index set are not consecutive in memory, so they are read from a copy.
extension IndexSet: ElementStorage {
  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    unsafe Array<Int>.withElementsOf(Array(address.assumingMemoryBound(to: Self.self).pointee), for: address, body)
  }
}
