import PredicateSemantics
import PredicateSyntax

/// A column of integers in the narrowest width that fits all of them.
///
/// Safety: The values have the type of the column. The program owns the memory, and a block follows the last row.
@safe struct IntegerColumn {
  let type: any StoredInteger.Type
  /// The values, which have the type `type`, and are 0 for rows without one.
  let values: UnsafeRawPointer
  /// The least and the greatest value, or `nil` if there are no values.
  let extremes: (least: FormatValue, greatest: FormatValue)?
  /// The rows that have a value, or `nil` if all do.
  let present: RowBits?
}

extension IntegerColumn {
  /// The node for the integers. Those of `UInt64` are reinterpreted as `Int64`.
  var node: NumberNode<Int64> {
    let (type, stride) = (type, type.bitWidth / 8)
    let (values, present) = unsafe (values, present)
    return unsafe NumberNode(fill: { _, block, live, out in
      let mask = present.lanes(block, live)
      unsafe type.fill(LaneAddresses(first: values + block.first * stride, stride: stride), mask, out)
      return mask
    })
  }

  /// Returns the node for the rows whose integers are among constants.
  func node(among elements: [FormatValue], _ store: KernelMemory) -> PredicateNode {
    node.node(among: elements, of: type, cost: 4, store)
  }
}

extension StoredInteger {
  static func columnNode(_ column: IntegerColumn, _ interval: NumericInterval) -> PredicateNode {
    guard let range = IntegerRange<Self>(interval) else { return .never }
    let (values, present) = unsafe (column.values.assumingMemoryBound(to: Self.self), column.present)
    return PredicateNode(cost: 1) { _, block, live in
      let values = unsafe values + block.first
      return columnLanes(present.lanes(block, live), ifMoreThan: 12) { unsafe range.contains(values[$0]) }
    }
  }
}
