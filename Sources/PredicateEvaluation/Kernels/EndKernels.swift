/// A set of strings that a text may begin with, or end with. Four bytes at that end are compared with four strings at a
/// time; the rest is compared only if they match.
struct EndSet: Sendable {
  /// Four bytes of each of four strings, in the bits of `mask`. A shorter string has fewer.
  private struct Four {
    var mask = SIMD4<UInt32>()
    var bits = SIMD4<UInt32>()

    @inline(__always)
    func holds(_ word: UInt32) -> Bool { any((mask & SIMD4(repeating: word)) .== bits) }
  }

  private struct Needle {
    var count: Int
    var address: UInt
  }

  private let first: Four
  /// The address and number of the other groups of four.
  private let others: UInt
  private let otherCount: Int
  /// The address and number of all strings; no address if four bytes are enough to decide.
  private let needles: UInt
  private let needleCount: Int
  private let atEnd: Bool
  private let caseBit: UInt64

  /// Creates a set of one or more strings, none empty or with NUL bytes. If case is folded, they must be folded ASCII.
  init(_ texts: [String], atEnd: Bool, caseBit: UInt64, _ store: NeedleStore) {
    var groups: [Four] = []
    var needles: [Needle] = []
    for (index, text) in texts.enumerated() {
      let bytes = store.bytes(Array(text.utf8))
      guard let base = bytes.baseAddress else { continue }
      needles.append(Needle(count: bytes.count, address: UInt(bitPattern: base)))
      let shown = min(bytes.count, 4)
      let unused = UInt32(4 - shown) * 8
      let word = UInt32(truncatingIfNeeded: word(atEnd ? base + (bytes.count - shown) : base, shown))
      if index % 4 == 0 { groups.append(Four()) }
      // The first string of the last group fills its unused lanes.
      for lane in index % 4..<4 where lane == index % 4 || index % 4 == 0 {
        groups[groups.count - 1].mask[lane] = atEnd ? ~0 << unused : ~0 >> unused
        groups[groups.count - 1].bits[lane] = atEnd ? word << unused : word
      }
    }
    first = groups.first ?? Four()
    others = UInt(bitPattern: store.values(Array(groups.dropFirst())))
    otherCount = max(groups.count - 1, 0)
    self.needles = needles.allSatisfy { $0.count <= 4 } ? 0 : UInt(bitPattern: store.values(needles))
    needleCount = needles.count
    self.atEnd = atEnd
    self.caseBit = caseBit
  }

  /// Returns whether the text begins, or ends, with one of the strings.
  @inline(__always)
  func contains(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let read = count >= 4 ? word32(atEnd ? bytes + (count &- 4) : bytes) : shortWord(bytes, count)
    let text = caseBit == 0 ? read : UInt32(truncatingIfNeeded: lowered(UInt64(read), caseBit))
    var isFound = first.holds(text)
    if otherCount > 0, let others = UnsafePointer<Four>(bitPattern: others) {
      var index = 0
      while index < otherCount {
        isFound = others[index].holds(text) || isFound
        index &+= 1
      }
    }
    return isFound && (needles == 0 || Self.confirm(needles, needleCount, atEnd, caseBit, bytes, count))
  }

  /// Returns a text of fewer than four bytes as four, padded with zeros.
  @inline(__always)
  private func shortWord(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    let text = UInt32(truncatingIfNeeded: word(bytes, count))
    return atEnd && count > 0 ? text &<< UInt32(truncatingIfNeeded: (4 &- count) &* 8) : text
  }

  /// Returns whether one of the strings matches in full. (Like all functions that kernels do not inline, it takes numbers.)
  @inline(never)
  private static func confirm(
    _ needles: UInt, _ needleCount: Int, _ atEnd: Bool, _ caseBit: UInt64, _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    guard let needles = UnsafePointer<Needle>(bitPattern: needles) else { return false }
    for needle in UnsafeBufferPointer(start: needles, count: needleCount) where needle.count <= count {
      guard let sought = UnsafePointer<UInt8>(bitPattern: needle.address) else { continue }
      let start = atEnd ? count - needle.count : 0
      var index = 0
      while index < needle.count && loweredByte(bytes[start + index], caseBit) == sought[index] { index += 1 }
      if index == needle.count { return true }
    }
    return false
  }
}

/// A kernel that tests whether the string begins, or ends, with one of a set.
package struct EndBytes: ByteKernel {
  let set: EndSet

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool { set.contains(bytes, count) }
}

/// A kernel that tests whether the string contains bytes that are not ASCII.
package struct BeyondASCII: ByteKernel {
  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool { !isASCII(bytes, count) }
}
