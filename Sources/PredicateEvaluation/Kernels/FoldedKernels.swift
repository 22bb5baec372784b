import PredicateSemantics
import PredicateSyntax

// Kernels of tests with options that fold. Folding changes nothing but the case of a string that is ASCII, so these
// kernels compare it themselves, eight bytes at a time. They pass any other string to
// `FoldingFallback.matchesByFolding`.

/// A kernel that tests whether the string equals the needle, which is ASCII and not empty.
package struct FoldedEqual: ByteKernel {
  let needle: FoldedProbe
  let fallback: FoldingFallback
  /// The first byte of the needle, which rejects nearly all strings, and the bit of it to ignore.
  private let firstByte: UInt8
  private let ignored: UInt8

  init(_ needle: FoldedProbe, _ fallback: FoldingFallback) {
    self.needle = needle
    self.fallback = fallback
    firstByte = UInt8(truncatingIfNeeded: needle.first)
    ignored = ignoredBit(firstByte, folds: needle.caseBit != 0)
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count == 0 { return false }
    // A string with another first byte of ASCII does not pass. A combining mark after the byte may change it, but not
    // into ASCII. This test comes before that of the length because the processor predicts its branch better.
    let first = unsafe bytes[0]
    if first | ignored != firstByte && first < 0x80 { return false }
    // Folding does not make more bytes of ASCII than the string has bytes.
    if count < needle.count { return false }
    if count != needle.count { return unsafe !isASCII(bytes, count) && fallback.matchesByFolding(bytes, count) }
    return unsafe needle.compare(bytes) ?? fallback.matchesByFolding(bytes, count)
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
    // Safety: Both needles are in memory, so the sum of their counts fits.
    if count < prefix.count &+ suffix.count {
      return unsafe !isASCII(bytes, count) && fallback.matchesByFolding(bytes, count)
    }
    // Each answer is `nil` if bytes that are not ASCII could change it.
    let begins = unsafe prefix.count == 0 ? true : prefix.begins(bytes, count)
    if begins == false { return false }
    let ends = unsafe suffix.count == 0 ? true : suffix.ends(bytes, count)
    if ends == false { return false }
    return unsafe (begins == true && ends == true) || fallback.matchesByFolding(bytes, count)
  }
}

/// A kernel of LIKE for all patterns that no other kernel can test. It runs the pattern as a program.
package struct FoldedLike: ByteKernel {
  let program: LikeProgram
  let fallback: FoldingFallback

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe isASCII(bytes, count)
      ? program.matches(bytes, count, caseBit: fallback.caseBit) : fallback.matchesByFolding(bytes, count)
  }
}

/// A kernel that calls the definition of a test. It is used for tests without a kernel of their own, for folded needles
/// that are not ASCII, and for CONTAINS with a long needle.
package struct DefinedTest: ByteKernel {
  /// The maximum length in bytes of a needle of CONTAINS for which another kernel is used. Other kernels compare the
  /// needle at each position, which can take the product of both lengths. The definition always scans the string once.
  static let maximumLengthOfOthers = 256

  private let fallback: FoldingFallback
  /// The answer for the empty string. If it is not `nil`, no other string of ASCII passes. If it is `nil`, the
  /// definition decides for all strings.
  private let emptyAnswer: Bool?

  /// Creates the kernel of a test with a folded needle. For LIKE, it is the program of a `LikePattern`.
  package init(
    _ test: TextTest, _ needle: [UInt8], _ options: StringOptions, _ store: KernelMemory, emptyAnswer: Bool? = nil
  ) {
    fallback = unsafe FoldingFallback(test, store.bytes(needle), options, store)
    self.emptyAnswer = emptyAnswer
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if let emptyAnswer, unsafe isASCII(bytes, count) { return count == 0 && emptyAnswer }
    return unsafe fallback.matchesByFolding(bytes, count)
  }
}
