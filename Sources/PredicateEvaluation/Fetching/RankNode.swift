import Foundation
import PredicateModel
import PredicateSyntax

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

/// Returns the live lanes that pass. In most full blocks none does, so these branches predict well. A branchless loop would keep
/// fewer loads in flight.
@inline(__always)
private func fewLanes(_ live: UInt64, _ test: (Int) -> Bool) -> UInt64 {
  guard live == ~0 else { return scan(live, test) }
  var lane = 0
  while lane < 64 {
    if test(lane) || test(lane &+ 1) || test(lane &+ 2) || test(lane &+ 3) { return scan(live, test) }
    if test(lane &+ 4) || test(lane &+ 5) || test(lane &+ 6) || test(lane &+ 7) { return scan(live, test) }
    lane &+= 8
  }
  return 0
}

extension AccessPath {
  /// Returns a node for the ranks of the path's values. It is specialized for each kernel, as `leaf` is.
  @inline(__always)
  private func ranks<Kernel: RankKernel>(_ kernel: Kernel, undecided: UInt64 = .max) -> RankNode {
    let path = self
    let stride = layout.stride
    switch shape {
    case .valueField(let offset):
      return RankNode(
        fill: { _, block, live, depth, ranks in
          let start = block.base + (block.first &* stride &+ offset)
          everyLane(live) { ranks[$0] = kernel.rank(start + $0 &* stride, depth) }
        },
        upTo: { _, block, live, flip, limit in
          let start = block.base + (block.first &* stride &+ offset)
          let test = kernel.limit(flip, limit)
          return fewLanes(live) { test.test(start + $0 &* stride) }
        }, undecided: undecided)
    case .objectField(let offset):
      return RankNode(
        fill: { _, block, live, depth, ranks in
          let objects = block.references
          everyLane(live) { ranks[$0] = kernel.rank(objects[$0] + offset, depth) }
        },
        upTo: { _, block, live, flip, limit in
          let objects = block.references
          let test = kernel.limit(flip, limit)
          return fewLanes(live) { test.test(objects[$0] + offset) }
        }, undecided: undecided)
    case .general:
      let mayShare = isThroughObject
      return RankNode(
        fill: { run, block, live, depth, ranks in
          path.withPlaces(run, block, live) { places, mask in
            if mayShare, mask == ~0, areEqual(places) {
              let rank = kernel.rank(places[0], depth)
              for lane in 0..<64 { ranks[lane] = rank }
              return
            }
            everyLane(mask) { ranks[$0] = kernel.rank(places[$0], depth) }
            forEachLane(live & ~mask) { ranks[$0] = 0 }
          }
        },
        upTo: { run, block, live, flip, limit in
          path.withPlaces(run, block, live) { places, mask in
            let absent = flip <= limit ? live & ~mask : 0
            let test = kernel.limit(flip, limit)
            return absent | fewLanes(mask) { test.test(places[$0]) }
          }
        }, undecided: undecided)
    }
  }

  /// Returns the ranks of the path's values for a comparison, or `nil` if the type has none.
  func rankNode(_ comparison: SortComparison = .default) -> RankNode? {
    if endsAtObject { return nil }
    if endsInLength { return comparison == .default ? ranks(LengthRank(path: self)) : nil }
    var payload = type
    var isOptional = false
    if case .optional(let inner) = type.kind { (payload, isOptional) = (inner, true) }
    switch (payload.kind, comparison) {
    case (.string, .default): return textRanks(TextRank(), isOptional, hasGetters ? [] : nil)
    case (.string, .caseInsensitive): return textRanks(FoldedTextRank(), isOptional, .caseInsensitive)
    case (.integer(let kind), .default): return integerRanks(kind, isOptional)
    case (.double, .default): return realRanks(Double.self, isOptional)
    case (.float, .default): return realRanks(Float.self, isOptional)
    case (.bool, .default): return realRanks(Bool.self, isOptional)
    case (.date, .default): return realRanks(Date.self, isOptional)
    default: return nil
    }
  }

  /// Returns the ranks of strings. If `options` is not nil, long texts are compared as a whole, folded with these options.
  private func textRanks<Kernel: TextRankKernel>(
    _ kernel: Kernel, _ isOptional: Bool, _ options: StringOptions?
  ) -> RankNode {
    var node =
      isOptional ? ranks(OptionalTextRank(kernel: kernel), undecided: 1) : ranks(kernel, undecided: 1)
    guard let options else { return node }
    let path = self
    node.wholeText = { run, block, lane in
      guard case .string(let text) = path.box(run, block, lane) else { return "" }
      return folded(text, options)
    }
    return node
  }

  private func integerRanks(_ kind: IntegerKind, _ isOptional: Bool) -> RankNode {
    switch kind {
    case .int8: integerRanks(Int8.self, isOptional)
    case .int16: integerRanks(Int16.self, isOptional)
    case .int32: integerRanks(Int32.self, isOptional)
    case .int64: integerRanks(Int64.self, isOptional)
    case .uint8: integerRanks(UInt8.self, isOptional)
    case .uint16: integerRanks(UInt16.self, isOptional)
    case .uint32: integerRanks(UInt32.self, isOptional)
    case .uint64: integerRanks(UInt64.self, isOptional)
    }
  }

  private func integerRanks<T: FixedWidthInteger>(_: T.Type, _ isOptional: Bool) -> RankNode {
    isOptional ? ranks(OptionalIntegerRank<T>()) : ranks(IntegerRank<T>())
  }

  private func realRanks<Value: RealValue>(_: Value.Type, _ isOptional: Bool) -> RankNode {
    isOptional ? ranks(RealRank<Value?>()) : ranks(RealRank<Value>())
  }
}

extension Compiler {
  /// Returns the ranks of an expression's values, or `nil` if its type is unknown or has none.
  func ranks(_ expression: ResolvedExpression, _ comparison: SortComparison = .default) -> RankNode? {
    guard case .path(let path) = expression.kind, path.scope == current else { return nil }
    return AccessPath(path, from: layout(of: path.scope))?.rankNode(comparison)
  }
}
