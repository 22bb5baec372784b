import PredicateModel
import PredicateSyntax

/// Texts one after the other, as UTF-8, each followed by a byte that no UTF-8 holds.
///
/// That byte makes the kernels simple: a word may be loaded across the ends of a text and compared with a needle, which
/// never equals it; and what is found in a run of texts is found in one of them.
struct TextColumn {
  /// The byte behind each text.
  static let separator: UInt8 = 0xFF
  /// How many separators stand before the first text and behind the last: whatever a kernel reads beyond them.
  static let margin = 448

  let bytes: UnsafePointer<UInt8>
  /// Where the texts begin, and where one more would; then 64 empty ones.
  let starts: UnsafePointer<UInt32>
  let count: Int
  /// nil where all are there. A text that is not there is empty.
  let present: RowBits?
  /// The texts that are not ASCII; nil where all are.
  let beyondASCII: RowBits?

  var isASCII: Bool { beyondASCII == nil }
}

/// A test of one text of a column, in two steps: a short one without a branch, for all rows, and where that is not all a
/// long one for the rows that are left.
///
/// What it finds must not depend on bytes outside of the text, though a margin of them may be read on either side.
protocol TextRowKernel {
  /// Whether `mayPass` tells all.
  var isShort: Bool { get }
  /// Whether the text may pass that begins at `start`; the next one begins at `next`, after a separator.
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool
  /// Whether a text passes that may.
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool
}

/// A kernel of the objects' strings, for a column's.
struct ByteRowKernel<Kernel: ByteKernel>: TextRowKernel {
  let kernel: Kernel
  var isShort: Bool { true }

  @inline(__always)
  func mayPass(_ bytes: UnsafePointer<UInt8>, _ start: UInt32, _ next: UInt32) -> Bool {
    passes(bytes + Int(start), Int(next) &- Int(start) &- 1)
  }

  @inline(__always)
  func passes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { kernel.test(start, count) }
}

extension TextColumn {
  /// A node that tests each text.
  ///
  /// - Parameters:
  ///   - few: how many live lanes are cheaper asked one by one than all 64 at once.
  ///   - side: answers for texts that are not ASCII, where the kernel cannot.
  @inline(__always)
  func node<Kernel: TextRowKernel>(
    cost: Int, ifMoreThan few: Int, _ kernel: Kernel, beyondASCII side: FoldedSide? = nil
  ) -> PredicateNode {
    let column = self
    guard let side, let beyondASCII else {
      let (bytes, starts, present) = (bytes, starts, present)
      return PredicateNode(cost: cost) { _, block, live in
        let starts = starts + block.first
        let mask = present.map { $0.word(from: block.first) & live } ?? live
        return Self.lanes(bytes, starts, mask, ifMoreThan: few, kernel)
      }
    }
    return PredicateNode(cost: cost) { _, block, live in
      let starts = column.starts + block.first
      let mask = column.present.map { $0.word(from: block.first) & live } ?? live
      let others = beyondASCII.word(from: block.first) & mask
      var result = Self.lanes(column.bytes, starts, mask & ~others, ifMoreThan: few, kernel)
      forEachLane(others) { if column.slow(side, block.first &+ $0) { result |= bit($0) } }
      return result
    }
  }

  /// The answer for a text that is not ASCII.
  @inline(__always)
  func slow(_ side: FoldedSide, _ row: Int) -> Bool {
    let start = Int(truncatingIfNeeded: starts[row])
    return side.slow(bytes + start, Int(truncatingIfNeeded: starts[row &+ 1]) &- start &- 1)
  }

  @inline(__always)
  private static func lanes<Kernel: TextRowKernel>(
    _ bytes: UnsafePointer<UInt8>, _ starts: UnsafePointer<UInt32>, _ mask: UInt64, ifMoreThan few: Int,
    _ kernel: Kernel
  ) -> UInt64 {
    var result = columnLanes(mask, ifMoreThan: few) { kernel.mayPass(bytes, starts[$0], starts[$0 &+ 1]) }
    if kernel.isShort || result == 0 { return result }
    forEachLane(result) { lane in
      let start = Int(truncatingIfNeeded: starts[lane])
      let count = Int(truncatingIfNeeded: starts[lane &+ 1]) &- start &- 1
      if !kernel.passes(bytes + start, count) { result &= ~bit(lane) }
    }
    return result
  }
}

/// Puts a byte kernel behind a column.
struct ColumnTextMaker: ByteKernelVisitor {
  let column: TextColumn
  let cost: Int

  @inline(__always)
  func visit<Kernel: ByteKernel>(_ kernel: Kernel) -> PredicateNode {
    // Such kernels take a while: lanes that are not live are not asked.
    column.node(cost: cost, ifMoreThan: 63, ByteRowKernel(kernel: kernel))
  }
}
