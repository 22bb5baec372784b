import PredicateSemantics
import PredicateSyntax

/// A type of stored integers. `Int` and `UInt` do not conform: they are read as the types of their width.
///
/// Loops over integers are requirements, so that the compiler specializes them for each type. Each has one
/// implementation, in an extension of the protocol in the file of its subject.
protocol StoredInteger: FixedWidthInteger, BitwiseCopyable {
  /// Returns the integer at an address.
  static func box(_ address: UnsafeRawPointer) -> FormatValue
  /// Sets the integers of the live lanes. Those of `UInt64` are reinterpreted as `Int64`.
  static func fill(_ addresses: LaneAddresses, _ live: UInt64, _ out: UnsafeMutablePointer<Int64>)
  /// Adds the integers of the live lanes to a total. They have at most 32 bits.
  static func add(_ addresses: LaneAddresses, _ live: UInt64, to total: inout IntegerTotal)
  /// Returns the leaf for the integers of a path in an interval.
  static func leaf(_ path: AccessPath, _ interval: NumericInterval) -> PredicateNode
  /// Returns the node for the rows of a column whose integers are in an interval.
  static func columnNode(_ column: IntegerColumn, _ interval: NumericInterval) -> PredicateNode
}

// Safety: The integer at the address has this type.
extension StoredInteger {
  static func box(_ address: UnsafeRawPointer) -> FormatValue { unsafe FormatValue(address.load(as: Self.self)) }
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
