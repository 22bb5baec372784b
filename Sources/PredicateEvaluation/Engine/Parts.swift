#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import PredicateSyntax

#if canImport(Dispatch)
import Dispatch
#endif

/// The rows of a collection, divided into contiguous parts of whole blocks for several threads.
package struct Parts {
  package let ranges: [Range<Int>]

  /// The minimum cost of a part, in the unit of `PredicateNode.cost` (about a nanosecond). Waking another thread takes
  /// several thousand.
  package static let minimumWork = 1 << 14

  /// The maximum number of parts. More parts than processors gain nothing, and each builds its own tables for key lookups.
  package static let maximumParts = max(8, ProcessInfo.processInfo.activeProcessorCount)

  /// Divides `count` rows that cost `cost` each into at most `threads` parts of similar size.
  package init(of count: Int, threads: Int, cost: Int, minimumWork: Int = Self.minimumWork) {
    let blocks = (count + 63) / 64
    let blocksForLeast = max(1, minimumWork / max(1, cost) / 64)
    let parts = max(1, min(threads, Self.maximumParts, blocks / blocksForLeast))
    ranges = (0..<parts).map { part in
      // The first parts have one more block if blocks are left over; no product overflows.
      let (size, rest) = blocks.quotientAndRemainder(dividingBy: parts)
      let first = part * size + min(part, rest)
      let last = first + size + (part < rest ? 1 : 0)
      return first * 64..<min(count, last * 64)
    }
  }

  /// Calls `body` for each part, on several threads if there are several parts, and waits for all of them.
  ///
  /// `body` may access only what belongs to its part and what nobody changes.
  package func forEach(_ body: (Int, Range<Int>) -> Void) {
    #if canImport(Dispatch)
    if ranges.count > 1 {
      withoutActuallyEscaping(body) { body in
        // Safety: Each call of the closure accesses only its own part.
        nonisolated(unsafe) let body = body
        DispatchQueue.concurrentPerform(iterations: ranges.count) { unsafe body($0, ranges[$0]) }
      }
      return
    }
    #endif
    for (part, range) in ranges.enumerated() { body(part, range) }
  }
}

/// An aggregate over the whole collection, shared by the runs over its parts. The first run that needs it computes it,
/// and the others wait.
///
/// An aggregate may use aggregates inside it, so dependencies only point inward and no cycle of waits can form.
package final class SharedWholeValue: Sendable {
  private let value = Lock<Run.WholeValue?>(nil)

  func get(orCompute compute: () -> Run.WholeValue) -> Run.WholeValue {
    value.withLock { value in
      if let value { return value }
      let computed = compute()
      value = computed
      return computed
    }
  }
}
