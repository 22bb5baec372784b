import PredicateSemantics
import PredicateSyntax

extension TextColumn {
  /// Returns the node of a test with a constant needle. Tests without a kernel for columns use the kernel for the objects'
  /// strings. The result is never `nil`.
  func node(_ test: TextTest, _ needle: String, _ options: StringOptions, _ store: KernelMemory) -> PredicateNode? {
    node(TextPlan(test, needle, options), options, store)
      ?? withTextKernel(test, needle: needle, options: options, store: store, self)
  }

  /// Returns the node of `text < needle` and similar tests. The result is never `nil`.
  func node(
    _ order: AcceptedOrder, _ needle: String, _ options: StringOptions, _ store: KernelMemory
  ) -> PredicateNode? {
    withOrderKernel(order, needle: needle, options: options, store: store, self)
  }

  /// Returns the node of `text IN {…}`.
  func node(anyOf texts: [String], _ store: KernelMemory) -> PredicateNode {
    node(cost: 3, ifMoreThan: 12, ColumnMembership(texts, store))
  }

  /// Returns the node of MATCHES with a regular expression that is equivalent to strings, or `nil` if the objects must be read:
  /// the options fold and some texts are not ASCII.
  func node(_ strings: PatternStrings, _ options: StringOptions, _ store: KernelMemory) -> PredicateNode? {
    // With options that fold, the strings are valid only for ASCII.
    if options.folds && !isASCII { return nil }
    // Folding changes only the case of ASCII.
    let options = options.intersection(.caseInsensitive)
    let folds = !options.isEmpty
    var nodes = strings.patterns.compactMap { node(.like, $0, options, store) }
    if folds { nodes += strings.exact.compactMap { node(.equal, $0, options, store) } }
    if !folds { nodes.append(node(anyOf: strings.exact, store)) }
    for (ends, isAtEnd) in [(strings.prefixes, false), (strings.suffixes, true)] {
      for first in stride(from: 0, to: ends.count, by: ColumnEndSet.maximumCount) {
        let some = ends[first..<min(ends.count, first + ColumnEndSet.maximumCount)]
        nodes.append(
          node(cost: 3, ifMoreThan: 16, ColumnEndSet(some, folds: folds, isAtEnd: isAtEnd, store)))
      }
    }
    return nodes.reduce(.never) { Compiler.or($0, $1) }
  }

  private func node(_ plan: TextPlan, _ options: StringOptions, _ store: KernelMemory) -> PredicateNode? {
    switch plan {
    case .definition: return nil
    case .constant(true): return isThere
    case .constant(false): return .never
    case .plain(let operation, let needle):
      return node(operation, needle, folds: false, beyondASCII: nil, store)
    case .ascii(let operation, let needle):
      let fallback = FoldingFallback(operation.test, store.bytes(needle), options, store)
      return node(operation, needle, folds: fallback.caseBit != 0, beyondASCII: fallback, store)
    case .plainEnds(let prefix, let suffix):
      return node(prefix, suffix, folds: false, beyondASCII: nil, store)
    case .asciiEnds(let prefix, let suffix, let program):
      let fallback = FoldingFallback(.like, store.bytes(program), options, store)
      return node(prefix, suffix, folds: fallback.caseBit != 0, beyondASCII: fallback, store)
    case .beyondASCII(let operation, let needle):
      if !isASCII { return nil }
      // ASCII never passes, except the empty text, which equals itself.
      return operation == .equal && needle.isEmpty ? node(.equal, [], folds: false, beyondASCII: nil, store) : .never
    }
  }

  /// Returns the node of a test with a needle that is not folded, or is ASCII.
  private func node(
    _ operation: TextTest.Operation, _ needle: [UInt8], folds: Bool, beyondASCII fallback: FoldingFallback?,
    _ store: KernelMemory
  ) -> PredicateNode? {
    func probe(isAtEnd: Bool = false) -> ColumnNeedle { ColumnNeedle(needle, folds: folds, isAtEnd: isAtEnd, store) }
    switch operation {
    case .equal:
      guard let length = UInt32(exactly: needle.count + 1) else { return .never }
      return node(cost: 1, ifMoreThan: 12, ColumnEqual(needle: probe(), length: length), beyondASCII: fallback)
    case .beginsWith: return node(cost: 2, ifMoreThan: 16, ColumnPrefix(needle: probe()), beyondASCII: fallback)
    case .endsWith: return node([], needle, folds: folds, beyondASCII: fallback, store)
    case .contains:
      return searchNode(ColumnSearch(needle, folds: folds, in: self, store), fallback)
    case .like: return nil
    }
  }

  private func node(
    _ prefix: [UInt8], _ suffix: [UInt8], folds: Bool, beyondASCII fallback: FoldingFallback?, _ store: KernelMemory
  ) -> PredicateNode {
    let kernel = ColumnEnds(
      prefix: ColumnNeedle(prefix, folds: folds, store),
      suffix: ColumnNeedle(suffix, folds: folds, isAtEnd: true, store))
    return node(cost: 2, ifMoreThan: 16, kernel, beyondASCII: fallback)
  }

  /// The node for the texts that are not nil.
  private var isThere: PredicateNode {
    let present = present
    return PredicateNode(cost: 0) { _, block, live in present.map { $0.word(from: block.first) & live } ?? live }
  }

  /// Returns the node of CONTAINS.
  private func searchNode(_ search: ColumnSearch, _ fallback: FoldingFallback?) -> PredicateNode {
    let column = self
    guard let fallback, let beyondASCII else {
      // A text that is nil is empty and contains no needle.
      return PredicateNode(cost: 3) { _, block, live in search.lanes(block.first, live) }
    }
    return PredicateNode(cost: 3) { _, block, live in
      let others = beyondASCII.word(from: block.first) & live
      var result = search.lanes(block.first, live & ~others)
      forEachLane(others) { if column.matchesByFolding(fallback, block.first &+ $0) { result |= bit($0) } }
      return result
    }
  }
}
