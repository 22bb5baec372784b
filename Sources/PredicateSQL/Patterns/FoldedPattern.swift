import PredicateSemantics
import PredicateSyntax

/// Returns the pattern that matches a text if and only if its folding is that of the constant.
///
/// The folding is decomposed, and each scalar or short sequence becomes everything that folds to it: `é` under `[c]` is an e of
/// either case and an acute, or an é of either case. Under `[d]`, marks are allowed everywhere. Adjacent marks of different
/// classes may have had any order before, so the pattern lists all orders.
package func foldedPattern(
  _ constant: String, _ options: StringOptions, _ flavor: PatternFlavor
) -> PatternTranslation {
  do throws(PatternRefusal) {
    guard options.folds else { throw PatternRefusal("there is nothing to fold") }
    guard !options.isDisjoint(with: StringOptions.folding.subtracting(.canonical)) else {
      throw PatternRefusal("only a function of the connection finds canonically equivalent texts")
    }
    return .exact(try PatternWriter.write(FoldedPattern.of(options).node(constant), flavor))
  } catch {
    return .refused(error.reason)
  }
}

private struct FoldedPattern: Sendable {
  private static let width = FoldedPattern(.widthInsensitive)
  private static let letterCase = FoldedPattern(.caseInsensitive)
  private static let marks = FoldedPattern(.diacriticInsensitive)
  private static let both = FoldedPattern([.caseInsensitive, .diacriticInsensitive])

  /// Returns the tables for the options, which are created on first use.
  static func of(_ options: StringOptions) -> FoldedPattern {
    switch (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)) {
    case (false, false): width
    case (true, false): letterCase
    case (false, true): marks
    case (true, true): both
    }
  }

  private let options: StringOptions
  private let tiling: Tiling
  /// The pattern before, between and after the pieces: dropped marks.
  private let dropped: [PatternNode]
  /// Whether an iota may have been an iota below, which is reordered as a mark.
  private let hasIotaBelow: Bool

  /// The maximum length of a folding in scalars.
  private static let longest = 1000

  private init(_ options: StringOptions) {
    let inverse = FoldingInverse(options)
    self.options = options
    let marks = ScalarSet(inverse.dropped)
    dropped = marks == .none ? [] : [.repetition(.set(marks), least: 0, most: nil)]
    hasIotaBelow = options.contains(.caseInsensitive) && !options.contains(.diacriticInsensitive)
    tiling = Tiling(sources: { inverse.scalars(becoming: $0) }, longest: FoldingInverse.longestSequence)
  }

  func node(_ constant: String) throws(PatternRefusal) -> PatternNode {
    guard constant.utf8.count <= Self.longest * 16 else { throw PatternRefusal("the string is too long") }
    let scalars = FoldingInverse.scalars(of: constant, options)
    guard scalars.count <= Self.longest else { throw PatternRefusal("the string is too long") }
    var nodes = dropped
    var start = 0
    while start < scalars.count {
      var end = start + 1
      while end < scalars.count && !isBoundary(scalars, end) { end += 1 }
      nodes.append(try group(Array(scalars[start..<end])))
      start = end
    }
    return .sequence(nodes)
  }

  /// Returns whether the scalars before and after the index come from different scalars, in this order.
  private func isBoundary(_ scalars: [UInt32], _ index: Int) -> Bool {
    if FoldingInverse.combiningClass(scalars[index]) != 0 { return false }
    if hasIotaBelow && scalars[index] == FoldingInverse.iota { return false }
    return !tiling.isCrossed(scalars, at: index)
  }

  /// Returns the node of scalars between two boundaries.
  private func group(_ scalars: [UInt32]) throws(PatternRefusal) -> PatternNode {
    var ways: [[ScalarSet]] = []
    for origin in try origins(scalars) {
      guard let more = tiling.ways(origin), ways.count + more.count <= Tiling.mostWays else { throw Self.tooManyWays }
      ways += more
    }
    return alternatives(ways, separatedBy: dropped)
  }

  private static let tooManyWays = PatternRefusal("too many sequences of scalars fold to a part of the string")

  /// Returns the sequences that become the scalars when their marks are reordered.
  private func origins(_ scalars: [UInt32]) throws(PatternRefusal) -> [[UInt32]] {
    var origins: [[UInt32]] = []
    for choice in try iotaChoices(scalars) { origins += try orders(choice) }
    return origins
  }

  /// Returns the scalars with each iota unchanged or as an iota below. An iota below cannot precede a mark, because reordering
  /// would have moved it.
  private func iotaChoices(_ scalars: [UInt32]) throws(PatternRefusal) -> [[UInt32]] {
    var choices: [[UInt32]] = [[]]
    for (index, scalar) in scalars.enumerated() {
      let isBeforeMark = index + 1 < scalars.count && FoldingInverse.combiningClass(scalars[index + 1]) != 0
      let maybeBelow = hasIotaBelow && scalar == FoldingInverse.iota && !isBeforeMark
      let below = maybeBelow ? choices.map { $0 + [FoldingInverse.iotaBelow] } : []
      choices = choices.map { $0 + [scalar] } + below
      guard choices.count <= Tiling.mostWays else { throw Self.tooManyWays }
    }
    return choices
  }

  /// Returns every order of the scalars that a stable sort of the runs of marks by class turns into the given one.
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
      guard orders.count <= Tiling.mostWays else { throw Self.tooManyWays }
    }
    return orders
  }
}

/// Returns the alternation of the ways, each a sequence of sets with `separator` after every set.
func alternatives(_ ways: [[ScalarSet]], separatedBy separator: [PatternNode]) -> PatternNode {
  var single = ScalarSet.none
  var nodes: [PatternNode] = []
  for way in ways {
    if way.count == 1 {
      single = single.union(way[0])
    } else {
      nodes.append(.sequence(way.flatMap { [.set($0)] + separator }))
    }
  }
  if single != .none { nodes.append(.sequence([.set(single)] + separator)) }
  return nodes.count == 1 ? nodes[0] : .alternation(nodes)
}
