/// A kernel that tests whether the text begins, or ends, with one of up to four needles. Four bytes of each are compared at
/// once; the rest is compared only if they match.
///
/// Safety: A text of a column has a margin before and after it (`TextColumn.margin`). The program owns the memory. Positions in a
/// column fit in 32 bits.
@safe struct ColumnEndSet: TextRowKernel {
  /// The maximum number of needles.
  static let maximumCount = 4

  private var value = SIMD4<UInt32>()
  private var mask = SIMD4<UInt32>()
  private var ignored = SIMD4<UInt32>()
  private let needles: UnsafePointer<ColumnNeedle>
  private let needleCount: Int
  private let isAtEnd: Bool
  let isShort: Bool

  /// - Parameter texts: One to four texts, none of them empty.
  init(_ texts: ArraySlice<String>, folds: Bool, isAtEnd: Bool, _ store: KernelMemory) {
    self.isAtEnd = isAtEnd
    let texts = texts.map { Array($0.utf8) }
    isShort = texts.allSatisfy { $0.count <= 4 }
    unsafe needles = store.values(texts.map { ColumnNeedle($0, folds: folds, isAtEnd: isAtEnd, store) })
    needleCount = texts.count
    for lane in 0..<Self.maximumCount {
      // The last needle fills the unused lanes.
      let text = texts[min(lane, texts.count - 1)]
      for byte in 0..<4 {
        let index = isAtEnd ? text.count - 4 + byte : byte
        guard text.indices.contains(index) else { continue }
        let shift = UInt32(byte * 8)
        value[lane] |= UInt32(text[index]) << shift
        ignored[lane] |= UInt32(ignoredBit(text[index], folds: folds)) << shift
        mask[lane] |= 0xFF << shift
      }
    }
  }

  @inline(__always)
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool {
    let text = unsafe SIMD4(repeating: word32(bytes + (isAtEnd ? Int(next) &- 5 : Int(start))))
    return any(((text | ignored) & mask) .== value)
  }

  @inline(__always)
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let end = unsafe isAtEnd ? start + count : start
    for index in 0..<needleCount where unsafe needles[index].isAt(end, in: count) { return true }
    return false
  }
}
