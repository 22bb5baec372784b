import Foundation

/// The tests of text that careful closures make, over the bytes of a string.
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

  /// W5. No letter beyond ASCII is one of these in another case.
  @inline(__always)
  static func isQiviut(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count == 6 && bytes[0] | 0x20 == 0x71 && bytes[1] | 0x20 == 0x69 && bytes[2] | 0x20 == 0x76
      && bytes[3] | 0x20 == 0x69 && bytes[4] | 0x20 == 0x75 && bytes[5] | 0x20 == 0x74
  }

  /// W6, of ASCII.
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

  /// W6, of any text: that of letters beyond ASCII goes to Foundation.
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

  /// W11: few words have the ends and the length of one that is sought, and only those need be looked up. True at the
  /// shapes of these.
  static func shapes(of sought: [String]) -> [Bool] {
    var shapes = [Bool](repeating: false, count: 4096)
    for text in sought { shapes[Array(text.utf8).withUnsafeBufferPointer(shape)] = true }
    return shapes
  }

  /// A small number of the first and last letter and the length.
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

/// The test of a string's bytes, in place. The list's strings are native, so they always have bytes in a row; a way out
/// that copies the string would be paid for by every one of them, with a retain and a release.
@inline(__always)
func withBytes(_ text: String, _ test: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
  text.utf8.withContiguousStorageIfAvailable(test) ?? false
}
