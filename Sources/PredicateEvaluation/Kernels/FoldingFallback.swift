import PredicateSemantics
import PredicateSyntax

/// The part that folding kernels share: the effect of folding on ASCII, and the fallback for strings that are not
/// ASCII.
struct FoldingFallback: Sendable {
  /// The state of the fallback.
  private typealias Rest = (needle: UnsafeBufferPointer<UInt8>, options: StringOptions, test: TextTest)

  /// 0x20 in each byte if case is folded, otherwise 0. Folding has no other effect on ASCII.
  let caseBit: UInt64
  /// The address of a `Rest`. (Like all functions that kernels do not inline, the functions here take numbers: a kernel
  /// passed to them would be copied for every string.)
  private let rest: UInt

  /// Creates the fallback for a folded needle in memory of the store. For LIKE, it is the program of a `LikePattern`.
  init(_ test: TextTest, _ needle: UnsafeBufferPointer<UInt8>, _ options: StringOptions, _ store: KernelMemory) {
    caseBit = options.folds && options.contains(.caseInsensitive) ? repeated(0x20) : 0
    rest = unsafe UInt(bitPattern: store.values([(needle: needle, options: options, test: test)]))
  }

  /// Returns the answer for any string, by folding all of it.
  @inline(__always)
  func matchesByFolding(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    unsafe Self.matchesByFolding(rest, bytes, length)
  }

  /// Returns the order of any string relative to the needle: negative, 0 or positive.
  @inline(__always)
  func orderByFolding(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Int {
    unsafe Self.orderByFolding(rest, bytes, length)
  }

  /// `@_effects` declares that no caller can observe a write. Otherwise every string would be retained before its test,
  /// even if this function is not called.
  ///
  /// Safety: Only memory that the folding allocates is written.
  @inline(never) @_effects(readonly)
  private static func matchesByFolding(_ rest: UInt, _ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    guard let rest = unsafe UnsafePointer<Rest>(bitPattern: rest)?.pointee else { return false }
    return unsafe withFolding(rest, bytes, length) { unsafe passes(rest, $0, $1) }
  }

  // Safety: Only memory that the folding allocates is written.
  @inline(never) @_effects(readonly)
  private static func orderByFolding(_ rest: UInt, _ bytes: UnsafePointer<UInt8>, _ length: Int) -> Int {
    guard let rest = unsafe UnsafePointer<Rest>(bitPattern: rest)?.pointee else { return 0 }
    return unsafe withFolding(rest, bytes, length) { unsafe OrderProbe(rest.needle).order($0, $1, caseBit: 0) }
  }

  /// Returns whether a folded text passes, as `textTest` does, with the kernels for unfolded bytes.
  private static func passes(_ rest: Rest, _ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let (needle, test) = unsafe (rest.needle, rest.test)
    if needle.isEmpty && !test.takesEmptyNeedle { return false }
    switch test {
    case .equal: return unsafe EqualBytes(NeedleProbe(needle)).test(text, count)
    case .beginsWith: return unsafe PrefixBytes(NeedleProbe(needle)).test(text, count)
    case .endsWith: return unsafe SuffixBytes(NeedleProbe(needle)).test(text, count)
    case .like: return unsafe LikeProgram(needle).matches(text, count, caseBit: 0)
    case .contains where needle.count == 1: return unsafe ByteInBytes(needle[0]).test(text, count)
    case .contains where needle.count <= DefinedTest.maximumLengthOfOthers:
      return unsafe SubstringBytes(NeedleProbe(needle)).test(text, count)
    case .contains:
      return unsafe test.passes(folded: Array(UnsafeBufferPointer(start: text, count: count)), needle: needle)
    }
  }

  /// Calls `body` with the folding of a text, or as much of it as the test needs, on the stack if possible.
  @inline(__always)
  private static func withFolding<R>(
    _ rest: Rest, _ bytes: UnsafePointer<UInt8>, _ length: Int, _ body: (UnsafePointer<UInt8>, Int) -> R
  ) -> R {
    let text = unsafe UnsafeBufferPointer(start: bytes, count: length)
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: simpleFoldingCapacity(length)) { buffer in
      let out = unsafe buffer.baseAddress.unsafelyUnwrapped  // a buffer that is not empty has an address
      // The number of bytes of a folded text that decide the answer.
      let limit =
        switch unsafe rest.test {
        case .equal, .beginsWith: unsafe rest.needle.count
        case .endsWith, .contains, .like: Int.max
        }
      if let count = unsafe foldSimply(text, rest.options, into: out, limit: limit) { return unsafe body(out, count) }
      let folded = unsafe foldedUTF8(text, rest.options)
      // If folding leaves nothing, there may be no address; then nothing is read.
      return unsafe folded.withUnsafeBufferPointer { unsafe body($0.baseAddress ?? UnsafePointer(out), $0.count) }
    }
  }
}

/// A needle of folded ASCII to compare with as many bytes at a known address. The answer is `nil` if a byte that is not
/// ASCII could change it.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many), so no index exceeds it. Eight zeros
/// follow a needle in memory that the program owns.
struct FoldedProbe: Sendable {
  let count: Int
  /// The first and the last eight bytes; of a shorter needle, both are all of it, padded with zeros.
  let first: UInt64
  let last: UInt64
  let caseBit: UInt64
  private let address: UInt

  /// Creates a probe for a needle in memory of a `KernelMemory`.
  init(_ needle: UnsafeBufferPointer<UInt8>, caseBit: UInt64) {
    count = needle.count
    address = UInt(bitPattern: needle.baseAddress)
    self.caseBit = caseBit
    guard let base = needle.baseAddress else {
      first = 0
      last = 0
      return
    }
    first = unsafe word(base, min(needle.count, 8))
    last = unsafe needle.count < 8 ? first : word(base + (needle.count - 8))
  }

  /// Returns a probe for the empty needle.
  static func empty(caseBit: UInt64) -> FoldedProbe {
    unsafe FoldedProbe(UnsafeBufferPointer(start: nil, count: 0), caseBit: caseBit)
  }

  /// Returns whether the bytes, of which `count` must be readable, fold to the needle.
  @inline(__always)
  func compare(_ bytes: UnsafePointer<UInt8>) -> Bool? {
    if count < 8 {
      let text = unsafe word(bytes, count)
      if text & highBits != 0 { return nil }
      return lowered(text, caseBit) == first
    }
    let head = unsafe word(bytes)
    let tail = unsafe word(bytes + (count &- 8))
    if count > 16 { return unsafe Self.compareLong(address, bytes, count, caseBit) }
    if (head | tail) & highBits != 0 { return nil }
    return lowered(head, caseBit) == first && lowered(tail, caseBit) == last
  }

  /// Compares needles of more than 16 bytes.
  @inline(never)
  private static func compareLong(
    _ address: UInt, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ caseBit: UInt64
  ) -> Bool? {
    guard let needle = unsafe UnsafePointer<UInt8>(bitPattern: address) else { return false }
    var seen: UInt64 = 0
    var difference: UInt64 = 0
    var index = 0
    while index < count {
      // The last step overlaps bytes already compared.
      let start = min(index, count &- 8)
      let text = unsafe word(bytes + start)
      seen |= text
      unsafe difference |= lowered(text, caseBit) ^ word(needle + start)
      index &+= 8
    }
    if seen & highBits != 0 { return nil }
    return difference == 0
  }

  /// Returns whether the string begins with the needle. A mark after the last byte would change it, so a yes requires
  /// that the next byte is ASCII. A no is final, because a mark makes ASCII non-ASCII or, with `[d]`, leaves it the
  /// same.
  @inline(__always)
  func begins(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool? {
    if length < count { return unsafe isASCII(bytes, length) ? false : nil }
    let answer = unsafe compare(bytes)
    return unsafe answer == true && length > count && bytes[count] >= 0x80 ? nil : answer
  }

  /// Returns whether the string ends with the needle. Nothing before ASCII changes it.
  @inline(__always)
  func ends(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool? {
    if length < count { return unsafe isASCII(bytes, length) ? false : nil }
    return unsafe compare(bytes + (length &- count))
  }
}
