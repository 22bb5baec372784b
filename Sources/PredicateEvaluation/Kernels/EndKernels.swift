/// A kernel that tests whether the string begins, or ends, with one of a set of strings. Four bytes at that end are compared
/// with four strings at a time; the rest is compared only if they match.
///
/// Safety: No byte at or after `count` is read (KernelTests pass exactly that many). The program owns the memory of the needles.
/// Indices are below counts.
@safe package struct EndSet: ByteKernel {
  /// Four bytes of each of four strings, in the bits of `mask`. A shorter string has fewer.
  private typealias Four = (mask: SIMD4<UInt32>, bits: SIMD4<UInt32>)

  private let first: Four
  /// The other groups of four.
  private let others: UnsafePointer<Four>
  private let otherCount: Int
  /// All strings, or none if four bytes are enough to decide.
  private let needles: UnsafePointer<UnsafeBufferPointer<UInt8>>
  private let needleCount: Int
  private let atEnd: Bool
  private let caseBit: UInt64

  /// Creates a set of one or more strings, none empty or with NUL bytes. If case is folded, they must be folded ASCII.
  init(_ texts: [String], atEnd: Bool, caseBit: UInt64, _ store: KernelMemory) {
    var groups: [Four] = []
    var needles: [UnsafeBufferPointer<UInt8>] = unsafe []
    for (index, text) in texts.enumerated() {
      let bytes = unsafe store.bytes(Array(text.utf8))
      let base = unsafe bytes.baseAddress.unsafelyUnwrapped  // memory of a store has an address
      unsafe needles.append(bytes)
      let shown = min(bytes.count, 4)
      let unused = UInt32(4 - shown) * 8
      let word = unsafe UInt32(truncatingIfNeeded: word(atEnd ? base + (bytes.count - shown) : base, shown))
      if index % 4 == 0 { groups.append((SIMD4(), SIMD4())) }
      // The first string of the last group fills its unused lanes.
      for lane in index % 4..<4 where lane == index % 4 || index % 4 == 0 {
        groups[groups.count - 1].mask[lane] = atEnd ? ~0 << unused : ~0 >> unused
        groups[groups.count - 1].bits[lane] = atEnd ? word << unused : word
      }
    }
    first = groups.first ?? (SIMD4(), SIMD4())
    unsafe others = store.values(Array(groups.dropFirst()))
    otherCount = max(groups.count - 1, 0)
    if unsafe needles.allSatisfy({ $0.count <= 4 }) { unsafe needles = [] }
    unsafe self.needles = store.values(needles)
    needleCount = unsafe needles.count
    self.atEnd = atEnd
    self.caseBit = caseBit
  }

  /// Returns whether the text begins, or ends, with one of the strings.
  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let read = unsafe count >= 4 ? word32(atEnd ? bytes + (count &- 4) : bytes) : shortWord(bytes, count)
    let text = caseBit == 0 ? read : UInt32(truncatingIfNeeded: lowered(UInt64(read), caseBit))
    var isFound = Self.matches(first, text)
    var index = 0
    while index < otherCount {
      isFound = unsafe Self.matches(others[index], text) || isFound
      index &+= 1
    }
    return unsafe isFound && (needleCount == 0 || Self.confirm(needles, needleCount, atEnd, caseBit, bytes, count))
  }

  @inline(__always)
  private static func matches(_ four: Four, _ word: UInt32) -> Bool {
    any((four.mask & SIMD4(repeating: word)) .== four.bits)
  }

  /// Returns a text of fewer than four bytes as four, padded with zeros.
  @inline(__always)
  private func shortWord(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    let text = unsafe UInt32(truncatingIfNeeded: word(bytes, count))
    return atEnd && count > 0 ? text &<< UInt32(truncatingIfNeeded: (4 &- count) &* 8) : text
  }

  /// Returns whether one of the strings matches in full.
  @inline(never)
  private static func confirm(
    _ needles: UnsafePointer<UnsafeBufferPointer<UInt8>>, _ needleCount: Int, _ atEnd: Bool, _ caseBit: UInt64,
    _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    for number in 0..<needleCount {
      let needle = unsafe needles[number]
      if needle.count > count { continue }
      let start = atEnd ? count - needle.count : 0
      var index = 0
      while unsafe index < needle.count && loweredByte(bytes[start + index], caseBit) == needle[index] { index += 1 }
      if index == needle.count { return true }
    }
    return false
  }
}

/// A kernel that tests whether the string contains bytes that are not ASCII.
package struct BeyondASCII: ByteKernel {
  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool { unsafe !isASCII(bytes, count) }
}
