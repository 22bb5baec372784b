/// What a comparison asks of its two sides.
public enum ComparisonOperator: Sendable, Hashable {
  case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo
  case matches, like, beginsWith, endsWith, `in`, contains, between
  /// Parsed and printed; evaluated only through a function that the program registers.
  case tokenMatches, boundedBy, utiEquals, utiConformsTo
  /// A selector of the program's, such as `isKindOfClass:`. Parsed and printed; evaluated as the four before.
  case custom(String)

  /// One row of the operator table: an operator, how it is printed, how else it is written, and whether `[c]` may follow.
  package struct Row: Sendable {
    package var comparison: ComparisonOperator
    package var spelling: String
    package var otherSpellings: [String] = []
    package var takesOptions = true
  }

  /// The operators and all their spellings; words are read without case.
  package static let table: [Row] = [
    Row(comparison: .lessThan, spelling: "<"),
    Row(comparison: .lessThanOrEqualTo, spelling: "<=", otherSpellings: ["=<"]),
    Row(comparison: .greaterThan, spelling: ">"),
    Row(comparison: .greaterThanOrEqualTo, spelling: ">=", otherSpellings: ["=>"]),
    Row(comparison: .equalTo, spelling: "==", otherSpellings: ["="]),
    Row(comparison: .notEqualTo, spelling: "!=", otherSpellings: ["<>"]),
    Row(comparison: .matches, spelling: "MATCHES"),
    Row(comparison: .like, spelling: "LIKE"),
    Row(comparison: .beginsWith, spelling: "BEGINSWITH"),
    Row(comparison: .endsWith, spelling: "ENDSWITH"),
    Row(comparison: .in, spelling: "IN"),
    Row(comparison: .contains, spelling: "CONTAINS"),
    Row(comparison: .between, spelling: "BETWEEN", takesOptions: false),
    Row(comparison: .tokenMatches, spelling: "TOKENMATCHES"),
    Row(comparison: .boundedBy, spelling: "BOUNDEDBY", takesOptions: false),
    Row(comparison: .utiEquals, spelling: "UTI-EQUALS", takesOptions: false),
    Row(comparison: .utiConformsTo, spelling: "UTI-CONFORMS-TO", takesOptions: false),
  ]

  /// The canonical spelling: `==` for `=`, words in upper case, a custom selector as it was written.
  public var spelling: String {
    if case .custom(let selector) = self { return selector }
    return Self.table.first { $0.comparison == self }?.spelling ?? ""
  }

  /// Whether string options such as `[cd]` may follow.
  public var takesOptions: Bool {
    Self.table.first { $0.comparison == self }?.takesOptions ?? false
  }

  /// Whether the right side is a pattern.
  package var takesPattern: Bool { self == .like || self == .matches }
}

/// The string options of a comparison: `[cdlnw]`, and one that only a program can give.
public struct StringOptions: OptionSet, Sendable, Hashable {
  /// One bit an option.
  public let rawValue: UInt8

  /// Makes options from bits; unknown bits are dropped.
  public init(rawValue: UInt8) { self.rawValue = rawValue & 63 }

  /// `c`: upper and lower case are the same.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// `d`: marks such as accents do not count.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)
  /// `n`: both strings are already prepared; compare them as they are. It supersedes c, d and w.
  public static let normalized = StringOptions(rawValue: 4)
  /// `l`: by the rules of the user's locale.
  public static let localeSensitive = StringOptions(rawValue: 8)
  /// `w`: full-width and half-width forms are the same; c and d include it.
  public static let widthInsensitive = StringOptions(rawValue: 16)

  /// Strings that are canonically equivalent are the same, as Swift's `==` has it: a letter with a mark as one scalar or two.
  /// c, d and w include it, and n supersedes it.
  ///
  /// The language has no letter for it, so only a predicate built by hand has it: `FormatPredicate(.keyPath("name"),
  /// .equalTo, .constant("é"), options: .canonical)`. It prints as `[u]`, which no parser reads.
  public static let canonical = StringOptions(rawValue: 32)

  /// The letters of the language, in the order in which they are printed.
  package static let letters: [(letter: Character, option: StringOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("l", .localeSensitive), ("n", .normalized),
    ("w", .widthInsensitive),
  ]

  /// The letters of all options, in the order in which they are printed.
  package static let allLetters = (letters + [("u", .canonical)]).sorted { $0.letter < $1.letter }

  /// `[cd]`, or nothing where no option is set.
  public var spelling: String {
    let letters = Self.allLetters.filter { contains($0.option) }.map(\.letter)
    return letters.isEmpty ? "" : "[\(String(letters))]"
  }
}
