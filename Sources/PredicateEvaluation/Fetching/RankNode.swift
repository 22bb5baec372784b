import PredicateModel
import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A node that computes a rank for each lane: an unsigned number that increases with the value, and 0 for nil. If the types of
/// the keys are known, sorting and grouping compare ranks instead of boxed values.
///
/// A number or date has one rank, except that a 64-bit integer may need a second. A string has one rank for every seven bytes,
/// numbered by depth. Equal ranks do not decide while more ranks follow.
struct RankNode {
  /// Sets the ranks of the live lanes at a depth.
  let fill: (Run, Block, UInt64, Int, UnsafeMutablePointer<UInt64>) -> Void
  /// Returns the live lanes whose rank at depth 0, XORed with `flip`, does not exceed a limit.
  let upTo: (Run, Block, UInt64, _ flip: UInt64, _ limit: UInt64) -> UInt64
  /// The bits that are all set in a rank if another rank follows.
  let undecided: UInt64
  /// Returns the text of a lane as it is compared. Set if reading each rank would recreate the text, by folding it or by calling
  /// a getter. Ranks are then read at a few depths only. If those are equal, whole texts are compared, each read once.
  var wholeText: ((Run, Block, Int) -> String)?

  /// The number of ranks that are read before whole texts are compared.
  static let depthsBeforeWhole = 4

  /// The approximate cost of one lane, in the unit of predicates. Strings cost more than numbers.
  var cost: Int { undecided == 1 ? 8 : 2 }

  /// Whether values with this rank must be compared by their next ranks.
  @inline(__always)
  func isUndecided(_ rank: UInt64) -> Bool { rank & undecided == undecided }
}

/// A kernel that computes the ranks of the value at an address.
protocol RankKernel {
  /// A test of whether the rank at depth 0 does not exceed a limit.
  associatedtype Limit: FieldKernel = RankLimit<Self>

  func rank(_ place: UnsafeRawPointer, _ depth: Int) -> UInt64
  /// Returns a test of the rank at depth 0, XORed with `flip`. The limit is the rank of a value of this type, also XORed.
  func limit(_ flip: UInt64, _ limit: UInt64) -> Limit
}

/// The default test, which computes the rank.
struct RankLimit<Kernel: RankKernel>: FieldKernel {
  let kernel: Kernel
  let flip: UInt64
  let limit: UInt64

  @inline(__always)
  func test(_ place: UnsafeRawPointer) -> Bool { kernel.rank(place, 0) ^ flip <= limit }
}

extension RankKernel where Limit == RankLimit<Self> {
  @inline(__always)
  func limit(_ flip: UInt64, _ limit: UInt64) -> Limit { RankLimit(kernel: self, flip: flip, limit: limit) }
}

/// Returns the live lanes that pass. In most blocks none does, so the branch predicts well. A branchless loop would keep fewer
/// loads in flight.
@inline(__always)
private func fewLanes(_ live: UInt64, _ test: (Int) -> Bool) -> UInt64 {
  var result: UInt64 = 0
  everyLane(live) { if test($0) { result |= bit($0) } }
  return result
}

extension AccessPath {
  /// Returns a node for the ranks of the path's values. Its loops are specialized for each kernel, as those of `leaf` are.
  @inline(__always)
  private func ranks<Kernel: RankKernel>(_ kernel: Kernel, undecided: UInt64 = .max) -> RankNode {
    node(
      undecided: undecided,
      fill: { addresses, present, depth, ranks in everyLane(present) { ranks[$0] = kernel.rank(addresses[$0], depth) }
      },
      upTo: { addresses, present, flip, limit in
        let test = kernel.limit(flip, limit)
        return fewLanes(present) { test.test(addresses[$0]) }
      })
  }

  /// Returns a node for functions that take the addresses of values and the lanes that are not nil.
  private func node(
    undecided: UInt64, fill: @escaping (LaneAddresses, UInt64, Int, UnsafeMutablePointer<UInt64>) -> Void,
    upTo: @escaping (LaneAddresses, UInt64, _ flip: UInt64, _ limit: UInt64) -> UInt64
  ) -> RankNode {
    let reader = AddressReader(self)
    return RankNode(
      fill: { run, block, live, depth, ranks in
        reader.withAddresses(run, block, live) { addresses, present in
          if reader.mayShare, present == ~0, addresses.areEqual {
            fill(addresses, 1, depth, ranks)
            for lane in 1..<64 { ranks[lane] = ranks[0] }
            return
          }
          fill(addresses, present, depth, ranks)
          forEachLane(live & ~present) { ranks[$0] = 0 }
        }
      },
      upTo: { run, block, live, flip, limit in
        reader.withAddresses(run, block, live) { addresses, present in
          let absent = flip <= limit ? live & ~present : 0
          return absent | upTo(addresses, present, flip, limit)
        }
      }, undecided: undecided)
  }

  /// Returns the ranks of the path's values for a comparison, or `nil` if the type has none.
  func rankNode(_ comparison: SortComparison = .default) -> RankNode? {
    if endsAtObject { return nil }
    if endsInLength { return comparison == .default ? ranks(LengthRank(path: self)) : nil }
    switch (payloadType.kind, comparison) {
    case (.string, .default): return textRanks(TextRank(), hasGetters ? [] : nil)
    case (.string, .caseInsensitive): return textRanks(FoldedTextRank(), .caseInsensitive)
    case (.integer(let kind), .default): return integerRanks(kind)
    case (.double, .default): return ranks(RealRank<Double>())
    case (.float, .default): return ranks(RealRank<Float>())
    case (.bool, .default): return ranks(RealRank<Bool>())
    case (.date, .default): return ranks(RealRank<Date>())
    default: return nil
    }
  }

  /// Returns the ranks of strings. If `options` is not nil, long texts are compared as a whole, folded with these options.
  private func textRanks<Kernel: TextRankKernel>(_ kernel: Kernel, _ options: StringOptions?) -> RankNode {
    var node = ranks(kernel, undecided: 1)
    guard let options else { return node }
    let path = self
    node.wholeText = { run, block, lane in
      guard case .string(let text) = path.box(run, block, lane) else { return "" }
      return folded(text, options)
    }
    return node
  }

  private func integerRanks(_ kind: IntegerKind) -> RankNode {
    switch kind {
    case .int8: ranks(IntegerRank<Int8>())
    case .int16: ranks(IntegerRank<Int16>())
    case .int32: ranks(IntegerRank<Int32>())
    case .int64: ranks(IntegerRank<Int64>())
    case .uint8: ranks(IntegerRank<UInt8>())
    case .uint16: ranks(IntegerRank<UInt16>())
    case .uint32: ranks(IntegerRank<UInt32>())
    case .uint64: ranks(IntegerRank<UInt64>())
    }
  }
}

extension Compiler {
  /// Returns the ranks of an expression's values, or `nil` if its type is unknown or has none.
  func ranks(_ expression: ResolvedExpression, _ comparison: SortComparison = .default) -> RankNode? {
    guard case .path(let path) = expression.kind, path.scope == current else { return nil }
    return AccessPath(path, from: layout(of: path.scope))?.rankNode(comparison)
  }
}
