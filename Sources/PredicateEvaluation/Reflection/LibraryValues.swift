import Foundation
import PredicateModel
import PredicateSyntax

/// How the values of a library type are read as values of another type.
struct LibraryValues: Sendable {
  /// The type that values are read as.
  let type: ValueType
  /// Reads the value at an address.
  let read: @Sendable (UnsafeRawPointer) -> FormatValue

  /// Returns how the values of a type are read, or `nil` if the table does not have the type.
  static func of(_ type: Any.Type) -> LibraryValues? { rows[ObjectIdentifier(type)] }

  private static let rows: [ObjectIdentifier: LibraryValues] = {
    var rows: [ObjectIdentifier: LibraryValues] = [:]
    func add<Value>(
      _: Value.Type, as type: ValueType, _ read: @escaping @Sendable (Value) -> FormatValue
    ) {
      rows[ObjectIdentifier(Value.self)] = LibraryValues(type: type) {
        read($0.assumingMemoryBound(to: Value.self).pointee)
      }
    }
    add(Character.self, as: .string) { .string(String($0)) }
    add(Unicode.Scalar.self, as: .string) { .string(String($0)) }
    add(Locale.self, as: .string) { .string($0.identifier) }
    add(TimeZone.self, as: .string) { .string($0.identifier) }
    // Always decimal, so that division does not depend on the value.
    add(Int128.self, as: .decimal) { FormatValue(decimalOf: $0) }
    add(UInt128.self, as: .decimal) { FormatValue(decimalOf: $0) }
    add(Duration.self, as: .decimal) { FormatValue($0) }
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    add(Float16.self, as: .double) { .double(Double($0)) }
    #endif
    return rows
  }()
}

extension IndexSet: ElementStorage {
  static var elementType: Any.Type { Int.self }

  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    Array<Int>.withElementsOf(Array(address.assumingMemoryBound(to: Self.self).pointee), for: address, body)
  }
}
