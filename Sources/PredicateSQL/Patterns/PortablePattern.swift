import PredicateModel
import PredicateSyntax

/// Returns an engine's pattern that matches a text if and only if MATCHES with the pattern and the options is true.
///
/// It translates what means the same in every engine: literals, the dot, sets, Unicode classes, groups, alternatives, greedy
/// and lazy repetitions (which find the same whole texts), and anchors at the beginning and end. It refuses everything else
/// with a reason.
package func portablePattern(
  _ pattern: String, _ options: StringOptions, _ flavor: PatternFlavor
) -> PatternTranslation {
  do throws(PatternRefusal) {
    guard options.isDisjoint(with: [.diacriticInsensitive, .widthInsensitive, .localeSensitive]) else {
      throw PatternRefusal("the engine's regular expressions do not support MATCHES with d, l or w")
    }
    guard !options.contains(.canonical) else {
      throw PatternRefusal("the engine's regular expressions do not find canonically equivalent texts")
    }
    var parser = try PatternParser(pattern, ignoresCase: options.contains(.caseInsensitive))
    let node = try parser.parse().droppingOuterAnchors()
    guard !node.hasAnchor else { throw PatternRefusal("'^' and '$' are only portable at the ends of the pattern") }
    // An empty pattern does not match anything.
    return .exact(try PatternWriter.write(pattern.isEmpty ? .set(.none) : node, flavor))
  } catch {
    return .refused(error.reason)
  }
}
