/// An engine's regular expressions, as far as patterns differ by engine. What is written is the same wherever it can be:
/// scalars stand for themselves, sets are ranges, groups do not capture, every quantifier is greedy.
package enum PatternFlavour: String, CaseIterable, Sendable {
  /// `~`, advanced regular expressions.
  case postgresql
  /// `REGEXP`, PCRE2.
  case mariadb
  /// `regexp_full_match`, RE2.
  case duckdb
  /// `RLIKE`, java.util.regex.
  case spark

  /// How patterns are written for an engine, and what it takes.
  struct Style: Sendable {
    /// Before and after a pattern that is to match the whole text, whatever flags the connection has set.
    let opening, closing: String
    /// Whether a control character is written `\u0009`; else `\x09`.
    let writesControlsAsU: Bool
    /// The greatest number of repetitions, all loops round a place multiplied.
    let repetitions: Int
    /// The greatest weight of a pattern (`PatternNode.weight`): PCRE2 takes no more than 65,535 bytes, the others a
    /// multiple of what stands here.
    let weight: Int
    /// Whether `[a-z]{9}` is as great as nine sets.
    let copiesSets: Bool
    /// Whether the engine tries one way after the other, so that loops in loops may take for ever. On very long texts even
    /// simple loops may end in an error: java.util.regex overflows its stack at some thousand turns of a group.
    let backtracks: Bool
  }

  var style: Style {
    switch self {
    case .postgresql:
      Style(
        opening: "^(?:", closing: ")$", writesControlsAsU: true, repetitions: 255, weight: 200_000, copiesSets: true,
        backtracks: false)
    case .mariadb:
      Style(
        opening: "\\A(?s-imx:", closing: ")\\z", writesControlsAsU: false, repetitions: 1000, weight: 60_000,
        copiesSets: false, backtracks: true)
    case .duckdb:
      Style(
        opening: "(?s-im:", closing: ")", writesControlsAsU: false, repetitions: 1000, weight: 200_000,
        copiesSets: true, backtracks: false)
    case .spark:
      Style(
        opening: "\\A(?s-imx:", closing: ")\\z", writesControlsAsU: false, repetitions: 1000, weight: 60_000,
        copiesSets: false, backtracks: true)
    }
  }
}

/// What became of a comparison that is to be a regular expression.
package enum PatternTranslation: Hashable, Sendable {
  /// The pattern that matches the very texts of which the comparison is true.
  case exact(String)
  /// The reason why there is none: a clause without a full stop.
  case refused(String)
}

/// Why something cannot be a pattern.
struct PatternRefusal: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
