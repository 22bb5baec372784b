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
  /// The bits that are all set in a rank if another rank follows.
  package let undecided: UInt64
  /// Returns the text of a lane as it is compared. Set if reading each rank would recreate the text, by folding it or by calling
  /// a getter. Ranks are then read at a few depths only. If those are equal, whole texts are compared, each read once.
  package var wholeText: ((Run, Block, Int) -> String)?

  /// Returns the live lanes whose rank at depth 0, XORed with `flip`, does not exceed a limit.
  package func upTo(_ run: Run, _ block: Block, _ live: UInt64, _ flip: UInt64, _ limit: UInt64) -> UInt64 {
    unsafe withLanes(of: UInt64.self) { ranks in
      unsafe fill(run, block, live, 0, ranks)
      var result: UInt64 = 0
      // In most blocks no lane passes, so the branch predicts well.
      everyLane(live) { if unsafe ranks[$0] ^ flip <= limit { result |= bit($0) } }
      return result
    }
  }

  /// The number of ranks that are read before whole texts are compared.
  package static let depthsBeforeWhole = 4

  /// The approximate cost of one lane, in nanoseconds. Strings cost more than numbers.
  package var cost: Int { undecided == 1 ? 8 : 2 }

  /// Whether values with this rank must be compared by their next ranks.
  @inlinable @inline(__always)
  package func isUndecided(_ rank: UInt64) -> Bool { rank & undecided == undecided }
}

extension AccessPath {
  /// Returns a node for the ranks of the path's values.
  ///
  /// - Parameter fill: Sets the ranks of values that are not nil at a depth. It has a loop of its own, so that the rank is inlined.
  private func ranks(
    undecided: UInt64 = .max,
    fill: @escaping (LaneAddresses, UInt64, _ depth: Int, UnsafeMutablePointer<UInt64>) -> Void
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
    case .integer(let integer): ranks(of: integer)
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

  private func ranks(of integer: any StoredInteger.Type) -> RankNode {
    let isUnsigned = integer == UInt64.self
    return unsafe ranks(fill: { addresses, present, depth, ranks in
      unsafe withLanes(of: Int64.self) { values in
        unsafe integer.fill(addresses, present, values)
        everyLane(present) {
          unsafe ranks[$0] =
            isUnsigned ? integerRank(UInt64(bitPattern: values[$0]), depth) : integerRank(values[$0], depth)
        }
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
  private func textRanks(folds: Bool, _ options: FormatStringOptions?) -> RankNode {
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

extension Compiler {
  /// Returns the ranks of an expression's values, or `nil` if its type is unknown or has none.
  ///
  /// - Parameter foldsCase: Whether strings are compared as with `[c]`.
  package func ranks(_ expression: ResolvedExpression, foldsCase: Bool = false) -> RankNode? {
    guard case .path(let path) = expression.kind, path.scope == current else { return nil }
    return access(path, at: expression.range).rankNode(foldsCase: foldsCase)
  }
}
