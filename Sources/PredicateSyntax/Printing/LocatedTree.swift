// Positions for trees without a text: those built in code, decoded from JSON, joined from parts or taken from a larger tree.

extension FormatTree {
  /// The tree with a text that its positions refer to. A tree that was parsed as a whole is unchanged. Any other tree gets its
  /// canonical format as its text, and the positions in it.
  package var located: Self {
    if !source.isEmpty { return self }
    var printer = Printer(isLossless: false)
    printer.recordsRanges = true
    print(by: &printer)
    var relocation = Relocation(ranges: printer.ranges)
    var result = rewritten(by: &relocation)
    // Each node prints once, in the order of the walk. Otherwise the positions of the nodes are unknown.
    guard relocation.isComplete else { return self }
    result.origin = Origin(printer.text, origin?.limits, rules: origin?.rules ?? UseRules())
    return result
  }
}

extension FormatExpression {
  /// Returns the expression with all its nodes at one position, that of what it replaces in another text.
  package func placed(at range: FormatRange) -> FormatExpression {
    if kind.children.isEmpty && kind.steps == nil && self.range == range { return self }
    var placement = Placement(range: range)
    return placement.rewrite(self)
  }
}

/// A rewriter that gives all nodes one position.
private struct Placement: TreeRewriter {
  let range: FormatRange

  func range(for original: FormatRange) -> FormatRange { range }
  func replacement(for step: FormatExpression.KeyStep) -> [FormatExpression.KeyStep] {
    [.init(step.kind, range: range)]
  }
}

/// A rewriter that gives each node its position in a printed text.
private struct Relocation: TreeRewriter {
  let ranges: [FormatRange]
  private var next = 0
  private var hasOthers = false

  init(ranges: [FormatRange]) { self.ranges = ranges }

  /// Whether there was one position for each node.
  var isComplete: Bool { next == ranges.count && !hasOthers }

  mutating func replacement(for step: FormatExpression.KeyStep) -> [FormatExpression.KeyStep] {
    [.init(step.kind, range: range(for: step.range))]
  }

  mutating func range(for original: FormatRange) -> FormatRange {
    guard ranges.indices.contains(next) else {
      hasOthers = true
      return original
    }
    next += 1
    return ranges[next - 1]
  }
}
