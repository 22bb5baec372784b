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

extension StoredInteger {
  /// Returns the values of a column. The functions of a column are called on its `type`, so that its values have this type.
  private static func values(of column: IntegerColumn) -> UnsafePointer<Self> {
    unsafe column.values.assumingMemoryBound(to: Self.self)
  }

  static func columnNode(_ column: IntegerColumn, _ interval: NumericInterval) -> PredicateNode {
    guard let range = IntegerRange<Self>(interval) else { return .never }
    let (values, present) = unsafe (values(of: column), column.present)
    return PredicateNode(cost: 1) { _, block, live in
      let values = unsafe values + block.first
      return columnLanes(present.lanes(block, live), ifMoreThan: 12) { unsafe range.contains(values[$0]) }
    }
  }

  static func columnNode(
    _ column: IntegerColumn, among elements: [FormatValue], _ store: KernelMemory
  ) -> PredicateNode {
    let members = IntegerMembership<Self>.members(elements)
    guard let least = members.first, let greatest = members.last else { return .never }
    let (values, present) = unsafe (values(of: column), column.present)
    let width = greatest.subtractingReportingOverflow(least)
    if !width.overflow, let width = Int(exactly: width.partialValue), width < 1 << 12 {
      // The members are close together: one byte for each integer in their range, and one for all others.
      var answers = [UInt8](repeating: 0, count: width + 2)
      // Safety: A member is at most `width` above `least`.
      for member in members { answers[Int(truncatingIfNeeded: member &- least)] = 1 }
      let table = unsafe store.values(answers)
      return PredicateNode(cost: 2) { _, block, live in
        let values = unsafe values + block.first
        return columnLanes(present.lanes(block, live), ifMoreThan: 12) {
          // Safety: The difference may wrap, and is then greater than `width`. All such values use the table's last entry.
          let offset = unsafe Magnitude(truncatingIfNeeded: values[$0] &- least)
          return unsafe table[
            offset <= Magnitude(truncatingIfNeeded: width) ? Int(truncatingIfNeeded: offset) : width &+ 1]
            != 0
        }
      }
    }
    let membership = IntegerMembership<Self>(elements, store)
    return PredicateNode(cost: 4) { _, block, live in
      let values = unsafe values + block.first
      return scan(present.lanes(block, live)) { unsafe membership.contains(values[$0]) }
    }
  }

  static func columnIntegers(_ column: IntegerColumn) -> NumberNode<Int64> {
    let (values, present) = unsafe (values(of: column), column.present)
    return unsafe NumberNode(fill: { _, block, live, out in
      let values = unsafe values + block.first
      let mask = present.lanes(block, live)
      everyLane(mask) { unsafe out[$0] = Int64(truncatingIfNeeded: values[$0]) }
      return mask
    })
  }
}
