import CommandSupport
import PredicateFormat
import PredicateSQL
import ProofSupport

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
        .engine, .count, .seed, .from, .out, .answers, .noStatements, .requests, .decimals, .literals, .unfolded,
        .sizes,
        .help,
      ]
    case .seeds: [.engine, .out, .answers, .help]
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
  static let engine = Flag(
    "engine", value: "NAME-or-FILE", default: "sqlite",
    "the engine, or an engine file: \(DatabaseDialect.all.map(\.name).joined(separator: ", "))")
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
  /// Returns the engine of `--engine`: that of a dialect of the library, or that of a file, whose name ends in `.json`.
  func engine() throws(UsageError) -> ProofEngine {
    let name = try requiredText(.engine)
    if let dialect = DatabaseDialect.named(name) { return ProofEngine(dialect) }
    guard name.hasSuffix(".json") else {
      let known = DatabaseDialect.all.map(\.name)
      throw UsageError(
        "--engine: '\(name)' is not an engine file (NAME.json) or one of \(known.joined(separator: ", "))", of: command)
    }
    do { return try ProofEngine(file: name) } catch { throw UsageError("--engine: \(error)", of: command) }
  }
}
