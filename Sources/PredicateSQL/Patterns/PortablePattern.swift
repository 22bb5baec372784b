import PredicateModel
import PredicateSyntax

/// The pattern for an engine that matches a text if, and only if, MATCHES with the pattern and the options is true of it.
///
/// What is translated means one set of texts in every engine: literals, the dot, sets, classes by Unicode, groups,
/// alternatives, repetitions greedy and lazy (which find the same whole texts), and anchors where the text begins and ends
/// anyway. All else is refused by name.
package func portablePattern(
  _ pattern: String, _ options: StringOptions, _ flavour: PatternFlavour
) -> PatternTranslation {
  do throws(PatternRefusal) {
    guard options.isDisjoint(with: [.diacriticInsensitive, .widthInsensitive, .localeSensitive]) else {
      throw PatternRefusal("MATCHES with d, l or w cannot be said with a regular expression of the engine")
    }
    guard !options.contains(.canonical) else {
      throw PatternRefusal("the engine's regular expressions do not find canonically equivalent texts")
    }
    var parser = try PatternParser(pattern, ignoresCase: options.contains(.caseInsensitive))
    let node = try parser.parse().droppingOuterAnchors()
    guard !node.hasAnchor else { throw PatternRefusal("'^' and '$' are only portable where the text begins and ends") }
    // An empty pattern matches nothing.
    return .exact(try PatternWriter.write(pattern.isEmpty ? .set(.none) : node, flavour))
  } catch {
    return .refused(error.reason)
  }
}
