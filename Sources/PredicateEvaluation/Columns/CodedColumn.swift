import PredicateSemantics
import PredicateSyntax

/// A column of texts with few distinct values. It contains the distinct texts in byte order, and the index of each row's text.
///
/// Safety: The program owns the `KernelMemory` of the codes, which has a block after the last row. Each code is an index of a
/// distinct text.
@safe struct CodedColumn<Code: FixedWidthInteger & UnsignedInteger & BitwiseCopyable> {
  /// The index of each row's text. The code of nil follows those of all texts.
  let codes: UnsafePointer<Code>
  let texts: TextColumn

  /// The number of distinct texts.
  var distinct: Int { texts.count }

  /// Returns a node for the rows whose text passes. `node` tests each distinct text once.
  func node(ofTexts node: PredicateNode, _ store: KernelMemory) -> PredicateNode {
    var answers = [UInt8](repeating: 0, count: 1 << Code.bitWidth)
    let run = unsafe Run(ProgramShape(), base: UnsafeRawPointer(texts.bytes), count: texts.count)
    unsafe Block.forEach(run.whole.base, texts.count) { block, live in
      forEachLane(node.lanes(run, block, live)) { answers[block.first + $0] = 1 }
      return true
    }
    guard let first = answers.firstIndex(of: 1), let last = answers.lastIndex(of: 1) else { return .never }
    // Passing texts are often consecutive: equality, prefixes, orders.
    if !answers[first...last].contains(0) { return self.node(Code(first)...Code(last)) }
    let (table, codes) = unsafe (store.values(answers), codes)
    return PredicateNode(cost: 2) { _, block, live in
      let codes = unsafe codes + block.first
      return columnLanes(live, ifMoreThan: 16) { unsafe table[Int(truncatingIfNeeded: codes[$0])] != 0 }
    }
  }

  /// Returns a node for the rows whose code is in a range.
  @inline(__always)
  private func node(_ passing: ClosedRange<Code>) -> PredicateNode {
    guard let range = IntegerRange(passing.lowerBound, passing.upperBound) else { return .never }
    let codes = unsafe codes
    return PredicateNode(cost: 1) { _, block, live in
      let codes = unsafe codes + block.first
      return columnLanes(live, ifMoreThan: 12) { unsafe range.contains(codes[$0]) }
    }
  }

  /// The node for the rows that are nil.
  @inline(__always)
  var nilNode: PredicateNode { node(Code(truncatingIfNeeded: distinct)...Code(truncatingIfNeeded: distinct)) }
}
