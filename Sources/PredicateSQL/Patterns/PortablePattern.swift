import PredicateSemantics
import PredicateSyntax

/// Returns an engine's pattern that matches a text if and only if MATCHES with the pattern and the options is true.
///
/// It translates what means the same in every engine: literals, the dot, sets, Unicode classes, groups, alternatives, greedy
/// and lazy repetitions (which find the same whole texts), and anchors at the beginning and end. It refuses everything else
/// with a reason.
package func portablePattern(
  _ pattern: String, _ options: FormatStringOptions, _ flavor: SQLPatternFlavor
) throws(PatternRefusal) -> String {
  guard options.isDisjoint(with: [.diacriticInsensitive, .widthInsensitive, .localeSensitive]) else {
    throw PatternRefusal("the engine's regular expressions do not support MATCHES with d, l or w")
  }
  guard !options.contains(.canonical) else {
    throw PatternRefusal("the engine's regular expressions do not find canonically equivalent texts")
  }
  let node = try parsedPattern(pattern, ignoresCase: options.contains(.caseInsensitive))
  // An empty pattern does not match anything.
  return try PatternWriter.write(pattern.isEmpty ? .set(.none) : node, flavor)
}

/// Returns a pattern without the anchors at its ends, or throws if it is not portable.
private func parsedPattern(_ pattern: String, ignoresCase: Bool) throws(PatternRefusal) -> PatternNode {
  var parser = try PatternParser(pattern, ignoresCase: ignoresCase)
  let node = try parser.parse().droppingOuterAnchors()
  guard !node.hasAnchor else { throw PatternRefusal("'^' and '$' are only portable at the ends of the pattern") }
  return node
}

/// Returns a text with which every text begins that MATCHES with a pattern and without options finds. It is empty if none is
/// known, such as for a pattern that is not portable.
package func literalPrefix(ofPattern pattern: String) -> String {
  do throws(PatternRefusal) { return try parsedPattern(pattern, ignoresCase: false).literalPrefix } catch { return "" }
}
