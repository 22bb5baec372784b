import PredicateSemantics
import PredicateSyntax

/// A type of stored integers. `Int` and `UInt` do not conform: they are read as the types of their width.
///
/// Loops over integers are requirements, so that the compiler specializes them for each type. Each has one
/// implementation, in an extension of the protocol in the file of its subject.
protocol StoredInteger: FixedWidthInteger, BitwiseCopyable {
  /// Returns the integer at an address.
  static func box(_ address: UnsafeRawPointer) -> FormatValue
  /// Returns the leaf for the integers of a path in an interval.
  static func leaf(_ path: AccessPath, _ interval: NumericInterval) -> PredicateNode
  /// Returns the leaf for the integers of a path among constants.
  static func leaf(_ path: AccessPath, among elements: [FormatValue], _ store: KernelMemory) -> PredicateNode
  /// Returns the node for the integers of a path, which fit in `Int64`.
  static func node(_ path: AccessPath) -> NumberNode<Int64>
  /// Returns the node for the rows of a column whose integers are in an interval.
  static func columnNode(_ column: IntegerColumn, _ interval: NumericInterval) -> PredicateNode
  /// Returns the node for the rows of a column whose integers are among constants.
  static func columnNode(_ column: IntegerColumn, among elements: [FormatValue], _ store: KernelMemory) -> PredicateNode
  /// Returns the node for the integers of a column, which fit in `Int64`.
  static func columnIntegers(_ column: IntegerColumn) -> NumberNode<Int64>
  /// Returns the ranks of the integers of a path.
  static func ranks(_ path: AccessPath) -> RankNode
  /// Returns the lanes whose optional integer is not nil.
  static func present(_ addresses: LaneAddresses, _ live: UInt64) -> UInt64
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
