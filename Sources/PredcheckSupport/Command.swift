import CommandSupport
import PredicateSemantics

/// The commands, with their options and the texts of their help.
package enum Command: String, CommandSet {
  case check, lint, fmt, diff, explain, eval, why, report, repl, sql, model, tree, profile, test, completions, help,
    version

  package static let program = "predcheck"
  package static let about = "check, evaluate and test predicate format strings"
  package static let defaultCommand = Command.check
  package static let notes =
    """
    - reads standard input; -- ends the options. predcheck help COMMAND prints the options of a command, with examples.

    The file .predcheck.json of the folder, or of a folder above it, has values for --model, --entity, --dialect and
    --profile: {"model": "model.json", "entity": "Word"}. The command line takes precedence; --no-config ignores the file.

    Exit status of all commands: 0 for success, 1 if the answer is no (no row matches, a format is invalid in check, a case
    failed), 2 for an invalid call, format or input, 70 for an internal error.
    """

  package var flags: [Flag] {
    switch self {
    case .check:
      [
        .expression, .profile, .keys, .arg, .model, .entity, .file, .fix, .allFixes, .noConfig, .color, .json, .version,
        .help,
      ]
    case .lint:
      [
        .hostProfile, .fileModel, .entity, .kind, .define, .form, .fixFiles, .allFileFixes, .diff, .baseline,
        .writeBaseline, .strict, .noConfig, .color, .help,
      ]
    case .fmt: [.expression, .file, .check, .diff, .width, .color, .json, .help]
    case .diff:
      [
        .data, .type, .delimiter, .types, .null, .model, .entity, .arg, .var, .rows, .seed, .color, .json, .help,
      ]
    case .eval:
      Self.rowFlags + [.database] + Self.fetchFlags
        + [.count, .why, .row, .html, .onError, .output, .noConfig, .color, .json, .help]
    case .why:
      Self.rowFlags + [.database, .arg, .var, .row, .html, .onError, .noConfig, .color, .json, .help]
    case .report: Self.rowFlags + [.arg, .var, .onError, .page, .noConfig, .color, .help]
    case .sql:
      [.profile, .keys, .model, .entity, .dialect, .residual, .database] + Self.fetchFlags
        + [.count, .explainPlan, .layout, .inline, .noConfig, .color, .json, .help]
    case .repl: Self.rowFlags + [.database, .var, .dialect, .layout, .inline, .noConfig, .color, .help]
    case .model: [.database, .schema, .query, .color, .help]
    case .tree: [.expression, .color, .json, .help]
    case .explain, .profile: [.color, .json, .help]
    case .completions, .help, .version: [.color, .help]
    case .test: [.ignoreUnknown, .files, .color, .json, .help]
    }
  }

  /// The profile of the format, the files of rows, and the model.
  private static let rowFlags: [Flag] = [
    .profile, .keys, .data, .type, .rowPath, .skipInvalid, .delimiter, .types, .null, .model, .entity,
  ]

  /// The values of the format, and the parts of a fetch request.
  private static let fetchFlags: [Flag] = [
    .arg, .var, .sort, .after, .offset, .limit, .select, .groupBy, .having, .distinct,
  ]

  package var synopsis: String { Self.table[self]?.synopsis ?? "" }
  package var summary: String { Self.table[self]?.summary ?? "" }
  package var details: [String] { Self.table[self]?.details ?? [] }

  package var examples: [String] {
    switch self {
    case .check:
      [
        "'age > 30 AND name ENDSWITH \"n\"'", "check --json 'age >'", "check --file formats.txt --fix",
        "check --model model.json --entity Person 'nme == %@' --arg Ann",
        "check --profile untrusted --keys name,age 'age > 30'",
      ]
    case .lint:
      [
        "lint .", "lint manifests pkgsinfo --strict", "lint Sources --model App.xcdatamodeld",
        "lint recipes --define version=1.2 --define UPDATE_PREDICATE=TRUEPREDICATE", "lint Rules --format github",
        "lint . --baseline .predcheck-baseline.json --write-baseline", "lint . --fix --diff",
      ]
    case .fmt:
      [
        "fmt 'a=1&&b<>2'", "fmt --width 40 'price > 100 AND (name BEGINSWITH \"a\" OR ANY tags == \"new\")'",
        "fmt --file formats.txt", "fmt --file formats.txt --check --diff",
      ]
    case .diff:
      [
        "diff 'age > 30' 'NOT age <= 30'", "diff 'age BETWEEN {18, 30}' 'age >= 18 AND 30 >= age'",
        "diff 'name == %@' 'name ==[c] %@' people.csv --arg Ann",
        "diff 'NOT length < 3' 'length >= 3' --model model.json --entity Word",
      ]
    case .explain: ["explain", "explain unknown-operator"]
    case .eval:
      [
        "eval 'age > 30' people.csv", "eval 'level == \"error\"' 'logs/*.jsonl' old.jsonl.gz --json",
        "eval 'name ==[c] %@' --arg ann --data people.jsonl --json",
        "eval 'age > 30' --data people.csv --sort age:desc --limit 3",
        "eval TRUEPREDICATE people.csv --group-by city --select city --select 'n=count:(SELF)' --output table",
        "eval 'text ENDSWITH \"zy\"' --database words.db --model model.json --entity Word --count",
      ]
    case .why:
      [
        "why 'age > 35 AND name BEGINSWITH \"b\"' people.csv",
        "why 'age > 35' people.csv more.csv --row 'name == \"Bob\"' --html why.html",
      ]
    case .report:
      [
        "report 'age > 35 AND name BEGINSWITH \"b\"' --output report.html",
        "report 'age > 35' --data people.csv --model model.json --entity Person --output report.html",
        "report 'name == %@' --arg Ann people.csv --profile untrusted --keys name,age > report.html",
      ]
    case .repl:
      [
        "repl --data people.csv", "repl people.csv --model model.json --entity Person --dialect postgresql",
        "repl --database words.db --model model.json --entity Word",
      ]
    case .sql:
      [
        "sql 'length > 20' --model model.json --entity Word --dialect postgresql",
        "sql 'text == %@' --arg zoo --model model.json --entity Word --dialect duckdb --inline --layout lines",
        "sql 'length > 20' --model model.json --entity Word --database words.db --explain",
      ]
    case .model:
      [
        "model --database shop.db > model.json", "model --query postgresql > query.sql",
        "model --schema schema.csv > model.json",
      ]
    case .tree: ["tree 'NOT a.b LIKE[c] \"x\"'"]
    case .profile: ["profile untrusted"]
    case .test: ["test Corpus"]
    case .completions: ["completions bash > ~/.local/share/bash-completion/completions/predcheck"]
    case .help: ["help eval"]
    case .version: ["version"]
    }
  }

  package var hintForUnknownOption: String {
    self == .check ? "; write -- before a format that begins with a dash" : ""
  }

  private static let table: [Command: (synopsis: String, summary: String, details: [String])] = [
    .check: (
      "FORMAT…", "validate format strings and print them in canonical form",
      [
        "Prints the canonical form of each valid format to standard output, and the errors of the others to standard",
        "error, with the position underlined. Conversions such as %@ are kept. With -, reads the formats from",
        "standard input, one per line; --file reads them from a file. Blank lines, and lines that are # alone or",
        "begin with # and a space or a tab, are skipped: #size is a key.",
        "",
        "A format is also invalid if the kinds of its values make it fail for every row: a IN 5. --arg gives the values",
        "of the conversions. With --model and --entity, the keys and their types are checked too.",
        "--fix prints the format after the fixes that keep its meaning, and --unsafe-fixes after all fixes.",
        "",
        "With --profile, a format that uses more than the profile permits is also invalid. The profile is a shipped",
        "one (predcheck profile --help) or a file. The profile untrusted permits only the keys that --keys lists:",
        "--profile untrusted --keys name,maker.city.",
        "",
        "With --json, prints one object per format: name and line of its source, index among all formats, text,",
        "valid, canonical (null if invalid), diagnostics (code, severity, message, start and end as half-open UTF-8",
        "offsets, line and column, and any notes and fixIts), arguments (the conversions), keyPaths, and fixed with",
        "--fix, to which the diagnostics then refer.",
        "",
        "Exit status: 0 if all formats are valid (after the fixes), 1 if one is not, 2 for an invalid call or input.",
      ]
    ),
    .lint: (
      "PATH…", "check the predicates in files where they are written",
      [
        "Finds predicates in the files, and in all files below the folders, and checks them as predcheck check does. Each",
        "finding has its place in the file. Files whose names begin with a dot are not searched, nor the folders",
        "node_modules, Pods, Carthage and DerivedData.",
        "",
        "Property lists (XML, binary), JSON and YAML: conditions of munki, StopProcessingIf of AutoPkg, policyContent of",
        "account policies, Payload.Predicate of activations, filters of Jamf Protect, activation rules of app extensions,",
        "predicates of OpenTelemetry, and arguments of log in jobs. Core Data models: fetch requests and fetched",
        "properties, checked against their model. Swift and Objective-C: NSPredicate(format:), NSExpression(format:),",
        "FormatPredicate, FormatExpression, Realm's filter and objectsWhere, with the number and the kinds of their",
        "arguments. Scripts, Markdown and other text: log stream and log show with --predicate, and parts of property",
        "lists. Files named *.predicates: one format per line.",
        "",
        "What another program substitutes before it reads the predicate (%NAME%, $NAME) may be anything. --define gives it",
        "a text.",
        "",
        "A comment hides findings of the predicates on its line, or else of the next predicate:",
        "  # predcheck:ignore single-backslash, mixed-and-or: the parentheses are in the manual",
        "predcheck:ignore-file hides them in the whole file. A comment that hides nothing is a finding. In .predcheck.json,",
        "\"severity\": {\"never-equal\": \"error\", \"mixed-and-or\": \"off\"} changes the severity of codes (error, warning,",
        "off), and \"exclude\": [\"Vendor\", \"*.generated.swift\"] leaves out paths.",
        "",
        "--fix changes the files, and reports what is left. With --diff, prints the changes and changes nothing. --baseline",
        "leaves out the findings of a file that --write-baseline has written.",
        "",
        "With --format json, prints one object per finding: file, line, column, endLine, endColumn, code, severity, message,",
        "notes, host, path, text, and fix (title, start and end in bytes, replacement, safe).",
        "",
        "Exit status: 0 if there are no errors, 1 if there are (with --strict, warnings count too), 2 for an invalid call or",
        "a file that cannot be read.",
      ]
    ),
    .fmt: (
      "FORMAT…", "print format strings in the canonical layout",
      [
        "Prints each format on one line if it fits, or else over several lines: each operand of AND and OR has its own",
        "line, and lists and arguments that do not fit are indented. The result parses to an equal predicate. Operators",
        "are spelled as predcheck check prints them; conversions such as %@, and constants such as 1.0 and YES, stay.",
        "",
        "With -, reads formats from standard input, one per line. --file changes a file of such formats. In both, each",
        "format stays on its line, and comments, blank lines, line ends and a byte-order mark stay the same. A file with",
        "an invalid format is not changed.",
        "",
        "--check changes and prints no format. It prints the position of the first difference in each format that is not",
        "in the canonical layout: formats.txt:4:3. --diff prints the differences as a unified diff and changes nothing.",
        "",
        "With --json, prints one object per format: name and line of its source, index among all formats, text,",
        "formatted (null if the format is invalid), changed, and diagnostics as predcheck check --json does.",
        "",
        "Exit status: 0 for success, 1 if a format is not in the canonical layout with --check, 2 for an invalid call,",
        "format or input.",
      ]
    ),
    .diff: (
      "FORMAT FORMAT [FILE…]", "report whether two format strings mean the same, or find a row on which they differ",
      [
        "Compares the normal forms of both formats first: NOT is moved to the comparisons, operands of AND and OR are",
        "sorted, constants are on the right, BETWEEN and IN of constants are taken apart. If these differ, looks for a row",
        "with different answers, and prints it as JSON. A value that cannot be computed is nil.",
        "",
        "If there are files, the rows are theirs, as in predcheck eval. Otherwise they are made from the keys and the",
        "constants of both formats: a key is absent, nil, a constant that it is compared with, or a value near one. All",
        "combinations are searched, or --rows random rows if there are more. --model and --entity give the keys their",
        "types. The formats may differ even if no difference was found.",
        "",
        "The values of --arg and --var are those of both formats.",
        "",
        "With --json, prints one object: different, and form (the normal form of both), or rows (their number) with all",
        "(whether they are all combinations) and seed. If different: row, first and second (the answers of the formats),",
        "and with files: file, line, and count (the number of rows with different answers).",
        "",
        "Exit status: 0 if no difference is known, 1 if there is one, 2 for an invalid call, format or input.",
      ]
    ),
    .eval: (
      "FORMAT FILE…", "print the rows of files or of a database that match",
      [
        "The rows are the elements of a list in JSON, a property list or YAML (.json, .plist, .yaml; any other value is one",
        "row), one JSON value per line (.jsonl, .ndjson), the records of a CSV file with a header (.csv, .tsv), or else one",
        "string per line, which is SELF. --type names the type of other files. --rows data.items names the place of the rows",
        "in a document, and --rows 'packages.*' reads the fields of an object as objects with a key and a value. Several",
        "files are one sequence of rows. A FILE of - is standard input, which is JSON if it begins so, 'logs/*.jsonl' is a",
        "pattern, and input that is compressed by gzip is decompressed. With - as FORMAT, reads the format from standard",
        "input. Write a key that is not a single word as SELF[\"Country Name\"].",
        "",
        "A cell of a CSV file is text, and a number where its column is used with numbers: age > 30. --types zip=text,day=date",
        "decides it for a column, and --null NA reads the cells NA as nil.",
        "",
        "--sort KEY sorts the rows. Modifiers follow the key after colons: desc, and ci (case-insensitive) or localized.",
        "--select prints keys and expressions: --select name,city --select 'half=price / 2'. With --group-by, or with an",
        "aggregate such as --select 'average=average:(price)', each group becomes one row, and --having selects groups.",
        "",
        "The values of --arg and --var are JSON. Other text is a string; a number out of range or an invalid object is an error.",
        "",
        "With --database FILE --entity NAME, the rows are those of a table of a SQLite database, or the objects of --model.",
        "",
        "With --json, prints one object per matching row: file, row (counted from 0 among the rows of all files), line,",
        "value. --json is short for --output json. Grammar/Guides/CommandLine.md has more about files, options and output.",
        "",
        "Exit status: 0 if a row is printed (always with --count), 1 if no row matches, 2 for an invalid call, format or",
        "input, or if the predicate cannot be evaluated on a row or by the database.",
      ]
    ),
    .why: (
      "FORMAT FILE…", "explain why rows match a format string or do not",
      [
        "Prints how many rows each part of the predicate matches by itself, and for the parts of an AND how many rows",
        "are left after each. Below it are warnings, the rows that fail in one part only, and small changes of the",
        "predicate that find more rows: ignoring case, accents or blanks, comparing text with numbers, ANY, @count, and parts",
        "of strings instead of whole strings. Every number is a count of rows that really match.",
        "",
        "--row N shows the value of each part for one row, counted from 0 in all files. --row FORMAT shows it for the first rows",
        "that match FORMAT: --row 'name == \"Bob\"'. A note names the key at which a key path became nil, and the",
        "element that makes ANY true or ALL false.",
        "",
        "The rows come from files or a database, as in predcheck eval. The changes are also tried in the database.",
        "",
        "With --json, prints one object: rows, matching, parts (a tree: format, matching, left, failing, reasons and",
        "parts), warnings, near, changes, and explained with --row. With --html FILE, also writes a page that needs",
        "no other file.",
        "",
        "Exit status: 0 if a row matches, 1 if none does, 2 for an invalid call, format or input.",
      ]
    ),
    .report: (
      "FORMAT [FILE…]", "write a web page that explains a format string",
      [
        "Writes one HTML file, which needs no other file and runs no script. It draws the tree of the predicate and says in",
        "English what each part means. It lists the warnings, and the profiles that permit or refuse the predicate, with",
        "the reasons: untrusted, coredata and cloudkit, and that of --profile with the keys of --keys.",
        "",
        "With files, whose rows are read as by predcheck eval, each part has the number of rows that it matches, as in",
        "predcheck why, and the first rows have the value of each part. With --model FILE --entity NAME, the page has the",
        "SQL of each dialect with its parameters and the notes about indexes.",
        "",
        "Conversions such as %@ and variables need values only with files. If the format is wrong, the page has the",
        "errors with their fixes, and the errors are printed too.",
        "",
        "Exit status: 0 for success, also if no row matches, 2 for an invalid call, format or input.",
      ]
    ),
    .repl: (
      "FILE…", "read format strings line by line, and print the rows that match",
      [
        "Reads a format from each line of standard input, and prints the first ten rows that match and the number of",
        "all that do. The files are those of predcheck eval, also with --data FILE, and are read once. If a format has",
        "an error, prints it and reads the next line. A prompt is printed only on a terminal, which edits the lines.",
        "",
        ":all FORMAT prints all rows that match. :why FORMAT explains the answer, as predcheck why does. :sql FORMAT prints",
        "the SQL for --model, --entity and --dialect, or for --database with its plan. :history prints the lines so far,",
        ":help lists the commands, and :quit or Ctrl-D ends the program.",
        "",
        "With --database FILE --entity NAME, the rows are those of a table of a SQLite database, or the objects of --model.",
        "",
        "Exit status: 0 at the end of the input, 2 for an invalid call or invalid rows.",
      ]
    ),
    .sql: (
      "FORMAT --model FILE --entity NAME --dialect NAME", "print the SQL that finds the matching objects",
      [
        "Prints a SELECT of the primary key as id. It finds the same objects as evaluation in memory in which values",
        "that cannot be computed are nil. Comments below it list the values to bind, in order; with --residual, the",
        "predicate that remains to be evaluated on the rows found; and notes about indexes and errors.",
        "The model is a file as in Grammar/Guides/DataModel.md. With - as FORMAT, reads the format from standard input.",
        "",
        "With --database FILE, runs the statement on SQLite and prints the identifiers, one per line. --dialect may",
        "then be omitted. With --explain too, prints the statement instead, with SQLite's plan (EXPLAIN QUERY PLAN)",
        "after the notes.",
        "",
        "With --sort, --limit, --select, --group-by and similar options (predcheck eval --help), the statement is",
        "that of the whole request. If the dialect cannot express a part of it exactly, a comment shows the request",
        "that remains to be run in memory on the rows found.",
        "",
        "On a terminal, or with --layout lines, each clause and each operand of AND and OR begins a line; with --layout",
        "one, the statement is one line. With --inline, the values are literals in the statement instead of",
        "parameters, so that it can be pasted into the shell of the database. A program that runs statements should",
        "bind parameters. A comment lists the functions that only PredicateSQLite has, if the statement needs any.",
        "",
        "With --json, prints one object: sql, parameters (type, and value as in case files; a list is an array of",
        "values of the type), residual (a format, or null), notes (kind, message, start and end as half-open UTF-8",
        "offsets, line and column), functions if SQLite needs some of PredicateSQLite, remainder if a part of a request",
        "remains, and plan with --explain. With --database alone, prints one object per identifier: id; per row of",
        "--select or --group-by: value.",
        "",
        "Exit status: 0 for success, even if nothing is found, 2 for an invalid call or input, or if the format is",
        "invalid, does not fit the model or cannot be translated to the dialect.",
      ]
    ),
    .model: (
      "--database FILE | --schema FILE | --query ENGINE", "make a data model from the tables of a database",
      [
        "Prints a data model (Grammar/Guides/DataModel.md) with the tables, columns and foreign keys of a database, and on",
        "standard error a note for each table and column that has no counterpart.",
        "",
        "--database reads an SQLite database. For other engines, run the query that --query prints, save its result as",
        "CSV with a header, and give the file to --schema:",
        "  psql --csv --command=\"$(predcheck model --query postgresql)\" shop > schema.csv",
        "  predcheck model --schema schema.csv > model.json",
        "",
        "Exit status: 0 for success, 2 for an invalid call or input, or if no table can be read.",
      ]
    ),
    .tree: (
      "FORMAT", "print the tree of a format string as JSON",
      [
        "Prints the tree as the library encodes it (Grammar/Tree.md); decoding it yields an equal predicate.",
        "Conversions such as %@ are kept. With - as FORMAT, reads the format from standard input. With --json, prints",
        "the tree on one line.",
        "",
        "Exit status: 0 for success, 2 for an invalid call or format.",
      ]
    ),
    .profile: (
      "NAME-or-FILE", "print a profile as a file, to start another one from",
      [
        "A profile lists what a predicate may use: operators, functions, keys, literals, limits (Grammar/Guides/Profiles.md).",
        "The shipped profiles are:",
      ] + PredicateProfile.shipped.map { "  \($0.name): \($0.about)" } + [
        "",
        "With --json, prints the profile on one line.",
        "",
        "Exit status: 0 for success, 2 if the profile cannot be used.",
      ]
    ),
    .test: (
      "PATH…", "run case files",
      [
        "A path is a file of cases (JSON Lines) or a folder: every *.jsonl below it whose first line is a case.",
        "With -, reads cases from standard input. Prints a line for each failure, and the totals in the last line.",
        "",
        "With --json, prints one object per case that did not pass: id, outcome, expected and got or reason, file,",
        "line. The last object has the totals: passed, failed, skipped.",
        "",
        "Exit status: 0 if no case failed, 1 if a case failed, 2 if a path cannot be used.",
      ]
    ),
    .completions: (
      "SHELL", "print completions for bash, zsh or fish, or the manual page",
      [
        "SHELL is bash, zsh, fish, or man for the manual page. All are made from the table of options.",
        "",
        "Exit status: 0 for success, 2 for another SHELL.",
      ]
    ),
    .help: (
      "[COMMAND]", "print the help of the program or of a command",
      ["Exit status: 0 for success, 2 if the command is unknown."]
    ),
    .version: ("", "print the version, as --version does", ["Exit status: 0 for success."]),
    .explain: (
      "[CODE…]", "explain a diagnostic, with a wrong and a right example",
      [
        "CODE is the name in brackets before a message: is-null in error[is-null]. Without CODE, lists all codes.",
        "",
        "With --json, prints one object per code: code, severity, stage, why, bad and good (format, and arguments,",
        "object, type, profile or functions if the example needs them).",
        "",
        "Exit status: 0 for success, 2 if the code is unknown.",
      ]
    ),
  ]
}
