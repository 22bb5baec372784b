import PredicateSemantics
import PredicateSyntax

// The nodes of the tests with constants. A node of a column reads the texts and ignores the objects of the block.

extension TextColumn {
  /// Returns the node of a test. Tests without a kernel for columns use the kernel for the objects' strings.
  func testNode(_ test: TextTest, _ needle: String, _ options: StringOptions, _ store: KernelMemory) -> PredicateNode {
    node(of: TextPlan(test, needle, options), options, store)
      ?? withTextKernel(test, needle: needle, options: options, store: store, self)
  }

  /// Returns the node of `text < needle` and similar tests.
  func orderNode(
    _ order: AcceptedOrder, _ needle: String, _ options: StringOptions, _ store: KernelMemory
  ) -> PredicateNode {
    withOrderKernel(order, needle: needle, options: options, store: store, self)
  }

  /// Returns the node of `text IN {…}`.
  func membershipNode(_ texts: [String], _ store: KernelMemory) -> PredicateNode {
    node(cost: 3, ifMoreThan: 12, ColumnMembership(texts, store))
  }

  /// Returns the node of MATCHES with a regular expression that is equivalent to strings. With options that fold, it is
  /// equivalent only for ASCII, so the result is `nil` if some texts are not ASCII.
  func patternNode(_ strings: PatternStrings, _ options: StringOptions, _ store: KernelMemory) -> PredicateNode? {
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

  /// Returns the node of a plan, or `nil` if columns have no kernel for it.
  private func node(of plan: TextPlan, _ options: StringOptions, _ store: KernelMemory) -> PredicateNode? {
    switch plan {
    case .definition: return nil
    case .constant(true): return presentNode
    case .constant(false): return .never
    case .plain(let test, let needle):
      return node(of: test, needle, folds: false, beyondASCII: nil, store)
    case .ascii(let test, let needle):
      let fallback = unsafe FoldingFallback(test, store.bytes(needle), options, store)
      return node(of: test, needle, folds: fallback.caseBit != 0, beyondASCII: fallback, store)
    case .plainEnds(let prefix, let suffix):
      return endsNode(prefix, suffix, folds: false, beyondASCII: nil, store)
    case .asciiEnds(let prefix, let suffix, let program):
      let fallback = unsafe FoldingFallback(.like, store.bytes(program), options, store)
      return endsNode(prefix, suffix, folds: fallback.caseBit != 0, beyondASCII: fallback, store)
    case .beyondASCII(let test, let needle):
      if !isASCII { return nil }
      guard test == .equal, needle.isEmpty else { return .never }
      // The empty text equals an empty needle.
      return node(of: .equal, [], folds: false, beyondASCII: nil, store)
    }
  }

  /// Returns the node of a test, or `nil` for LIKE.
  ///
  /// - Parameters:
  ///   - needle: The needle. If `folds` is true, it is folded and ASCII.
  ///   - fallback: The fallback for texts that are not ASCII, or `nil` if the kernel tests all texts.
  private func node(
    of test: TextTest, _ needle: [UInt8], folds: Bool, beyondASCII fallback: FoldingFallback?,
    _ store: KernelMemory
  ) -> PredicateNode? {
    switch test {
    case .equal:
      // A column contains no text of four gigabytes.
      guard let length = UInt32(exactly: needle.count + 1) else { return .never }
      let kernel = ColumnEqual(needle: ColumnNeedle(needle, folds: folds, store), length: length)
      return node(cost: 1, ifMoreThan: 12, kernel, beyondASCII: fallback)
    case .beginsWith:
      let kernel = ColumnPrefix(needle: ColumnNeedle(needle, folds: folds, store))
      return node(cost: 2, ifMoreThan: 16, kernel, beyondASCII: fallback)
    case .endsWith: return endsNode([], needle, folds: folds, beyondASCII: fallback, store)
    case .contains: return searchNode(ColumnSearch(needle, folds: folds, in: self, store), beyondASCII: fallback)
    case .like: return nil
    }
  }

  /// Returns the node for the texts that begin with a prefix and end with a suffix, which do not overlap.
  private func endsNode(
    _ prefix: [UInt8], _ suffix: [UInt8], folds: Bool, beyondASCII fallback: FoldingFallback?, _ store: KernelMemory
  ) -> PredicateNode {
    let kernel = ColumnEnds(
      prefix: ColumnNeedle(prefix, folds: folds, store),
      suffix: ColumnNeedle(suffix, folds: folds, isAtEnd: true, store))
    return node(cost: 2, ifMoreThan: 16, kernel, beyondASCII: fallback)
  }

  /// The node for the texts that are not nil.
  private var presentNode: PredicateNode {
    let present = present
    return PredicateNode(cost: 0) { _, block, live in present.lanes(block, live) }
  }

  /// Returns the node of CONTAINS.
  private func searchNode(_ search: ColumnSearch, beyondASCII fallback: FoldingFallback?) -> PredicateNode {
    let column = self
    guard let fallback, let beyondASCII else {
      // A text that is nil is empty and contains no needle.
      return PredicateNode(cost: 3) { _, block, live in search.lanes(block.first, live) }
    }
    return PredicateNode(cost: 3) { _, block, live in
      let others = beyondASCII.word(from: block.first) & live
      return search.lanes(block.first, live & ~others) | column.lanesByFolding(fallback, block, others)
    }
  }
}
