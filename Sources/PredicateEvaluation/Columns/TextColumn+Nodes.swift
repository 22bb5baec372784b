import PredicateSemantics
import PredicateSyntax

// The nodes of the tests with constants. A node of a column reads the texts and ignores the objects of the block.

extension TextColumn {
  /// Returns the node of a test. Tests without a kernel for columns use the kernel for the objects' strings.
  func testNode(_ test: TextTest, _ needle: String, _ options: FormatStringOptions, _ store: KernelMemory)
    -> PredicateNode
  {
    let folds = options.folds && options.contains(.caseInsensitive)
    /// The folding of texts that are not ASCII.
    func folding(_ test: TextTest, _ needle: [UInt8]) -> Folded? {
      unsafe options.folds && !isASCII ? Folded(test, store.bytes(needle), options, store) : nil
    }
    switch TextPlan(test, needle, options) {
    case .constant(true): return presentNode
    case .constant(false): return .never
    case .definition(_, _, emptyAnswer: false?) where isASCII: return .never
    case .definition(let test, let needle, let emptyAnswer):
      return visit(DefinedTest(test, needle, options, store, emptyAnswer: emptyAnswer))
    case .affix(.equal, let needle):
      // A column contains no text of four gigabytes.
      guard let length = UInt32(exactly: needle.count + 1) else { return .never }
      let kernel = ColumnEqual(needle: ColumnNeedle(needle, folds: folds, store), length: length)
      return node(cost: 1, ifMoreThan: 12, kernel, folding(.equal, needle))
    case .affix(.endsWith, let needle):
      let kernel = ColumnSuffix(needle: ColumnNeedle(needle, folds: folds, isAtEnd: true, store))
      return node(cost: 2, ifMoreThan: 16, kernel, folding(.endsWith, needle))
    case .affix(let test, let needle): return withAffix(test, needle, options, store, self)
    case .contains(let needle):
      return searchNode(ColumnSearch(needle, folds: folds, in: self, store), folding(.contains, needle))
    case .like(let program): return withLike(program, options, store, self)
    }
  }

  /// Returns the node of `text < needle` and similar tests.
  func orderNode(
    _ order: AcceptedOrder, _ needle: String, _ options: FormatStringOptions, _ store: KernelMemory
  ) -> PredicateNode {
    withOrderKernel(order, needle: needle, options: options, store: store, self)
  }

  /// Returns the node of `text IN {…}`.
  func membershipNode(_ texts: [String], _ store: KernelMemory) -> PredicateNode {
    node(cost: 3, ifMoreThan: 12, ColumnMembership(texts, store))
  }

  /// Returns the node of MATCHES with a regular expression that is equivalent to strings. With options that fold, it is
  /// equivalent only for ASCII, so the result is `nil` if some texts are not ASCII.
  func patternNode(_ strings: PatternStrings, _ options: FormatStringOptions, _ store: KernelMemory) -> PredicateNode? {
    if options.folds && !isASCII { return nil }
    // Folding changes only the case of ASCII.
    let options = options.intersection(.caseInsensitive)
    let folds = !options.isEmpty
    var nodes = strings.patterns.map { testNode(.like, $0, options, store) }
    if folds {
      nodes += strings.exact.map { testNode(.equal, $0, options, store) }
    } else {
      nodes.append(membershipNode(strings.exact, store))
    }
    for (ends, isAtEnd) in [(strings.prefixes, false), (strings.suffixes, true)] {
      for first in stride(from: 0, to: ends.count, by: ColumnEndSet.maximumCount) {
        let some = ends[first..<min(ends.count, first + ColumnEndSet.maximumCount)]
        nodes.append(
          node(cost: 3, ifMoreThan: 16, ColumnEndSet(some, folds: folds, isAtEnd: isAtEnd, store)))
      }
    }
    return Compiler.joined(nodes, none: false, Compiler.or)
  }

  /// The node for the texts that are not nil.
  private var presentNode: PredicateNode {
    let present = present
    return PredicateNode(cost: 0) { _, block, live in present.lanes(block, live) }
  }

  /// Returns the node of CONTAINS.
  private func searchNode(_ search: ColumnSearch, _ folding: Folded?) -> PredicateNode {
    let column = self
    guard let folding, let beyondASCII else {
      // A text that is nil is empty and contains no needle.
      return PredicateNode(cost: 3) { _, block, live in search.lanes(block.first, live) }
    }
    return PredicateNode(cost: 3) { _, block, live in
      let others = beyondASCII.word(from: block.first) & live
      return search.lanes(block.first, live & ~others) | column.lanesByFolding(folding, block, others)
    }
  }
}
