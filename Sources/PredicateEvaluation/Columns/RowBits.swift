/// One bit per row, read 64 at a time from any row on.
///
/// Safety: There is one more word than the rows need, and the program owns the memory. A bit is at least 1, so 1 less does
/// not wrap.
@safe struct RowBits {
  private let words: UnsafePointer<UInt64>

  /// Creates the bits of `count` rows from one word for each 64, or returns `nil` if all bits are `usual`. The bits after the last
  /// row must be 0.
  init?(_ words: [UInt64], count: Int, unless usual: Bool, in memory: KernelMemory) {
    var isUsual = true
    for (block, word) in words.enumerated() {
      let live = count - block * 64 >= 64 ? ~0 : bit(count - block * 64) &- 1
      if word & live != (usual ? live : 0) { isUsual = false }
    }
    if isUsual { return nil }
    let copy = unsafe memory.values(words.count + 1, filledWith: 0 as UInt64)
    for (block, word) in words.enumerated() { unsafe copy[block] = word }
    unsafe self.words = UnsafePointer(copy)
  }

  /// Returns the bits of the 64 rows from `first` on; they are 0 after the last row.
  @inline(__always)
  func word(from first: Int) -> UInt64 {
    let shift = UInt64(truncatingIfNeeded: first & 63)
    let low = unsafe words[first &>> 6] &>> shift
    return unsafe shift == 0 ? low : low | words[first &>> 6 &+ 1] &<< (64 &- shift)
  }
}

extension RowBits? {
  /// Returns the live lanes of a block whose bits are 1. Without bits, all of them are.
  @inline(__always)
  func lanes(_ block: Block, _ live: UInt64) -> UInt64 { map { $0.word(from: block.first) & live } ?? live }
}
