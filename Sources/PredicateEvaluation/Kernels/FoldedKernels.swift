import PredicateSemantics
import PredicateSyntax

// Folding changes only the case of ASCII strings, which happens here, eight bytes at a time. Any other string goes to
// `FoldingFallback.matchesByFolding`. A needle that is not ASCII matches no ASCII string.

/// A kernel that tests whether the string equals the needle, which is ASCII and not empty.
package struct FoldedEqual: ByteKernel {
  let needle: FoldedProbe
  let fallback: FoldingFallback
  /// The first byte, and the case bit if it is a letter. It rejects nearly all strings.
  private let firstByte: UInt8
  private let ignored: UInt8

  init(_ needle: FoldedProbe, _ fallback: FoldingFallback) {
    self.needle = needle
    self.fallback = fallback
    firstByte = UInt8(truncatingIfNeeded: needle.first)
    ignored = 0x61...0x7A ~= firstByte ? UInt8(truncatingIfNeeded: needle.caseBit) : 0
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count == 0 { return false }
    // Leading ASCII does not change, unless a mark after it makes it non-ASCII. This rejects most strings, and the branch
    // predicts well, unlike one on the length.
    let first = bytes[0]
    if first | ignored != firstByte && first < 0x80 { return false }
    // Nothing folds to more bytes of ASCII than it has itself.
    if count < needle.count { return false }
    if count != needle.count { return !isASCII(bytes, count) && fallback.matchesByFolding(bytes, count) }
    return needle.compare(bytes) ?? fallback.matchesByFolding(bytes, count)
  }
}

/// A kernel that tests whether the string begins with a prefix and ends with a suffix, without overlap. Both are ASCII, and one
/// of them may be empty.
package struct FoldedPrefixAndSuffix: ByteKernel {
  let prefix: FoldedProbe
  let suffix: FoldedProbe
  let fallback: FoldingFallback

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count < prefix.count &+ suffix.count { return !isASCII(bytes, count) && fallback.matchesByFolding(bytes, count) }
    let begins = prefix.count == 0 ? true : prefix.begins(bytes, count)
    if begins == false { return false }
    let ends = suffix.count == 0 ? true : suffix.ends(bytes, count)
    if ends == false { return false }
    return begins == true && ends == true || fallback.matchesByFolding(bytes, count)
  }
}

/// LIKE with any pattern, run as a program.
package struct FoldedLike: ByteKernel {
  let program: LikeProgram
  let fallback: FoldingFallback

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    isASCII(bytes, count)
      ? program.matches(bytes, count, caseBit: fallback.caseBit) : fallback.matchesByFolding(bytes, count)
  }
}

/// A kernel that calls the definition of a test, for tests without a kernel of their own, for needles that are not ASCII, and
/// for long substrings. The definition scans the string once, even if the string and the needle repeat themselves. The kernels for
/// shorter needles compare at each position, which is fast enough for their lengths.
package struct DefinedTest: ByteKernel {
  /// The length in bytes of a substring above which the definition is used.
  static let minimumLength = 256

  private let fallback: FoldingFallback
  /// The answer for the empty string if no other string of ASCII passes, or `nil` if the definition decides for ASCII too.
  private let emptyAnswer: Bool?

  /// Creates the kernel of a test with a folded needle. For LIKE, it is the program of a `LikePattern`.
  package init(
    _ test: TextTest, _ needle: [UInt8], _ options: StringOptions, _ store: KernelMemory, emptyAnswer: Bool? = nil
  ) {
    fallback = FoldingFallback(test, store.bytes(needle), options, store)
    self.emptyAnswer = emptyAnswer
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if let emptyAnswer, isASCII(bytes, count) { return count == 0 && emptyAnswer }
    return fallback.matchesByFolding(bytes, count)
  }
}
