import CommandSupport
import PredicateInput
import PredicateLint
import PredicateSQL

/// How `predcheck lint` prints findings.
package enum LintForm: String, CaseIterable, Sendable {
  case text, json, github, sarif, junit
}

// The options of predcheck. `Command.flags` lists those of each command.
extension Flag {
  package static let expression = Flag("expression", permitsWord: true, "parse expressions, not predicates")
  package static let profile = Flag(
    "profile", value: "NAME-or-FILE", "reject formats that use more than this profile permits")
  package static let keys = Flag("keys", value: "KEY,…", "the key paths that the profile permits, instead of its own")
  package static let data = Flag(
    "data", value: "FILE", repeats: true, "a file with rows, before those after the format; - is standard input")
  package static let type = Flag(
    "type", value: "TYPE", allowed: RowKind.names.map(\.name),
    "the type of the files, if their names do not show it")
  package static let delimiter = Flag(
    "delimiter", value: "CHARACTER", "the character between the cells of CSV files, if their headers do not show it")
  package static let rowPath = Flag(
    "rows", value: "PATH",
    "the keys that lead to the rows in a document, such as data.items; a * at the end reads the fields of an object")
  package static let skipInvalid = Flag(
    "skip-invalid", "skip lines that are not JSON, and records of CSV files with a wrong number of cells")
  package static let types = Flag(
    "types", value: "KEY=TYPE,…", repeats: true,
    "read columns of CSV files, and keys of other rows, as \(CellKind.allCases.map(\.rawValue).joined(separator: ", "))"
  )
  package static let null = Flag(
    "null", value: "TEXT", repeats: true, "a cell of a CSV file with this text, such as NA, is nil")
  package static let model = Flag("model", value: "FILE", "the data model: entities with their tables and columns")
  package static let entity = Flag("entity", value: "NAME", "the entity of SELF in the model")
  package static let dialect = Flag(
    "dialect", value: "NAME-or-FILE",
    "the SQL dialect, or a file with one: \(DatabaseDialect.all.map(\.name).joined(separator: ", "))")
  package static let residual = Flag(
    "residual", "leave what the dialect cannot express to a predicate on the rows found")
  package static let database = Flag("database", value: "FILE", "the SQLite database to query")
  package static let schema = Flag(
    "schema", value: "FILE", "the CSV file with the result of the query that --query prints")
  package static let query = Flag(
    "query", value: "ENGINE", allowed: DatabaseSchema.Catalog.allCases.map(\.rawValue),
    "print the query that lists the tables of an engine")
  package static let arg = Flag(
    "arg", value: "VALUE", repeats: true, "the value of the next conversion (%@, %K, %d, …)")
  package static let `var` = Flag("var", value: "NAME=VALUE", repeats: true, "the value of the variable $NAME")
  package static let sort = Flag(
    "sort", value: "KEY[:desc][:ci]", repeats: true,
    "sort by a key; modifiers: asc or desc, ci or localized")
  package static let after = Flag(
    "after", value: "VALUE", repeats: true,
    "begin after the rows with this value of the next --sort key")
  package static let offset = Flag("offset", value: "N", "skip the first N rows")
  package static let limit = Flag("limit", value: "N", "print at most N rows")
  package static let select = Flag(
    "select", value: "[NAME=]PROPERTY", repeats: true,
    "print a key or an expression, such as average:(length)")
  package static let groupBy = Flag(
    "group-by", value: "KEY,…", repeats: true,
    "print one row for each group of rows with equal values")
  package static let having = Flag("having", value: "FORMAT", "print only the groups that match")
  package static let distinct = Flag("distinct", "print equal rows of --select only once")
  package static let count = Flag("count", "print only the number of matching rows")
  package static let why = Flag("why", "explain the answer, as predcheck why does")
  package static let row = Flag(
    "row", value: "N-or-FORMAT", repeats: true,
    "show the value of each part for this row, counted from 0, or for the first rows that match")
  package static let html = Flag("html", value: "FILE", "write the answer as a web page")
  package static let explainPlan = Flag("explain", "print the statement with SQLite's plan for the database")
  package static let layout = Flag(
    "layout", value: "FORM", allowed: ["lines", "one"],
    "print the statement in lines, as on a terminal, or on one line")
  package static let inline = Flag("inline", "write the values into the statement, as literals of the dialect")
  package static let onError = Flag(
    "on-error", value: "WHAT", allowed: ["throw", "nil"],
    "report a value that cannot be computed, or treat it as nil")
  package static let color = Flag(
    "color", value: "WHEN", allowed: ["auto", "always", "never"], default: "auto", "color messages and explanations")
  package static let file = Flag("file", value: "FILE", repeats: true, "read the formats in this file, one per line")
  package static let fix = Flag("fix", "print the formats with the fixes that keep their meaning")
  package static let allFixes = Flag("unsafe-fixes", "print the formats with all fixes, also those that are guesses")
  package static let form = Flag(
    "format", value: "FORM", allowed: LintForm.allCases.map(\.rawValue), default: LintForm.text.rawValue,
    "print the findings as text, as JSON lines, as annotations of GitHub, as SARIF or as JUnit XML")
  package static let hostProfile = Flag(
    "profile", value: "NAME-or-FILE", "check all predicates against this profile, and not against that of their place")
  package static let kind = Flag(
    "as", value: "KIND", allowed: FileKind.allCases.map(\.rawValue), "read the named files as this kind of file")
  package static let define = Flag(
    "define", value: "NAME=VALUE", repeats: true, "the text of %NAME% in recipes, and of $NAME in scripts")
  package static let fixFiles = Flag("fix", "change the files: apply the fixes that keep their meaning")
  package static let allFileFixes = Flag(
    "unsafe-fixes", "change the files: apply all fixes, also those that are guesses")
  package static let baseline = Flag("baseline", value: "FILE", "do not report the findings in this file")
  package static let writeBaseline = Flag("write-baseline", "write all findings to the file of --baseline")
  package static let strict = Flag("strict", "exit with 1 for warnings, too")
  package static let fileModel = Flag(
    "model", value: "FILE", "the data model of the predicates in source code, and of all with --entity")
  package static let check = Flag("check", "only list the formats that are not in the canonical layout")
  package static let diff = Flag("diff", "print the changes as a unified diff, and change nothing")
  package static let width = Flag(
    "width", value: "N", default: "80", "break formats that are wider than N columns over lines")
  package static let rows = Flag(
    "rows", value: "N", default: "100000", "search at most N rows that are made from the formats")
  package static let seed = Flag("seed", value: "N", default: "1", "the seed of random rows")
  package static let version = Flag("version", letter: UInt8(ascii: "V"), "print the version")
  package static let ignoreUnknown = Flag("ignore-unknown", "ignore unknown fields of cases")
  package static let files = Flag(
    "files", value: "FOLDER", "let cases name files below this folder, not only below their own")
  package static let output = Flag(
    "output", value: "FORM", allowed: OutputForm.allCases.map(\.rawValue), default: "lines",
    "print rows unchanged, as JSON with their places, as JSON alone (jsonl), as CSV or as a table")
  package static let page = Flag("output", value: "FILE", "write the page to this file, and not to standard output")
  package static let noConfig = Flag("no-config", "do not read the configuration file .predcheck.json")
  package static let json = Flag("json", "print one JSON object per line")
}
