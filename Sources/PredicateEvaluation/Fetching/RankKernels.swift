import PredicateModel
import PredicateSyntax

/// An integer's distance from the least of 64 bits, and one more, since nil has rank 0. The two greatest share a rank.
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

  /// An interval of integers, which takes less to test than their ranks.
  @inline(__always)
  func limit(_ flip: UInt64, _ limit: UInt64) -> IntegerRange<T> {
    let rank = limit ^ flip
    // An object on the way that is nil: no integer stands before it, or all do.
    if rank == 0 { return flip == 0 ? IntegerRange(upTo: .min) : IntegerRange(from: .min) }
    let value = T(truncatingIfNeeded: (rank &- 1) ^ (T.isSigned ? 1 << 63 : 0))
    // The two greatest share the rank `.max`, which is that of the lesser.
    return flip == 0 ? IntegerRange(upTo: limit == .max ? .max : value) : IntegerRange(from: value)
  }
}

/// The rank of an integer that may be nil.
struct OptionalIntegerRank<T: FixedWidthInteger>: RankKernel {
  @inline(__always)
  func rank(_ place: UnsafeRawPointer, _ depth: Int) -> UInt64 {
    guard let value = place.assumingMemoryBound(to: T?.self).pointee else { return 0 }
    return IntegerRank<T>.rank(value, depth)
  }
}

/// The rank of what compares as a double. NaN is nil; no other double has rank 0 or the greatest.
struct RealRank<Value: RealValue>: RankKernel {
  @inline(__always)
  func rank(_ place: UnsafeRawPointer, _: Int) -> UInt64 {
    realRank(place.assumingMemoryBound(to: Value.self).pointee.real)
  }
}

/// The bits of a double, brought into the order of the doubles; 0 for NaN.
@inline(__always)
func realRank(_ value: Double) -> UInt64 {
  if value.isNaN { return 0 }
  let bits = (value + 0).bitPattern  // -0 + 0 is 0, which it equals
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

/// The rank of the seven bytes of a text at a depth: the bytes, and below them twice one more than their number; odd where
/// more follow. Bytes order as Unicode scalars do. The case of ASCII is folded with `caseBit`.
@inline(__always)
func textRank(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ depth: Int, caseBit: UInt64 = 0) -> UInt64 {
  let rest = count &- depth &* 7
  if rest >= 8 { return lowered(word(bytes + depth &* 7), caseBit).byteSwapped & ~0xFF | 17 }
  if rest <= 0 { return 2 }
  return lowered(word(bytes + depth &* 7, rest), caseBit).byteSwapped | UInt64(truncatingIfNeeded: 2 &* (rest &+ 1))
}

/// What the ranks of a string are made of.
protocol TextRankKernel: RankKernel {
  func rank(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ depth: Int) -> UInt64
}

extension TextRankKernel {
  @inline(__always)
  func rank(_ place: UnsafeRawPointer, _ depth: Int) -> UInt64 {
    rank(place.assumingMemoryBound(to: String.self).pointee, place, depth)
  }

  /// The rank of a string; `place` is any address, of which nothing is read.
  @inline(__always)
  func rank(_ text: String, _ place: UnsafeRawPointer, _ depth: Int) -> UInt64 {
    let known = text.utf8.withContiguousStorageIfAvailable { bytes in
      rank(bytes.baseAddress ?? place.assumingMemoryBound(to: UInt8.self), bytes.count, depth)
    }
    #if canImport(ObjectiveC)
      if let known { return known }
      // A string that was bridged has no bytes of its own.
      var copy = text
      return copy.withUTF8 { bytes in
        rank(bytes.baseAddress ?? place.assumingMemoryBound(to: UInt8.self), bytes.count, depth)
      }
    #else
      return known ?? 0
    #endif
  }
}

/// The ranks of a string by its scalars.
struct TextRank: TextRankKernel {
  @inline(__always)
  func rank(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ depth: Int) -> UInt64 { textRank(bytes, count, depth) }
}

/// The ranks of a string as `[c]` folds it.
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

/// The ranks of a string that may be nil.
struct OptionalTextRank<Kernel: TextRankKernel>: RankKernel {
  let kernel: Kernel

  @inline(__always)
  func rank(_ place: UnsafeRawPointer, _ depth: Int) -> UInt64 {
    guard let text = place.assumingMemoryBound(to: String?.self).pointee else { return 0 }
    return kernel.rank(text, place, depth)
  }
}
