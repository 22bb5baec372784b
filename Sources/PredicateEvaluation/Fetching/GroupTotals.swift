import PredicateModel
import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The input of one aggregate if it counts objects or its values are integers or doubles. `ReductionState` defines the results.
enum TotalLeaf {
  /// Counts objects.
  case objects
  /// Counts objects whose value is not nil.
  case present(RankNode)
  case integers(IntegerNode)
  case doubles(DoubleNode)
}

extension Compiler {
  /// Returns the typed values of an aggregate, or `nil` if it must be computed from boxed values.
  mutating func totals(_ reduction: Reduction, _ leaf: ResolvedExpression) -> TotalLeaf? {
    guard case .path(let path) = leaf.kind, path.scope == current else { return nil }
    switch reduction.kind {
    case .count:
      if reduction.isCollectionOperator { return .objects }
      return ranks(leaf).map { .present($0) }
    case .sum, .average, .minimum, .maximum:
      if let node = integer(leaf), !node.mayFail { return .integers(node) }
      return AccessPath(path, from: layout(of: path.scope))?.floatingNode.map { .doubles($0) }
    case .median, .mode, .standardDeviation: return nil
    }
  }
}

/// The totals of one aggregate for all groups.
protocol GroupTotals: AnyObject {
  /// Adds a group.
  func begin()
  /// Adds the values of the live lanes to the groups in `places`.
  func take(_ run: Run, _ block: Block, _ live: UInt64, into places: UnsafePointer<Int>)
  /// Returns the state for a group, or `nil` if a sum is not finite. Some object then causes an error.
  func state(of group: Int, _ reduction: Reduction) -> ReductionState?
}

extension TotalLeaf {
  /// Returns the totals for an aggregate, initially without groups.
  func totals(_ reduction: Reduction) -> any GroupTotals {
    switch self {
    case .objects: CountTotals(nil)
    case .present(let ranks): CountTotals(ranks)
    case .integers(let node): IntegerTotals(node, countsNil: reduction.isCollectionOperator)
    case .doubles(let node): DoubleTotals(node, countsNil: reduction.isCollectionOperator)
    }
  }
}

private final class CountTotals: GroupTotals {
  private let ranks: RankNode?
  private var counts: [Int64] = []

  init(_ ranks: RankNode?) { self.ranks = ranks }

  func begin() { counts.append(0) }

  func take(_ run: Run, _ block: Block, _ live: UInt64, into places: UnsafePointer<Int>) {
    guard let ranks else { return forEachLane(live) { counts[places[$0]] += 1 } }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { buffer in
      guard let values = buffer.baseAddress else { return }
      ranks.fill(run, block, live, 0, values)
      forEachLane(live) { if values[$0] != 0 { counts[places[$0]] += 1 } }
    }
  }

  func state(of group: Int, _ reduction: Reduction) -> ReductionState? {
    ReductionState(reduction, count: counts[group], sum: nil, least: nil, greatest: nil)
  }
}

private final class IntegerTotals: GroupTotals {
  private struct Total {
    /// The number of objects. `values` is the number of objects whose value is not nil.
    var count: Int64 = 0
    var values: Int64 = 0
    var sum: Int128 = 0
    var least = Int64.max
    var greatest = Int64.min
  }

  private let node: IntegerNode
  private let countsNil: Bool
  private var totals: [Total] = []

  init(_ node: IntegerNode, countsNil: Bool) {
    self.node = node
    self.countsNil = countsNil
  }

  func begin() { totals.append(Total()) }

  func take(_ run: Run, _ block: Block, _ live: UInt64, into places: UnsafePointer<Int>) {
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: 64) { buffer in
      guard let values = buffer.baseAddress else { return }
      let present = node.fill(run, block, live, values)
      if countsNil { forEachLane(live) { totals[places[$0]].count += 1 } }
      totals.withUnsafeMutableBufferPointer { totals in
        forEachLane(present) { lane in
          let (value, group) = (values[lane], places[lane])
          totals[group].values += 1
          totals[group].sum += Int128(value)
          totals[group].least = min(totals[group].least, value)
          totals[group].greatest = max(totals[group].greatest, value)
        }
      }
    }
  }

  func state(of group: Int, _ reduction: Reduction) -> ReductionState? {
    let total = totals[group]
    let count = countsNil ? total.count : total.values
    if total.values == 0 { return ReductionState(reduction, count: count, sum: nil, least: nil, greatest: nil) }
    return ReductionState(
      reduction, count: count, sum: .whole(total.sum), least: .integer(total.least), greatest: .integer(total.greatest))
  }
}

private final class DoubleTotals: GroupTotals {
  private struct Total {
    var count: Int64 = 0
    var values: Int64 = 0
    /// The sum, added in the order of the objects, because the order affects the result.
    var sum = 0.0
    var least = Double.infinity
    var greatest = -Double.infinity
  }

  private let node: DoubleNode
  private let countsNil: Bool
  private var totals: [Total] = []

  init(_ node: DoubleNode, countsNil: Bool) {
    self.node = node
    self.countsNil = countsNil
  }

  func begin() { totals.append(Total()) }

  func take(_ run: Run, _ block: Block, _ live: UInt64, into places: UnsafePointer<Int>) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 64) { buffer in
      guard let values = buffer.baseAddress else { return }
      let present = node.fill(run, block, live, values)
      if countsNil { forEachLane(live) { totals[places[$0]].count += 1 } }
      totals.withUnsafeMutableBufferPointer { totals in
        forEachLane(present) { lane in
          let (value, group) = (values[lane], places[lane])
          totals[group].values += 1
          totals[group].sum += value
          if value < totals[group].least { totals[group].least = value }
          if value > totals[group].greatest { totals[group].greatest = value }
        }
      }
    }
  }

  func state(of group: Int, _ reduction: Reduction) -> ReductionState? {
    let total = totals[group]
    let count = countsNil ? total.count : total.values
    if total.values == 0 { return ReductionState(reduction, count: count, sum: nil, least: nil, greatest: nil) }
    let adds = reduction.kind == .sum || reduction.kind == .average
    if adds, !total.sum.isFinite { return nil }
    return ReductionState(
      reduction, count: count, sum: .real(total.sum), least: .double(total.least), greatest: .double(total.greatest))
  }
}
