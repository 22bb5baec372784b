import PredicateSemantics
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
///
/// Safety: `fill` writes to memory for 64 ranks, which its caller has.
@safe package struct RankNode {
  /// Sets the ranks of the live lanes at a depth.
  package let fill: (Run, Block, UInt64, Int, UnsafeMutablePointer<UInt64>) -> Void
  /// Returns the live lanes whose rank at depth 0, XORed with `flip`, does not exceed a limit. If the limit is the rank of nil,
  /// lanes with the least integer may also be returned.
  package let upTo: (Run, Block, UInt64, _ flip: UInt64, _ limit: UInt64) -> UInt64
  /// The bits that are all set in a rank if another rank follows.
  package let undecided: UInt64
  /// Returns the text of a lane as it is compared. Set if reading each rank would recreate the text, by folding it or by calling
  /// a getter. Ranks are then read at a few depths only. If those are equal, whole texts are compared, each read once.
  package var wholeText: ((Run, Block, Int) -> String)?

  /// The number of ranks that are read before whole texts are compared.
  package static let depthsBeforeWhole = 4

  /// The approximate cost of one lane, in nanoseconds. Strings cost more than numbers.
  package var cost: Int { undecided == 1 ? 8 : 2 }

  /// Whether values with this rank must be compared by their next ranks.
  @inlinable @inline(__always)
  package func isUndecided(_ rank: UInt64) -> Bool { rank & undecided == undecided }
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
  /// Returns a node for the ranks of the path's values.
  ///
  /// - Parameters:
  ///   - fill: Sets the ranks of values that are not nil at a depth. It has a loop of its own, so that the rank is inlined.
  ///   - upTo: Returns the lanes whose rank at depth 0, XORed with `flip`, does not exceed a limit. If `nil`, the ranks are
  ///     computed and compared.
  fileprivate func ranks(
    undecided: UInt64 = .max,
    fill: @escaping (LaneAddresses, UInt64, _ depth: Int, UnsafeMutablePointer<UInt64>) -> Void,
    upTo: ((LaneAddresses, UInt64, _ flip: UInt64, _ limit: UInt64) -> UInt64)? = nil
  ) -> RankNode {
    let reader = AddressReader(self)
    return unsafe RankNode(
      fill: { run, block, live, depth, ranks in
        reader.withAddresses(run, block, live) { addresses, present in
          if reader.mayShare, present == ~0, addresses.areEqual {
            unsafe fill(addresses, 1, depth, ranks)
            for lane in 1..<64 { unsafe ranks[lane] = ranks[0] }
            return
          }
          unsafe fill(addresses, present, depth, ranks)
          forEachLane(live & ~present) { unsafe ranks[$0] = 0 }
        }
      },
      upTo: { run, block, live, flip, limit in
        reader.withAddresses(run, block, live) { addresses, present in
          let absent = flip <= limit ? live & ~present : 0
          if let upTo { return absent | upTo(addresses, present, flip, limit) }
          return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { buffer in
            let ranks = unsafe buffer.baseAddress.unsafelyUnwrapped  // a buffer of 64 has an address
            unsafe fill(addresses, present, 0, ranks)
            return absent | fewLanes(present) { unsafe ranks[$0] ^ flip <= limit }
          }
        }
      }, undecided: undecided)
  }

  /// Returns the ranks of the path's values, or `nil` if the type has none.
  ///
  /// - Parameter foldsCase: Whether strings are compared as with `[c]`. Other values then have no ranks.
  func rankNode(foldsCase: Bool) -> RankNode? {
    if endsAtObject { return nil }
    if foldsCase {
      guard case .string = type.payload.kind, !endsInLength else { return nil }
      return textRanks(folds: true, .caseInsensitive)
    }
    if endsInLength { return lengthRanks }
    return switch type.payload.kind {
    case .string: textRanks(folds: false, hasGetters ? [] : nil)
    case .integer(let integer): integer.ranks(self)
    case .double: realRanks(Double.self)
    case .float: realRanks(Float.self)
    case .bool: realRanks(Bool.self)
    case .date: realRanks(Date.self)
    case .decimal, .substring, .data, .uuid, .url, .formatValue, .any, .optional, .array, .set, .dictionary, .read,
      .structure, .object, .unreadable:
      nil
    }
  }

  private var lengthRanks: RankNode {
    let path = self
    return unsafe ranks(fill: { addresses, present, depth, ranks in
      forEachLane(present) {
        unsafe ranks[$0] = path.length(at: addresses[$0]).map { integerRank($0, depth) } ?? 0
      }
    })
  }

  private func realRanks<Value: RealValue>(_: Value.Type) -> RankNode {
    unsafe ranks(fill: { addresses, present, _, ranks in
      everyLane(present) {
        unsafe ranks[$0] = realRank(addresses[$0].assumingMemoryBound(to: Value.self).pointee.real)
      }
    })
  }

  /// Returns the ranks of strings. If `options` is not nil, long texts are compared as a whole, folded with these options.
  private func textRanks(folds: Bool, _ options: StringOptions?) -> RankNode {
    var node = unsafe ranks(
      undecided: 1,
      fill: { addresses, present, depth, ranks in
        everyLane(present) { lane in
          unsafe ranks[lane] = rank(ofStringAt: addresses[lane]) {
            unsafe folds ? foldedTextRank($0, $1, depth) : textRank($0, $1, depth)
          }
        }
      })
    guard let options else { return node }
    let path = self
    node.wholeText = { run, block, lane in
      guard case .string(let text) = path.box(run, block, lane) else { return "" }
      return folded(text, options)
    }
    return node
  }
}

extension StoredInteger {
  static func ranks(_ path: AccessPath) -> RankNode {
    unsafe path.ranks(
      fill: { addresses, present, depth, ranks in
        everyLane(present) {
          unsafe ranks[$0] = integerRank(addresses[$0].assumingMemoryBound(to: Self.self).pointee, depth)
        }
      },
      upTo: { addresses, present, flip, limit in
        let range = IntegerRange<Self>(ofRanks: limit, flip: flip)
        return fewLanes(present) { unsafe range.contains(addresses[$0].assumingMemoryBound(to: Self.self).pointee) }
      })
  }
}

extension Compiler {
  /// Returns the ranks of an expression's values, or `nil` if its type is unknown or has none.
  ///
  /// - Parameter foldsCase: Whether strings are compared as with `[c]`.
  package func ranks(_ expression: ResolvedExpression, foldsCase: Bool = false) -> RankNode? {
    guard case .path(let path) = expression.kind, path.scope == current else { return nil }
    return access(path, at: expression.range).rankNode(foldsCase: foldsCase)
  }
}
