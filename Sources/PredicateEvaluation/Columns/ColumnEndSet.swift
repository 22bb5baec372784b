/// A kernel that tests whether the text begins, or ends, with one of up to four needles. Four bytes of each are compared at
/// once; the rest is compared only if they match.
struct ColumnEndSet: TextRowKernel {
  /// The maximum number of needles.
  static let most = 4

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
    needles = store.values(texts.map { ColumnNeedle($0, folds: folds, isAtEnd: isAtEnd, store) })
    needleCount = texts.count
    for lane in 0..<Self.most {
      // The last needle fills the unused lanes.
      let text = texts[min(lane, texts.count - 1)]
      for place in 0..<4 {
        let index = isAtEnd ? text.count - 4 + place : place
        guard text.indices.contains(index) else { continue }
        let shift = UInt32(place * 8)
        value[lane] |= UInt32(text[index]) << shift
        ignored[lane] |= (folds && 0x61...0x7A ~= text[index] ? 0x20 : 0) << shift
        mask[lane] |= 0xFF << shift
      }
    }
  }

  @inline(__always)
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool {
    let text = SIMD4(repeating: word32(bytes + (isAtEnd ? Int(next) &- 5 : Int(start))))
    return any(((text | ignored) & mask) .== value)
  }

  @inline(__always)
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let place = isAtEnd ? start + count : start
    for number in 0..<needleCount where needles[number].isAt(place, room: count) { return true }
    return false
  }
}
