/// Owns the memory of one column. Nodes read it through plain addresses; whoever holds a node holds the columns.
///
/// It is written by the one thread that makes the column, before anyone else sees it, and only read from then on.
final class ColumnMemory: @unchecked Sendable {
  private var blocks: [UnsafeMutableRawPointer] = []
  /// All bytes that the column takes.
  private(set) var byteCount = 0

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Room for values, each set to `value`.
  func values<Value: BitwiseCopyable>(_ count: Int, filledWith value: Value) -> UnsafeMutablePointer<Value> {
    let size = max(1, count) * MemoryLayout<Value>.stride
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    blocks.append(block)
    byteCount += size
    return block.initializeMemory(as: Value.self, repeating: value, count: max(1, count))
  }

  /// Room for one value a row and 64 more, so that a whole block may be read from wherever a row stands.
  func rows<Value: BitwiseCopyable>(_ count: Int, filledWith value: Value) -> UnsafeMutablePointer<Value> {
    values(count + 64, filledWith: value)
  }
}

/// One bit a row, to be read 64 at a time from any row on.
struct RowBits {
  private let words: UnsafePointer<UInt64>

  /// The bits of `count` rows: one word for each 64. No bits are kept where all are what `unless` says.
  init?(_ words: [UInt64], count: Int, unless usual: Bool, in memory: ColumnMemory) {
    var isUsual = true
    for (block, word) in words.enumerated() {
      let live = count - block * 64 >= 64 ? ~0 : bit(count - block * 64) &- 1
      if word & live != (usual ? live : 0) { isUsual = false }
    }
    if isUsual { return nil }
    let copy = memory.values(words.count + 1, filledWith: 0 as UInt64)
    for (block, word) in words.enumerated() { copy[block] = word }
    self.words = UnsafePointer(copy)
  }

  /// The bits of the 64 rows from `first` on; 0 behind the last one.
  @inline(__always)
  func word(from first: Int) -> UInt64 {
    let shift = UInt64(truncatingIfNeeded: first & 63)
    let low = words[first &>> 6] &>> shift
    return shift == 0 ? low : low | words[first &>> 6 &+ 1] &<< (64 &- shift)
  }
}
