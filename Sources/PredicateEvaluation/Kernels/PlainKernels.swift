/// A needle to compare with as many bytes at a known address.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many), so no offset is negative. The program
/// owns the memory of the needle.
struct NeedleProbe: Sendable {
  let count: Int
  /// The first and the last eight bytes; of a shorter needle, both are all of it, padded with zeros.
  let first: UInt64
  let last: UInt64
  /// The last four bytes of a needle of four to seven bytes, or the last two of a needle of two or three.
  private let tail: UInt32
  let address: UInt

  /// Creates a probe for a needle in memory of a `KernelMemory`.
  init(_ needle: UnsafeBufferPointer<UInt8>) {
    count = needle.count
    address = UInt(bitPattern: needle.baseAddress)
    guard let base = needle.baseAddress else {
      first = 0
      last = 0
      tail = 0
      return
    }
    first = unsafe word(base, min(needle.count, 8))
    last = unsafe needle.count < 8 ? first : word(base + (needle.count - 8))
    tail =
      unsafe needle.count >= 4
      ? word32(base + (needle.count - 4)) : needle.count >= 2 ? word16(base + (needle.count - 2)) : 0
  }

  /// The last byte, or 0 if the needle is empty.
  var lastByte: UInt8 {
    UInt8(truncatingIfNeeded: count >= 8 ? last >> 56 : count > 0 ? first >> UInt64(count * 8 - 8) : 0)
  }

  /// Returns whether the needle is at `bytes`, of which `count` must be readable.
  @inline(__always)
  func isAt(_ bytes: UnsafePointer<UInt8>) -> Bool {
    if count >= 8 {
      if unsafe word(bytes) != first || word(bytes + (count &- 8)) != last { return false }
      return unsafe count <= 16 || middleMatches(address, bytes, count, 0)
    }
    if count >= 4 {
      return unsafe word32(bytes) == UInt32(truncatingIfNeeded: first) && word32(bytes + (count &- 4)) == tail
    }
    if count >= 2 {
      return unsafe word16(bytes) == UInt32(truncatingIfNeeded: first & 0xFFFF) && word16(bytes + (count &- 2)) == tail
    }
    return unsafe count == 0 || bytes[0] == UInt8(truncatingIfNeeded: first)
  }
}

/// Returns whether a text has the bytes between the first and the last eight of a long needle. `caseBit` folds its case.
///
/// Like all functions that kernels do not inline, it takes numbers: a kernel passed to it would be copied for every string.
///
/// Safety: An index is below `count`, the length of both texts.
@inline(never)
func middleMatches(_ needle: UInt, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ caseBit: UInt64) -> Bool {
  guard let needle = unsafe UnsafePointer<UInt8>(bitPattern: needle) else { return false }
  var index = 8
  while index &+ 8 < count {
    if unsafe lowered(word(bytes + index), caseBit) != word(needle + index) { return false }
    index &+= 8
  }
  return true
}

// One byte at an end of the needle rejects nearly all strings, costs less than a word there, and predicts better than the
// string's length.

/// A kernel that tests whether the string equals the needle.
package struct EqualBytes: ByteKernel {
  private let needle: NeedleProbe
  private let firstByte: UInt8

  init(_ needle: NeedleProbe) {
    self.needle = needle
    firstByte = UInt8(truncatingIfNeeded: needle.first)
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count != needle.count { return false }
    return unsafe count == 0 || bytes[0] == firstByte && needle.isAt(bytes)
  }
}

/// A kernel that tests whether the string begins with the needle, which is not empty.
package struct PrefixBytes: ByteKernel {
  private let needle: NeedleProbe
  private let firstByte: UInt8

  init(_ needle: NeedleProbe) {
    self.needle = needle
    firstByte = UInt8(truncatingIfNeeded: needle.first)
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe count > 0 && bytes[0] == firstByte && count >= needle.count && needle.isAt(bytes)
  }
}

/// A kernel that tests whether the string ends with the needle, which is not empty.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many). The needle is not empty, so no offset is
/// negative.
package struct SuffixBytes: ByteKernel {
  private let needle: NeedleProbe
  private let lastByte: UInt8

  init(_ needle: NeedleProbe) {
    self.needle = needle
    lastByte = needle.lastByte
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe count >= needle.count && bytes[count &- 1] == lastByte && needle.isAt(bytes + (count &- needle.count))
  }
}

/// The test `LIKE "b*ball"`: the string begins with a prefix and ends with a suffix, without overlap.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many). A shorter text does not pass, so no
/// offset is negative.
package struct PrefixAndSuffixBytes: ByteKernel {
  private let least: Int
  /// The first byte of the prefix and the last byte of the suffix; 0 with a mask of 0 if there is none.
  private let firstByte: UInt8
  private let firstMask: UInt8
  private let lastByte: UInt8
  private let lastMask: UInt8
  /// The address of the prefix and the suffix in memory of the store, as in `FoldingFallback`.
  private let rest: UInt

  init(prefix: NeedleProbe, suffix: NeedleProbe, _ store: KernelMemory) {
    least = prefix.count + suffix.count
    (firstByte, firstMask) = prefix.count > 0 ? (UInt8(truncatingIfNeeded: prefix.first), 0xFF) : (0, 0)
    (lastByte, lastMask) = suffix.count > 0 ? (suffix.lastByte, 0xFF) : (0, 0)
    rest = unsafe UInt(bitPattern: store.values([prefix, suffix]))
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count == 0 { return least == 0 }
    if unsafe bytes[0] & firstMask != firstByte || bytes[count &- 1] & lastMask != lastByte { return false }
    return unsafe count >= least && Self.matches(rest, bytes, count)
  }

  /// `@_effects` declares that the function only reads, as for `FoldingFallback.matchesByFolding`.
  @inline(never) @_effects(readonly)
  private static func matches(_ rest: UInt, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard let ends = unsafe UnsafePointer<NeedleProbe>(bitPattern: rest) else { return false }
    return unsafe ends[0].isAt(bytes) && ends[1].isAt(bytes + (count &- ends[1].count))
  }
}

/// LIKE with any pattern, run as a program on the strings whose ends match those of the pattern.
package struct LikeBytes: ByteKernel {
  let program: LikeProgram
  /// The text before the first wildcard and after the last one, often empty.
  let ends: PrefixAndSuffixBytes

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe ends.test(bytes, count) && program.matches(bytes, count, caseBit: 0)
  }
}

/// The program of a `LikePattern`, in memory of a `KernelMemory`.
///
/// Safety: Steps are below the count of the program, and indices below the length of the text; each is compared before it is
/// used.
struct LikeProgram: Sendable {
  private let address: UInt
  private let count: Int

  init(_ program: UnsafeBufferPointer<UInt8>) {
    address = UInt(bitPattern: program.baseAddress)
    count = program.count
  }

  /// Returns whether the program matches a text. `caseBit` folds the case of ASCII.
  @inline(__always)
  func matches(_ bytes: UnsafePointer<UInt8>, _ length: Int, caseBit: UInt64) -> Bool {
    unsafe Self.matches(address, count, bytes, length, caseBit)
  }

  /// A copy of `LikePattern.matches` over raw pointers that also folds the case of ASCII: a call to another module would
  /// retain every string.
  @inline(never)
  private static func matches(
    _ address: UInt, _ count: Int, _ bytes: UnsafePointer<UInt8>, _ length: Int, _ caseBit: UInt64
  ) -> Bool {
    guard let program = unsafe UnsafePointer<UInt8>(bitPattern: address), count > 0 else { return false }
    var step = 0
    var index = 0
    var retryStep = -1
    var retryIndex = 0
    while index < length {
      if step < count {
        let code = unsafe program[step]
        if code == anyRun {
          step &+= 1
          if step == count { return true }
          retryStep = step
          retryIndex = index
          continue
        }
        if unsafe code == loweredByte(bytes[index], caseBit) {
          step &+= 1
          index &+= 1
          continue
        }
        if code == anyScalar {
          step &+= 1
          index = unsafe nextScalar(bytes, length, index)
          continue
        }
      }
      if retryStep < 0 { return false }
      retryIndex = unsafe nextScalar(bytes, length, retryIndex)
      // If a literal is next, skip to where it may begin. A literal begins with the first byte of a scalar.
      let next = unsafe program[retryStep]
      if next < anyRun {
        while unsafe retryIndex < length && loweredByte(bytes[retryIndex], caseBit) != next { retryIndex &+= 1 }
      }
      index = retryIndex
      step = retryStep
    }
    if unsafe step < count && program[step] == anyRun { step &+= 1 }
    return step == count
  }

  @inline(__always)
  private static func nextScalar(_ bytes: UnsafePointer<UInt8>, _ length: Int, _ index: Int) -> Int {
    var next = index &+ 1
    while unsafe next < length && bytes[next] & 0xC0 == 0x80 { next &+= 1 }
    return next
  }

  // `LikePattern.anyScalar` and `.anyRun`, visible to the optimizer.
  private static var anyScalar: UInt8 { 0xFF }
  private static var anyRun: UInt8 { 0xFE }
}
