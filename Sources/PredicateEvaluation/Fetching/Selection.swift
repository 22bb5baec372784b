/// The objects that a predicate selects: one mask for each 64, as the engine works on them.
struct Selection {
  private let masks: [UInt64]
  /// How many are selected.
  let count: Int

  init(masks: [UInt64]) {
    self.masks = masks
    count = masks.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// All of so many objects.
  init(all count: Int) {
    var masks = [UInt64](repeating: ~0, count: (count + 63) / 64)
    if count % 64 != 0 { masks[masks.count - 1] = bit(count % 64) - 1 }
    self.masks = masks
    self.count = count
  }

  /// Those at positions, which ascend.
  init(_ positions: [Int], of count: Int) {
    var masks = [UInt64](repeating: 0, count: (count + 63) / 64)
    for position in positions { masks[position / 64] |= bit(position % 64) }
    self.masks = masks
    self.count = positions.count
  }

  /// Calls `body` with the place of the first object of each block that has selected ones, and with these.
  @inline(__always)
  func forEachBlock<Failure>(_ body: (Int, UInt64) throws(Failure) -> Void) throws(Failure) {
    for index in masks.indices where masks[index] != 0 { try body(index * 64, masks[index]) }
  }

  /// The positions of the objects between an offset and a limit.
  func positions(offset: Int = 0, limit: Int = .max) -> [Int] {
    var positions: [Int] = []
    positions.reserveCapacity(min(limit, max(0, count - offset)))
    forEach(offset: offset, limit: limit) { positions.append($0) }
    return positions
  }

  /// Calls `body` with each position between an offset and a limit, in ascending order.
  func forEach(offset: Int = 0, limit: Int = .max, _ body: (Int) -> Void) {
    var skipped = offset
    var left = min(limit, max(0, count - offset))
    for index in masks.indices {
      if left == 0 { break }
      let found = masks[index].nonzeroBitCount
      if found <= skipped {
        skipped -= found
        continue
      }
      forEachLane(masks[index]) { lane in
        if skipped > 0 {
          skipped -= 1
        } else if left > 0 {
          left -= 1
          body(index * 64 + lane)
        }
      }
    }
  }

  /// The position of the first object; nil where there is none.
  var first: Int? { positions(limit: 1).first }
}
