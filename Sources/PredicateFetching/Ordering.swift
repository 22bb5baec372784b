import PredicateEvaluation
import PredicateSyntax

/// An object or row that is being sorted: its rank for the current sort key, and its position.
typealias Ranked = (rank: UInt64, position: Int)

/// The values of one sort key, as ranks in ascending or descending order as the key requires.
protocol SortColumn {
  /// Sets the ranks at `depth` of a run of entries whose ranks at smaller depths are equal.
  func rank(_ run: UnsafeMutableBufferPointer<Ranked>, _ depth: Int)
  /// Whether entries with this rank must be compared at the next depth.
  func isUndecided(_ rank: UInt64) -> Bool
  /// Sets the ranks at depth 0 of the live lanes in the block that starts at position `first`.
  func fill(_ first: Int, _ live: UInt64, _ ranks: UnsafeMutablePointer<UInt64>)
  /// Returns the lanes of the block whose rank at depth 0 does not exceed a limit.
  func lanes(_ first: Int, _ live: UInt64, upTo limit: UInt64) -> UInt64
}

/// A sort key whose ranks are read from the objects.
///
/// Safety: The array of `base` is valid during the call. Each part of it is sorted by its own indices.
@safe struct RankColumn: SortColumn {
  let node: RankNode
  let run: Run
  /// The address of the first object.
  let base: UnsafeRawPointer
  let isAscending: Bool
  /// The index of the object at each position, or `nil` if positions are object indices.
  let objects: [Int]?

  private var flip: UInt64 { isAscending ? 0 : ~0 }

  private func block(_ position: Int) -> Block {
    unsafe Block(base: base, first: objects.map { $0[position] } ?? position)
  }

  func isUndecided(_ rank: UInt64) -> Bool { node.isUndecided(rank ^ flip) }

  func rank(_ run: UnsafeMutableBufferPointer<Ranked>, _ depth: Int) {
    if depth == RankNode.depthsBeforeWhole, let wholeText = node.wholeText { return unsafe rank(run, by: wholeText) }
    // The steps of the first rank were taken for the rows.
    if depth > 0, !self.run.spend(run.count) {
      // The order does not matter if the run must stop. Rank 0 is decided.
      for index in run.indices { unsafe run[index].rank = flip }
      return
    }
    let (fill, whole, flip) = unsafe (node.fill, self.run, flip)
    for index in run.indices {
      var rank: UInt64 = 0
      unsafe fill(whole, block(run[index].position), 1, depth, &rank)
      unsafe run[index].rank = rank ^ flip
    }
  }

  /// Ranks a run by its whole texts. The ranks are even (0, 2, 4, …), so they are decided.
  private func rank(_ run: UnsafeMutableBufferPointer<Ranked>, by wholeText: (Run, Block, Int) -> String) {
    var texts = unsafe run.map {
      (position: $0.position, text: FormatValue.string(wholeText(self.run, block($0.position), 0)))
    }
    texts.sort { left, right in
      // The order does not matter if the run must stop.
      self.run.spend(1 + left.text.steps + right.text.steps) && FormatValue.total(left.text, right.text) < 0
    }
    var rank: UInt64 = 0
    for index in run.indices {
      if index > 0, FormatValue.total(texts[index - 1].text, texts[index].text) != 0 { rank += 2 }
      unsafe run[index] = (rank ^ flip, texts[index].position)
    }
  }

  func fill(_ first: Int, _ live: UInt64, _ ranks: UnsafeMutablePointer<UInt64>) {
    if objects == nil {
      unsafe node.fill(run, block(first), live, 0, ranks)
    } else {
      forEachLane(live) { unsafe node.fill(run, block(first + $0), 1, 0, ranks + $0) }
    }
    forEachLane(live) { unsafe ranks[$0] ^= flip }
  }

  func lanes(_ first: Int, _ live: UInt64, upTo limit: UInt64) -> UInt64 {
    if objects == nil { return node.upTo(run, block(first), live, flip, limit) }
    var result: UInt64 = 0
    forEachLane(live) { if node.upTo(run, block(first + $0), 1, flip, limit) == 1 { result |= bit($0) } }
    return result
  }
}

/// Sorts positions by columns, in order of significance. The sort is stable.
extension [any SortColumn] {
  /// Returns the first `count` of the selected positions that pass `test`, in order.
  func positions(first count: Int, of selection: Selection, where test: BlockTest? = nil) -> [Int] {
    if count <= 0 { return [] }
    return count < selection.count ? best(count, of: selection, test) : all(of: selection, test)
  }

  private func all(of selection: Selection, _ test: BlockTest?) -> [Int] {
    var entries: [Ranked] = []
    entries.reserveCapacity(selection.count)
    selection.forEachBlock { first, live in
      forEachLane(test?.lanes(first, live) ?? live) { entries.append((0, first + $0)) }
    }
    sort(&entries)
    return entries.map { $0.position }
  }

  // MARK: Sorting all entries

  /// Sorts by one rank, then sorts ranges of equal entries by the next rank. Later keys, and later parts of long strings, are
  /// read only if they matter.
  private func sort(_ entries: inout [Ranked]) {
    if isEmpty { return }
    unsafe entries.withUnsafeMutableBufferPointer { all in
      // Ranges of entries that are equal in all earlier columns and, in this column, at all smaller depths.
      var ties = [(range: all.indices, column: 0, depth: 0)]
      while let tie = ties.popLast() {
        let column = self[tie.column]
        var run = unsafe UnsafeMutableBufferPointer(rebasing: all[tie.range])
        unsafe column.rank(run, tie.depth)
        // Positions decide if the ranks are equal.
        unsafe run.sort { $0.rank != $1.rank ? $0.rank < $1.rank : $0.position < $1.position }
        var start = 0
        while start < run.count {
          let rank = unsafe run[start].rank
          var end = start + 1
          while end < run.count, unsafe run[end].rank == rank { end += 1 }
          if end - start > 1 {
            let range = tie.range.lowerBound + start..<tie.range.lowerBound + end
            if column.isUndecided(rank) {
              ties.append((range, tie.column, tie.depth + 1))
            } else if tie.column + 1 < count {
              ties.append((range, tie.column + 1, 0))
            }
          }
          start = end
        }
      }
    }
  }

  // MARK: Finding the first entries

  /// Collects candidates until there are about twice as many as `count`, then sorts them and discards the worse half. From then
  /// on, only objects that may precede the last remaining one become candidates.
  private func best(_ count: Int, of selection: Selection, _ test: BlockTest?) -> [Int] {
    var entries: [Ranked] = []
    let capacity = 16 + (count < selection.count / 2 ? 2 * count : selection.count)
    var worst: [UInt64] = []
    var ranks = [UInt64](repeating: 0, count: 64)
    selection.forEachBlock { first, live in
      var lanes = worst.isEmpty ? live : candidates(first, live, before: worst, &ranks)
      if lanes != 0, let test { lanes = test.lanes(first, lanes) }
      if lanes == 0 { return }
      forEachLane(lanes) { entries.append((0, first + $0)) }
      if entries.count < capacity { return }
      cut(&entries, count)
      worst = map { column in
        var rank: UInt64 = 0
        unsafe column.fill(entries[count - 1].position, 1, &rank)
        return rank
      }
    }
    cut(&entries, count)
    return entries.map { $0.position }
  }

  private func cut(_ entries: inout [Ranked], _ count: Int) {
    sort(&entries)
    if entries.count > count { entries.removeLast(entries.count - count) }
  }

  /// Returns the lanes that may precede the entry with the ranks `worst`. If all keys are equal, a lane does not precede it,
  /// because its position is greater. `ranks` is scratch space for one block.
  private func candidates(_ first: Int, _ live: UInt64, before worst: [UInt64], _ ranks: inout [UInt64]) -> UInt64 {
    var equal = live
    var better: UInt64 = 0
    for index in indices {
      let near = self[index].lanes(first, equal, upTo: worst[index])
      if near == 0 { return better }
      equal = 0
      unsafe self[index].fill(first, near, &ranks)
      forEachLane(near) { if ranks[$0] == worst[index] { equal |= bit($0) } else { better |= bit($0) } }
      if self[index].isUndecided(worst[index]) { return better | equal }
    }
    return better
  }
}
