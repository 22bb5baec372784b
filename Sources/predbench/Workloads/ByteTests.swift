import Foundation

/// The text tests of careful closures, which read the bytes of a string.
enum ByteTests {
  /// W2 and W3.
  @inline(__always)
  static func endsWithIng(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { ends(bytes, 0x69, 0x6E, 0x67) }

  /// W4.
  @inline(__always)
  static func hasQWithoutU(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var hasQ = false
    for byte in bytes {
      if byte == 0x75 { return false }
      hasQ = hasQ || byte == 0x71
    }
    return hasQ
  }

  /// W5. No letter outside ASCII is a case variant of these.
  @inline(__always)
  static func isQiviut(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count == 6 && bytes[0] | 0x20 == 0x71 && bytes[1] | 0x20 == 0x69 && bytes[2] | 0x20 == 0x76
      && bytes[3] | 0x20 == 0x69 && bytes[4] | 0x20 == 0x75 && bytes[5] | 0x20 == 0x74
  }

  /// W6 for ASCII.
  @inline(__always)
  static func hasEte(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 2
    while index < bytes.count {
      if bytes[index] | 0x20 == 0x65 && bytes[index - 1] | 0x20 == 0x74 && bytes[index - 2] | 0x20 == 0x65 {
        return true
      }
      index += 1
    }
    return false
  }

  /// W6 for any text. Foundation handles letters outside ASCII.
  @inline(__always)
  static func hasEte(_ text: String) -> Bool {
    withBytes(text) { bytes in
      var all: UInt8 = 0
      for byte in bytes { all |= byte }
      return all < 0x80 ? hasEte(bytes) : hasEteAmongAccents(text)
    }
  }

  @inline(never)
  private static func hasEteAmongAccents(_ text: String) -> Bool {
    text.range(of: "été", options: [.caseInsensitive, .diacriticInsensitive]) != nil
  }

  /// W7.
  @inline(__always)
  static func isLikeBall(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = bytes.count
    return count >= 5 && bytes[0] == 0x62 && bytes[count - 4] == 0x62 && bytes[count - 3] == 0x61
      && bytes[count - 2] == 0x6C && bytes[count - 1] == 0x6C
  }

  /// W8.
  @inline(__always)
  static func endsInIngOrEd(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let last = bytes.last else { return false }
    let stem = last == 0x73 ? UnsafeBufferPointer(rebasing: bytes.dropLast()) : bytes
    return ends(stem, 0x69, 0x6E, 0x67) || ends(stem, 0x65, 0x64)
  }

  /// W10.
  @inline(__always)
  static func isS(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { bytes.count == 1 && bytes[0] == 0x73 }

  /// W12.
  @inline(__always)
  static func hasZ(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes where byte == 0x7A { return true }
    return false
  }

  /// W11. Returns a table that is true at the shapes of the given words. Few other words have the same shape, so only matches
  /// need a lookup.
  static func shapes(of sought: [String]) -> [Bool] {
    var shapes = [Bool](repeating: false, count: 4096)
    for text in sought { shapes[Array(text.utf8).withUnsafeBufferPointer(shape)] = true }
    return shapes
  }

  /// Returns a small number that combines the first letter, the last letter and the length.
  @inline(__always)
  static func shape(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = bytes.first, let last = bytes.last else { return 0 }
    return Int(first & 31) << 7 | Int(last & 31) << 2 | bytes.count & 3
  }

  @inline(__always)
  private static func ends(_ bytes: UnsafeBufferPointer<UInt8>, _ a: UInt8, _ b: UInt8) -> Bool {
    let count = bytes.count
    return count >= 2 && bytes[count - 2] == a && bytes[count - 1] == b
  }

  @inline(__always)
  private static func ends(_ bytes: UnsafeBufferPointer<UInt8>, _ a: UInt8, _ b: UInt8, _ c: UInt8) -> Bool {
    let count = bytes.count
    return count >= 3 && bytes[count - 3] == a && bytes[count - 2] == b && bytes[count - 1] == c
  }
}

/// Tests a string's bytes in place. The list's strings are native, so their bytes are always contiguous. A fallback that copies
/// the string would cost every string a retain and a release.
@inline(__always)
func withBytes(_ text: String, _ test: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
  text.utf8.withContiguousStorageIfAvailable(test) ?? false
}
