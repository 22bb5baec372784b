/// A tree that finds the group of an object from the ranks of its keys. Each branch has a rank, and each leaf is a group. Keys
/// are neither boxed nor copied.
struct KeyTree {
  private let keys: [RankNode]
  private var branches = BranchTable()
  /// The last branch followed for each key. Consecutive objects often have equal keys.
  private var last: [BranchTable.Branch]
  /// The group at each node, or `nil` if there is none.
  private var groups: [Int?] = [nil]

  init(_ keys: [RankNode]) {
    self.keys = keys
    last = keys.map { _ in (from: -1, rank: 0, to: 0) }
  }

  /// Sets the groups of the live lanes. Calls `begin` with the lane of each object that starts a new group.
  mutating func place(
    _ run: Run, _ block: Block, _ live: UInt64, _ places: UnsafeMutablePointer<Int>, begin: (Int) -> Int
  ) {
    forEachLane(live) { places[$0] = 0 }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { buffer in
      guard let ranks = buffer.baseAddress else { return }
      for index in keys.indices {
        keys[index].fill(run, block, live, 0, ranks)
        forEachLane(live) { lane in
          if ranks[lane] != last[index].rank || places[lane] != last[index].from {
            let node = follow(ranks[lane], from: places[lane])
            last[index] = (places[lane], ranks[lane], node)
          }
          places[lane] = last[index].to
          var depth = 0
          while keys[index].isUndecided(ranks[lane]) {
            depth += 1
            if depth == RankNode.depthsBeforeWhole, let wholeText = keys[index].wholeText {
              places[lane] = follow(wholeText(run, block, lane), depth, from: places[lane])
              break
            }
            keys[index].fill(run, block, bit(lane), depth, ranks)
            places[lane] = follow(ranks[lane], from: places[lane])
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

  /// Follows the ranks of a text, starting at a depth.
  private mutating func follow(_ text: String, _ depth: Int, from node: Int) -> Int {
    var (text, depth, node) = (text, depth, node)
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return node }
      var rank: UInt64
      repeat {
        rank = textRank(start, bytes.count, depth)
        node = follow(rank, from: node)
        depth += 1
      } while rank & 1 == 1
      return node
    }
  }

  private mutating func follow(_ rank: UInt64, from node: Int) -> Int {
    let next = branches.follow(rank, from: node, orAdd: groups.count)
    if next == groups.count { groups.append(nil) }
    return next
  }
}

/// An open-addressing hash table of branches, keyed by origin and rank. A `Dictionary` takes three times as long, mainly to set
/// up its hash function.
private struct BranchTable {
  /// A rank and the nodes that it connects. `from` is -1 for an empty slot.
  typealias Branch = (from: Int, rank: UInt64, to: Int)

  /// Random numbers in the hash function, so that an attacker cannot choose keys that collide.
  private let secrets = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
  /// The slots of the table. Their number is a power of two, and at least half of them are empty.
  private var places = [Branch](repeating: (from: -1, rank: 0, to: 0), count: 64)
  private var count = 0

  /// Returns the node that a branch leads to. If there is no such branch, adds one to `next`.
  mutating func follow(_ rank: UInt64, from node: Int, orAdd next: Int) -> Int {
    var place = start(rank, node)
    while places[place].from >= 0 {
      if places[place].rank == rank, places[place].from == node { return places[place].to }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = (node, rank, next)
    count += 1
    if count > places.count / 2 { grow() }
    return next
  }

  private func start(_ rank: UInt64, _ node: Int) -> Int {
    let product = (rank ^ secrets.0).multipliedFullWidth(by: UInt64(truncatingIfNeeded: node) ^ secrets.1)
    return Int(truncatingIfNeeded: product.high ^ product.low) & (places.count - 1)
  }

  private mutating func grow() {
    let old = places
    places = [Branch](repeating: (from: -1, rank: 0, to: 0), count: 2 * old.count)
    for branch in old where branch.from >= 0 {
      var place = start(branch.rank, branch.from)
      while places[place].from >= 0 { place = (place + 1) & (places.count - 1) }
      places[place] = branch
    }
  }
}
