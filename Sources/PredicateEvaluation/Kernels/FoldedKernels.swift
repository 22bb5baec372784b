import PredicateModel

// Folding changes only the case of ASCII strings, which happens here, eight bytes at a time. Any other string goes to
// `FoldedSide.slow`. A needle that is not ASCII matches no ASCII string.

/// A kernel that tests whether the string equals the needle, which is ASCII and not empty.
package struct FoldedEqual: ByteKernel {
  let needle: FoldedProbe
  let side: FoldedSide
  /// The first byte, and the case bit if it is a letter. It rejects nearly all strings.
  private let firstByte: UInt8
  private let ignored: UInt8

  init(_ needle: FoldedProbe, _ side: FoldedSide) {
    self.needle = needle
    self.side = side
    firstByte = UInt8(truncatingIfNeeded: needle.first)
    ignored = 0x61...0x7A ~= firstByte ? UInt8(truncatingIfNeeded: needle.caseBit) : 0
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count == 0 { return false }
    // Leading ASCII stays as it is, whatever follows, or gets a mark that makes it non-ASCII. This rejects most strings,
    // and the branch predicts well, unlike one on the length.
    let first = bytes[0]
    if first | ignored != firstByte && first < 0x80 { return false }
    // Nothing folds to more bytes of ASCII than it has itself.
    if count < needle.count { return false }
    if count != needle.count { return !isASCII(bytes, count) && side.slow(bytes, count) }
    switch needle.compare(bytes) {
    case .no: return false
    case .yes: return true
    case .unknown: return side.slow(bytes, count)
    }
  }
}

/// A kernel that tests whether the string begins with the needle, which is ASCII and not empty.
package struct FoldedPrefix: ByteKernel {
  let needle: FoldedProbe
  let side: FoldedSide

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    switch needle.begins(bytes, count) {
    case .no: return false
    case .yes: return true
    case .unknown: return side.slow(bytes, count)
    }
  }
}

/// A kernel that tests whether the string ends with the needle, which is ASCII and not empty.
package struct FoldedSuffix: ByteKernel {
  let needle: FoldedProbe
  let side: FoldedSide

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    switch needle.ends(bytes, count) {
    case .no: return false
    case .yes: return true
    case .unknown: return side.slow(bytes, count)
    }
  }
}

/// The test `LIKE[c] "b*ball"` in ASCII: the string begins with a prefix and ends with a suffix, without overlap.
package struct FoldedPrefixAndSuffix: ByteKernel {
  let prefix: FoldedProbe
  let suffix: FoldedProbe
  let side: FoldedSide

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count < prefix.count &+ suffix.count { return !isASCII(bytes, count) && side.slow(bytes, count) }
    let answer = prefix.begins(bytes, count)
    if answer == .no { return false }
    let second = suffix.ends(bytes, count)
    if second == .no { return false }
    return answer == .yes && second == .yes || side.slow(bytes, count)
  }
}

/// LIKE with any pattern, run as a program.
package struct FoldedLike: ByteKernel {
  let program: LikeProgram
  let side: FoldedSide

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    isASCII(bytes, count) ? program.matches(bytes, count, caseBit: side.caseBit) : side.slow(bytes, count)
  }
}

/// A test that only the empty string can pass in ASCII: the needle folds to more than ASCII or is empty.
package struct FoldedBeyondASCII: ByteKernel {
  let side: FoldedSide
  /// The answer for the empty string.
  let emptyAnswer: Bool

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count == 0 { return emptyAnswer }
    return !isASCII(bytes, count) && side.slow(bytes, count)
  }
}
