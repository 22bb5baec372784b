import PredicateModel
import PredicateSyntax

/// The rank of an integer: its distance from the least value, plus 1, because nil has rank 0. The two greatest share a rank.
struct IntegerRank<T: FixedWidthInteger>: RankKernel {
  @inline(__always)
  func rank(_ place: UnsafeRawPointer, _ depth: Int) -> UInt64 {
    Self.rank(place.assumingMemoryBound(to: T.self).pointee, depth)
  }

  @inline(__always)
  static func rank(_ value: T, _ depth: Int) -> UInt64 {
    let distance = UInt64(truncatingIfNeeded: value) ^ (T.isSigned ? 1 << 63 : 0)
    if depth > 0 { return distance & 1 }
    return distance == .max ? .max : distance &+ 1
  }

  /// Returns an interval of integers, which is faster to test than ranks.
  @inline(__always)
  func limit(_ flip: UInt64, _ limit: UInt64) -> IntegerRange<T> {
    let rank = limit ^ flip
    // Rank 0 comes from a nil object on the key path. No integer precedes it in ascending order; all do in descending order.
    if rank == 0 { return flip == 0 ? IntegerRange(upTo: .min) : IntegerRange(from: .min) }
    let value = T(truncatingIfNeeded: (rank &- 1) ^ (T.isSigned ? 1 << 63 : 0))
    // The two greatest values share the rank `.max`, which converts to the lesser.
    return flip == 0 ? IntegerRange(upTo: limit == .max ? .max : value) : IntegerRange(from: value)
  }
}

/// The rank of a value that compares as a double. NaN is nil. No other double has rank 0 or the greatest rank.
struct RealRank<Value: RealValue>: RankKernel {
  @inline(__always)
  func rank(_ place: UnsafeRawPointer, _: Int) -> UInt64 {
    realRank(place.assumingMemoryBound(to: Value.self).pointee.real)
  }
}

/// Returns the bits of a double, mapped so that they order as the doubles do, or 0 for NaN.
@inline(__always)
func realRank(_ value: Double) -> UInt64 {
  if value.isNaN { return 0 }
  let bits = (value + 0).bitPattern  // Maps -0 to 0, because they are equal.
  return bits >> 63 == 1 ? ~bits : bits | 1 << 63
}

/// The rank of the UTF-16 length of a string.
struct LengthRank: RankKernel {
  let path: AccessPath

  @inline(__always)
  func rank(_ place: UnsafeRawPointer, _ depth: Int) -> UInt64 {
    path.length(at: place).map { IntegerRank<Int>.rank($0, depth) } ?? 0
  }
}

/// Returns the rank of seven bytes of a text at a depth. The high bytes are these bytes, the low byte is twice their number plus
/// 2. The rank is odd if more bytes follow. Bytes order as Unicode scalars do. `caseBit` folds the case of ASCII.
@inline(__always)
func textRank(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ depth: Int, caseBit: UInt64 = 0) -> UInt64 {
  let rest = count &- depth &* 7
  if rest >= 8 { return lowered(word(bytes + depth &* 7), caseBit).byteSwapped & ~0xFF | 17 }
  if rest <= 0 { return 2 }
  return lowered(word(bytes + depth &* 7, rest), caseBit).byteSwapped | UInt64(truncatingIfNeeded: 2 &* (rest &+ 1))
}

/// A kernel for the ranks of a string.
protocol TextRankKernel: RankKernel {
  func rank(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ depth: Int) -> UInt64
}

extension TextRankKernel {
  @inline(__always)
  func rank(_ place: UnsafeRawPointer, _ depth: Int) -> UInt64 {
    rank(place.assumingMemoryBound(to: String.self).pointee, place, depth)
  }

  /// Returns the rank of a string. `place` can be any address; it is not read.
  @inline(__always)
  func rank(_ text: String, _ place: UnsafeRawPointer, _ depth: Int) -> UInt64 {
    let known = text.utf8.withContiguousStorageIfAvailable { bytes in
      rank(bytes.baseAddress ?? place.assumingMemoryBound(to: UInt8.self), bytes.count, depth)
    }
    #if canImport(ObjectiveC)
    if let known { return known }
    // A bridged string has no contiguous UTF-8 storage.
    var copy = text
    return copy.withUTF8 { bytes in
      rank(bytes.baseAddress ?? place.assumingMemoryBound(to: UInt8.self), bytes.count, depth)
    }
    #else
    return known ?? 0
    #endif
  }
}

/// The ranks of a string, ordered by Unicode scalars.
struct TextRank: TextRankKernel {
  @inline(__always)
  func rank(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ depth: Int) -> UInt64 { textRank(bytes, count, depth) }
}

/// The ranks of a string after the case folding of `[c]`.
struct FoldedTextRank: TextRankKernel {
  @inline(__always)
  func rank(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ depth: Int) -> UInt64 {
    if isASCII(bytes, count) { return textRank(bytes, count, depth, caseBit: repeated(0x20)) }
    return Self.foldedRank(bytes, count, depth)
  }

  @inline(never)
  private static func foldedRank(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ depth: Int) -> UInt64 {
    foldedUTF8(UnsafeBufferPointer(start: bytes, count: count), .caseInsensitive).withUnsafeBufferPointer { folded in
      textRank(folded.baseAddress ?? bytes, folded.count, depth)
    }
  }
}
