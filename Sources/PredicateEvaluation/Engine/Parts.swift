import Foundation
import PredicateSyntax

#if canImport(Dispatch)
  import Dispatch
#endif

/// The rows of a collection in contiguous parts of whole blocks, to be worked on by several threads at once.
package struct Parts {
  package let ranges: [Range<Int>]

  /// What a part must cost at least, in the unit of `PredicateNode.cost`, a nanosecond or so: waking another thread takes
  /// several thousand.
  package static let leastWork = 1 << 14

  /// The most parts: more than the processors gains nothing, and each has tables of its own for keys that are looked up.
  package static let mostParts = max(8, ProcessInfo.processInfo.activeProcessorCount)

  /// Cuts `count` rows, which cost `cost` each, into no more than `threads` parts of about one size.
  package init(of count: Int, threads: Int, cost: Int, leastWork: Int = Self.leastWork) {
    let blocks = (count + 63) / 64
    let blocksForLeast = max(1, leastWork / max(1, cost) / 64)
    let parts = max(1, min(threads, Self.mostParts, blocks / blocksForLeast))
    ranges = (0..<parts).map { part in
      // No product overflows: the first parts have one block more, where blocks are left.
      let (size, rest) = blocks.quotientAndRemainder(dividingBy: parts)
      let first = part * size + min(part, rest)
      let last = first + size + (part < rest ? 1 : 0)
      return first * 64..<min(count, last * 64)
    }
  }

  /// Calls `body` for each part, on several threads where there are several parts, and waits for all of them.
  ///
  /// `body` may touch what belongs to its part, and what nobody changes.
  package func forEach(_ body: (Int, Range<Int>) -> Void) {
    #if canImport(Dispatch)
      if ranges.count > 1 {
        withoutActuallyEscaping(body) { body in
          nonisolated(unsafe) let body = body
          DispatchQueue.concurrentPerform(iterations: ranges.count) { body($0, ranges[$0]) }
        }
        return
      }
    #endif
    for (part, range) in ranges.enumerated() { body(part, range) }
  }
}

/// The aggregates over the whole collection, shared by the runs over its parts: the first that asks for one computes it,
/// and the others wait for it.
///
/// An aggregate may ask for another within it, never the other way round, so that nobody waits for himself.
final class SharedWholeValues: Sendable {
  private final class Slot: Sendable {
    let value = Lock<Run.WholeValue?>(nil)
  }

  private let slots: [Slot]

  init(_ shape: ProgramShape) { slots = (0..<shape.wholeReductions).map { _ in Slot() } }

  /// The value of the aggregate `slot`.
  func value(_ slot: Int, _ compute: () -> Run.WholeValue) -> Run.WholeValue {
    slots[slot].value.withLock { value in
      if let value { return value }
      let computed = compute()
      value = computed
      return computed
    }
  }
}
