import PredicateSemantics
import PredicateSyntax

/// Returns the patterns that all match a text if and only if its folding contains the foldings of the constants, in this order.
///
/// The search is in the folding, so a match may begin and end within a scalar: `s` is found in `ß`, which folds to `ss`. It must end
/// where the folding has a scalar of its own: `e` is not found in `é`, nor in an e that an acute follows. If the engine looks ahead
/// slowly, the first pattern does not look ahead, and selects the texts that the second one tests.
///
/// - Parameters:
///   - isAtStart: Whether the folding must begin with the first constant.
///   - isAtEnd: Whether it must end with the last one.
/// - Throws: `PatternRefusal` with the reason, if no pattern matches exactly these texts.
package func foldedPatterns(
  containing constants: [String], isAtStart: Bool, isAtEnd: Bool, _ options: FormatStringOptions,
  _ flavor: SQLPatternFlavor
) throws(PatternRefusal) -> [String] {
  guard options.folds, !options.isDisjoint(with: FormatStringOptions.folding.subtracting(.canonical)) else {
    throw PatternRefusal("only a function of the connection finds canonically equivalent texts")
  }
  let pattern = FoldedPattern.of(options)
  let followers = FoldedFollowers.of(options)
  var nodes = isAtStart ? pattern.dropped : [.anything]
  var lastCuts: Set<UInt32> = []
  for (index, constant) in constants.enumerated() {
    let isFirst = isAtStart && index == 0
    let isLast = isAtEnd && index == constants.count - 1
    let search = try FoldedConstant(pattern.scalars(of: constant), pattern, followers, flavor.style.looksAhead)
    // One scalar could end one match and begin the next.
    guard index == 0 || search.scalarsBeforeMatch.isDisjoint(with: lastCuts) else { throw FoldedConstant.refusal }
    lastCuts = search.scalarsAfterMatch
    nodes.append(try search.node(isAtStart: isFirst, isAtEnd: isLast))
  }
  let whole = PatternNode.sequence(nodes)
  let simple = flavor.style.looksAheadSlowly ? whole.withoutLookahead : whole
  return try (simple == whole ? [whole] : [simple, whole]).map { (node) throws(PatternRefusal) in
    try PatternWriter.write(node, flavor)
  }
}

extension PatternNode {
  /// Any text.
  fileprivate static let anything = PatternNode.repetition(.set(.all), least: 0, most: nil)

  /// The node with any text permitted to follow.
  fileprivate var withoutLookahead: PatternNode {
    switch self {
    case .set, .lineStart, .lineEnd: self
    case .notAhead: .empty
    case .sequence(let nodes): .sequence(nodes.map { $0.withoutLookahead }.filter { $0 != .empty })
    case .alternation(let nodes): .alternation(nodes.map { $0.withoutLookahead })
    case .repetition(let node, let least, let most): .repetition(node.withoutLookahead, least: least, most: most)
    }
  }
}

/// A constant that is searched in foldings.
private struct FoldedConstant {
  /// The scalars before composition.
  private let scalars: [UInt32]
  private let pattern: FoldedPattern
  private let following: Following
  private let straddling: [(sequence: [UInt32], scalars: [UInt32])]

  static let refusal = PatternRefusal("parts of other scalars could belong to a match")

  init(
    _ scalars: [UInt32], _ pattern: FoldedPattern, _ followers: FoldedFollowers, _ looksAhead: Bool
  ) throws(PatternRefusal) {
    guard let last = scalars.last, FoldingInverse.combiningClass(last) == 0 else {
      throw PatternRefusal("a search for a string that ends with a mark depends on how marks are ordered")
    }
    // A subscript that follows a letter becomes an iota only after normalization.
    if pattern.mayBeIotaSubscript, scalars.contains(FoldingInverse.iota) { throw Self.refusal }
    self.scalars = scalars
    self.pattern = pattern
    following = try Following(after: scalars, pattern, followers, looksAhead)
    // The order of a dictionary is random, and a statement must always be the same.
    straddling = pattern.inverse.sources.filter { $0.key.count > 1 }.map { ($0.key, $0.value) }
      .sorted { $0.sequence.lexicographicallyPrecedes($1.sequence) }
  }

  /// The scalars of a text of which only the end belongs to the beginning of a match, and the reverse.
  var scalarsBeforeMatch: Set<UInt32> { Set(beginnings.flatMap { $0.scalars }) }
  var scalarsAfterMatch: Set<UInt32> { Set(endings.flatMap { $0.scalars }) }

  /// The scalars whose foldings end with the first `count` scalars of the constant, after others.
  private var beginnings: [(count: Int, scalars: [UInt32])] {
    straddling.flatMap { sequence, sources in
      (1..<sequence.count).filter { count in
        count <= scalars.count && sequence.suffix(count) == scalars.prefix(count)
      }.map { ($0, sources) }
    }
  }

  /// The scalars whose foldings begin with the scalars of the constant from `start`, and what of them follows the match.
  private var endings: [(start: Int, scalars: [UInt32], rest: [UInt32])] {
    straddling.flatMap { sequence, sources in
      (1..<sequence.count).filter { count in
        count <= scalars.count && sequence.prefix(count) == scalars.suffix(count)
          && FoldingInverse.combiningClass(scalars[scalars.count - count]) == 0
      }.map { (scalars.count - $0, sources, Array(sequence[$0...])) }
    }
  }

  /// Returns the node of a match and, unless the text ends with it, of what follows.
  func node(isAtStart: Bool, isAtEnd: Bool) throws(PatternRefusal) -> PatternNode {
    var starts: [(index: Int, nodes: [PatternNode])] = [(0, [])]
    var ends: [(index: Int, nodes: [PatternNode])] = [
      (scalars.count, isAtEnd ? [] : following.nodes(after: FoldedFollowers.Blocked(), isAdjacent: true))
    ]
    if !isAtStart {
      guard FoldingInverse.combiningClass(scalars[0]) == 0, !FoldedFollowers.isBackward(scalars[0]) else {
        throw Self.refusal
      }
      for (count, sources) in Self.merged(beginnings.map { ($0.count, $0.scalars) }) {
        starts.append((count, [.set(ScalarSet(sources))] + pattern.dropped))
      }
    }
    var inner: [PatternNode] = []
    if !isAtEnd {
      // Scalars with the same nodes after them are one set.
      var sets: [(start: Int, scalars: [UInt32], nodes: [PatternNode])] = []
      for (start, sources, rest) in endings {
        guard let nodes = following.nodes(afterRest: rest) else { continue }
        if let index = sets.firstIndex(where: { $0.start == start && $0.nodes == nodes }) {
          sets[index].scalars += sources
        } else {
          sets.append((start, sources, nodes))
        }
      }
      for (start, scalars, nodes) in sets { ends.append((start, [.set(ScalarSet(scalars))] + nodes)) }
      if !isAtStart { inner = innerMatches }
    }
    var alternatives = inner
    for start in starts {
      for end in ends where start.index <= end.index {
        let middle = try pattern.nodes(of: Array(scalars[start.index..<end.index]))
        alternatives.append(.sequence(start.nodes + middle + end.nodes))
      }
    }
    return alternatives.count == 1 ? alternatives[0] : .alternation(alternatives)
  }

  /// The scalars whose folding contains the constant, with others before and after it.
  private var innerMatches: [PatternNode] {
    var nodes: [PatternNode] = []
    for (sequence, sources) in straddling where sequence.count >= scalars.count + 2 {
      for start in 1..<sequence.count - scalars.count
      where sequence[start...].starts(with: scalars) {
        if let rest = following.nodes(afterRest: Array(sequence[(start + scalars.count)...])) {
          nodes.append(.sequence([.set(ScalarSet(sources))] + rest))
        }
      }
    }
    return nodes
  }

  private static func merged(_ parts: [(Int, [UInt32])]) -> [(Int, [UInt32])] {
    var merged: [Int: [UInt32]] = [:]
    for (count, scalars) in parts { merged[count, default: []] += scalars }
    return merged.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

/// What may follow a match in a text.
private struct Following {
  private let followers: FoldedFollowers
  private let dropped: [UInt32]
  private let droppedNodes: [PatternNode]
  private let looksAhead: Bool
  /// The marks that compose with the last scalar of the match, by combining class, and the starters that do.
  private let composing: [UInt32: Set<UInt32>]
  private let starters: Set<UInt32>

  init(
    after scalars: [UInt32], _ pattern: FoldedPattern, _ followers: FoldedFollowers, _ looksAhead: Bool
  ) throws(PatternRefusal) {
    self.followers = followers
    self.looksAhead = looksAhead
    (dropped, droppedNodes) = (pattern.inverse.dropped, pattern.dropped)
    var buffer = FoldingBuffer(pattern.options)
    for scalar in scalars { buffer.append(scalar) }
    buffer.order()
    buffer.compose()
    let last = buffer.values.last ?? 0
    var composing: [UInt32: Set<UInt32>] = [:]
    for mark in followers.marks where FoldedFollowers.composes(last, mark) {
      // It is folded before it could compose.
      if pattern.mayBeIotaSubscript, mark == FoldingInverse.iotaSubscript { continue }
      composing[FoldingInverse.combiningClass(mark), default: []].insert(mark)
    }
    self.composing = composing
    starters = Set(followers.starters.map { $0.first }.filter { FoldedFollowers.composes(last, $0) })
    if !looksAhead, !starters.isEmpty { throw FoldedConstant.refusal }
  }

  /// Returns the nodes after a scalar of which a rest follows the match; nil if the rest composes with the match.
  func nodes(afterRest rest: [UInt32]) -> [PatternNode]? {
    if let first = rest.first, starters.contains(first) { return nil }
    var blocked = FoldedFollowers.Blocked()
    for scalar in rest {
      if FoldingInverse.combiningClass(scalar) == 0 { return [.anything] }
      guard blocked.add(scalar, composing) else { return nil }
    }
    return droppedNodes + nodes(after: blocked, isAdjacent: false)
  }

  /// Returns the nodes after the last scalar of the match and the marks that block others.
  ///
  /// - Parameter isAdjacent: Whether no mark has followed the match yet.
  func nodes(after blocked: FoldedFollowers.Blocked, isAdjacent: Bool) -> [PatternNode] {
    let classes = composing.keys.filter { !blocked.classes.contains($0) }.sorted()
    guard looksAhead else { return classes.isEmpty ? [.anything] : run(blocked) }
    var nodes: [PatternNode] = []
    if isAdjacent, !starters.isEmpty {
      let set = ScalarSet(followers.starters.filter { starters.contains($0.first) }.map { $0.scalar })
      nodes.append(.notAhead(.sequence(droppedNodes + [.set(set)])))
    }
    for combiningClass in classes {
      let (others, ends) = followers.marks(of: combiningClass, composing[combiningClass] ?? [])
      let set = ScalarSet(others + dropped)
      let loop = set == .none ? [] : [PatternNode.repetition(.set(set), least: 0, most: nil)]
      nodes.append(.notAhead(.sequence(loop + [.set(ScalarSet(ends))])))
    }
    return nodes + [.anything]
  }

  /// Returns the nodes of marks that do not compose with the match, of what follows them, and of any other text.
  private func run(_ blocked: FoldedFollowers.Blocked) -> [PatternNode] {
    if composing.keys.allSatisfy({ blocked.classes.contains($0) }) { return [.anything] }
    var sources: [FoldedFollowers.Blocked: [UInt32]] = [:]
    for (scalar, sequence) in followers.sources {
      var next = blocked
      if sequence.allSatisfy({ next.add($0, composing) }) { sources[next, default: []].append(scalar) }
    }
    let loop = (sources.removeValue(forKey: blocked) ?? []) + dropped
    var rests: [PatternNode] = [.sequence([.set(followers.sourcesOfMarks.complement), .anything])]
    for (next, scalars) in sources.sorted(by: { $0.key.order.lexicographicallyPrecedes($1.key.order) }) {
      rests.append(.sequence([.set(ScalarSet(scalars))] + run(next)))
    }
    let nodes: [PatternNode] = loop.isEmpty ? [] : [.repetition(.set(ScalarSet(loop)), least: 0, most: nil)]
    return nodes + [.repetition(rests.count == 1 ? rests[0] : .alternation(rests), least: 0, most: 1)]
  }
}

/// The scalars of a text that become marks or other scalars that compose with the scalar before them.
private struct FoldedFollowers: Sendable {
  /// The scalars that become marks only, with these marks.
  let sources: [(scalar: UInt32, sequence: [UInt32])]
  /// These scalars as a set, and all marks that they become.
  let sourcesOfMarks: ScalarSet
  let marks: [UInt32]
  /// The scalars that become a sequence whose first scalar is a starter that can compose with the scalar before it.
  let starters: [(scalar: UInt32, first: UInt32)]

  /// The combining classes of which a mark has followed a starter without composing with it, so that it blocks later ones.
  struct Blocked: Hashable {
    var classes: Set<UInt32> = []

    /// The classes, the fewest first.
    var order: [UInt32] { [UInt32(classes.count)] + classes.sorted() }

    /// Adds a mark. Returns false if it composes with the starter.
    ///
    /// - Parameter composing: The marks that compose with the starter, by class.
    mutating func add(_ mark: UInt32, _ composing: [UInt32: Set<UInt32>]) -> Bool {
      let combiningClass = FoldingInverse.combiningClass(mark)
      guard let marks = composing[combiningClass], !classes.contains(combiningClass) else { return true }
      if marks.contains(mark) { return false }
      classes.insert(combiningClass)
      return true
    }
  }

  private static let width = FoldedFollowers(.widthInsensitive)
  private static let letterCase = FoldedFollowers(.caseInsensitive)
  private static let diacritics = FoldedFollowers(.diacriticInsensitive)
  private static let caseAndMarks = FoldedFollowers([.caseInsensitive, .diacriticInsensitive])

  /// Returns the tables for the options, which are created on first use.
  static func of(_ options: FormatStringOptions) -> FoldedFollowers {
    switch (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)) {
    case (false, false): width
    case (true, false): letterCase
    case (false, true): diacritics
    case (true, true): caseAndMarks
    }
  }

  private init(_ options: FormatStringOptions) {
    var sources: [(scalar: UInt32, sequence: [UInt32])] = []
    var starters: [(scalar: UInt32, first: UInt32)] = []
    for range in ScalarSet.all.ranges {
      for scalar in range {
        let word = FoldingData.shared.word(scalar)
        guard word.bits != 0 else { continue }
        var buffer = FoldingBuffer(options)
        buffer.append(scalar)
        let sequence = buffer.values
        guard let first = sequence.first else { continue }
        if sequence.allSatisfy({ FoldingInverse.combiningClass($0) != 0 }) {
          sources.append((scalar, sequence))
        } else if Self.isBackward(first) {
          starters.append((scalar, first))
        }
      }
    }
    self.sources = sources
    self.starters = starters
    sourcesOfMarks = ScalarSet(sources.map { $0.scalar })
    marks = Set(sources.flatMap { $0.sequence }).sorted()
  }

  /// Returns whether a scalar can compose with the scalar before it.
  static func isBackward(_ scalar: UInt32) -> Bool { FoldingData.shared.word(scalar).composesBackward }

  /// Returns whether two scalars compose.
  static func composes(_ first: UInt32, _ second: UInt32) -> Bool {
    (FoldingData.syllable(first, second) ?? FoldingData.shared.composite(first, second)) != nil
  }

  /// Returns the scalars without a mark of a class, and those whose first mark of the class composes.
  func marks(of combiningClass: UInt32, _ composing: Set<UInt32>) -> (others: [UInt32], ends: [UInt32]) {
    var (others, ends): ([UInt32], [UInt32]) = ([], [])
    for (scalar, sequence) in sources {
      guard let first = sequence.first(where: { FoldingInverse.combiningClass($0) == combiningClass }) else {
        others.append(scalar)
        continue
      }
      if composing.contains(first) { ends.append(scalar) }
    }
    return (others, ends)
  }
}
