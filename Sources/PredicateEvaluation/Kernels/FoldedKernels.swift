import PredicateModel

// Of strings of ASCII alone folding changes the case at most, which happens here, eight bytes at a time. Any other
// string goes to `FoldedSide.slow`; so do all needles with more than ASCII, which no ASCII can match.

/// The string is the needle, which is ASCII and not empty.
package struct FoldedEqual: ByteKernel {
  let needle: FoldedProbe
  let side: FoldedSide
  /// The needle's last byte.
  let lastByte: UInt8

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count == 0 { return false }
    // ASCII at the end stays what it is, whatever is before it: most strings part here.
    let final = bytes[count &- 1]
    if final < 0x80 && loweredByte(final, side.caseBit) != lastByte { return false }
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
