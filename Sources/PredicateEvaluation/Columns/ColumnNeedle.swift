/// A needle to be compared with the bytes at a place of a text column, where bytes beyond the text may be read: no needle
/// holds the byte between texts.
///
/// Case is folded by bits that are not looked at: in a letter of the needle the bit that tells both cases apart. Texts
/// that are not ASCII go another way then.
struct ColumnNeedle {
  let count: Int
  /// What eight bytes of the text must be: of a shorter needle those that `mask` leaves.
  private let value: UInt64
  private let mask: UInt64
  private let ignored: UInt64
  /// Needle and ignored bits of all bytes, where there are more than eight.
  private let long: UInt
  /// Where the eight bytes stand, from the place that the needle is compared at.
  private let offset: Int

  /// - Parameter isAtEnd: whether the needle is to be compared with the bytes before a place, and not behind it.
  init(_ needle: [UInt8], folds: Bool, isAtEnd: Bool = false, _ store: NeedleStore) {
    let ignored = needle.map { folds && 0x61...0x7A ~= $0 ? 0x20 as UInt8 : 0 }
    count = needle.count
    // The eight bytes at the side from which the needle is compared.
    var (value, bits, mask): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for place in 0..<8 {
      let index = isAtEnd ? needle.count - 8 + place : place
      guard needle.indices.contains(index) else { continue }
      let shift = UInt64(place * 8)
      value |= UInt64(needle[index]) << shift
      bits |= UInt64(ignored[index]) << shift
      mask |= 0xFF << shift
    }
    self.value = value
    self.ignored = bits
    self.mask = mask
    offset = isAtEnd ? -8 : 0
    long = needle.count > 8 ? UInt(bitPattern: store.bytes(needle + ignored).baseAddress) : 0
  }

  /// Whether the needle stands at the place, which is before its first byte or, where it is at an end, behind its last.
  ///
  /// - Parameter room: how many bytes of the text there are on that side.
  @inline(__always)
  func isAt(_ place: UnsafePointer<UInt8>, room: Int) -> Bool {
    let text = word(place + offset)
    if (text | ignored) & mask != value { return false }
    return long == 0 || room >= count && Self.isLong(long, count, place + (offset == 0 ? 0 : 0 &- count))
  }

  /// Whether all of a needle of more than eight bytes stands at a place.
  @inline(never)
  private static func isLong(_ needle: UInt, _ count: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    guard let needle = UnsafePointer<UInt8>(bitPattern: needle) else { return false }
    var index = 0
    while index < count {
      // The last step reaches back over bytes already compared.
      let start = min(index, count &- 8)
      if word(bytes + start) | word(needle + (count &+ start)) != word(needle + start) { return false }
      index &+= 8
    }
    return true
  }
}

/// The text begins with the needle, which is not empty.
struct ColumnPrefix: TextRowKernel {
  let needle: ColumnNeedle

  @inline(__always)
  func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { needle.isAt(start, room: count) }
}

/// The text ends with the needle, which is not empty and is compared at its end.
struct ColumnSuffix: TextRowKernel {
  let needle: ColumnNeedle

  @inline(__always)
  func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { needle.isAt(start + count, room: count) }
}

/// The text is the needle.
struct ColumnEqual: TextRowKernel {
  let needle: ColumnNeedle

  @inline(__always)
  func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    count == needle.count && needle.isAt(start, room: count)
  }
}

/// The text begins with one needle and ends with another, without overlap.
struct ColumnEnds: TextRowKernel {
  let prefix: ColumnNeedle
  let suffix: ColumnNeedle

  @inline(__always)
  func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    suffix.isAt(start + count, room: count) && prefix.isAt(start, room: count) && count >= prefix.count &+ suffix.count
  }
}
