import PredicateSyntax

/// What of the language a predicate may use, as data: permitted operators, functions, keys, literals, and limits.
///
/// A part without a list is wholly permitted, one with an empty list not at all. A profile is read from a file by its
/// `Codable` conformance; Grammar/Profiles.md describes the file.
public struct PredicateProfile: Sendable, Hashable {
  /// A part of the language that a profile may restrict to a list of names; `rawValue` is the field of a profile's file.
  public enum Part: String, Sendable, CaseIterable {
    /// `AND`, `OR`, `NOT`, `TRUEPREDICATE`, `FALSEPREDICATE`.
    case logic
    /// `ANY`, `ALL`; or with a function, `ALL tokenize:using:`. NONE needs `ANY` here and `NOT` in `logic`.
    case modifiers
    /// Operators of comparison, and custom ones by their selector.
    case operators
    /// Letters of options: `c` after every operator, `TOKENMATCHES[c]` after one.
    case options
    /// Operators that give values: `+`, `**`, `&`; also for the functions that they stand for.
    case arithmetic
    /// Functions by their selectors: `max:`, `now`.
    case functions
    /// `@count` and the like.
    case collectionOperators
    /// SUBQUERY, CAST, `[index]` and other forms; `SELF` standing alone.
    case constructs
    /// Types of CAST.
    case casts
    /// Kinds of constants, in the text or bound.
    case literals
    /// Conversions that are not bound: `%@`.
    case conversions
    /// Variables by name, without `$`, but those that a SUBQUERY declares.
    case variables
    /// Key paths in full, without collection operators: `owner.name`.
    case keys
  }

  /// A number that a profile may bound; `rawValue` is the field of a profile's file.
  public enum Limit: String, Sendable, CaseIterable {
    /// Bytes of the format string.
    case length
    /// Levels of the tree.
    case height
    /// Constants, keys, comparisons, operators and functions in the tree.
    case nodes
    /// Values that one text is bound to.
    case arguments
    /// Faults that are listed.
    case faults
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
    /// SUBQUERYs that lie in one another.
    case subqueryDepth
    /// A modifier and collection operators over one key path.
    case collectionsPerKeyPath
    /// Steps of one match of a regular expression.
    case matchSteps
    /// UTF-16 units of a string that a regular expression is asked about.
    case matchLength
    /// Objects of one evaluation.
    case rows
    /// Steps of one evaluation, as `Limits.steps` counts them.
    case steps
    /// The time of one evaluation.
    case milliseconds

    /// Whether it is one of `Limits`, which every predicate has; the others are of profiles alone.
    package var boundsEveryPredicate: Bool {
      switch self {
      case .comparisons, .textLength, .keySteps, .subqueryDepth, .collectionsPerKeyPath: false
      default: true
      }
    }
  }

  /// What the names of keys may be.
  public enum KeyNames: String, Sendable, CaseIterable {
    /// Whatever the language reads.
    case any
    /// `[A-Za-z][A-Za-z0-9_]*`.
    case ascii
  }

  /// The name that messages tell.
  public var name: String
  /// What the profile is for.
  public var about: String
  /// The permitted names of each part that is restricted.
  public var permitted: [Part: Set<String>]
  /// The bounds of what is bounded.
  public var limits: [Limit: Int]
  /// What the names of keys may be.
  public var keyNames: KeyNames
  /// Whether a string beside a date is the date that it writes, `2020-01-31` or `2020-01-31T12:00:00Z`: so text can compare
  /// dates. It holds for a predicate that is read under the profile, wherever the type of the other side is known.
  public var allowsDateStrings: Bool
  /// The keys that may be asked of the objects of each type, wherever a predicate reaches them; of a type that is not there
  /// none. nil where `keys` alone decides. `permitting(keys:of:)` fills it.
  public var types: [String: Set<String>]?

  /// Makes a profile; without parameters it permits the whole language.
  public init(
    name: String, about: String = "", permitted: [Part: Set<String>] = [:], limits: [Limit: Int] = [:],
    keyNames: KeyNames = .any, allowsDateStrings: Bool = false
  ) {
    self.name = name
    self.about = about
    self.permitted = permitted
    self.limits = limits
    self.keyNames = keyNames
    self.allowsDateStrings = allowsDateStrings
  }

  /// The permitted names of a part in the order in which they are told; nil where all are.
  public func names(of part: Part) -> [String]? {
    guard let names = permitted[part] else { return nil }
    let known = part.knownNames.filter(names.contains)
    let others = names.subtracting(known).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return known + others
  }

  /// The same profile with a list of permitted key paths: `PredicateProfile.untrusted.permitting(keys: ["name", "age"])`.
  /// A reserved word may have the `#` that it prints with.
  public func permitting(keys: [String]) -> PredicateProfile {
    var copy = self
    copy.permitted[.keys] = Set(keys.map(ListedKey.path))
    return copy
  }

  /// The same profile in which strings beside dates are dates: `PredicateProfile.untrusted.permittingDateStrings()`.
  public func permittingDateStrings() -> PredicateProfile {
    var copy = self
    copy.allowsDateStrings = true
    return copy
  }

  /// The limits under which a text is read and the predicate is used; a bound below 0 is 0. What the profile leaves open is
  /// as everywhere.
  public var predicateLimits: Limits {
    var result = Limits.default
    func take(_ limit: Limit, _ field: WritableKeyPath<Limits, Int>) {
      if let bound = limits[limit] { result[keyPath: field] = max(bound, 0) }
    }
    take(.length, \.length)
    take(.height, \.height)
    take(.nodes, \.nodes)
    take(.elements, \.elements)
    take(.arguments, \.arguments)
    take(.faults, \.faults)
    take(.patternLength, \.patternLength)
    take(.matchSteps, \.matchSteps)
    take(.matchLength, \.matchLength)
    take(.rows, \.rows)
    take(.steps, \.steps)
    if let milliseconds = limits[.milliseconds] { result.duration = .milliseconds(max(milliseconds, 0)) }
    return result
  }

  func permits(_ name: String, _ part: Part) -> Bool { permitted[part]?.contains(name) ?? true }
}
