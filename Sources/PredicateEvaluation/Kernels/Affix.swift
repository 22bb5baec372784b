import PredicateSemantics

/// A kernel that compares the beginning of the string with a prefix, and its end with a suffix, which do not overlap: the tests
/// `==`, BEGINSWITH, ENDSWITH, and LIKE with a pattern such as `b*ball`.
///
/// One byte at an end of the needle rejects nearly all strings, and predicts better than the string's length.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many), so no offset exceeds it. The program owns
/// the memory of the needle, and the sum of the counts of its parts does not exceed its count.
@safe package struct Affix<Case: TextCase>: ByteKernel {
  private let letters: Case
  /// A needle that begins with the prefix and ends with the suffix.
  private let needle: UnsafePointer<UInt8>
  private let needleCount: Int
  private let prefixCount: Int
  private let suffixCount: Int
  /// Whether nothing may follow the prefix.
  private let isWhole: Bool
  /// The byte of the needle that is compared first, and the bits of it to ignore.
  private let probe: UInt8
  private let ignored: UInt8
  /// -1 if the last byte of the string is compared first, and 0 if it is the first byte.
  private let probesEnd: Int

  /// Creates the kernel of a test with a needle in memory of a `KernelMemory`. For LIKE, it is the program of a `LikePattern`,
  /// and the kernel compares what is before its first and after its last wildcard.
  ///
  /// If `letters` folds, the needle is folded ASCII and not empty.
  init(_ test: TextTest, _ needle: UnsafeBufferPointer<UInt8>, _ letters: Case) {
    self.letters = letters
    unsafe self.needle = needle.baseAddress.unsafelyUnwrapped  // memory of a store has an address
    needleCount = needle.count
    isWhole = test == .equal
    switch test {
    case .like:
      prefixCount = unsafe needle.prefix { $0 < LikePattern.anyRun }.count
      suffixCount = unsafe needle.reversed().prefix { $0 < LikePattern.anyRun }.count
    case .endsWith: (prefixCount, suffixCount) = (0, needle.count)
    case .equal, .beginsWith, .contains: (prefixCount, suffixCount) = (needle.count, 0)
    }
    probesEnd = prefixCount > 0 ? 0 : -1
    if prefixCount + suffixCount > 0 {
      probe = unsafe prefixCount > 0 ? needle[0] : needle[needle.count - 1]
      ignored = ignoredBit(probe, folds: letters.caseBit != 0)
    } else {
      // All bytes pass.
      (probe, ignored) = (0xFF, 0xFF)
    }
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let least = prefixCount &+ suffixCount
    if count == 0 { return least == 0 }
    // A byte of ASCII at an end is still there after folding, in one case or the other. A combining mark after it may change
    // it, but not into ASCII.
    let end = unsafe bytes[(count &- 1) & probesEnd]
    if end | ignored != probe && !Case.mayChange(end) { return false }
    // Folding does not change the number of bytes of ASCII.
    if !Case.folds && (isWhole ? count != least : count < least) { return false }
    var index = 0
    while index < (Case.folds ? min(prefixCount, count) : prefixCount) {
      let byte = unsafe bytes[index]
      if unsafe letters.compared(byte) != needle[index] {
        return unsafe Case.mayChange(byte) && letters.matchesByFolding(bytes, count)
      }
      index &+= 1
    }
    if Case.folds && index > 0 && index < count {
      // A combining mark would change the last byte of the prefix. Nothing before ASCII changes it.
      if unsafe Case.mayChange(bytes[index]) { return unsafe letters.matchesByFolding(bytes, count) }
    }
    if isWhole { return count == least }
    index = 1
    while index <= (Case.folds ? min(suffixCount, count) : suffixCount) {
      let byte = unsafe bytes[count &- index]
      if unsafe letters.compared(byte) != needle[needleCount &- index] {
        return unsafe Case.mayChange(byte) && letters.matchesByFolding(bytes, count)
      }
      index &+= 1
    }
    // If the string is shorter than both parts, all of its bytes have been compared, and are ASCII.
    return count >= least
  }
}
