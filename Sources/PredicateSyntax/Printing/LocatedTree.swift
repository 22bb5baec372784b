// Positions for trees without a text: those built in code, decoded from JSON, joined from parts or taken from a larger tree.

extension FormatTree {
  /// The tree with a text that its positions refer to: `located(keepingTexts: true)`.
  package var located: Self { located(keepingTexts: true) }

  /// Returns the tree with a text that its positions refer to. A tree that was parsed as a whole is unchanged. Any other tree gets its
  /// canonical format as its text, and the positions in it.
  ///
  /// - Parameter keepsTexts: Whether parts that were parsed as a whole keep their own texts within the text.
  package func located(keepingTexts keepsTexts: Bool) -> Self {
    if !source.isEmpty { return self }
    var printer = Printer(isLossless: false)
    printer.record = PrintedNodes(keepsTexts: keepsTexts)
    print(by: &printer)
    guard let record = printer.record, !record.nodes.isEmpty else { return self }
    var relocation = Relocation(record.nodes)
    var result = rewritten(by: &relocation)
    // Each node prints once, in the order of the walk. Otherwise the positions of the nodes are unknown.
    guard relocation.isComplete else { return self }
    let text = WrittenText(printer.text, record.parts)
    result.origin = Origin(text, origin?.limits, rules: origin?.rules ?? UseRules())
    return result
  }
}

extension FormatExpression {
  /// Returns the expression with all its nodes at one position, that of what it replaces in another text.
  package func placed(at range: FormatRange) -> FormatExpression {
    if kind.children.isEmpty && kind.steps == nil && self.range == range { return self }
    var placement = Placement(range: range)
    var result = placement.rewrite(self)
    result.origin = origin
    return result
  }
}

/// A rewriter that gives all nodes one position.
private struct Placement: TreeRewriter {
  let range: FormatRange

  func range(for original: FormatRange) -> FormatRange { range }
  func word(for original: WordRange) -> WordRange { .none }
  func places(for original: ComparisonPlaces) -> ComparisonPlaces { .none }
  func origin(for original: Origin) -> Origin { original.withoutText() }
  func replacement(for step: FormatExpression.KeyStep) -> [FormatExpression.KeyStep] {
    [.init(step.kind, range: range)]
  }
}

/// The positions of the nodes of a printed tree, in the order in which they begin.
struct PrintedNodes {
  struct Node {
    var range: FormatRange
    var word = WordRange.none
    var places = ComparisonPlaces.none
    /// The distance of the text from the one that the whole tree was written in, or `nil` if the node is printed.
    var distance: Int?
  }

  let keepsTexts: Bool
  var nodes: [Node] = []
  /// The parts whose text is kept.
  var parts: [WrittenText.Part] = []

  /// Begins a node at an offset. Returns its index.
  mutating func begin(at start: Int) -> Int {
    nodes.append(Node(range: FormatRange(start, start)))
    return nodes.count - 1
  }

  mutating func end(_ node: Int, at end: Int) { nodes[node].range = FormatRange(nodes[node].range.start, end) }

  /// Records a tree as it was written, at an offset. Returns its text, or `nil` if it has none.
  mutating func write(_ tree: some FormatTree, at start: Int) -> String? {
    guard keepsTexts, case let text = tree.writtenText.text(tree.range), !text.isEmpty else { return nil }
    let range = FormatRange(start, start + text.utf8.count)
    nodes.append(Node(range: range, distance: start - tree.range.start))
    parts.append(.init(range: range, text: tree.source, start: tree.range.start))
    return text
  }
}

/// A rewriter that gives each node its position in a printed text.
private struct Relocation: TreeRewriter {
  private let nodes: [PrintedNodes.Node]
  /// The index after that of the current node.
  private var next = 0
  private var hasOthers = false
  /// The distance of the new positions from the old ones, inside a tree whose text is kept.
  private var distance: Int?

  init(_ nodes: [PrintedNodes.Node]) { self.nodes = nodes }

  /// Whether there was one position for each node.
  var isComplete: Bool { next == nodes.count && !hasOthers }

  mutating func replacement(for predicate: FormatPredicate) -> FormatPredicate? { moved(predicate) }
  mutating func replacement(for expression: FormatExpression) -> FormatExpression? { moved(expression) }
  mutating func replacement(for step: FormatExpression.KeyStep) -> [FormatExpression.KeyStep] {
    [.init(step.kind, range: range(for: step.range))]
  }

  /// Returns the tree with moved positions if its text is kept, otherwise `nil`.
  @inline(never)
  private mutating func moved<Tree: FormatTree>(_ tree: Tree) -> Tree? {
    guard distance == nil, next < nodes.count, let distance = nodes[next].distance else { return nil }
    next += 1
    self.distance = distance
    defer { self.distance = nil }
    return tree.rewritten(by: &self)
  }

  mutating func range(for original: FormatRange) -> FormatRange {
    if let distance { return original.moved(by: distance) }
    guard next < nodes.count else {
      hasOthers = true
      return original
    }
    next += 1
    return nodes[next - 1].range
  }

  func word(for original: WordRange) -> WordRange {
    distance.map { WordRange(original.range?.moved(by: $0)) } ?? nodes[next - 1].word
  }

  func places(for original: ComparisonPlaces) -> ComparisonPlaces {
    distance.map { original.moved(by: $0) } ?? nodes[next - 1].places
  }

  func origin(for original: Origin) -> Origin { original.withoutText() }
}
