/// A search for a needle in many texts of a column at once. It scans all their bytes as one sequence, 64 positions at a
/// time, for the needle's two rarest bytes, and compares what it finds in full.
///
/// Safety: Positions are below the column's size, which is less than 2^32. A needle has at most 256 bytes and a step 64, less
/// than the margin after the last text. The program owns the memory. Only masks that are not 0 lose their lowest bit.
@safe struct ColumnSearch {
  private let needle: ColumnNeedle
  /// The bytes to search for, the bits of them to ignore, and their offsets in the needle.
  private let first: (byte: UInt8, ignored: UInt8, offset: Int)
  private let second: (byte: UInt8, ignored: UInt8, offset: Int)
  private let bytes: UnsafePointer<UInt8>
  private let starts: UnsafePointer<UInt32>

  /// Creates a search. The needle must not be empty or longer than the margin allows.
  init(_ needle: [UInt8], folds: Bool, in column: TextColumn, _ store: KernelMemory) {
    self.needle = ColumnNeedle(needle, folds: folds, store)
    unsafe bytes = column.bytes
    unsafe starts = column.starts
    let common = column.sampledBytes(folds: folds)
    let offsets = needle.indices.sorted { common[Int(needle[$0])] < common[Int(needle[$1])] }
    func probe(_ offset: Int) -> (byte: UInt8, ignored: UInt8, offset: Int) {
      (needle[offset], ignoredBit(needle[offset], folds: folds), offset)
    }
    first = probe(offsets.first ?? 0)
    second = probe(offsets.dropFirst().first ?? offsets.first ?? 0)
  }

  /// Returns the lanes of `mask` whose texts contain the needle; lane 0 is row `first`.
  @inline(__always)
  func lanes(_ first: Int, _ mask: UInt64) -> UInt64 {
    if mask.nonzeroBitCount > 6 { return run(first, mask) & mask }
    var result: UInt64 = 0
    forEachLane(mask) { if run(first &+ $0, 1) & 1 != 0 { result |= bit($0) } }
    return result
  }

  /// Returns the lanes from the first to the last of `mask` whose texts contain the needle; lane 0 is row `first`.
  @inline(__always)
  private func run(_ first: Int, _ mask: UInt64) -> UInt64 {
    let starts = unsafe starts + first
    var lane = mask.trailingZeroBitCount
    var position = unsafe Int(truncatingIfNeeded: starts[lane])
    let end = unsafe Int(truncatingIfNeeded: starts[64 &- mask.leadingZeroBitCount])
    var result: UInt64 = 0
    while position < end {
      var hits = unsafe hits(bytes + position)
      while hits != 0 {
        let hit = position &+ hits.trailingZeroBitCount
        hits &= hits &- 1
        if hit >= end { return result }
        if unsafe !needle.isAt(bytes + hit, in: needle.count) { continue }
        while unsafe Int(truncatingIfNeeded: starts[lane &+ 1]) <= hit { lane &+= 1 }
        result |= bit(lane)
        // The rest of this text need not be searched.
        lane &+= 1
        let next = unsafe Int(truncatingIfNeeded: starts[lane]) &- position
        if next >= 64 {
          position &+= next &- 64
          break
        }
        hits &= ~0 &<< UInt64(truncatingIfNeeded: next)
      }
      position &+= 64
    }
    return result
  }

  /// Returns the positions among 64 at which the needle's rarest bytes match.
  @inline(__always)
  private func hits(_ start: UnsafePointer<UInt8>) -> UInt64 {
    let (a, b) = unsafe (start + first.offset, start + second.offset)
    let (x, y) = (first, second)
    return denseLanes {
      unsafe (((a[$0] | x.ignored) ^ x.byte) | ((b[$0] | y.ignored) ^ y.byte)) == 0
    }
  }
}

extension TextColumn {
  /// Returns how often each byte occurs in a sample of the texts.
  fileprivate func sampledBytes(folds: Bool) -> [UInt32] {
    var counts = [UInt32](repeating: 0, count: 256)
    let end = unsafe Int(starts[count])
    let step = max(1, end / 4096)
    for position in stride(from: 0, to: end, by: step) {
      let byte = unsafe bytes[position]
      counts[Int(folds && 0x41...0x5A ~= byte ? byte | 0x20 : byte)] += 1
    }
    return counts
  }
}
