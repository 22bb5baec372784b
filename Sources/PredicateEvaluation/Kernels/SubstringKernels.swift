/// A kernel that tests whether the string contains one byte.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many), so no index exceeds `count`.
package struct ByteInBytes: ByteKernel {
  /// The byte, eight times.
  let needle: UInt64

  init(_ byte: UInt8) { needle = repeated(byte) }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count < 4 {
      for index in 0..<count where unsafe bytes[index] == UInt8(truncatingIfNeeded: needle) { return true }
      return false
    }
    if count <= 16 {
      let (low, high) = unsafe wordsOfAll(bytes, count)
      return zeros(low ^ needle) | zeros(high ^ needle) != 0
    }
    if unsafe zeros(word(bytes + (count &- 8)) ^ needle) != 0 { return true }
    var index = 0
    while index &+ 8 < count {
      if unsafe zeros(word(bytes + index) ^ needle) != 0 { return true }
      index &+= 8
    }
    return false
  }
}

/// A kernel that tests whether the string contains one byte: `ByteInBytes` for the elements of collections. The same few
/// elements are often tested again, so branches on their lengths predict well, and fewer loads matter more.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many), so no index exceeds `count`.
package struct ByteInElement: ByteKernel {
  private let general: ByteInBytes

  package init(_ byte: UInt8) { general = ByteInBytes(byte) }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count < 8 || count > 16 { return unsafe general.test(bytes, count) }
    let head = unsafe zeros(word(bytes) ^ general.needle)
    if count >= 12 {
      let rest = unsafe UInt64(word32(bytes + 8)) | UInt64(word32(bytes + (count &- 4))) &<< 32
      return head | zeros(rest ^ general.needle) != 0
    }
    // Up to three bytes more. None of the loads begins before the eighth byte, for the reason that `wordsOfAll` gives.
    let byte = UInt8(truncatingIfNeeded: general.needle)
    let (first, last) = (count == 8 ? 7 : 8, count &- 1)
    return unsafe head != 0 || bytes[first] == byte || bytes[last] == byte || bytes[(first &+ last) &>> 1] == byte
  }
}

/// A kernel that tests whether the string contains a needle of two bytes or more, by its first two bytes at eight positions
/// at a time.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many), so no index exceeds `count`. Only masks
/// that are not 0 lose their lowest bit.
package struct SubstringBytes: ByteKernel {
  let needle: NeedleProbe
  private let first: UInt64
  private let second: UInt64

  init(_ needle: NeedleProbe) {
    self.needle = needle
    first = repeated(UInt8(truncatingIfNeeded: needle.first))
    second = repeated(UInt8(truncatingIfNeeded: needle.first >> 8))
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let last = count &- needle.count
    if last < 0 { return false }
    if count < 9 {
      let text = unsafe word(bytes, count)
      let found = zeros((text ^ first) | (text &>> 8 ^ second))
      return unsafe found != 0 && check(bytes, found, 0, last)
    }
    var index = 0
    while true {
      let found = unsafe zeros((word(bytes + index) ^ first) | (word(bytes + (index &+ 1)) ^ second))
      if unsafe found != 0 && check(bytes, found, index, last) { return true }
      if index &+ 8 > last { return false }
      // The last step overlaps positions already tested, so that nothing past the end is read.
      index = min(index &+ 8, count &- 9)
    }
  }

  /// Returns whether the needle is at one of the positions found, relative to `index`. Positions after `last` do not count.
  @inline(__always)
  private func check(_ bytes: UnsafePointer<UInt8>, _ found: UInt64, _ index: Int, _ last: Int) -> Bool {
    var found = found
    while found != 0 {
      let position = index &+ found.trailingZeroBitCount &>> 3
      if position > last { return false }
      if unsafe needle.isAt(bytes + position) { return true }
      found &= found &- 1
    }
    return false
  }
}
