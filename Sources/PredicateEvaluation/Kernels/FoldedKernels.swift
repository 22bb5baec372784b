import PredicateModel

// Of strings of ASCII alone folding changes the case at most, which happens here, eight bytes at a time. Any other
// string goes to `FoldedSide.slow`; so do all needles with more than ASCII, which no ASCII can match.

/// The string is the needle, which is ASCII and not empty.
package struct FoldedEqual: ByteKernel {
  let needle: FoldedProbe
  let side: FoldedSide
  /// The first byte, and the bit of case where it is a letter: by it nearly all strings part.
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
    // ASCII at the beginning stays what it is, whatever follows, or gets a mark that makes it none. Most strings part here,
    // and the processor foresees it, which it does not of their lengths.
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

/// The string begins with the needle, which is ASCII and not empty.
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

/// The string ends with the needle, which is ASCII and not empty.
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

/// `LIKE[c] "b*ball"`, of ASCII: the string begins with the one and ends with the other, without overlap.
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

/// LIKE with any pattern, by its program.
package struct FoldedLike: ByteKernel {
  let program: LikeProgram
  let side: FoldedSide

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    isASCII(bytes, count) ? program.matches(bytes, count, caseBit: side.caseBit) : side.slow(bytes, count)
  }
}

/// Any test with a needle that ASCII cannot pass: it folds to more than ASCII, or must equal the empty text.
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
