/// A regular expression in the formal sense, which every engine can express.
indirect enum PatternNode: Hashable, Sendable {
  /// One scalar of a set.
  case set(ScalarSet)
  case sequence([PatternNode])
  case alternation([PatternNode])
  /// A repeated node, without an upper limit if `most` is nil.
  case repetition(PatternNode, least: Int, most: Int?)
  /// The beginning or end of a line. Parsed patterns can contain them, written ones cannot.
  case lineStart, lineEnd
  /// The text that follows does not begin with the node. Engines without lookahead have no such patterns.
  case notAhead(PatternNode)

  static let empty = PatternNode.sequence([])

  /// The maximum depth of groups, which limits the recursion over a node.
  static let heightLimit = 30
}

extension PatternNode {
  /// Returns an estimate of the size of the engine's automaton, in bytes as PCRE2 counts. Groups are copied for each
  /// repetition, single sets only if the engine copies them too.
  func weight(copyingSets: Bool) -> Int {
    switch self {
    case .set(let set): set.weight
    case .sequence(let nodes), .alternation(let nodes): Self.weight(nodes, copyingSets)
    case .repetition(.set(let set), _, _) where !copyingSets: set.weight + 8
    case .repetition(let node, let least, let most):
      Self.product(node.weight(copyingSets: copyingSets), max(most ?? least + 1, 1))
    case .notAhead(let node): node.weight(copyingSets: copyingSets) + 8
    case .lineStart, .lineEnd: 1
    }
  }

  private static func weight(_ nodes: [PatternNode], _ copyingSets: Bool) -> Int {
    var sum = 8
    for node in nodes {
      sum += 4 + node.weight(copyingSets: copyingSets)
      if sum >= tooMuch { return tooMuch }
    }
    return sum
  }

  /// A value far above every limit and far below overflow.
  private static let tooMuch = 1 << 20

  private static func product(_ left: Int, _ right: Int) -> Int {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? tooMuch : min(product, tooMuch)
  }

  /// The maximum product of the counts of nested repetitions.
  var repetitions: Int {
    switch self {
    case .set, .lineStart, .lineEnd: 1
    case .sequence(let nodes), .alternation(let nodes): nodes.reduce(1) { max($0, $1.repetitions) }
    case .repetition(let node, let least, let most): Self.product(node.repetitions, max(least, most ?? 1, 1))
    case .notAhead(let node): node.repetitions
    }
  }

  /// Whether the node contains a line's beginning or end.
  var hasAnchor: Bool {
    switch self {
    case .set: false
    case .lineStart, .lineEnd: true
    case .sequence(let nodes), .alternation(let nodes): nodes.contains { $0.hasAnchor }
    case .repetition(let node, _, _), .notAhead(let node): node.hasAnchor
    }
  }

  /// All scalars that the node can match.
  var scalars: ScalarSet {
    switch self {
    case .set(let set): set
    case .lineStart, .lineEnd, .notAhead: .none
    case .sequence(let nodes), .alternation(let nodes): nodes.reduce(.none) { $0.union($1.scalars) }
    case .repetition(let node, _, _): node.scalars
    }
  }

  /// Whether the node can match the empty text.
  var matchesEmpty: Bool {
    switch self {
    case .set: false
    case .lineStart, .lineEnd, .notAhead: true
    case .sequence(let nodes): nodes.allSatisfy { $0.matchesEmpty }
    case .alternation(let nodes): nodes.contains { $0.matchesEmpty }
    case .repetition(let node, let least, _): least == 0 || node.matchesEmpty
    }
  }
}

// MARK: - Prefixes

extension PatternNode {
  /// The scalars with which every text that the node matches begins, or the first of them if there are many.
  var literalPrefix: String {
    var prefix = String.UnicodeScalarView()
    _ = append(to: &prefix)
    return String(prefix)
  }

  /// The maximum number of scalars of a prefix. More would not find fewer rows.
  private static let longestPrefix = 100

  /// Appends the literal scalars with which the node begins. Returns whether nothing else is in the node, so that the scalars
  /// of the next node follow.
  private func append(to prefix: inout String.UnicodeScalarView) -> Bool {
    switch self {
    case .set(let set):
      guard prefix.count < Self.longestPrefix, let scalar = set.single.flatMap({ Unicode.Scalar($0) }) else {
        return false
      }
      prefix.append(scalar)
      return true
    case .sequence(let nodes): return nodes.allSatisfy { $0.append(to: &prefix) }
    case .repetition(let node, let least, let most):
      return (0..<least).allSatisfy { _ in node.append(to: &prefix) } && least == most
    case .alternation, .lineStart, .lineEnd, .notAhead: return false
    }
  }
}

// MARK: - Loops

extension PatternNode {
  /// Whether a loop can divide the same text in very many ways.
  ///
  /// If each repetition begins or ends with a scalar that occurs nowhere else in it, there is only one way.
  var hasAmbiguousLoops: Bool {
    switch self {
    case .set, .lineStart, .lineEnd: false
    case .notAhead(let node): node.hasAmbiguousLoops
    case .sequence(let nodes), .alternation(let nodes): nodes.contains { $0.hasAmbiguousLoops }
    case .repetition(let node, _, let most): node.hasAmbiguousLoops || most != 1 && node.isAmbiguousTurn
    }
  }

  private var isAmbiguousTurn: Bool {
    guard hasChoice else { return false }
    guard case .sequence(let nodes) = self, nodes.count > 1 else { return true }
    return !Self.isDivider(nodes[0], of: nodes.dropFirst())
      && !Self.isDivider(nodes[nodes.count - 1], of: nodes.dropLast())
  }

  private static func isDivider(_ node: PatternNode, of others: ArraySlice<PatternNode>) -> Bool {
    guard case .set(let set) = node else { return false }
    return others.allSatisfy { $0.scalars.isDisjoint(with: set) }
  }

  /// Whether the next scalar does not determine how to continue.
  private var hasChoice: Bool {
    switch self {
    case .set, .lineStart, .lineEnd, .notAhead: false
    case .sequence(let nodes): nodes.contains { $0.hasChoice }
    case .alternation(let nodes): nodes.contains { $0.hasChoice || $0.matchesEmpty } || Self.haveCommonFirst(nodes)
    case .repetition(let node, let least, let most): most != least || node.hasChoice
    }
  }

  /// Returns whether one scalar can begin several of the nodes.
  private static func haveCommonFirst(_ nodes: [PatternNode]) -> Bool {
    var seen = ScalarSet.none
    for node in nodes {
      let first = node.firstScalars
      if !first.isDisjoint(with: seen) { return true }
      seen = seen.union(first)
    }
    return false
  }

  /// All scalars that can begin a match of the node.
  private var firstScalars: ScalarSet {
    switch self {
    case .set(let set): set
    case .lineStart, .lineEnd, .notAhead: .none
    case .alternation(let nodes): nodes.reduce(.none) { $0.union($1.firstScalars) }
    case .repetition(let node, _, _): node.firstScalars
    case .sequence(let nodes): Self.firstScalars(nodes)
    }
  }

  private static func firstScalars(_ nodes: [PatternNode]) -> ScalarSet {
    var first = ScalarSet.none
    for node in nodes {
      first = first.union(node.firstScalars)
      if !node.matchesEmpty { break }
    }
    return first
  }
}

// MARK: - Anchors

extension PatternNode {
  /// Returns the node without the anchors at its beginning and end, because patterns match whole texts.
  func droppingOuterAnchors() -> PatternNode { dropping(.lineStart, atEnd: false).dropping(.lineEnd, atEnd: true) }

  /// Returns the node without an anchor at its beginning, or at its end.
  private func dropping(_ anchor: PatternNode, atEnd: Bool) -> PatternNode {
    switch self {
    case .lineStart, .lineEnd: self == anchor ? .empty : self
    case .set, .repetition, .notAhead: self
    case .alternation(let nodes): .alternation(nodes.map { $0.dropping(anchor, atEnd: atEnd) })
    case .sequence(let nodes): .sequence(Self.dropping(anchor, nodes, atEnd: atEnd))
    }
  }

  private static func dropping(_ anchor: PatternNode, _ nodes: [PatternNode], atEnd: Bool) -> [PatternNode] {
    var rest = nodes[...]
    while let index = atEnd ? rest.indices.last : rest.indices.first {
      rest[index] = rest[index].dropping(anchor, atEnd: atEnd)
      guard rest[index] == .empty else { break }
      rest = atEnd ? rest.dropLast() : rest.dropFirst()
    }
    return Array(rest)
  }
}
