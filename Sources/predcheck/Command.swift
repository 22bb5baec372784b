import PredicateModel

/// The commands. Parsing and help both read the table below.
enum Command: String, CaseIterable, Sendable {
  case check, explain, eval, sql, tree, profile, test

  /// The arguments of the command, as its usage line shows them.
  var synopsis: String { Self.table[self]?.synopsis ?? "" }
  /// A one-line description.
  var summary: String { Self.table[self]?.summary ?? "" }
  /// Further help, one line per element.
  var details: [String] { Self.table[self]?.details ?? [] }

  private static let table: [Command: (synopsis: String, summary: String, details: [String])] = [
    .check: (
      "FORMAT…", "validate format strings and print them in canonical form",
      [
        "Prints the canonical form of each valid format on standard output, and the faults of the others, with the",
        "place underlined, on standard error. Conversions such as %@ stay as they are. With - the formats are read",
        "from standard input, one a line; blank lines are skipped. With --profile a format that uses more than the",
        "profile permits is invalid too: a shipped one (predcheck profile --help) or a file. untrusted permits no key",
        "until --keys names them: --profile untrusted --keys name,maker.city.",
        "",
        "With --json, one object a format: valid, canonical (null when invalid), diagnostics (code, severity, message,",
        "start and end as UTF-8 offsets, half-open; notes and fixIts where there are some), arguments (the conversions),",
        "keyPaths.",
        "",
        "Exit status: 0 all valid, 1 a format is invalid, 2 the call cannot be used.",
      ]
    ),
    .eval: (
      "FORMAT --data FILE", "print the rows of a file, or of a database, that match",
      [
        "Rows: the elements of a JSON array (.json; an object is one row), a JSON value a line (.jsonl), the records",
        "under a header (.csv), else a string a line, which is SELF. A CSV cell is a number only if it is written as",
        "JSON writes one and not in quotes; an empty cell is nil. FORMAT - reads the format from standard input.",
        "",
        "--sort KEY puts the rows in order: nil first, where keys are equal as they stand. Behind the key, after colons: desc;",
        "ci (without regard to case) or localized (as the user's language sorts). Further ones decide where the ones before",
        "are equal: --sort length:desc --sort name:ci. --offset and --limit then take a page of them.",
        "",
        "--select makes rows of keys and of expressions, which may have a name: --select city --select 'half=price / 2'. With",
        "--group-by, or with an aggregate such as --select 'average=average:(price)', a row is made of each group, the",
        "absent value being one. --having says which groups, --sort then takes keys of groups and names of properties. Each",
        "is printed as a JSON object, its properties in the order of the call (Grammar/FetchRequests.md).",
        "",
        "Values of --arg and --var are JSON (typed values as in case files: {\"$date\": \"2014-01-01T00:00:00Z\"});",
        "what is no JSON is a string.",
        "",
        "With --profile the format is held to a profile and its limits, as predcheck check does; --having and the like are",
        "the caller's own, and are not.",
        "",
        "With --database FILE --model FILE --entity NAME the rows are those of a database of SQLite, which is asked by",
        "such SQL as predcheck sql prints; each is an object of its attributes, in the order in which they are found,",
        "or with --sort, --limit and the like in that of the sort keys and the primary key. Values that cannot be computed are nil.",
        "",
        "With --json, one object a matching row: row (counted from 0), line, value (of a database value alone); with",
        "--count one object: count. Rows that --select or --group-by makes have a value alone.",
        "",
        "Exit status: 0 a row is printed (with --count always), 1 none is or a format is invalid, 2 the call or a",
        "row cannot be used, or the predicate has no answer on a row, or none that the database can give.",
      ]
    ),
    .sql: (
      "FORMAT --model FILE --entity NAME --dialect NAME", "print the SQL that finds the objects that match",
      [
        "A whole SELECT of the primary key as id; it finds the objects that evaluation in memory does, with values that",
        "cannot be computed as nil. As comments under it: the values to bind, in the order of their places; with",
        "--residual the predicate that is left to evaluate over the rows found; what is to be known of indexes and faults.",
        "A model is a file as in Grammar/DataModel.md. FORMAT - reads the format from standard input.",
        "",
        "With --database FILE the statement is run on SQLite, and the identifiers printed, one a line; --dialect may be",
        "left out.",
        "",
        "With --sort, --limit, --select, --group-by and the like (predcheck eval --help) the statement is that of the whole",
        "request. What the dialect cannot say of it is left to memory, over the rows found: a request, as a comment.",
        "",
        "With --json, one object: sql, parameters (values as in case files), residual (a format, or null), notes (kind,",
        "message, start and end as UTF-8 offsets, half-open), and remainder where a part of a request is left; with",
        "--database one object an identifier: id; of a row that --select or --group-by makes: value.",
        "",
        "Exit status: 0 fine, 1 the format is invalid, does not fit the model or cannot be said in the dialect (with",
        "--database also: nothing is found), 2 the call, the model or the database cannot be used.",
      ]
    ),
    .tree: (
      "FORMAT", "print the tree of a format string as JSON",
      [
        "The tree as the library encodes it (Grammar/Tree.md): what decodes is an equal predicate. Conversions such as",
        "%@ stay as they are. FORMAT - reads the format from standard input. With --json the tree stands on one line.",
        "",
        "Exit status: 0 fine, 1 the format is invalid, 2 the call cannot be used.",
      ]
    ),
    .profile: (
      "NAME-or-FILE", "print a profile as a file that another can start from",
      [
        "A profile says what a predicate may use: operators, functions, keys, literals, limits (Grammar/Profiles.md).",
        "Shipped are:",
      ] + PredicateProfile.shipped.map { "  \($0.name): \($0.about)" } + [
        "",
        "With --json the profile stands on one line.",
        "",
        "Exit status: 0 fine, 2 the profile cannot be used.",
      ]
    ),
    .test: (
      "PATH…", "run case files",
      [
        "A path is a file of cases (JSON Lines) or a folder: every *.jsonl below it whose first line is a case.",
        "- reads cases from standard input. Prints a line for each failure; the last line counts the cases.",
        "",
        "With --json, one object a case that did not pass: id, outcome, expected and got or reason, file, line; the",
        "last object counts: passed, failed, skipped.",
        "",
        "Exit status: 0 none failed, 1 a case failed, 2 a path cannot be used.",
      ]
    ),
    .explain: (
      "[CODE…]", "tell why a finding is one, with a wrong and a right example",
      [
        "A code is what stands in brackets before a message: error[is-null]. Without CODE, lists all codes.",
        "",
        "With --json, one object a code: code, severity, stage, why, bad and good (format, and arguments, object, type,",
        "profile or functions where the example needs them).",
        "",
        "Exit status: 0 fine, 2 there is no such code.",
      ]
    ),
  ]
}
