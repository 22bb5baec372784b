/// A kernel that tests whether the text is one of a set. One table lookup by its length and its first and last two bytes
/// rejects most texts; the others are looked up in the set.
///
/// Safety: A hash may wrap; shifted, it has as many bits as the table's size. A text of a column has a margin before and
/// after it (`TextColumn.margin`). The program owns the memory.
@safe struct ColumnMembership: TextRowKernel {
  private let set: NeedleSet
  /// Nonzero if a text may be in the set, by the hash of its ends.
  private let table: UnsafePointer<UInt8>
  private let shift: UInt32
  var isShort: Bool { false }

  init(_ texts: [String], _ store: KernelMemory) {
    set = NeedleSet(texts.map { Array($0.utf8) }, store)
    var bits = 12
    while bits < 18, texts.count > 1 << (bits - 6) { bits += 1 }
    shift = UInt32(32 - bits)
    // The ends of the empty text are bytes of other texts, so any hash may be its own.
    var table = [UInt8](repeating: texts.contains("") ? 1 : 0, count: 1 << bits)
    for text in texts {
      let bytes = [TextColumn.separator] + text.utf8 + [TextColumn.separator]
      let first = UInt32(bytes[1]) | UInt32(bytes[min(2, bytes.count - 1)]) << 8
      let last = UInt32(bytes[max(0, bytes.count - 3)]) | UInt32(bytes[bytes.count - 2]) << 8
      table[Int(Self.hash(first, last, UInt32(truncatingIfNeeded: bytes.count - 1)) >> shift)] = 1
    }
    unsafe self.table = store.values(table)
  }

  @inline(__always)
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool {
    let (first, last) = unsafe (word16(bytes + Int(start)), word16(bytes + (Int(next) &- 3)))
    return unsafe table[Int(Self.hash(first, last, next &- start) &>> shift)] != 0
  }

  @inline(__always)
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { unsafe set.contains(start, count, caseBit: 0) }

  /// Returns a hash of which only the high bits are used.
  @inline(__always)
  private static func hash(_ first: UInt32, _ last: UInt32, _ length: UInt32) -> UInt32 {
    (first | last &<< 16) &* 0x9E37_79B1 &+ length &* 0x85EB_CA6B
  }
}
