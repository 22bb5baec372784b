import PredicateSyntax

/// A description of the language features that a predicate may use: operators, functions, keys, literals, and limits.
///
///     let profile = PredicateProfile.untrusted.permitting(keys: ["title", "year"])
///     let filter = try FormatPredicate("year > 1965", profile: profile)
///     let findings = try FormatPredicate("price < 10").findings(in: profile)
///     // findings.map(\.code) == [.keyNotPermitted]
///
/// A part without a list is unrestricted, and a part with an empty list is forbidden. Read a profile from a file with its
/// `Codable` conformance. Grammar/Guides/Profiles.md describes the format.
public struct PredicateProfile: Sendable, Hashable {
  /// A part of the language that a profile may restrict to a list of names. `rawValue` is its field in a file.
  public enum Part: String, Sendable, CaseIterable {
    /// `AND`, `OR`, `NOT`, `TRUEPREDICATE`, `FALSEPREDICATE`.
    case logic
    /// `ANY` and `ALL`, optionally with a function: `ALL tokenize:using:`. NONE needs `ANY` here and `NOT` in `logic`.
    case modifiers
    /// Comparison operators, and custom ones by their selectors.
    case operators
    /// Letters of options: `c` for every operator, `TOKENMATCHES[c]` for one.
    case options
    /// Operators that compute values: `+`, `**`, `&`. They include the equivalent functions.
    case arithmetic
    /// Functions by their selectors: `max:`, `now`.
    case functions
    /// Collection operators: `@count`.
    case collectionOperators
    /// SUBQUERY, CAST, `[index]` and other forms, and `SELF` on its own.
    case constructs
    /// Types of CAST.
    case casts
    /// Kinds of constants, in the text or bound as arguments.
    case literals
    /// Unbound conversions: `%@`.
    case conversions
    /// Variables by name without `$`, except those that a SUBQUERY declares.
    case variables
    /// Full key paths without collection operators: `owner.name`.
    case keys
  }

  /// A number that a profile may limit. `rawValue` is its field in a file.
  public enum Limit: String, Sendable, CaseIterable {
    /// Bytes of the format string.
    case length
    /// Levels of the tree.
    case height
    /// Constants, keys, comparisons, operators and functions in the tree.
    case nodes
    /// Arguments bound to one format string.
    case arguments
    /// Errors reported.
    case errors
    /// Comparisons in the predicate.
    case comparisons
    /// Elements of one list.
    case elements
    /// UTF-8 bytes of one string.
    case textLength
    /// UTF-8 bytes of a pattern of LIKE or MATCHES.
    case patternLength
    /// Keys of one key path.
    case keySteps
    /// Nested SUBQUERYs.
    case subqueryDepth
    /// Modifiers and collection operators of one key path.
    case collectionsPerKeyPath
    /// Steps of one match of a regular expression.
    case matchSteps
    /// UTF-16 code units of a string matched with a regular expression.
    case matchLength
    /// Objects of one evaluation.
    case rows
    /// Steps of one evaluation, as `PredicateLimits.steps` counts them.
    case steps
    /// The time of one evaluation.
    case milliseconds
  }

  /// The valid names of keys.
  public enum KeyNames: String, Sendable, CaseIterable {
    /// Any name that the language accepts.
    case any
    /// `[A-Za-z][A-Za-z0-9_]*`.
    case ascii
  }

  /// The name of the profile in messages.
  public var name: String
  /// The purpose of the profile.
  public var about: String
  /// The permitted names of each restricted part.
  public var permitted: [Part: Set<String>]
  /// The limits of the profile.
  public var limits: [Limit: Int]
  /// The valid names of keys.
  public var keyNames: KeyNames
  /// Whether a string compared with a date is read as a date (`2020-01-31` or `2020-01-31T12:00:00Z`). This applies to
  /// predicates parsed under the profile, if the type of the other operand is known.
  public var allowsDateStrings: Bool
  /// The permitted keys of each type, wherever a predicate reaches its objects, or `nil` if only `keys` applies. Types that
  /// are not listed permit no keys. Set it with `permitting(keys:of:)`.
  public var types: [String: Set<String>]?
  /// The types of keys, by key path. If `keys` is not restricted, others are permitted too, but a name that resembles one of these is
  /// a warning. A key path may be a pattern, as in
  /// `keys`: `asset.*`, `@property(*)`, `kMDItem*`.
  public var keyTypes: [String: KeyType]
  /// The codes of warnings that are errors under the profile.
  public var errors: Set<FormatDiagnostic.Code>

  /// Creates a profile. By default, it permits the entire language.
  public init(
    name: String, about: String = "", permitted: [Part: Set<String>] = [:], limits: [Limit: Int] = [:],
    keyNames: KeyNames = .any, allowsDateStrings: Bool = false, keyTypes: [String: KeyType] = [:],
    errors: Set<FormatDiagnostic.Code> = []
  ) {
    self.name = name
    self.about = about
    self.permitted = permitted
    self.limits = limits
    self.keyNames = keyNames
    self.allowsDateStrings = allowsDateStrings
    self.keyTypes = keyTypes
    self.errors = errors
  }

  /// Returns the permitted names of a part in display order, or `nil` if the part is unrestricted.
  public func names(of part: Part) -> [String]? {
    guard let names = permitted[part] else { return nil }
    let known = part.row.names().filter(names.contains)
    return known + names.subtracting(known).inByteOrder
  }

  /// Returns a copy with a list of permitted key paths: `PredicateProfile.untrusted.permitting(keys: ["name", "age"])`. A
  /// reserved word may have the `#` that it prints with. Of a record, only listed keys are read; `maker.SELF` permits the whole
  /// value of `maker`.
  public func permitting(keys: [String]) -> PredicateProfile {
    var copy = self
    copy.permitted[.keys] = Set(keys.flatMap { $0.listedKeyPaths })
    return copy
  }

  /// Returns a copy that reads strings compared with dates as dates: `PredicateProfile.untrusted.permittingDateStrings()`.
  public func permittingDateStrings() -> PredicateProfile {
    var copy = self
    copy.allowsDateStrings = true
    return copy
  }

  /// The limits for parsing a text and using the predicate. Negative limits become 0. Limits that the profile does not set
  /// have their default values.
  public var predicateLimits: PredicateLimits {
    var result = PredicateLimits.default
    for (limit, bound) in limits { limit.row.set?(&result, max(bound, 0)) }
    return result
  }

  /// What the profile decides about each use of a predicate, besides the limits.
  package var useRules: UseRules {
    UseRules(allowsDateStrings: allowsDateStrings, wholeValues: wholeValues, listedKeys: listedKeys)
  }

  /// The permitted key paths, or `nil` if the profile permits the whole object or lists keys by type.
  private var listedKeys: Set<String>? {
    guard types == nil, let keys = permitted[.keys], !keys.contains("SELF") else { return nil }
    return keys
  }

  /// The key paths whose records may be read as a whole, or `nil` if all may.
  private var wholeValues: Set<String>? {
    if let types { return types["record"]?.contains("SELF") == true ? nil : [] }
    return listedKeys.map { keys in Set(keys.compactMap { $0.keyPathOfWholeValue }) }
  }

  func permits(_ name: String, _ part: Part) -> Bool { permitted[part]?.contains(name) ?? true }

  /// Returns findings in which those of the profile's `errors` are errors.
  package func judging(_ findings: [FormatDiagnostic]) -> [FormatDiagnostic] {
    if errors.isEmpty { return findings }
    return findings.map { finding in
      var finding = finding
      if errors.contains(finding.code) { finding.severity = .error }
      return finding
    }
  }
}
