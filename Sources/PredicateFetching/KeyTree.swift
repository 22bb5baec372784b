import PredicateEvaluation

/// A tree that finds the group of an object from the ranks of its keys. Each branch has a rank, and each leaf is a group. Keys
/// are neither boxed nor copied.
///
/// The branches are in an open-addressing hash table, keyed by origin and rank. A `Dictionary` takes three times as long, mainly to
/// set up its hash function.
///
/// Safety: A lane is below 64, the number of elements of a block.
struct KeyTree {
  /// A rank and the nodes that it connects. `from` is -1 for an empty slot.
  private typealias Branch = (from: Int, rank: UInt64, to: Int)

  private let keys: [RankNode]
  /// Random numbers in the hash function, so that an attacker cannot choose keys that collide.
  private let secrets = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
  /// The slots of the table. Their number is a power of two, and at least half of them are empty.
  private var slots = [Branch](repeating: (from: -1, rank: 0, to: 0), count: 64)
  /// The last branch followed for each key. Consecutive objects often have equal keys.
  private var last: [Branch]
  /// The group at each node, or `nil` if there is none.
  private var groups: [Int?] = [nil]

  init(_ keys: [RankNode]) {
    self.keys = keys
    last = keys.map { _ in (from: -1, rank: 0, to: 0) }
  }

  /// Sets the groups of the live lanes. Calls `begin` with the lane of each object that starts a new group.
  /// The closure returns the number of the group.
  mutating func findGroups(
    _ run: Run, _ block: Block, _ live: UInt64, _ results: UnsafeMutablePointer<Int>, begin: (Int) -> Int
  ) {
    forEachLane(live) { unsafe results[$0] = 0 }
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { buffer in
      guard let ranks = buffer.baseAddress else { return }
      for (index, key) in keys.enumerated() {
        var last = self.last[index]
        unsafe key.fill(run, block, live, 0, ranks)
        forEachLane(live) { lane in
          if unsafe ranks[lane] != last.rank || results[lane] != last.from {
            last = unsafe (results[lane], ranks[lane], follow(ranks[lane], from: results[lane]))
          }
          unsafe results[lane] = last.to
          var depth = 0
          while unsafe key.isUndecided(ranks[lane]), run.spend(1) {
            depth += 1
            if depth == RankNode.depthsBeforeWhole, let wholeText = key.wholeText {
              unsafe results[lane] = follow(wholeText(run, block, lane), depth, from: results[lane])
              break
            }
            unsafe key.fill(run, block, bit(lane), depth, ranks)
            unsafe results[lane] = follow(ranks[lane], from: results[lane])
          }
        }
        self.last[index] = last
      }
    }
    forEachLane(live) { lane in
      let node = unsafe results[lane]
      if let group = groups[node] {
        unsafe results[lane] = group
      } else {
        unsafe results[lane] = begin(lane)
        groups[node] = unsafe results[lane]
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
        rank = unsafe textRank(start, bytes.count, depth)
        node = follow(rank, from: node)
        depth += 1
      } while rank & 1 == 1
      return node
    }
  }

  /// Returns the node that a branch leads to. If there is no such branch, adds one to a new node.
  private mutating func follow(_ rank: UInt64, from node: Int) -> Int {
    var slot = start(rank, node)
    while slots[slot].from >= 0 {
      if slots[slot].rank == rank, slots[slot].from == node { return slots[slot].to }
      slot = (slot + 1) & (slots.count - 1)
    }
    let next = groups.count
    slots[slot] = (node, rank, next)
    groups.append(nil)
    // Every node but the root has one branch to it.
    if next > slots.count / 2 { grow() }
    return next
  }

  private func start(_ rank: UInt64, _ node: Int) -> Int {
    let product = (rank ^ secrets.0).multipliedFullWidth(by: UInt64(truncatingIfNeeded: node) ^ secrets.1)
    return Int(truncatingIfNeeded: product.high ^ product.low) & (slots.count - 1)
  }

  private mutating func grow() {
    let old = slots
    slots = [Branch](repeating: (from: -1, rank: 0, to: 0), count: 2 * old.count)
    for branch in old where branch.from >= 0 {
      var slot = start(branch.rank, branch.from)
      while slots[slot].from >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = branch
    }
  }
}
