/// The rows of a collection by the hashes of their keys, for finding the rows with one key without a scan.
///
/// A row that is found may have another key with the same hash, so the caller must test it.
package struct JoinTable {
  /// The identity of a table's collection: the condition that uses it, and the address and number of its elements. The
  /// collection must not change during a run.
  package struct Identity: Hashable {
    var join: Int
    var address: UInt
    var count: Int

    package init(join: Int, address: UInt, count: Int) {
      (self.join, self.address, self.count) = (join, address, count)
    }

    /// Returns one of a number of slots, a power of two. Long arrays begin at a page boundary, so the low bits are useless.
    fileprivate func slot(of count: Int) -> Int {
      // Safety: A hash may wrap. It is masked by the number of slots, a power of two.
      let product = (UInt64(address) ^ UInt64(truncatingIfNeeded: join) &<< 56) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: product &>> 32) & (count - 1)
    }
  }

  /// The first row of each bucket, and the next row after each row, counted from 1. 0 marks the end.
  private var heads: [UInt32]
  private var next: [UInt32]
  private let hashes: [UInt32]

  package init(_ hashes: [UInt32]) {
    self.hashes = hashes
    var size = 64
    while size < hashes.count { size *= 2 }
    heads = Array(repeating: 0, count: size)
    next = Array(repeating: 0, count: hashes.count)
    // In reverse order, so that each bucket begins with its first row.
    for row in hashes.indices.reversed() {
      let bucket = Int(hashes[row]) & (size - 1)
      next[row] = heads[bucket]
      heads[bucket] = UInt32(truncatingIfNeeded: row + 1)
    }
  }

  /// Calls `body` with the rows that have a hash, in order, until it returns `false`. The arguments are the first row of a
  /// block and the lanes in it.
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

/// The tables that one run has built.
package struct JoinTables {
  /// The minimum number of rows for a table. Shorter collections are scanned.
  package static let minimumRows = 128
  /// The number of scans of a collection before its table is built. Scanning integers is far cheaper than building a table;
  /// scanning strings is not.
  package static let scansBefore = (integers: 8, texts: 1)
  /// The maximum number of tables. Further collections are scanned.
  package static let maximumTables = 4096

  private var tables: [JoinTable.Identity: JoinTable] = [:]
  /// The number of collections whose scans can be counted. If more are used in turn, few of them get tables.
  private static let slotCount = 1024
  /// The number of scans of collections without a table: one entry per slot, for the collection scanned last.
  private var scans: [(identity: JoinTable.Identity, times: Int)?] = []

  package init() {}

  /// Returns the table of a collection, or `nil` if the collection should be scanned this time.
  package mutating func table(
    _ identity: JoinTable.Identity, scansBefore: Int, _ make: () -> JoinTable
  ) -> JoinTable? {
    guard identity.count >= Self.minimumRows, identity.count < UInt32.max else { return nil }
    if let known = tables[identity] { return known }
    if scans.isEmpty { scans = Array(repeating: nil, count: Self.slotCount) }
    let slot = identity.slot(of: Self.slotCount)
    var times = 1
    if let before = scans[slot], before.identity == identity { times += before.times }
    scans[slot] = (identity, times)
    guard times > scansBefore, tables.count < Self.maximumTables else { return nil }
    let made = make()
    tables[identity] = made
    return made
  }
}
