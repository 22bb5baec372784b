/// A needle to compare with the bytes at an address in a text column. Bytes outside the text may be read, because no needle
/// contains the separator.
///
/// Case is folded by ignoring bits: in a letter of the needle, the bit that distinguishes both cases. Texts that are not
/// ASCII then take another path.
///
/// Safety: Offsets are below the needle's count. A margin of bytes is before and after the texts of a column. The program owns
/// the memory of both.
@safe struct ColumnNeedle: BitwiseCopyable {
  let count: Int
  /// The eight bytes that the text must have; for a shorter needle, those in `mask`.
  private let value: UInt64
  private let mask: UInt64
  private let ignored: UInt64
  /// The bytes of the needle followed by their ignored bits, if there are more than eight bytes.
  private let long: UnsafePointer<UInt8>?
  /// The offset of the eight bytes from the address of the comparison.
  private let offset: Int

  /// - Parameter isAtEnd: Whether to compare the needle with the bytes before an address, not with those after it.
  init(_ needle: [UInt8], folds: Bool, isAtEnd: Bool = false, _ store: KernelMemory) {
    let ignored = needle.map { ignoredBit($0, folds: folds) }
    count = needle.count
    // The eight bytes at the end from which the needle is compared.
    var (value, bits, mask): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for byte in 0..<8 {
      let index = isAtEnd ? needle.count - 8 + byte : byte
      guard needle.indices.contains(index) else { continue }
      let shift = UInt64(byte * 8)
      value |= UInt64(needle[index]) << shift
      bits |= UInt64(ignored[index]) << shift
      mask |= 0xFF << shift
    }
    self.value = value
    self.ignored = bits
    self.mask = mask
    offset = isAtEnd ? -8 : 0
    unsafe long = needle.count > 8 ? store.values(needle + ignored) : nil
  }

  /// Whether eight bytes are the entire needle.
  var isShort: Bool { unsafe long == nil }

  /// Returns whether the needle, or eight bytes of it, is at an address: that of its first byte or, with `isAtEnd`, the one
  /// after its last byte.
  @inline(__always)
  func mayBeAt(_ address: UnsafePointer<UInt8>) -> Bool { unsafe (word(address + offset) | ignored) & mask == value }

  /// Returns whether the needle is at an address in a text of `length` bytes.
  @inline(__always)
  func isAt(_ address: UnsafePointer<UInt8>, in length: Int) -> Bool {
    if unsafe !mayBeAt(address) { return false }
    guard let long = unsafe long else { return true }
    return unsafe length >= count && Self.matchesAllBytes(long, count, offset == 0 ? address : address - count)
  }

  /// Returns whether all of a needle of more than eight bytes is at an address.
  @inline(never)
  private static func matchesAllBytes(
    _ needle: UnsafePointer<UInt8>, _ count: Int, _ bytes: UnsafePointer<UInt8>
  ) -> Bool {
    var index = 0
    while index < count {
      // The last step overlaps bytes already compared.
      let start = min(index, count &- 8)
      if unsafe word(bytes + start) | word(needle + (count &+ start)) != word(needle + start) { return false }
      index &+= 8
    }
    return true
  }
}

/// A kernel that tests whether the text equals the needle. The lengths are contiguous and reject most texts.
///
/// Safety: A text begins before the next one, so the difference is its length and a separator.
struct ColumnEqual: TextRowKernel {
  let needle: ColumnNeedle
  /// The distance from the start of the text to the start of the next.
  let length: UInt32
  var isShort: Bool { false }

  @inline(__always)
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool { next &- start == length }

  @inline(__always)
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { unsafe needle.isAt(start, in: count) }
}

/// A kernel that tests whether the text ends with the needle, which is compared at its end and not empty.
///
/// Safety: A text ends before the next one begins.
struct ColumnSuffix: TextRowKernel {
  let needle: ColumnNeedle
  var isShort: Bool { needle.isShort }

  @inline(__always)
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool {
    unsafe needle.mayBeAt(bytes + (Int(next) &- 1))
  }

  @inline(__always)
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { unsafe needle.isAt(start + count, in: count) }
}
