import PredicateSemantics
import PredicateSyntax

/// A set of constant strings in memory of a `KernelMemory`, looked up by their length and first and last eight bytes.
///
/// Safety: Slots are masked by the table's power of two. No byte at or after `count` is read (KernelTests pass exactly that
/// many), and the program owns the memory of the table and of the needles.
@safe package struct NeedleSet: BitwiseCopyable {
  /// A string of the set.
  @safe private struct Entry {
    let count: Int
    /// The first and the last eight bytes; of a shorter string, both are all of it, padded with zeros.
    let first: UInt64
    let last: UInt64
    let bytes: UnsafePointer<UInt8>
  }

  /// Bit n is set if a string of n bytes is in the set; bit 63, if a longer one than 62 bytes is.
  private let lengths: UInt64
  /// One byte for each shape of a string: 1 if a string in the set has the shape. If the set is small, most other strings
  /// have none of its shapes.
  private let shapes: UnsafePointer<UInt8>
  /// The numbers of entries from 1, or 0 for an empty slot. The size is a power of two, and nearly all slots are empty if
  /// that takes little memory, so that the first slot alone rejects most strings.
  private let slots: UnsafePointer<UInt32>
  private let entries: UnsafePointer<Entry>
  private let mask: UInt64
  /// The random start of the hash. Without it, somebody could write a list whose strings all share one slot.
  private let seed = UInt64.random(in: 0...UInt64.max)

  package init(_ strings: [[UInt8]], _ store: KernelMemory) {
    let unique = Set(strings)
    var size = 4
    while size < unique.count * (unique.count <= 1024 ? 16 : 4) { size *= 2 }
    var slots = [UInt32](repeating: 0, count: size)
    var entries: [Entry] = []
    var lengths: UInt64 = 0
    var shapes = [UInt8](repeating: 0, count: 4096)
    let mask = UInt64(size - 1)
    for string in unique {
      let base = unsafe store.values(string)
      let first = unsafe word(base, min(string.count, 8))
      let last = unsafe string.count < 8 ? first : word(base + (string.count - 8))
      lengths |= 1 << UInt64(min(string.count, 63))
      if !string.isEmpty { unsafe shapes[Self.shape(base, string.count)] = 1 }
      entries.append(unsafe Entry(count: string.count, first: first, last: last, bytes: base))
      var slot = unsafe Self.hash(base, string.count, first, last, 0, seed) & mask
      while slots[Int(slot)] != 0 { slot = (slot + 1) & mask }
      slots[Int(slot)] = UInt32(entries.count)
    }
    self.lengths = lengths
    unsafe self.shapes = store.values(shapes)
    self.mask = mask
    unsafe self.slots = store.values(slots)
    unsafe self.entries = store.values(entries)
  }

  /// Returns whether the set contains the bytes.
  @inline(__always)
  func contains(_ bytes: UnsafePointer<UInt8>, _ count: Int, caseBit: UInt64) -> Bool {
    if count == 0 { return lengths & 1 == 1 }
    if unsafe shapes[Self.shape(bytes, count)] == 0 { return false }
    if lengths &>> UInt64(truncatingIfNeeded: min(count, 63)) & 1 == 0 { return false }
    let head = unsafe lowered(count < 8 ? word(bytes, count) : word(bytes), caseBit)
    let tail = unsafe count <= 8 ? head : lowered(word(bytes + (count &- 8)), caseBit)
    return unsafe find(bytes, count, head, tail, caseBit)
  }

  /// The maximum number of slots that a lookup visits.
  package var longestSearch: Int {
    var (longest, row) = (0, 0)
    for slot in 0...Int(mask) {
      row = unsafe slots[slot] == 0 ? 0 : row + 1
      longest = max(longest, row)
    }
    return longest + 1
  }

  /// Returns a small number computed from the length and the first and last bytes, ignoring the case of letters.
  @inline(__always)
  private static func shape(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    unsafe Int(bytes[0] & 31) &<< 7 | Int(bytes[count &- 1] & 31) &<< 2 | count & 3
  }

  @inline(__always)
  private func find(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ head: UInt64, _ tail: UInt64, _ caseBit: UInt64
  ) -> Bool {
    var slot = unsafe Self.hash(bytes, count, head, tail, caseBit, seed) & mask
    while true {
      let number = unsafe slots[Int(truncatingIfNeeded: slot)]
      if number == 0 { return false }
      let entry = unsafe entries + (Int(number) &- 1)
      if unsafe entry.pointee.count == count && entry.pointee.first == head && entry.pointee.last == tail
        && (count <= 16 || Self.middleMatches(entry.pointee.bytes, bytes, count, caseBit))
      {
        return true
      }
      slot = (slot &+ 1) & mask
    }
    // The loop ends by returning alone.
  }

  /// Returns whether a text has the bytes between the first and the last eight of a string.
  @inline(never)
  private static func middleMatches(
    _ string: UnsafePointer<UInt8>, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ caseBit: UInt64
  ) -> Bool {
    var index = 8
    while index &+ 8 < count {
      if unsafe lowered(word(bytes + index), caseBit) != word(string + index) { return false }
      index &+= 8
    }
    return true
  }

  /// Returns a hash of the length and all bytes. Up to 16 bytes are all in the first and the last word.
  @inline(__always)
  private static func hash(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ head: UInt64, _ tail: UInt64, _ caseBit: UInt64, _ seed: UInt64
  ) -> UInt64 {
    let ends = mixed(head ^ seed, tail ^ seed.byteSwapped ^ UInt64(truncatingIfNeeded: count))
    return unsafe count <= 16 ? ends : hashMiddle(bytes, count, ends, caseBit, seed)
  }

  /// Returns the hash of the ends combined with that of the bytes between the first and the last eight.
  @inline(never)
  private static func hashMiddle(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ ends: UInt64, _ caseBit: UInt64, _ seed: UInt64
  ) -> UInt64 {
    var hash = ends
    var index = 8
    while index &+ 8 < count {
      hash = unsafe mixed(hash ^ seed, lowered(word(bytes + index), caseBit) ^ seed.byteSwapped)
      index &+= 8
    }
    return hash
  }

  /// Returns a word in which every bit depends on all bits of both: the halves of the product, combined.
  @inline(__always)
  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}

/// A kernel that tests whether the string, folded if the options fold, is one of a set of strings that are folded alike.
///
/// Safety: The program owns the memory of the state.
@safe package struct StringMembership: ByteKernel {
  /// What strings that are not ASCII need.
  private typealias State = (set: NeedleSet, options: FormatStringOptions)

  private let set: NeedleSet
  private let caseBit: UInt64
  /// `nil` if nothing is folded.
  private let state: UnsafePointer<State>?

  init(_ strings: [String], _ options: FormatStringOptions, _ store: KernelMemory) {
    set = NeedleSet(strings.map { Array(folded($0, options).utf8) }, store)
    caseBit = options.folds && options.contains(.caseInsensitive) ? repeated(0x20) : 0
    unsafe state = options.folds ? store.values([(set: set, options: options)]) : nil
  }

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if let state = unsafe state, unsafe !isASCII(bytes, count) {
      return unsafe Self.matchesByFolding(state, bytes, count)
    }
    return unsafe set.contains(bytes, count, caseBit: caseBit)
  }

  /// Returns the answer for any string.
  ///
  /// Safety: As for `Folded.matchesByFolding`.
  @inline(never) @_effects(readonly)
  private static func matchesByFolding(
    _ state: UnsafePointer<State>, _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    // One more byte, so that there is an address even if folding leaves nothing.
    let text = unsafe foldedUTF8(UnsafeBufferPointer(start: bytes, count: count), state.pointee.options) + [0]
    return unsafe text.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe state.pointee.set.contains($0, buffer.count - 1, caseBit: 0) } ?? false
    }
  }
}

/// Passes the kernel of `IN` with constant strings to the visitor.
package func withSetKernel<Visitor: ByteKernelVisitor>(
  _ strings: [String], options: FormatStringOptions, store: KernelMemory, _ visitor: Visitor
) -> Visitor.Result {
  visitor.visit(StringMembership(strings, options, store))
}
