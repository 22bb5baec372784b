import CommandSupport
import PredicateFormat

/// The commands of sqlproof. See README.md in this folder.
enum SQLProofCommand: String, CommandSet {
  case random, seeds

  static let program = "sqlproof"
  static let about = "proves that memory and SQL find the same rows"
  static let defaultCommand = SQLProofCommand.random
  static let notes = "Exit status: 0 if there is no difference, 1 if there is one, 2 if the proof cannot be run."

  var flags: [Flag] {
    switch self {
    case .random:
      [
        .dialect, .count, .seed, .from, .out, .answers, .noStatements, .requests, .decimals, .literals, .unfolded,
        .sizes,
        .help,
      ]
    case .seeds: [.dialect, .out, .answers, .help]
    }
  }

  var synopsis: String {
    switch self {
    case .random: ""
    case .seeds: "FOLDER…"
    }
  }

  var summary: String {
    switch self {
    case .random: "predicates or fetch requests made at random"
    case .seeds: "the fetch request cases below folders"
    }
  }

  var details: [String] {
    switch self {
    case .random:
      [
        "Runs SQLite in this process. For the other engines, writes a work file with --out. --answers completes requests",
        "in memory, with the rows that the runner of a work file kept.",
        "",
        "--sizes runs nothing: it translates the predicates to every dialect, and prints the sizes of the statements and",
        "how many predicates leave a residual predicate.",
      ]
    case .seeds:
      [
        "Writes a work file with --out. --answers completes in memory what the statements leave, with the rows that the",
        "runner of the work file kept.",
      ]
    }
  }
}

extension Flag {
  static let dialect = Flag(
    "dialect", value: "NAME", allowed: DatabaseDialect.all.map(\.name), default: "sqlite", "the SQL dialect")
  static let count = Flag("count", value: "N", default: "1000", "the number of predicates or requests")
  static let seed = Flag("seed", value: "N", default: "1", "the seed")
  static let from = Flag("from", value: "N", default: "0", "the number of the first predicate or request")
  static let out = Flag("out", value: "FILE", "the work file to write")
  static let answers = Flag("answers", value: "FILE", "the rows that the runner of a work file kept")
  static let noStatements = Flag("no-statements", "omit the statements of other forms and the attacks")
  static let requests = Flag("requests", "test fetch requests, not predicates")
  static let decimals = Flag("decimals", "test only predicates on decimals")
  static let literals = Flag("literals", "write the values into the statements, as predcheck sql --inline does")
  static let unfolded = Flag("unfolded", "translate with a model without folded columns; implies --no-statements")
  static let sizes = Flag("sizes", "print the sizes of the statements of every dialect")
}

extension Invocation<SQLProofCommand> {
  /// Returns the dialect of `--dialect`.
  func dialect() throws(UsageError) -> DatabaseDialect { DatabaseDialect.named(try requiredText(.dialect)) ?? .sqlite }
}
