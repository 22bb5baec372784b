import PredicateModel
import PredicateSyntax

/// Texts of which few differ: those in the order of their bytes, and for each row the number of its text.
struct CodedColumn<Code: FixedWidthInteger & UnsignedInteger & BitwiseCopyable> {
  /// The number of each row's text; that of nil is behind those of all texts.
  let codes: UnsafePointer<Code>
  let texts: TextColumn

  /// How many texts differ.
  var distinct: Int { texts.count }

  /// The node of a test, which is made once of each text; nil where the texts alone do not answer it.
  @inline(__always)
  func node(_ test: ColumnTextTest, _ store: NeedleStore) -> PredicateNode? {
    guard let node = texts.node(test, store) else { return nil }
    var answers = [UInt8](repeating: 0, count: 1 << Code.bitWidth)
    let run = Run(ProgramShape(), base: UnsafeRawPointer(texts.bytes), count: texts.count, onFault: .throw)
    Block.forEach(run.whole.base, texts.count) { block, live in
      forEachLane(node.lanes(run, block, live)) { answers[block.first + $0] = 1 }
      return true
    }
    guard let first = answers.firstIndex(of: 1), let last = answers.lastIndex(of: 1) else { return .never }
    // Texts in order pass in a row, often: equality, prefixes, orders.
    if !answers[first...last].contains(0) { return self.node(Code(first)...Code(last)) }
    let (table, codes) = (store.values(answers), codes)
    return PredicateNode(cost: 2) { _, block, live in
      let codes = codes + block.first
      return columnLanes(live, ifMoreThan: 16) { table[Int(truncatingIfNeeded: codes[$0])] != 0 }
    }
  }

  /// The rows whose code is one of some in a row.
  @inline(__always)
  private func node(_ passing: ClosedRange<Code>) -> PredicateNode {
    guard let range = IntegerRange(passing.lowerBound, passing.upperBound) else { return .never }
    let codes = codes
    return PredicateNode(cost: 1) { _, block, live in
      let codes = codes + block.first
      return columnLanes(live, ifMoreThan: 12) { range.contains(codes[$0]) }
    }
  }

  /// The rows that are nil.
  @inline(__always)
  var nilNode: PredicateNode { node(Code(truncatingIfNeeded: distinct)...Code(truncatingIfNeeded: distinct)) }
}
