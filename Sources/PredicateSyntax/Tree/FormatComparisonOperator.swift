/// An operator that compares two expressions.
public enum FormatComparisonOperator: Sendable, Hashable {
  case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo
  case matches, like, beginsWith, endsWith, `in`, contains, between
  /// Parsed and printed, but evaluated only through a function that the program registers.
  case tokenMatches, boundedBy, utiEquals, utiConformsTo
  /// A selector that the program defines, such as `isKindOfClass:`. Parsed, printed, and evaluated like the four above.
  case custom(String)

  /// The meaning of an operator, which determines the types of its operands.
  package enum Kind: Sendable {
    case equal, notEqual, lessThan, lessThanOrEqual, greaterThan, greaterThanOrEqual
    case isIn, contains, between
    /// Tests a string with another one, as the `TextTest` of the operator defines.
    case text
    case matches
    /// Only a function that the program registers can evaluate the operator.
    case program
  }

  /// A row of the operator table: an operator, its canonical and other spellings, its meaning, and whether options such as `[c]`
  /// may follow.
  package struct Row: Sendable {
    package var `operator`: FormatComparisonOperator
    package var spelling: String
    package var otherSpellings: [String] = []
    package var kind: Kind
    package var takesOptions = true

    /// Whether the canonical spelling is a word, which is then reserved. Words match in any case.
    package var isWord: Bool { spelling.first?.isLetter == true }
  }

  /// The only declaration of the operators' spellings.
  package static let table: [Row] = [
    Row(operator: .lessThan, spelling: "<", kind: .lessThan),
    Row(operator: .lessThanOrEqualTo, spelling: "<=", otherSpellings: ["=<"], kind: .lessThanOrEqual),
    Row(operator: .greaterThan, spelling: ">", kind: .greaterThan),
    Row(operator: .greaterThanOrEqualTo, spelling: ">=", otherSpellings: ["=>"], kind: .greaterThanOrEqual),
    Row(operator: .equalTo, spelling: "==", otherSpellings: ["="], kind: .equal),
    Row(operator: .notEqualTo, spelling: "!=", otherSpellings: ["<>"], kind: .notEqual),
    Row(operator: .matches, spelling: "MATCHES", kind: .matches),
    Row(operator: .like, spelling: "LIKE", kind: .text),
    Row(operator: .beginsWith, spelling: "BEGINSWITH", kind: .text),
    Row(operator: .endsWith, spelling: "ENDSWITH", kind: .text),
    Row(operator: .in, spelling: "IN", kind: .isIn),
    Row(operator: .contains, spelling: "CONTAINS", kind: .contains),
    Row(operator: .between, spelling: "BETWEEN", kind: .between, takesOptions: false),
    Row(operator: .tokenMatches, spelling: "TOKENMATCHES", kind: .program),
    Row(operator: .boundedBy, spelling: "BOUNDEDBY", kind: .program, takesOptions: false),
    Row(operator: .utiEquals, spelling: "UTI-EQUALS", kind: .program, takesOptions: false),
    Row(operator: .utiConformsTo, spelling: "UTI-CONFORMS-TO", kind: .program, takesOptions: false),
  ]

  /// The index of the operator's row, or `nil` for a custom operator. A copy of the row would cost more than all its uses.
  private var row: Int? { Self.table.firstIndex { $0.operator == self } }

  package var kind: Kind { row.map { Self.table[$0].kind } ?? .program }

  /// The canonical spelling: `==` for `=`, words in uppercase, and a custom selector as written.
  public var spelling: String {
    if case .custom(let selector) = self { return selector }
    return row.map { Self.table[$0].spelling } ?? ""
  }

  /// Whether string options such as `[cd]` may follow.
  public var takesOptions: Bool { row.map { Self.table[$0].takesOptions } ?? false }

  /// Whether the right side is a pattern.
  package var takesPattern: Bool { self == .like || self == .matches }
}

/// The string options of a comparison: `[cdlnw]`, and `canonical`, which has no spelling in the language.
public struct FormatStringOptions: OptionSet, Sendable, Hashable, BitwiseCopyable {
  /// The options as bits, one per option.
  public let rawValue: UInt8

  /// Creates options from bits. Unknown bits are dropped.
  public init(rawValue: UInt8) { self.rawValue = rawValue & 63 }

  /// `c`: ignores case.
  public static let caseInsensitive = FormatStringOptions(rawValue: 1)
  /// `d`: ignores diacritics, such as accents.
  public static let diacriticInsensitive = FormatStringOptions(rawValue: 2)
  /// `n`: compares both strings as they are, because they are already normalized. Overrides c, d, and w.
  public static let normalized = FormatStringOptions(rawValue: 4)
  /// `l`: follows the rules of the user's locale.
  public static let localeSensitive = FormatStringOptions(rawValue: 8)
  /// `w`: ignores the difference between full-width and half-width forms. c and d include it.
  public static let widthInsensitive = FormatStringOptions(rawValue: 16)

  /// Treats canonically equivalent strings as equal, as Swift's `==` does: a letter with a mark may be one scalar or two.
  /// c, d, and w include it, and n overrides it.
  ///
  /// The language has no letter for it, so only code can set it: `FormatPredicate(.keyPath("name"), .equalTo,
  /// .constant("é"), options: .canonical)`. It prints as `[u]`, which the parser rejects.
  public static let canonical = FormatStringOptions(rawValue: 32)

  /// The letters of all options, in printing order.
  package static let allLetters: [(letter: Character, option: FormatStringOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("l", .localeSensitive), ("n", .normalized),
    ("u", .canonical), ("w", .widthInsensitive),
  ]

  /// The option letters of the language, in printing order.
  package static let letters = allLetters.filter { $0.option != .canonical }

  /// The options as printed, such as `[cd]`, or an empty string if no option is set.
  public var spelling: String {
    let letters = Self.allLetters.filter { contains($0.option) }.map { $0.letter }
    return letters.isEmpty ? "" : "[\(String(letters))]"
  }
}
