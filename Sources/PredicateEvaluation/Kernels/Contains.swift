/// One byte of a needle, to search for in eight bytes at once.
private struct SearchedByte<Case: TextCase> {
  /// The byte, eight times, and the bits of it to ignore.
  private let byte: UInt64
  private let ignored: UInt64

  init(_ byte: UInt8, _ letters: Case) {
    self.byte = repeated(byte)
    ignored = repeated(ignoredBit(byte, folds: letters.caseBit != 0))
  }

  /// Returns a word with zeros where the byte occurs.
  @inline(__always)
  func difference(_ text: UInt64) -> UInt64 { (Case.folds ? text | ignored : text) ^ byte }
}

/// A kernel that tests whether the string contains one byte. If `letters` folds, the byte is folded ASCII.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many), so no index exceeds `count`. A shift is by
/// at most 24 bits.
package struct ContainsByte<Case: TextCase>: ByteKernel {
  private let letters: Case
  private let needle: SearchedByte<Case>

  init(_ byte: UInt8, _ letters: Case) {
    self.letters = letters
    needle = SearchedByte(byte, letters)
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count < 4 {
      let text = unsafe word(bytes, count)
      if Case.mayChange(text) { return unsafe letters.matchesByFolding(bytes, count) }
      // The zeros above the text match the needle's byte if that is 0; they must not count.
      let found = zeros(needle.difference(text))
      return found & ((1 as UInt64) &<< UInt64(truncatingIfNeeded: count &* 8) &- 1) != 0
    }
    if count <= 16 {
      let (low, high) = unsafe wordsOfAll(bytes, count)
      if Case.mayChange(low | high) { return unsafe letters.matchesByFolding(bytes, count) }
      return zeros(needle.difference(low)) | zeros(needle.difference(high)) != 0
    }
    let tail = unsafe word(bytes + (count &- 8))
    var seen = tail
    var found = zeros(needle.difference(tail))
    var index = 0
    // If strings are folded, a mark may follow the byte, so all of them are read.
    while index &+ 8 < count && (Case.folds || found == 0) {
      let text = unsafe word(bytes + index)
      seen |= text
      found |= zeros(needle.difference(text))
      index &+= 8
    }
    return unsafe Case.mayChange(seen) ? letters.matchesByFolding(bytes, count) : found != 0
  }
}

/// A kernel that tests whether the string contains a needle of two bytes or more, by its first two bytes at eight positions
/// at a time. If `letters` folds, the needle is folded ASCII.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many), so no index exceeds `count`. Only masks
/// that are not 0 lose their lowest bit. The program owns the memory of the needle.
@safe package struct Contains<Case: TextCase>: ByteKernel {
  private let letters: Case
  private let needle: UnsafePointer<UInt8>
  private let needleCount: Int
  private let first: SearchedByte<Case>
  private let second: SearchedByte<Case>

  init(_ needle: UnsafeBufferPointer<UInt8>, _ letters: Case) {
    self.letters = letters
    unsafe self.needle = needle.baseAddress.unsafelyUnwrapped  // memory of a store has an address
    needleCount = needle.count
    first = unsafe SearchedByte(needle[0], letters)
    second = unsafe SearchedByte(needle[1], letters)
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let last = count &- needleCount
    if !Case.folds && last < 0 { return false }
    if count < 9 {
      let text = unsafe word(bytes, count)
      if Case.mayChange(text) { return unsafe letters.matchesByFolding(bytes, count) }
      let found = zeros(first.difference(text) | second.difference(text &>> 8))
      return unsafe found != 0 && check(bytes, found, 0, last) == true
    }
    var index = 0
    while true {
      let (text, next) = unsafe (word(bytes + index), word(bytes + (index &+ 1)))
      if Case.mayChange(text | next) { return unsafe letters.matchesByFolding(bytes, count) }
      let found = zeros(first.difference(text) | second.difference(next))
      if found != 0 {
        switch unsafe check(bytes, found, index, last) {
        case true?: return true
        case nil: return unsafe letters.matchesByFolding(bytes, count)
        case false?: break
        }
      }
      // If strings are folded, all of their bytes must be ASCII.
      if Case.folds ? index &+ 9 >= count : index &+ 8 > last { return false }
      // The last step overlaps positions already tested, so that nothing past the end is read.
      index = min(index &+ 8, count &- 9)
    }
    // The loop ends by returning alone.
  }

  /// Returns whether the needle is at one of the positions found, relative to `index`. Positions after `last` do not count. The
  /// result is `nil` if bytes that are not ASCII could change it.
  @inline(__always)
  private func check(_ bytes: UnsafePointer<UInt8>, _ found: UInt64, _ index: Int, _ last: Int) -> Bool? {
    var found = found
    while found != 0 {
      let position = index &+ found.trailingZeroBitCount &>> 3
      if position > last { return false }
      let text = unsafe bytes + position
      // `zeros` may have found a position that does not match.
      var length = 0
      while unsafe length < needleCount && letters.compared(text[length]) == needle[length] { length &+= 1 }
      if length == needleCount {
        // A combining mark after the needle's last byte would change it.
        return unsafe position < last && Case.mayChange(text[length]) ? nil : true
      }
      if unsafe Case.mayChange(text[length]) { return nil }
      found &= found &- 1
    }
    return false
  }
}
