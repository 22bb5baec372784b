import PredicateSemantics
import PredicateSyntax

/// Consecutive texts in UTF-8, each followed by a byte that UTF-8 never contains.
///
/// That byte keeps the kernels simple: a word can be loaded across the end of a text and compared with a needle, which
/// never contains the byte, and a match in a sequence of texts is within one of them.
///
/// Safety: A block of starts and a margin of bytes follow the last row. The program owns the memory.
@safe struct TextColumn {
  /// The byte after each text.
  static let separator: UInt8 = 0xFF
  /// The number of separators before the first text and after the last one, for kernels that read beyond them.
  static let margin = 448

  let bytes: UnsafePointer<UInt8>
  /// The starts of the texts, and of one more text; then those of 64 empty texts.
  let starts: UnsafePointer<UInt32>
  let count: Int
  /// The texts that are not nil, or `nil` if all are. A nil text is empty.
  let present: RowBits?
  /// The texts that are not ASCII, or `nil` if all are ASCII.
  let beyondASCII: RowBits?

  var isASCII: Bool { beyondASCII == nil }
}

/// A test of one text of a column in two steps: a short one without a branch, for all rows, and, if that is not enough, a
/// long one for the remaining rows.
///
/// The result must not depend on bytes outside the text, although a margin of them may be read on either side.
protocol TextRowKernel {
  /// Whether `mayPass` alone decides.
  var isShort: Bool { get }
  /// Returns whether the text at `start` may pass. The next text begins at `next`, after a separator.
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool
  /// Returns whether a text passes for which `mayPass` is true.
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool
}

// Safety: Each text ends with a separator, so its start is below the next one.
extension TextColumn {
  /// Returns a node that tests each text.
  ///
  /// - Parameters:
  ///   - sparseLimit: The number of live lanes up to which testing one by one is cheaper than testing all 64 at once.
  ///   - folding: The folding of texts that are not ASCII, if the kernel cannot test them.
  @inline(__always)
  func node<Kernel: TextRowKernel>(
    cost: Int, ifMoreThan sparseLimit: Int, _ kernel: Kernel, _ folding: Folded? = nil
  ) -> PredicateNode {
    let column = self
    guard let folding, let beyondASCII else {
      let (bytes, starts, present) = unsafe (bytes, starts, present)
      return PredicateNode(cost: cost) { _, block, live in
        let starts = unsafe starts + block.first
        let mask = present.lanes(block, live)
        return unsafe Self.lanes(bytes, starts, mask, ifMoreThan: sparseLimit, kernel)
      }
    }
    return PredicateNode(cost: cost) { _, block, live in
      let starts = unsafe column.starts + block.first
      let mask = column.present.lanes(block, live)
      let others = beyondASCII.word(from: block.first) & mask
      return unsafe Self.lanes(column.bytes, starts, mask & ~others, ifMoreThan: sparseLimit, kernel)
        | column.lanesByFolding(folding, block, others)
    }
  }

  /// Returns those of the live lanes, whose texts are not ASCII, that pass.
  @inline(__always)
  func lanesByFolding(_ folding: Folded, _ block: Block, _ live: UInt64) -> UInt64 {
    let starts = unsafe starts + block.first
    var result: UInt64 = 0
    forEachLane(live) { lane in
      let start = unsafe Int(truncatingIfNeeded: starts[lane])
      let count = unsafe Int(truncatingIfNeeded: starts[lane &+ 1]) &- start &- 1
      if unsafe folding.matchesByFolding(bytes + start, count) { result |= bit(lane) }
    }
    return result
  }

  @inline(__always)
  private static func lanes<Kernel: TextRowKernel>(
    _ bytes: UnsafePointer<UInt8>, _ starts: UnsafePointer<UInt32>, _ mask: UInt64, ifMoreThan sparseLimit: Int,
    _ kernel: Kernel
  ) -> UInt64 {
    var result = columnLanes(mask, ifMoreThan: sparseLimit) {
      unsafe kernel.mayPass(bytes, starts[$0], starts[$0 &+ 1])
    }
    if kernel.isShort || result == 0 { return result }
    forEachLane(result) { lane in
      let start = unsafe Int(truncatingIfNeeded: starts[lane])
      let count = unsafe Int(truncatingIfNeeded: starts[lane &+ 1]) &- start &- 1
      if unsafe !kernel.passes(bytes + start, count) { result &= ~bit(lane) }
    }
    return result
  }
}

// Safety: Each text ends with a separator, so its start is below the next one.
extension TextColumn: ByteKernelVisitor {
  /// Returns the node of a kernel for the objects' strings.
  @inline(__always)
  func visit<Kernel: ByteKernel>(_ kernel: Kernel) -> PredicateNode {
    let (bytes, starts, present) = unsafe (bytes, starts, present)
    return PredicateNode(cost: 4) { _, block, live in
      let starts = unsafe starts + block.first
      let mask = present.lanes(block, live)
      // These kernels are slow, so lanes that are not live are not tested.
      return columnLanes(mask, ifMoreThan: 63) { lane in
        unsafe kernel.test(bytes + Int(starts[lane]), Int(starts[lane &+ 1]) &- Int(starts[lane]) &- 1)
      }
    }
  }
}
