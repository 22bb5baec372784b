// A part that a profile does not list is unrestricted. An empty list permits nothing. A name may permit an option or a modifier
// with one operator or function only, such as `TOKENMATCHES[c]`.

extension PredicateProfile {
  /// The profiles that do not depend on the keys of one program.
  package static let general = [untrusted, coreData, cloudKit]

  /// The profiles included in the package.
  public static let shipped: [PredicateProfile] =
    general + [
      deviceManagement, accountPolicy, log, munki, autoPkg, jamfProtect, spotlight, realm,
      photos,
    ]

  /// Returns the shipped profile with the given name, such as `untrusted`, `coredata`, `cloudkit`, `ddm` or `munki`.
  public static func named(_ name: String) -> PredicateProfile? { shipped.first { $0.name == name } }

  /// A profile for filters from untrusted clients of a server, safe without changes. It permits no keys: add those that
  /// a client may use with `permitting(keys:)`. It limits the cost of parsing and of each use, including regular
  /// expressions.
  ///
  /// Among others, it excludes calls into the program (FUNCTION, custom operators), aggregates over all rows, which
  /// include rows that the client may not see (`max:(key)`), elements chosen by a computed index or key (`[index]`), CAST
  /// to a string, random numbers, the machine's locale, and everything that needs values from outside the text
  /// (conversions and variables).
  public static let untrusted = PredicateProfile(
    name: "untrusted",
    about: "filters from untrusted users: bounded, without registered functions, arguments, or unlisted keys",
    permitted: [
      .logic: ["AND", "OR", "NOT", "TRUEPREDICATE", "FALSEPREDICATE"],
      .modifiers: ["ANY", "ALL"],
      .operators: [
        "<", "<=", ">", ">=", "==", "!=", "MATCHES", "LIKE", "BEGINSWITH", "ENDSWITH", "IN", "CONTAINS", "BETWEEN",
      ],
      .options: ["c", "d", "n", "w"],
      .arithmetic: ["+", "-", "*", "/", "&", "|"],
      .functions: [
        "modulus:by:", "floor:", "ceiling:", "trunc:", "abs:", "now", "uppercase:", "lowercase:", "length:",
        "year:", "month:", "day:", "hour:", "year:inTimeZone:", "month:inTimeZone:", "day:inTimeZone:",
        "hour:inTimeZone:",
      ],
      .collectionOperators: ["@count", "@sum", "@avg", "@min", "@max"],
      .constructs: ["SELF", "SUBQUERY", "CAST", "[FIRST]", "[LAST]", "[SIZE]"],
      .casts: ["NSNumber", "NSDecimalNumber", "NSDate", "UUID"],
      .literals: ["nil", "boolean", "integer", "double", "decimal", "string", "date", "uuid", "list"],
      .conversions: [],
      .variables: [],
      .keys: [],
    ],
    limits: [
      .length: 4_096, .height: 20, .nodes: 500, .arguments: 50, .errors: 10, .comparisons: 50, .elements: 100,
      .textLength: 1_000, .patternLength: 200, .keySteps: 4, .subqueryDepth: 1, .collectionsPerKeyPath: 2,
      .matchSteps: 100_000, .matchLength: 4_096, .rows: 1_000_000, .steps: 100_000_000, .milliseconds: 2_000,
    ])

  /// The features that Core Data's SQLite store translates, as far as that can be decided without the model.
  public static let coreData = PredicateProfile(
    name: "coredata",
    about: "what the SQLite store of Core Data translates, as far as the text shows",
    permitted: [
      .modifiers: ["ANY"],
      .operators: [
        "<", "<=", ">", ">=", "==", "!=", "MATCHES", "LIKE", "BEGINSWITH", "ENDSWITH", "IN", "CONTAINS", "BETWEEN",
        "BOUNDEDBY",
      ],
      .options: ["c", "d", "l", "n"],
      .arithmetic: ["+", "-", "*", "/", "&", "|"],
      .functions: [
        "sum:", "count:", "min:", "max:", "average:", "abs:", "now", "uppercase:", "lowercase:", "length:",
        "canonical:", "noindex:", "distinct:", "modulus:by:",
      ],
      .collectionOperators: ["@count", "@sum", "@avg", "@min", "@max"],
      .constructs: ["SELF", "SUBQUERY", "CAST", "TERNARY"],
      .casts: ["NSDate"],
      .literals: [
        "nil", "boolean", "integer", "double", "decimal", "string", "date", "uuid", "data", "list", "set", "object",
      ],
    ],
    limits: [.collectionsPerKeyPath: 1])

  /// The features that CloudKit's queries support. Only what CloudKit certainly accepts is permitted; NOT, for
  /// example, is excluded in any form.
  public static let cloudKit = PredicateProfile(
    name: "cloudkit",
    about: "strictly what a CloudKit query accepts",
    permitted: [
      .logic: ["AND", "TRUEPREDICATE"],
      .modifiers: ["ANY", "ALL tokenize:using:"],
      .operators: ["<", "<=", ">", ">=", "==", "!=", "BEGINSWITH", "IN", "CONTAINS", "BETWEEN", "TOKENMATCHES"],
      .options: ["TOKENMATCHES[c]", "TOKENMATCHES[d]", "TOKENMATCHES[l]"],
      .arithmetic: [],
      .functions: ["distanceToLocation:fromLocation:", "tokenize:using:"],
      .collectionOperators: [],
      .constructs: ["SELF"],
      .casts: [],
      .literals: ["boolean", "integer", "double", "string", "date", "data", "list", "object"],
      .variables: [],
    ],
    limits: [.keySteps: 1],
    keyNames: .ascii)
}
