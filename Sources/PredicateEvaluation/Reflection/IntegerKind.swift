import PredicateSyntax

/// The integer types of the standard library by width and sign. `Int` and `UInt` have the kind of their width.
package enum IntegerKind: Sendable, Hashable, CaseIterable {
  case int8, int16, int32, int64, uint8, uint16, uint32, uint64

  /// Creates the kind of an integer type of the standard library. The result is `nil` for any other type.
  init?(_ type: Any.Type) {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(Int.self): self = MemoryLayout<Int>.size == 8 ? .int64 : .int32
    case ObjectIdentifier(UInt.self): self = MemoryLayout<UInt>.size == 8 ? .uint64 : .uint32
    case ObjectIdentifier(Int8.self): self = .int8
    case ObjectIdentifier(Int16.self): self = .int16
    case ObjectIdentifier(Int32.self): self = .int32
    case ObjectIdentifier(Int64.self): self = .int64
    case ObjectIdentifier(UInt8.self): self = .uint8
    case ObjectIdentifier(UInt16.self): self = .uint16
    case ObjectIdentifier(UInt32.self): self = .uint32
    case ObjectIdentifier(UInt64.self): self = .uint64
    default: return nil
    }
  }

  /// Returns the integer of this kind at `address`.
  func box(_ address: UnsafeRawPointer) -> FormatValue {
    switch self {
    case .int8: .integer(Int64(address.load(as: Int8.self)))
    case .int16: .integer(Int64(address.load(as: Int16.self)))
    case .int32: .integer(Int64(address.load(as: Int32.self)))
    case .int64: .integer(address.load(as: Int64.self))
    case .uint8: .integer(Int64(address.load(as: UInt8.self)))
    case .uint16: .integer(Int64(address.load(as: UInt16.self)))
    case .uint32: .integer(Int64(address.load(as: UInt32.self)))
    case .uint64: .number(address.load(as: UInt64.self))
    }
  }
}
