import PredicateSemantics
import PredicateSyntax

/// A column of integers in the narrowest width that fits all of them.
struct IntegerColumn<T: FixedWidthInteger & BitwiseCopyable> {
  /// The values, which are 0 for rows without one.
  let values: UnsafePointer<T>
  /// The least and the greatest value, or `nil` if there are no values.
  let extremes: (least: T, greatest: T)?
  /// The rows that have a value, or `nil` if all do.
  let present: RowBits?

  /// Returns a node for the rows whose values are in an interval.
  @inline(__always)
  func node(_ interval: NumericInterval) -> PredicateNode {
    guard let range = IntegerRange<T>(interval) else { return .never }
    let (values, present) = (values, present)
    return PredicateNode(cost: 1) { _, block, live in
      let values = values + block.first
      let mask = present.map { $0.word(from: block.first) & live } ?? live
      return columnLanes(mask, ifMoreThan: 12) { range.contains(values[$0]) }
    }
  }

  /// Returns a node for the rows whose values are among constants. Constants that no row can equal are dropped.
  @inline(__always)
  func membershipNode(_ elements: [FormatValue], _ store: KernelMemory) -> PredicateNode {
    let members: [T] = IntegerMembership<T>.members(elements)
    guard let least = members.first, let greatest = members.last else { return .never }
    let (values, present) = (values, present)
    let width = greatest.subtractingReportingOverflow(least)
    if !width.overflow, let width = Int(exactly: width.partialValue), width < 1 << 12 {
      // The members are close together: one byte for each integer in their range, and one for all others.
      var answers = [UInt8](repeating: 0, count: width + 2)
      for member in members { answers[Int(truncatingIfNeeded: member &- least)] = 1 }
      let table = store.values(answers)
      return PredicateNode(cost: 2) { _, block, live in
        let values = values + block.first
        let mask = present.map { $0.word(from: block.first) & live } ?? live
        return columnLanes(mask, ifMoreThan: 12) {
          let offset = T.Magnitude(truncatingIfNeeded: values[$0] &- least)
          return table[offset <= T.Magnitude(truncatingIfNeeded: width) ? Int(truncatingIfNeeded: offset) : width &+ 1]
            != 0
        }
      }
    }
    let membership = IntegerMembership<T>(elements, store)
    return PredicateNode(cost: 4) { _, block, live in
      let values = values + block.first
      let mask = present.map { $0.word(from: block.first) & live } ?? live
      return scan(mask) { membership.contains(values[$0]) }
    }
  }

  /// The values as 64-bit integers.
  @inline(__always)
  var integers: NumberNode<Int64> {
    let (values, present) = (values, present)
    return NumberNode(fill: { _, block, live, out in
      let values = values + block.first
      let mask = present.map { $0.word(from: block.first) & live } ?? live
      everyLane(mask) { out[$0] = Int64(truncatingIfNeeded: values[$0]) }
      return mask
    })
  }
}
