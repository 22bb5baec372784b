extension PredicateProfile {
  /// The profiles that come with the package.
  public static let shipped: [PredicateProfile] = [untrusted, coreData, cloudKit]

  /// The shipped profile of a name: `untrusted`, `coredata` or `cloudkit`.
  public static func named(_ name: String) -> PredicateProfile? { shipped.first { $0.name == name } }

  /// For filters that strangers send to a server; safe as it is. It permits no key: a program names those that may be asked,
  /// with `permitting(keys:)`. What a predicate costs is bounded, in reading it and in each use of it, regular expressions too.
  ///
  /// Left out: what calls into the program (FUNCTION, custom operators), what ranges over rows that the asker may not see
  /// (`max:(key)`), what reads keys that no list can name (`[index]`, CAST to a string), chance and the locale of the
  /// machine, and all that a text would need to be given from outside (conversions and variables).
  public static let untrusted = PredicateProfile(
    name: "untrusted",
    about: "filters from strangers: bounded, without functions of the program, arguments, or keys that are not named",
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
      ],
      .collectionOperators: ["@count", "@sum", "@avg", "@min", "@max"],
      .constructs: ["SELF", "SUBQUERY", "CAST", "[FIRST]", "[LAST]", "[SIZE]"],
      .casts: ["NSNumber", "NSDecimalNumber", "NSDate", "UUID"],
      .literals: ["nil", "boolean", "number", "decimal", "string", "date", "uuid", "list"],
      .conversions: [],
      .variables: [],
      .keys: [],
    ],
    limits: [
      .length: 4096, .height: 20, .nodes: 500, .arguments: 50, .faults: 10, .comparisons: 50, .elements: 100,
      .textLength: 1000, .patternLength: 200, .keySteps: 4, .subqueryDepth: 1, .collectionsPerKeyPath: 2,
      .matchSteps: 100_000, .matchLength: 4_096, .rows: 1_000_000, .steps: 100_000_000, .milliseconds: 2000,
    ])

  /// What Core Data's SQLite store translates, as far as the text tells.
  public static let coreData = PredicateProfile(
    name: "coredata",
    about: "what the SQLite store of Core Data translates, as far as the text tells",
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
        "nil", "boolean", "number", "decimal", "string", "date", "uuid", "data", "list", "set", "object",
      ],
    ],
    limits: [.collectionsPerKeyPath: 1])

  /// What CloudKit's queries take, strictly: where the rules leave doubt, it is refused (NOT in any form).
  public static let cloudKit = PredicateProfile(
    name: "cloudkit",
    about: "what a CloudKit query takes, strictly",
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
      .literals: ["boolean", "number", "string", "date", "data", "list", "object"],
      .variables: [],
    ],
    limits: [.keySteps: 1],
    keyNames: .ascii)
}
