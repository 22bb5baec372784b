import PredicateEvaluation

/// The objects that a predicate selects, with one mask for each block of 64.
package struct Selection {
  private let masks: [UInt64]
  /// The number of selected objects.
  let count: Int

  init(masks: [UInt64]) {
    self.masks = masks
    count = masks.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// Selects all of `count` objects.
  package init(all count: Int) {
    var masks = [UInt64](repeating: ~0, count: (count + 63) / 64)
    if count % 64 != 0 { masks[masks.count - 1] = bit(count % 64) - 1 }
    self.masks = masks
    self.count = count
  }

  /// Selects the objects at `positions`, which must be distinct, among `count` objects.
  package init(_ positions: [Int], of count: Int) {
    var masks = [UInt64](repeating: 0, count: (count + 63) / 64)
    for position in positions { masks[position / 64] |= bit(position % 64) }
    self.masks = masks
    self.count = positions.count
  }

  /// Calls `body` for each block with selected objects, passing the position of its first object and the mask.
  @inline(__always)
  func forEachBlock<Failure>(_ body: (Int, UInt64) throws(Failure) -> Void) throws(Failure) {
    for index in masks.indices where masks[index] != 0 { try body(index * 64, masks[index]) }
  }

  /// Returns the positions of the selected objects after an offset, up to a limit.
  func positions(offset: Int = 0, limit: Int = .max) -> [Int] {
    var positions: [Int] = []
    positions.reserveCapacity(min(limit, max(0, count - offset)))
    forEach(offset: offset, limit: limit) { positions.append($0) }
    return positions
  }

  /// Calls `body` with the position of each selected object, in ascending order. Skips `offset` objects and stops after
  /// `limit`.
  func forEach(offset: Int = 0, limit: Int = .max, _ body: (Int) -> Void) {
    var skipped = offset
    var remaining = min(limit, max(0, count - offset))
    for index in masks.indices {
      if remaining == 0 { break }
      let found = masks[index].nonzeroBitCount
      if found <= skipped {
        skipped -= found
        continue
      }
      forEachLane(masks[index]) { lane in
        if skipped > 0 {
          skipped -= 1
        } else if remaining > 0 {
          remaining -= 1
          body(index * 64 + lane)
        }
      }
    }
  }

  /// The position of the first selected object, or `nil` if there is none.
  var first: Int? { positions(limit: 1).first }
}
