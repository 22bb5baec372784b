/// An engine's regular expressions, as far as they differ. The patterns are the same for all engines if possible: literal
/// scalars, sets of ranges, groups without captures and greedy quantifiers.
public enum SQLPatternFlavor: String, CaseIterable, Sendable {
  /// The advanced regular expressions of PostgreSQL.
  case postgresql
  /// PCRE2, as in MariaDB.
  case pcre2
  /// RE2, as in DuckDB and ClickHouse. `SQLOperation.matches` must match whole texts.
  case re2
  /// java.util.regex, as in Spark.
  case java
  /// ICU, as in MySQL.
  case icu

  /// The syntax and the limits of an engine's patterns.
  struct Style: Sendable {
    /// The text before and after a pattern, so that it matches the whole text regardless of the connection's flags.
    let opening, closing: String
    /// Whether a control character is written as `\u0009`; else as `\x09`.
    let writesControlsAsU: Bool
    /// The maximum product of the repetition counts of nested loops.
    let greatestRepetitions: Int
    /// The maximum weight of a pattern (`PatternNode.weight`). PCRE2 accepts at most 65,535 bytes, the others a multiple of
    /// this limit.
    let greatestWeight: Int
    /// Whether `[a-z]{9}` weighs as much as nine sets.
    let copiesSets: Bool
    /// Whether the engine backtracks, so that nested loops may take exponential time. On very long texts even simple loops can
    /// fail: java.util.regex overflows its stack after some thousand repetitions of a group.
    let backtracks: Bool
    /// Whether a pattern can say what must not follow.
    let looksAhead: Bool
    /// Whether such a pattern takes twice as long as one without it.
    var looksAheadSlowly = false
  }

  var style: Style {
    switch self {
    case .postgresql:
      Style(
        opening: "^(?:", closing: ")$", writesControlsAsU: true, greatestRepetitions: 255, greatestWeight: 200_000,
        copiesSets: true, backtracks: false, looksAhead: true, looksAheadSlowly: true)
    case .pcre2:
      Style(
        opening: "\\A(?s-imx:", closing: ")\\z", writesControlsAsU: false, greatestRepetitions: 1000,
        greatestWeight: 60_000, copiesSets: false, backtracks: true, looksAhead: true)
    case .re2:
      Style(
        opening: "(?s-im:", closing: ")", writesControlsAsU: false, greatestRepetitions: 1000, greatestWeight: 200_000,
        copiesSets: true, backtracks: false, looksAhead: false)
    case .java, .icu:
      Style(
        opening: "\\A(?s-imx:", closing: ")\\z", writesControlsAsU: false, greatestRepetitions: 1000,
        greatestWeight: 60_000, copiesSets: false, backtracks: true, looksAhead: true)
    }
  }
}

/// The reason why something cannot be a pattern: a clause without a period.
package struct PatternRefusal: Error, Equatable {
  let reason: String
  package init(_ reason: String) { self.reason = reason }
}
