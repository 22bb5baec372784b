import PredicateSemantics
import PredicateSyntax

/// Returns the pattern that matches a text if and only if its folding is that of the constant.
///
/// The folding is decomposed, and each scalar or short sequence becomes everything that folds to it: `é` under `[c]` is an e of
/// either case and an acute, or an é of either case. Under `[d]`, marks are allowed everywhere. Adjacent marks of different
/// classes may have had any order before, so the pattern lists all orders.
package func foldedPattern(
  _ constant: String, _ options: FormatStringOptions, _ flavor: SQLPatternFlavor
) throws(PatternRefusal) -> String {
  guard options.folds else { throw PatternRefusal("there is nothing to fold") }
  guard !options.isDisjoint(with: FormatStringOptions.folding.subtracting(.canonical)) else {
    throw PatternRefusal("only a function of the connection finds canonically equivalent texts")
  }
  return try PatternWriter.write(FoldedPattern.of(options).node(constant), flavor)
}

struct FoldedPattern: Sendable {
  private static let width = FoldedPattern(.widthInsensitive)
  private static let letterCase = FoldedPattern(.caseInsensitive)
  private static let diacritics = FoldedPattern(.diacriticInsensitive)
  private static let caseAndMarks = FoldedPattern([.caseInsensitive, .diacriticInsensitive])

  /// Returns the tables for the options, which are created on first use.
  static func of(_ options: FormatStringOptions) -> FoldedPattern {
    switch (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)) {
    case (false, false): width
    case (true, false): letterCase
    case (false, true): diacritics
    case (true, true): caseAndMarks
    }
  }

  let options: FormatStringOptions
  let inverse: FoldingInverse
  private let cover: Cover
  /// The marks that folding drops. They may occur before, between and after the scalars.
  let dropped: [PatternNode]
  /// Whether an iota may come from U+0345 (iota subscript), a mark that normalization reorders.
  let mayBeIotaSubscript: Bool

  /// The maximum length of a folding in scalars.
  private static let longest = 1000
  /// The maximum length of a constant in bytes. Longer ones are refused before they are folded.
  private static let longestInBytes = 16 * longest

  private init(_ options: FormatStringOptions) {
    let inverse = FoldingInverse(options)
    (self.options, self.inverse) = (options, inverse)
    let droppedMarks = ScalarSet(inverse.dropped)
    dropped = droppedMarks == .none ? [] : [.repetition(.set(droppedMarks), least: 0, most: nil)]
    mayBeIotaSubscript = options.contains(.caseInsensitive) && !options.contains(.diacriticInsensitive)
    cover = Cover(sources: { inverse.scalars(becoming: $0) }, longest: FoldingInverse.longestSequence)
  }

  /// Returns the folding of a constant as ordered scalars before composition.
  func scalars(of constant: String) throws(PatternRefusal) -> [UInt32] {
    guard constant.utf8.count <= Self.longestInBytes else { throw PatternRefusal("the string is too long") }
    let scalars = FoldingInverse.scalars(of: constant, options)
    guard scalars.count <= Self.longest else { throw PatternRefusal("the string is too long") }
    return scalars
  }

  /// Returns the node of all texts that fold to the constant.
  func node(_ constant: String) throws(PatternRefusal) -> PatternNode {
    .sequence(dropped + (try nodes(of: scalars(of: constant))))
  }

  /// Returns the nodes of all texts that become the scalars.
  func nodes(of scalars: [UInt32]) throws(PatternRefusal) -> [PatternNode] {
    var nodes: [PatternNode] = []
    var start = 0
    while start < scalars.count {
      var end = start + 1
      while end < scalars.count && !isBoundary(scalars, end) { end += 1 }
      nodes.append(try group(Array(scalars[start..<end])))
      start = end
    }
    return nodes
  }

  /// Returns whether the scalars before and after the index come from different scalars, in this order.
  private func isBoundary(_ scalars: [UInt32], _ index: Int) -> Bool {
    if FoldingInverse.combiningClass(scalars[index]) != 0 { return false }
    if mayBeIotaSubscript && scalars[index] == FoldingInverse.iota { return false }
    return !cover.isInsideMapping(scalars, at: index)
  }

  /// Returns the node of scalars between two boundaries.
  private func group(_ scalars: [UInt32]) throws(PatternRefusal) -> PatternNode {
    var decompositions: [[ScalarSet]] = []
    for origin in try origins(scalars) {
      guard let more = cover.decompositions(of: origin), decompositions.count + more.count <= Cover.mostDecompositions
      else { throw Self.tooManySequences }
      decompositions += more
    }
    return alternatives(decompositions, followedBy: dropped)
  }

  private static let tooManySequences = PatternRefusal("too many sequences of scalars fold to a part of the string")

  /// Returns the sequences that become the scalars when their marks are reordered.
  private func origins(_ scalars: [UInt32]) throws(PatternRefusal) -> [[UInt32]] {
    var origins: [[UInt32]] = []
    for choice in try iotaChoices(scalars) { origins += try orders(choice) }
    return origins
  }

  /// Returns the scalars with each iota unchanged or as an iota subscript. A subscript cannot precede a mark, because
  /// reordering would have moved it.
  private func iotaChoices(_ scalars: [UInt32]) throws(PatternRefusal) -> [[UInt32]] {
    var choices: [[UInt32]] = [[]]
    for (index, scalar) in scalars.enumerated() {
      let isBeforeMark = index + 1 < scalars.count && FoldingInverse.combiningClass(scalars[index + 1]) != 0
      let isChoice = mayBeIotaSubscript && scalar == FoldingInverse.iota && !isBeforeMark
      let subscripts = isChoice ? choices.map { $0 + [FoldingInverse.iotaSubscript] } : []
      choices = choices.map { $0 + [scalar] } + subscripts
      guard choices.count <= Cover.mostDecompositions else { throw Self.tooManySequences }
    }
    return choices
  }

  /// Returns every sequence that becomes these scalars when normalization sorts its marks by combining class.
  private func orders(_ scalars: [UInt32]) throws(PatternRefusal) -> [[UInt32]] {
    var orders: [[UInt32]] = [[]]
    for scalar in scalars {
      let own = FoldingInverse.combiningClass(scalar)
      var longer: [[UInt32]] = []
      for order in orders {
        longer.append(order + [scalar])
        // Marks of other classes before it have smaller classes, so it may have preceded any of them.
        var index = order.count
        while own != 0, index > 0 {
          let other = FoldingInverse.combiningClass(order[index - 1])
          if other == 0 || other == own { break }
          index -= 1
          longer.append(order[..<index] + [scalar] + order[index...])
        }
      }
      orders = longer
      guard orders.count <= Cover.mostDecompositions else { throw Self.tooManySequences }
    }
    return orders
  }
}

/// Returns the alternation of the decompositions, each a sequence of sets with `suffix` after every set.
func alternatives(_ decompositions: [[ScalarSet]], followedBy suffix: [PatternNode]) -> PatternNode {
  var single = ScalarSet.none
  var nodes: [PatternNode] = []
  for decomposition in decompositions {
    if decomposition.count == 1 {
      single = single.union(decomposition[0])
    } else {
      nodes.append(.sequence(decomposition.flatMap { [.set($0)] + suffix }))
    }
  }
  if single != .none { nodes.append(.sequence([.set(single)] + suffix)) }
  return nodes.count == 1 ? nodes[0] : .alternation(nodes)
}
