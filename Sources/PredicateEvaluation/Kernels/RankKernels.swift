import PredicateSemantics
import PredicateSyntax

/// Returns the rank of an integer: its distance from the least value, plus 1, because nil has rank 0. The two greatest share a
/// rank.
///
/// Safety: The greatest distance does not get 1 more.
@inline(__always)
func integerRank<T: FixedWidthInteger>(_ value: T, _ depth: Int) -> UInt64 {
  let distance = UInt64(truncatingIfNeeded: value) ^ (T.isSigned ? 1 << 63 : 0)
  if depth > 0 { return distance & 1 }
  return distance == .max ? .max : distance &+ 1
}

/// Returns the bits of a double, mapped so that they order as the doubles do, or 0 for NaN.
@inline(__always)
package func realRank(_ value: Double) -> UInt64 {
  if value.isNaN { return 0 }
  let bits = (value + 0).bitPattern  // Maps -0 to 0, because they are equal.
  return bits >> 63 == 1 ? ~bits : bits | 1 << 63
}

/// Returns the rank of seven bytes of a text at a depth. The high bytes are these bytes, the low byte is twice their number plus
/// 2. The rank is odd if more bytes follow. Bytes order as Unicode scalars do. `caseBit` folds the case of ASCII.
///
/// Safety: Ranks are read only while more bytes follow, so `rest` fits, also if it is negative. Only bytes below `count` are
/// read.
@inline(__always)
package func textRank(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ depth: Int, caseBit: UInt64 = 0) -> UInt64 {
  let rest = count &- depth &* 7
  if rest >= 8 { return unsafe lowered(word(bytes + depth &* 7), caseBit).byteSwapped & ~0xFF | 17 }
  if rest <= 0 { return 2 }
  return unsafe lowered(word(bytes + depth &* 7, rest), caseBit).byteSwapped
    | UInt64(truncatingIfNeeded: 2 &* (rest &+ 1))
}

/// Returns the rank of a text after the case folding of `[c]`.
@inline(__always)
func foldedTextRank(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ depth: Int) -> UInt64 {
  if unsafe isASCII(bytes, count) { return unsafe textRank(bytes, count, depth, caseBit: repeated(0x20)) }
  return unsafe slowFoldedTextRank(bytes, count, depth)
}

@inline(never)
private func slowFoldedTextRank(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ depth: Int) -> UInt64 {
  unsafe foldedUTF8(UnsafeBufferPointer(start: bytes, count: count), .caseInsensitive).withUnsafeBufferPointer {
    folded in
    unsafe textRank(folded.baseAddress ?? bytes, folded.count, depth)
  }
}

/// Returns the rank of the string at an address, from its UTF-8. An empty string may have any address.
@inline(__always)
func rank(ofStringAt address: UnsafeRawPointer, _ rank: (UnsafePointer<UInt8>, Int) -> UInt64) -> UInt64 {
  let text = unsafe address.assumingMemoryBound(to: String.self)
  let known = unsafe text.pointee.utf8.withContiguousStorageIfAvailable { bytes in
    unsafe rank(bytes.baseAddress ?? address.assumingMemoryBound(to: UInt8.self), bytes.count)
  }
  #if canImport(ObjectiveC)
  if let known { return known }
  // A bridged string has no contiguous UTF-8 storage.
  var copy = unsafe text.pointee
  return unsafe copy.withUTF8 {
    unsafe rank($0.baseAddress ?? address.assumingMemoryBound(to: UInt8.self), $0.count)
  }
  #else
  return known ?? 0
  #endif
}
