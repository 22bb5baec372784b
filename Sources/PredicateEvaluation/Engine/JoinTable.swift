/// The rows of a collection by the hashes of their keys, so that those with one key are found without going through all.
///
/// A row found may have another key with the same hash: whoever looks up tests what is found.
package struct JoinTable {
  /// Which collection a table is of: the condition that asks, and the address and number of the elements. The objects do
  /// not change while a program runs.
  package struct Identity: Hashable {
    var join: Int
    var address: UInt
    var count: Int

    package init(join: Int, address: UInt, count: Int) {
      (self.join, self.address, self.count) = (join, address, count)
    }

    /// One of so many places, a power of two. Long arrays begin at the beginning of a page, so the low bits tell nothing.
    fileprivate func place(of places: Int) -> Int {
      let product = (UInt64(address) ^ UInt64(truncatingIfNeeded: join) &<< 56) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: product &>> 32) & (places - 1)
    }
  }

  /// The first row of each bucket, and the next of each row, counted from 1; 0 ends.
  private var heads: [UInt32]
  private var next: [UInt32]
  private let hashes: [UInt32]

  /// - Parameter hashes: that of each row.
  package init(_ hashes: [UInt32]) {
    self.hashes = hashes
    var size = 64
    while size < hashes.count { size *= 2 }
    heads = Array(repeating: 0, count: size)
    next = Array(repeating: 0, count: hashes.count)
    // From the last on, so that each bucket begins with its first row.
    for row in hashes.indices.reversed() {
      let bucket = Int(hashes[row]) & (size - 1)
      next[row] = heads[bucket]
      heads[bucket] = UInt32(truncatingIfNeeded: row + 1)
    }
  }

  /// Calls `body` for the rows with a hash, as the first row of a block and the lanes in it, in order, until it answers
  /// false.
  package func forEach(_ hash: UInt32, _ body: (Int, UInt64) -> Bool) {
    var number = Int(heads[Int(hash) & (heads.count - 1)])
    var (block, lanes) = (0, UInt64(0))
    while number > 0 {
      let row = number - 1
      number = Int(next[row])
      guard hashes[row] == hash else { continue }
      if row / 64 != block {
        if lanes != 0, !body(block * 64, lanes) { return }
        (block, lanes) = (row / 64, 0)
      }
      lanes |= bit(row % 64)
    }
    if lanes != 0 { _ = body(block * 64, lanes) }
  }
}

/// The tables that one run has made.
package struct JoinTables {
  /// Shorter collections are gone through.
  package static let leastRows = 128
  /// How often a collection is gone through before a table is made of it. Going through whole numbers is far cheaper than
  /// making one, through strings it is not.
  package static let asksBefore = (integers: 8, texts: 1)
  /// The most tables that are kept; collections beyond them are gone through.
  package static let mostTables = 4096

  private var tables: [JoinTable.Identity: JoinTable] = [:]
  /// How many collections are known to have been asked; of more of them, which take turns, tables are made of few.
  private static let places = 1024
  /// How often collections without a table were asked: those of the last asked, each at the place that its address gives.
  private var asked: [(identity: JoinTable.Identity, times: Int)?] = []

  package init() {}

  /// The table of a collection; nil where it is to be gone through this time.
  package mutating func table(
    _ identity: JoinTable.Identity, asksBefore: Int, _ make: () -> JoinTable
  ) -> JoinTable? {
    guard identity.count >= Self.leastRows, identity.count < UInt32.max else { return nil }
    if let known = tables[identity] { return known }
    if asked.isEmpty { asked = Array(repeating: nil, count: Self.places) }
    let place = identity.place(of: Self.places)
    var times = 1
    if let before = asked[place], before.identity == identity { times += before.times }
    asked[place] = (identity, times)
    guard times > asksBefore, tables.count < Self.mostTables else { return nil }
    let made = make()
    tables[identity] = made
    return made
  }
}
