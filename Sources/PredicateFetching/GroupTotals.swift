import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

/// The totals of one aggregate for all groups.
///
/// Safety: A lane is below 64, and groups are those that `begin()` created.
final class GroupTotals {
  private let input: TypedInput
  private let reduction: Reduction
  /// The number of counted objects of each group. Functions do not count those whose value is nil.
  private var counts: [Int64] = []
  private var integers: [(values: Int64, sum: Int128, least: Int64, greatest: Int64)] = []
  /// The sums are added in the order of the objects, because the order affects the result.
  private var doubles: [(values: Int64, sum: Double, least: Double, greatest: Double)] = []

  init(_ input: TypedInput, _ reduction: Reduction) {
    self.input = input
    self.reduction = reduction
  }

  /// Adds a group.
  func begin() {
    counts.append(0)
    switch input {
    case .objects, .present: break
    case .integers: integers.append((0, 0, .max, .min))
    case .doubles: doubles.append((0, 0, .infinity, -.infinity))
    }
  }

  /// Adds the values of the live lanes to the groups in `groups`.
  func add(_ run: Run, _ block: Block, _ live: UInt64, into groups: UnsafePointer<Int>) {
    switch input {
    case .objects: forEachLane(live) { unsafe counts[groups[$0]] += 1 }
    case .present(let ranks):
      unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { buffer in
        guard let values = buffer.baseAddress else { return }
        unsafe ranks.fill(run, block, live, 0, values)
        forEachLane(live) { if unsafe values[$0] != 0 { unsafe counts[groups[$0]] += 1 } }
      }
    case .integers(let node):
      unsafe withUnsafeTemporaryAllocation(of: Int64.self, capacity: 64) { buffer in
        guard let values = buffer.baseAddress else { return }
        let present = unsafe node.fill(run, block, live, values)
        forEachLane(reduction.isCollectionOperator ? live : present) { unsafe counts[groups[$0]] += 1 }
        unsafe integers.withUnsafeMutableBufferPointer { totals in
          forEachLane(present) { lane in
            let (value, group) = unsafe (values[lane], groups[lane])
            unsafe totals[group].values += 1
            unsafe totals[group].sum += Int128(value)
            unsafe totals[group].least = min(totals[group].least, value)
            unsafe totals[group].greatest = max(totals[group].greatest, value)
          }
        }
      }
    case .doubles(let node):
      unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: 64) { buffer in
        guard let values = buffer.baseAddress else { return }
        let present = unsafe node.fill(run, block, live, values)
        forEachLane(reduction.isCollectionOperator ? live : present) { unsafe counts[groups[$0]] += 1 }
        unsafe doubles.withUnsafeMutableBufferPointer { totals in
          forEachLane(present) { lane in
            let (value, group) = unsafe (values[lane], groups[lane])
            unsafe totals[group].values += 1
            unsafe totals[group].sum += value
            if unsafe value < totals[group].least { unsafe totals[group].least = value }
            if unsafe value > totals[group].greatest { unsafe totals[group].greatest = value }
          }
        }
      }
    }
  }

  /// Returns the state for a group, or `nil` if a sum is not finite. Adding the values one by one then gives the error.
  func state(of group: Int) -> ReductionState? {
    let count = counts[group]
    switch input {
    case .integers where integers[group].values > 0:
      let total = integers[group]
      return ReductionState(
        reduction, count: count, wholeSum: total.sum, least: .integer(total.least),
        greatest: .integer(total.greatest))
    case .doubles where doubles[group].values > 0:
      let total = doubles[group]
      if reduction.kind == .sum || reduction.kind == .average, !total.sum.isFinite { return nil }
      return ReductionState(
        reduction, count: count, realSum: total.sum, least: .double(total.least), greatest: .double(total.greatest))
    case .objects, .present, .integers, .doubles:
      return ReductionState(reduction, count: count)
    }
  }
}
