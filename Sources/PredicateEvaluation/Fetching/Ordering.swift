import PredicateModel
import PredicateSyntax

/// An object or row on its way into order: where it stands, and its rank by the sort key that is looked at.
struct Ranked {
  var rank: UInt64
  var position: Int

  /// By rank; of equal ranks the one that stood first.
  @inline(__always)
  static func < (left: Ranked, right: Ranked) -> Bool {
    left.rank != right.rank ? left.rank < right.rank : left.position < right.position
  }
}

/// The values of one sort key, as ranks in the order that the key asks for.
protocol SortColumn {
  /// Sets the ranks at a depth of those of a run, which are equal in all ranks before.
  func rank(_ run: UnsafeMutableBufferPointer<Ranked>, _ depth: Int)
  /// Whether equal ranks say nothing yet, so that those of the next depth decide.
  func isUndecided(_ rank: UInt64) -> Bool
  /// Sets the first ranks of the live lanes of the block from position `first` on.
  func fill(_ first: Int, _ live: UInt64, _ ranks: UnsafeMutablePointer<UInt64>)
  /// The lanes of that block whose first rank is no more than a limit.
  func lanes(_ first: Int, _ live: UInt64, upTo limit: UInt64) -> UInt64
}

/// A sort key whose ranks are read from the objects.
struct RankColumn: SortColumn {
  let node: RankNode
  let run: Run
  let isAscending: Bool
  /// The objects that the positions stand for; nil where they are the objects' own.
  let objects: [Int]?

  private var flip: UInt64 { isAscending ? 0 : ~0 }

  private func block(_ position: Int) -> Block {
    Block(base: run.whole.base, first: objects.map { $0[position] } ?? position)
  }

  func isUndecided(_ rank: UInt64) -> Bool { node.isUndecided(rank ^ flip) }

  func rank(_ run: UnsafeMutableBufferPointer<Ranked>, _ depth: Int) {
    if depth == RankNode.depthsBeforeWhole, let wholeText = node.wholeText { return rank(run, by: wholeText) }
    for index in run.indices {
      var rank: UInt64 = 0
      node.fill(self.run, block(run[index].position), 1, depth, &rank)
      run[index].rank = rank ^ flip
    }
  }

  /// Ranks a run by whole texts: 0, 2, 4 and so on, which leave nothing open.
  private func rank(_ run: UnsafeMutableBufferPointer<Ranked>, by wholeText: (Run, Block, Int) -> String) {
    var texts = run.map {
      (position: $0.position, text: FormatValue.string(wholeText(self.run, block($0.position), 0)))
    }
    texts.sort { left, right in
      // Where the run must end, the order is not used.
      self.run.spend(1 + left.text.steps + right.text.steps) && ValueOrder.total(left.text, right.text) < 0
    }
    var rank: UInt64 = 0
    for index in run.indices {
      if index > 0, ValueOrder.total(texts[index - 1].text, texts[index].text) != 0 { rank += 2 }
      run[index] = Ranked(rank: rank ^ flip, position: texts[index].position)
    }
  }

  func fill(_ first: Int, _ live: UInt64, _ ranks: UnsafeMutablePointer<UInt64>) {
    if objects == nil {
      node.fill(run, block(first), live, 0, ranks)
    } else {
      forEachLane(live) { node.fill(run, block(first + $0), 1, 0, ranks + $0) }
    }
    forEachLane(live) { ranks[$0] ^= flip }
  }

  func lanes(_ first: Int, _ live: UInt64, upTo limit: UInt64) -> UInt64 {
    if objects == nil { return node.upTo(run, block(first), live, flip, limit) }
    var result: UInt64 = 0
    forEachLane(live) { if node.upTo(run, block(first + $0), 1, flip, limit) == 1 { result |= bit($0) } }
    return result
  }
}

/// Puts positions into the order of columns, the first deciding first. Equal ones keep their order.
struct Ordering {
  let columns: [any SortColumn]

  /// The first `wanted` of the selected positions of which `test` is true, in order.
  func first(_ wanted: Int, of selection: Selection, where test: BlockTest? = nil) -> [Int] {
    if wanted <= 0 { return [] }
    return wanted < selection.count ? best(wanted, of: selection, test) : all(of: selection, test)
  }

  private func all(of selection: Selection, _ test: BlockTest?) -> [Int] {
    var entries: [Ranked] = []
    entries.reserveCapacity(selection.count)
    selection.forEachBlock { first, live in
      forEachLane(test?.lanes(first, live) ?? live) { entries.append(Ranked(rank: 0, position: first + $0)) }
    }
    sort(&entries)
    return entries.map(\.position)
  }

  // MARK: All of them

  /// Those between two places, equal by all before a column and, in it, by all ranks before a depth.
  private struct Tie {
    var range: Range<Int>
    var column: Int
    var depth: Int
  }

  /// Sorts by one rank, then what is equal by the next: later keys, and later parts of long strings, are read only of
  /// those that they decide about.
  private func sort(_ entries: inout [Ranked]) {
    if columns.isEmpty { return }
    entries.withUnsafeMutableBufferPointer { all in
      var ties = [Tie(range: all.indices, column: 0, depth: 0)]
      while let tie = ties.popLast() {
        let column = columns[tie.column]
        var run = UnsafeMutableBufferPointer(rebasing: all[tie.range])
        column.rank(run, tie.depth)
        run.sort(by: <)
        var start = 0
        while start < run.count {
          let rank = run[start].rank
          var end = start + 1
          while end < run.count, run[end].rank == rank { end += 1 }
          if end - start > 1 {
            let range = tie.range.lowerBound + start..<tie.range.lowerBound + end
            if column.isUndecided(rank) {
              ties.append(Tie(range: range, column: tie.column, depth: tie.depth + 1))
            } else if tie.column + 1 < columns.count {
              ties.append(Tie(range: range, column: tie.column + 1, depth: 0))
            }
          }
          start = end
        }
      }
    }
  }

  // MARK: Only the first

  /// Collects what may be among the first, until there are twice as many; then the worse half goes, and the worst that
  /// stays is what others must be before.
  private func best(_ wanted: Int, of selection: Selection, _ test: BlockTest?) -> [Int] {
    var entries: [Ranked] = []
    let room = 16 + (wanted < selection.count / 2 ? 2 * wanted : selection.count)
    var worst: [UInt64] = []
    var ranks = [UInt64](repeating: 0, count: 64)
    selection.forEachBlock { first, live in
      var lanes = worst.isEmpty ? live : candidates(first, live, before: worst, &ranks)
      if lanes != 0, let test { lanes = test.lanes(first, lanes) }
      if lanes == 0 { return }
      forEachLane(lanes) { entries.append(Ranked(rank: 0, position: first + $0)) }
      if entries.count < room { return }
      cut(&entries, wanted)
      worst = columns.map { column in
        var rank: UInt64 = 0
        column.fill(entries[wanted - 1].position, 1, &rank)
        return rank
      }
    }
    cut(&entries, wanted)
    return entries.map(\.position)
  }

  private func cut(_ entries: inout [Ranked], _ wanted: Int) {
    sort(&entries)
    if entries.count > wanted { entries.removeLast(entries.count - wanted) }
  }

  /// The lanes that may stand before what has the ranks `worst`. Those equal to it by all keys stand behind it, since they
  /// come later. `ranks` has room for those of a block.
  private func candidates(_ first: Int, _ live: UInt64, before worst: [UInt64], _ ranks: inout [UInt64]) -> UInt64 {
    var equal = live
    var better: UInt64 = 0
    for index in columns.indices {
      let near = columns[index].lanes(first, equal, upTo: worst[index])
      if near == 0 { return better }
      equal = 0
      columns[index].fill(first, near, &ranks)
      forEachLane(near) { if ranks[$0] == worst[index] { equal |= bit($0) } else { better |= bit($0) } }
      if columns[index].isUndecided(worst[index]) { return better | equal }
    }
    return better
  }
}
