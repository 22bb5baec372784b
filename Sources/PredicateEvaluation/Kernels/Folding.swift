import PredicateSemantics
import PredicateSyntax

/// How a kernel compares the bytes of a string with those of a needle. It is a type parameter of kernels, so that each has loops
/// of its own for exact and for folded comparisons.
package protocol TextCase {
  /// Whether strings are folded. A string that is ASCII changes only its case, which kernels compare themselves. Any other string
  /// is passed to `matchesByFolding` if its other bytes could change the answer.
  static var folds: Bool { get }
  /// 0x20 in each byte if case is folded, otherwise 0.
  var caseBit: UInt64 { get }
  /// Returns the answer for any string, by folding all of it.
  func matchesByFolding(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool
}

extension TextCase {
  /// Whether folding may change more than the case of a byte, such as the bytes next to it.
  @inline(__always)
  static func mayChange(_ byte: UInt8) -> Bool { folds && byte >= 0x80 }

  /// Whether folding may change more than the case of one of eight bytes.
  @inline(__always)
  static func mayChange(_ word: UInt64) -> Bool { folds && word & highBits != 0 }

  /// Returns a byte of a string as it is compared with a needle.
  @inline(__always)
  func compared(_ byte: UInt8) -> UInt8 { Self.folds ? loweredByte(byte, caseBit) : byte }
}

/// Strings are compared as they are.
package struct Exact: TextCase {
  package static var folds: Bool { false }
  package var caseBit: UInt64 { 0 }

  /// Kernels do not call this function, because no byte may change.
  package func matchesByFolding(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool { false }
}

/// Strings are folded, and so is the needle.
///
/// Safety: The program owns the memory of the needle and of the state.
@safe package struct Folded: TextCase {
  /// What the tests of strings that are not ASCII need.
  private typealias State = (needle: UnsafeBufferPointer<UInt8>, options: FormatStringOptions, test: TextTest)

  package static var folds: Bool { true }
  package let caseBit: UInt64
  private let state: UnsafePointer<State>

  /// Creates the folding of a test with a folded needle in memory of the store. For LIKE, it is the program of a `LikePattern`.
  init(_ test: TextTest, _ needle: UnsafeBufferPointer<UInt8>, _ options: FormatStringOptions, _ store: KernelMemory) {
    caseBit = options.folds && options.contains(.caseInsensitive) ? repeated(0x20) : 0
    unsafe state = store.values([(needle: needle, options: options, test: test)])
  }

  @inline(__always)
  package func matchesByFolding(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    unsafe Self.matchesByFolding(state, bytes, length)
  }

  /// Returns the order of any string relative to the needle: negative, 0 or positive.
  @inline(__always)
  func orderByFolding(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Int {
    unsafe Self.orderByFolding(state, bytes, length)
  }

  // `@_effects(readonly)` declares that a call whose result is not used could be left out, and that nothing is released that the
  // caller can see. Otherwise every string would be retained before its test, even if the function is not called.
  //
  // Safety: The functions write only to memory that they allocate, which the attribute permits, and release nothing else.

  @inline(never) @_effects(readonly)
  private static func matchesByFolding(
    _ state: UnsafePointer<State>, _ bytes: UnsafePointer<UInt8>, _ length: Int
  ) -> Bool {
    unsafe withFolding(state.pointee, bytes, length) { unsafe passes(state.pointee, $0, $1) }
  }

  // Safety: As above.
  @inline(never) @_effects(readonly)
  private static func orderByFolding(
    _ state: UnsafePointer<State>, _ bytes: UnsafePointer<UInt8>, _ length: Int
  ) -> Int {
    unsafe withFolding(state.pointee, bytes, length) {
      unsafe OrderProbe(state.pointee.needle).order($0, $1, caseBit: 0)
    }
  }

  /// Returns whether a folded text passes, as `textTest` does, with the kernels for exact comparisons.
  private static func passes(_ state: State, _ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let (needle, test) = unsafe (state.needle, state.test)
    if needle.isEmpty && !test.takesEmptyNeedle { return false }
    switch test {
    case .equal, .beginsWith, .endsWith: return unsafe Affix(test, needle, Exact()).test(text, count)
    case .like: return unsafe LikeProgram(needle).matches(text, count, caseBit: 0)
    case .contains where needle.count == 1: return unsafe ContainsByte(needle[0], Exact()).test(text, count)
    case .contains where needle.count <= DefinedTest.maximumLengthOfOthers:
      return unsafe Contains(needle, Exact()).test(text, count)
    case .contains:
      return unsafe test.passes(folded: Array(UnsafeBufferPointer(start: text, count: count)), needle: needle)
    }
  }

  /// Calls `body` with the folding of a text, or as much of it as the test needs, on the stack if possible.
  @inline(__always)
  private static func withFolding<R>(
    _ state: State, _ bytes: UnsafePointer<UInt8>, _ length: Int, _ body: (UnsafePointer<UInt8>, Int) -> R
  ) -> R {
    let text = unsafe UnsafeBufferPointer(start: bytes, count: length)
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: simpleFoldingCapacity(length)) { buffer in
      let out = unsafe buffer.baseAddress.unsafelyUnwrapped  // a buffer that is not empty has an address
      // The number of bytes of a folded text that decide the answer.
      let limit =
        switch unsafe state.test {
        case .equal, .beginsWith: unsafe state.needle.count
        case .endsWith, .contains, .like: Int.max
        }
      if let count = unsafe foldSimply(text, state.options, into: out, limit: limit) { return unsafe body(out, count) }
      let folded = unsafe foldedUTF8(text, state.options)
      // If folding leaves nothing, there may be no address; then nothing is read.
      return unsafe folded.withUnsafeBufferPointer { unsafe body($0.baseAddress ?? UnsafePointer(out), $0.count) }
    }
  }
}

/// A kernel that calls the definition of a test. It is used for tests without a kernel of their own, for folded needles
/// that are not ASCII, and for CONTAINS with a long needle.
package struct DefinedTest: ByteKernel {
  /// The maximum length in bytes of a needle of CONTAINS for which another kernel is used. Other kernels compare the
  /// needle at each position, which can take the product of both lengths. The definition always scans the string once.
  static let maximumLengthOfOthers = 256

  private let folding: Folded
  /// The answer for the empty string. If it is not `nil`, no other string of ASCII passes. If it is `nil`, the
  /// definition decides for all strings.
  private let emptyAnswer: Bool?

  /// Creates the kernel of a test with a folded needle. For LIKE, it is the program of a `LikePattern`.
  package init(
    _ test: TextTest, _ needle: [UInt8], _ options: FormatStringOptions, _ store: KernelMemory, emptyAnswer: Bool? = nil
  ) {
    folding = unsafe Folded(test, store.bytes(needle), options, store)
    self.emptyAnswer = emptyAnswer
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if let emptyAnswer, unsafe isASCII(bytes, count) { return count == 0 && emptyAnswer }
    return unsafe folding.matchesByFolding(bytes, count)
  }
}
