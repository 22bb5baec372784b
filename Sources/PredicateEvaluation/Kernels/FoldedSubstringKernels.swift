import PredicateSemantics
import PredicateSyntax

/// One byte of a folded needle, to search for in eight bytes of ASCII at once: the byte eight times, and the case bit eight times
/// if it is a letter whose case is ignored.
private typealias FoldedByte = (byte: UInt64, ignored: UInt64)

private func foldedByte(_ byte: UInt8, caseBit: UInt64) -> FoldedByte {
  (repeated(byte), repeated(ignoredBit(byte, folds: caseBit != 0)))
}

/// Returns a word with zeros where the byte occurs.
@inline(__always)
private func difference(_ text: UInt64, _ needle: FoldedByte) -> UInt64 { (text | needle.ignored) ^ needle.byte }

/// A kernel that tests whether the string contains one byte of ASCII, folded.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many), so no index exceeds `count`. A shift is
/// by at most 24 bits.
package struct FoldedByteInBytes: ByteKernel {
  private let needle: FoldedByte
  let fallback: FoldingFallback

  init(_ byte: UInt8, _ fallback: FoldingFallback) {
    needle = foldedByte(byte, caseBit: fallback.caseBit)
    self.fallback = fallback
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count < 4 {
      let text = unsafe word(bytes, count)
      if text & highBits != 0 { return unsafe fallback.matchesByFolding(bytes, count) }
      // The zeros above the text match the needle's byte if that is 0; they must not count.
      let found = zeros(difference(text, needle))
      return found & ((1 as UInt64) &<< UInt64(truncatingIfNeeded: count &* 8) &- 1) != 0
    }
    if count <= 16 {
      let (low, high) = unsafe wordsOfAll(bytes, count)
      if (low | high) & highBits != 0 { return unsafe fallback.matchesByFolding(bytes, count) }
      return zeros(difference(low, needle)) | zeros(difference(high, needle)) != 0
    }
    let tail = unsafe word(bytes + (count &- 8))
    var seen = tail
    var found = zeros(difference(tail, needle))
    var index = 0
    while index &+ 8 < count {
      let text = unsafe word(bytes + index)
      seen |= text
      found |= zeros(difference(text, needle))
      index &+= 8
    }
    return unsafe seen & highBits != 0 ? fallback.matchesByFolding(bytes, count) : found != 0
  }
}

/// A kernel that tests whether the string contains the needle, which is ASCII and has at least two bytes.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many), so no index exceeds `count`. Only masks
/// that are not 0 lose their lowest bit.
package struct FoldedSubstring: ByteKernel {
  let needle: FoldedProbe
  let fallback: FoldingFallback
  private let first: FoldedByte
  private let second: FoldedByte

  init(_ needle: FoldedProbe, _ fallback: FoldingFallback) {
    self.needle = needle
    self.fallback = fallback
    first = foldedByte(UInt8(truncatingIfNeeded: needle.first), caseBit: needle.caseBit)
    second = foldedByte(UInt8(truncatingIfNeeded: needle.first >> 8), caseBit: needle.caseBit)
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let last = count &- needle.count
    if count < 9 {
      let text = unsafe count == 8 ? word(bytes) : word(bytes, count)
      if text & highBits != 0 { return unsafe fallback.matchesByFolding(bytes, count) }
      let found = zeros(difference(text, first) | difference(text &>> 8, second))
      return unsafe found != 0 && last >= 0 && check(bytes, found, 0, last) == true
    }
    var index = 0
    while true {
      let text = unsafe word(bytes + index)
      let next = unsafe word(bytes + (index &+ 1))
      if (text | next) & highBits != 0 { return unsafe fallback.matchesByFolding(bytes, count) }
      let found = zeros(difference(text, first) | difference(next, second))
      if found != 0 {
        switch unsafe check(bytes, found, index, last) {
        case true?: return true
        case nil: return unsafe fallback.matchesByFolding(bytes, count)
        case false?: break
        }
      }
      if index &+ 9 >= count { return false }
      // The last step overlaps positions already tested, so that nothing past the end is read.
      index = min(index &+ 8, count &- 9)
    }
    // The loop ends by returning alone.
  }

  /// Returns whether the needle is at one of the positions found, relative to `index`. Positions after `last` do not count.
  @inline(__always)
  private func check(_ bytes: UnsafePointer<UInt8>, _ found: UInt64, _ index: Int, _ last: Int) -> Bool? {
    var found = found
    while found != 0 {
      let position = index &+ found.trailingZeroBitCount &>> 3
      if position > last { return false }
      guard let isThere = unsafe needle.compare(bytes + position) else { return nil }
      if isThere {
        // A mark after the needle's last byte would change it.
        let end = position &+ needle.count
        return unsafe position < last && bytes[end] >= 0x80 ? nil : true
      }
      found &= found &- 1
    }
    return false
  }
}
