import PredicateModel
import PredicateSyntax

/// Constant strings, found by their length, first and last eight bytes, in memory of a `NeedleStore`.
struct NeedleSet: Sendable {
  private struct Entry {
    var count: Int
    var first: UInt64
    var last: UInt64
    var address: UInt
  }

  /// Bit n is set where a string of n bytes is in the set; bit 63 for all that are longer than 62.
  private let lengths: UInt64
  /// A byte for each shape of a string: 1 where one in the set has it. Of a few strings most others have none of the
  /// shapes.
  private let shapes: UInt
  /// Numbers of entries from 1, 0 for empty; the size is a power of two, and nearly all of it empty where that takes
  /// little room, so that most strings are told apart by the first slot alone.
  private let slots: UInt
  private let entries: UInt
  private let mask: UInt64
  /// What the hash begins with, another for each set: else a list could be written whose strings all share one slot.
  private let seed = UInt64.random(in: 0...UInt64.max)

  init(_ strings: [[UInt8]], _ store: NeedleStore) {
    let unique = Set(strings)
    var size = 4
    while size < unique.count * (unique.count <= 1024 ? 16 : 4) { size *= 2 }
    var slots = [UInt32](repeating: 0, count: size)
    var entries: [Entry] = []
    var lengths: UInt64 = 0
    var shapes = [UInt8](repeating: 0, count: 4096)
    let mask = UInt64(size - 1)
    for string in unique {
      let needle = store.bytes(string)
      guard let base = needle.baseAddress else { continue }
      let probe = NeedleProbe(needle)
      lengths |= 1 << UInt64(min(string.count, 63))
      if !string.isEmpty { shapes[Self.shape(base, string.count)] = 1 }
      entries.append(Entry(count: probe.count, first: probe.first, last: probe.last, address: probe.address))
      var slot = Self.hash(base, string.count, probe.first, probe.last, 0, seed) & mask
      while slots[Int(slot)] != 0 { slot = (slot + 1) & mask }
      slots[Int(slot)] = UInt32(entries.count)
    }
    self.lengths = lengths
    self.shapes = UInt(bitPattern: store.values(shapes))
    self.mask = mask
    self.slots = UInt(bitPattern: store.values(slots))
    self.entries = UInt(bitPattern: store.values(entries))
  }

  /// Whether the set holds the bytes.
  @inline(__always)
  func contains(_ bytes: UnsafePointer<UInt8>, _ count: Int, caseBit: UInt64) -> Bool {
    if count == 0 { return lengths & 1 == 1 }
    guard let shapes = UnsafePointer<UInt8>(bitPattern: shapes) else { return false }
    if shapes[Self.shape(bytes, count)] == 0 { return false }
    if lengths &>> UInt64(truncatingIfNeeded: min(count, 63)) & 1 == 0 { return false }
    let head = lowered(count < 8 ? word(bytes, count) : word(bytes), caseBit)
    let tail = count <= 8 ? head : lowered(word(bytes + (count &- 8)), caseBit)
    return find(bytes, count, head, tail, caseBit)
  }

  /// The most slots that looking for a string takes.
  package var longestSearch: Int {
    guard let slots = UnsafePointer<UInt32>(bitPattern: slots) else { return 0 }
    var (longest, row) = (0, 0)
    for slot in 0...Int(mask) {
      row = slots[slot] == 0 ? 0 : row + 1
      longest = max(longest, row)
    }
    return longest + 1
  }

  /// A small number of the first and the last byte, whatever the case of letters, and the length.
  @inline(__always)
  private static func shape(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    Int(bytes[0] & 31) &<< 7 | Int(bytes[count &- 1] & 31) &<< 2 | count & 3
  }

  @inline(__always)
  private func find(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ head: UInt64, _ tail: UInt64, _ caseBit: UInt64
  ) -> Bool {
    guard let slots = UnsafePointer<UInt32>(bitPattern: slots), let entries = UnsafePointer<Entry>(bitPattern: entries)
    else { return false }
    var slot = Self.hash(bytes, count, head, tail, caseBit, seed) & mask
    while true {
      let number = slots[Int(truncatingIfNeeded: slot)]
      if number == 0 { return false }
      let entry = entries + (Int(number) &- 1)
      if entry.pointee.count == count && entry.pointee.first == head && entry.pointee.last == tail
        && (count <= 16 || isMiddle(entry.pointee.address, bytes, count, caseBit))
      {
        return true
      }
      slot = (slot &+ 1) & mask
    }
    // The loop ends by returning alone.
  }

  /// A hash of the length and all bytes; of up to 16 the first and the last word are all.
  @inline(__always)
  private static func hash(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ head: UInt64, _ tail: UInt64, _ caseBit: UInt64, _ seed: UInt64
  ) -> UInt64 {
    let ends = mixed(head ^ seed, tail ^ seed.byteSwapped ^ UInt64(truncatingIfNeeded: count))
    return count <= 16 ? ends : hashMiddle(bytes, count, ends, caseBit, seed)
  }

  /// The hash of what stands between the first and the last eight bytes, added to that of the ends.
  @inline(never)
  private static func hashMiddle(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ ends: UInt64, _ caseBit: UInt64, _ seed: UInt64
  ) -> UInt64 {
    var hash = ends
    var index = 8
    while index &+ 8 < count {
      hash = mixed(hash ^ seed, lowered(word(bytes + index), caseBit) ^ seed.byteSwapped)
      index &+= 8
    }
    return hash
  }

  /// A word in which every bit depends on all bits of both: the halves of the product, one over the other.
  @inline(__always)
  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}

/// The string is one of a set.
package struct InBytes: ByteKernel {
  let set: NeedleSet

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool { set.contains(bytes, count, caseBit: 0) }
}

/// The string, folded, is one of a set of folded strings.
package struct FoldedIn: ByteKernel {
  /// What `slow` must know: in memory of the store, as with `FoldedSide`.
  private struct Rest {
    let set: NeedleSet
    let options: StringOptions
  }

  private let set: NeedleSet
  private let caseBit: UInt64
  private let rest: UInt

  init(_ set: NeedleSet, _ options: StringOptions, _ store: NeedleStore) {
    self.set = set
    caseBit = options.contains(.caseInsensitive) ? repeated(0x20) : 0
    rest = UInt(bitPattern: store.values([Rest(set: set, options: options)]))
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    isASCII(bytes, count) ? set.contains(bytes, count, caseBit: caseBit) : Self.slow(rest, bytes, count)
  }

  /// The answer for a string that may hold anything; it only reads, see `FoldedSide`.
  @inline(never) @_effects(readonly)
  private static func slow(_ rest: UInt, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard let rest = UnsafePointer<Rest>(bitPattern: rest)?.pointee else { return false }
    // A byte more, so that there is an address where folding leaves nothing.
    let text = foldedUTF8(UnsafeBufferPointer(start: bytes, count: count), rest.options) + [0]
    return text.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { rest.set.contains($0, buffer.count - 1, caseBit: 0) } ?? false
    }
  }
}

/// Picks the kernel of `IN` with constant strings, and hands it to the visitor.
@inline(__always)
package func withSetKernel<Visitor: ByteKernelVisitor>(
  _ strings: [String], options: StringOptions, store: NeedleStore, _ visitor: Visitor
) -> Visitor.Result {
  let set = NeedleSet(strings.map { Array(folded($0, options).utf8) }, store)
  if !options.folds { return visitor.visit(InBytes(set: set)) }
  return visitor.visit(FoldedIn(set, options, store))
}
