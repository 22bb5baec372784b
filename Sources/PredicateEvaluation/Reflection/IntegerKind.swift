import PredicateSemantics
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

  /// The type.
  var type: any StoredInteger.Type {
    switch self {
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int64.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt64.self
    }
  }
}

/// An integer type of the standard library. What depends on the type is a requirement with one generic implementation, so that
/// the compiler specializes it for each type.
protocol StoredInteger: FixedWidthInteger, BitwiseCopyable {
  /// Returns the integer at an address.
  static func box(_ address: UnsafeRawPointer) -> FormatValue
  /// Returns the leaf for the integers of a path in an interval.
  static func leaf(_ path: AccessPath, _ interval: NumericInterval) -> PredicateNode
  /// Returns the leaf for the integers of a path among constants.
  static func leaf(_ path: AccessPath, among elements: [FormatValue], _ store: KernelMemory) -> PredicateNode
  /// Returns the node for the integers of a path, which fit in `Int64`.
  static func node(_ path: AccessPath) -> NumberNode<Int64>
  /// Returns the ranks of the integers of a path.
  static func ranks(_ path: AccessPath) -> RankNode
  /// Returns the lanes whose optional integer is not nil.
  static func present(_ addresses: LaneAddresses, _ live: UInt64) -> UInt64
}

extension StoredInteger {
  static func box(_ address: UnsafeRawPointer) -> FormatValue { FormatValue(address.load(as: Self.self)) }
}

extension Int8: StoredInteger {}
extension Int16: StoredInteger {}
extension Int32: StoredInteger {}
extension Int64: StoredInteger {}
extension UInt8: StoredInteger {}
extension UInt16: StoredInteger {}
extension UInt32: StoredInteger {}
extension UInt64: StoredInteger {}

extension FormatValue {
  /// Creates a value from an integer of any width.
  init(_ value: some FixedWidthInteger) {
    self = Int64(exactly: value).map(FormatValue.integer) ?? .unsigned(UInt64(truncatingIfNeeded: value))
  }
}
