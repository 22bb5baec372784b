/// Tells groups apart by the ranks of their keys: a tree with a branch for each rank, whose leaves are the groups. No key
/// becomes a value, and none is copied.
struct KeyTree {
  private struct Branch: Hashable {
    var node: Int
    var rank: UInt64
  }

  private let keys: [RankNode]
  private var branches: [Branch: Int] = [:]
  /// The branch that each key followed last: objects in a row often have the same keys.
  private var last: [(branch: Branch, node: Int)]
  /// The group at a node; nil where none is yet.
  private var groups: [Int?] = [nil]

  init(_ keys: [RankNode]) {
    self.keys = keys
    last = keys.map { _ in (Branch(node: -1, rank: 0), 0) }
  }

  /// Sets the groups of the live lanes; `begin` makes the group of a lane that is the first of one.
  mutating func place(
    _ run: Run, _ block: Block, _ live: UInt64, _ places: UnsafeMutablePointer<Int>, begin: (Int) -> Int
  ) {
    forEachLane(live) { places[$0] = 0 }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { buffer in
      guard let ranks = buffer.baseAddress else { return }
      for index in keys.indices {
        keys[index].fill(run, block, live, 0, ranks)
        forEachLane(live) { lane in
          let branch = Branch(node: places[lane], rank: ranks[lane])
          if branch.rank != last[index].branch.rank || branch.node != last[index].branch.node {
            last[index] = (branch, follow(branch))
          }
          places[lane] = last[index].node
          var depth = 0
          while keys[index].isUndecided(ranks[lane]) {
            depth += 1
            keys[index].fill(run, block, bit(lane), depth, ranks)
            places[lane] = follow(Branch(node: places[lane], rank: ranks[lane]))
          }
        }
      }
    }
    forEachLane(live) { lane in
      let node = places[lane]
      if let group = groups[node] {
        places[lane] = group
      } else {
        places[lane] = begin(lane)
        groups[node] = places[lane]
      }
    }
  }

  private mutating func follow(_ branch: Branch) -> Int {
    if let node = branches[branch] { return node }
    let node = groups.count
    branches[branch] = node
    groups.append(nil)
    return node
  }
}
