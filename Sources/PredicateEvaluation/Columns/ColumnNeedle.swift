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

  /// Whether eight bytes are all of the needle.
  var isShort: Bool { long == 0 }

  /// Whether the needle, or eight bytes of it, stand at a place: that of its first byte or, where it is at an end, the one
  /// behind its last.
  @inline(__always)
  func mayBeAt(_ place: UnsafePointer<UInt8>) -> Bool { (word(place + offset) | ignored) & mask == value }

  /// Whether the needle stands at a place where it may, as far as `room` bytes reach.
  @inline(__always)
  func isAt(_ place: UnsafePointer<UInt8>, room: Int) -> Bool {
    mayBeAt(place) && (long == 0 || room >= count && Self.isLong(long, count, offset == 0 ? place : place - count))
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
  var isShort: Bool { needle.isShort }

  @inline(__always)
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool {
    needle.mayBeAt(bytes + Int(start))
  }

  @inline(__always)
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { needle.isAt(start, room: count) }
}

/// The text ends with the needle, which is not empty and is compared at its end.
struct ColumnSuffix: TextRowKernel {
  let needle: ColumnNeedle
  var isShort: Bool { needle.isShort }

  @inline(__always)
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool {
    needle.mayBeAt(bytes + (Int(next) &- 1))
  }

  @inline(__always)
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { needle.isAt(start + count, room: count) }
}

/// The text is the needle. The lengths, which stand in a row, part most texts.
struct ColumnEqual: TextRowKernel {
  let needle: ColumnNeedle
  /// From the text's beginning to the next one's.
  let length: UInt32
  var isShort: Bool { false }

  @inline(__always)
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool { next &- start == length }

  @inline(__always)
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { needle.isAt(start, room: count) }
}

/// The text begins with one needle and ends with another, without overlap.
struct ColumnEnds: TextRowKernel {
  let prefix: ColumnNeedle
  let suffix: ColumnNeedle
  var isShort: Bool { false }

  @inline(__always)
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool {
    suffix.mayBeAt(bytes + (Int(next) &- 1))
  }

  @inline(__always)
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    count >= prefix.count &+ suffix.count && suffix.isAt(start + count, room: count) && prefix.isAt(start, room: count)
  }
}
