import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateSQLite
import TestSupport
import Testing

/// `predcheck repl`: formats of standard input.
struct ReplTests {
  private static let model = packageRoot.appendingPathComponent("Corpus/SQL/Models/wordlist.json").path

  private static let options = ["--model", model, "--entity", "Word", "--dialect", "duckdb"]

  /// Runs the command on a file of twelve rows.
  private func answer(_ lines: String..., options: [String] = [], isInteractive: Bool = false) throws -> Run {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("rows-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    try (1...12).map { "{\"n\": \($0)}\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    return Self.run(["--data", file.path] + options, lines.joined(separator: "\n"), isInteractive)
  }

  private static func run(_ options: [String], _ input: String, _ isInteractive: Bool = false) -> Run {
    let console = Console(
      output: ByteSink(descriptor: nil), errors: ByteSink(descriptor: nil), hasColor: false,
      input: ByteSource(Array(input.utf8), name: "<stdin>"), isInteractive: isInteractive)
    let status = Predcheck.run((["repl"] + options).map { Array($0.utf8) }, console)
    return Run(status: status, output: console.output.text, errors: console.errors.text)
  }

  @Test("a limit ends an answer")
  func limits() throws {
    let profile = FileManager.default.temporaryDirectory.appendingPathComponent("few-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: profile) }
    try #"{"version": 1, "name": "few", "limits": {"rows": 3}}"#.write(to: profile, atomically: true, encoding: .utf8)
    let run = try answer("n > 3", ":why n > 3", options: ["--profile", profile.path])
    #expect(run.output.isEmpty)
    #expect(run.errors.components(separatedBy: "error[too-many-rows]").count == 3)
  }

  @Test("the first ten rows that match, and their number")
  func rows() throws {
    let run = try answer("n > 10\r", "", "n > 0")
    #expect(run.status == .fine)
    let ten = (1...10).map { "{\"n\": \($0)}" }
    #expect(
      run.lines == [#"{"n": 11}"#, #"{"n": 12}"#, "2 of 12 rows match"] + ten + ["…", "12 of 12 rows match"])
    #expect(run.errors.isEmpty)
    let variable = try answer("n == $x", ":why n < $x", options: ["--var", "x=3"]).output
    #expect(variable.hasPrefix("{\"n\": 3}\n1 of 12 rows match\n2 of 12 rows match\n"), "\(variable)")
    #expect(try answer("m == 1").errors.hasPrefix("warning[absent-key]"))
    #expect(try answer("n > 'a'").errors.hasPrefix("the predicate cannot be evaluated on 12 rows: "))
    #expect(try answer("n == 12 AND n > 'a'").errors.contains(" on 1 row: "))
    #expect(try answer(":all n > 1").lines == (2...12).map { "{\"n\": \($0)}" } + ["11 of 12 rows match"])
  }

  @Test("an error does not end the program")
  func errors() throws {
    let run = try answer("n >", "n == $x", "n == %@", ":sql n > 1", ":wyh n > 1", ":what", "n == 1")
    #expect(run.status == .fine)
    #expect(run.lines == [#"{"n": 1}"#, "1 of 12 rows match"])
    // Only the rest of the line is the format.
    #expect(try answer("-", ":sql -", "n == 1", options: Self.options).lines == ["{\"n\": 1}", "1 of 12 rows match"])
    for part in [
      "error[expected-expression]", "error[unbound-variable]", "error[too-few-arguments]", "expected --dialect NAME",
      "unknown command ':wyh'; did you mean :why?", "unknown command ':what'; :help lists the commands",
    ] {
      #expect(run.errors.contains(part), "\(part): \(run.errors)")
    }
  }

  @Test("commands")
  func commands() throws {
    let run = try answer(
      ":why n > 20", ":sql length > 3", ":help", ":history", ":quit ", "n > 0", options: Self.options)
    #expect(run.status == .fine)
    #expect(run.output.hasPrefix("no row of 12 matches\n"))
    #expect(run.output.contains("\nSELECT t0.\"id\""))
    #expect(run.output.contains("\n:quit        ends"))
    #expect(run.output.hasSuffix("\n:why n > 20\n:sql length > 3\n:help\n:history\n"))
    #expect(!run.output.contains("12 of 12"))
    let wrong = try answer(":quit n", ":help n", "n == 1")
    #expect(wrong.errors == ":quit takes no format\n:help takes no format\n", "\(wrong.errors)")
    #expect(wrong.output.hasSuffix("1 of 12 rows match\n"))
    let typed = try answer("n == 1", isInteractive: true)
    #expect(typed.output == "12 rows; :help lists the commands\n> {\"n\": 1}\n1 of 12 rows match\n> \n")
  }

  @Test("invalid calls")
  func unusable() throws {
    for (options, reason) in [
      (["--data", "-"], "standard input can be read only once"), ([], "expected a file, or --database FILE"),
      (["--data", "/no/such.csv"], "/no/such.csv: the file does not exist"),
      (["n > 1"], "predcheck: n > 1: the file does not exist\n"),
      (["x", "--database", "y"], "files cannot be combined with --database"),
      (["--data", "x", "--database", "y"], "--data cannot be combined with --database"),
      (["--data", "x", "--inline"], "--inline needs --model or --database"),
      (["--data", "x", "--model", "/no/model.json", "--entity", "A"], "/no/model.json: the file does not exist"),
      (["--database", "/no/such.db", "--model", Self.model, "--entity", "Word"], "/no/such.db"),
    ] {
      let run = Self.run(options, "n > 1\n")
      #expect(run.status == .unusable)
      #expect(run.errors.contains(reason), "\(run.errors)")
    }
  }

  @Test("objects of a database", .enabled(if: (try? SQLiteLibrary.system()) != nil))
  func database() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).db").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let connection = try SQLiteDatabaseConnection(.readWrite(path))
    try connection.execute("CREATE TABLE word_category (id INTEGER PRIMARY KEY, first_letter TEXT NOT NULL)")
    try connection.execute(
      "CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL, text_c TEXT, length INTEGER, category_id)")
    try connection.execute("INSERT INTO word VALUES (1, 'zoo', 'zoo', 3, NULL), (2, 'a', 'a', 1, NULL)")
    let run = Self.run(
      ["--database", path, "--model", Self.model, "--entity", "Word"], "length > 2\nlenght > 2\n:sql length > 2\n")
    #expect(run.status == .fine)
    #expect(run.output.hasPrefix("{\"text\": \"zoo\", \"length\": 3}\n1 of 2 rows match\nSELECT "), "\(run.output)")
    #expect(run.output.contains("\n-- plan: "))
    #expect(run.errors.hasPrefix("error[unknown-key]"))
    try connection.execute("DROP TABLE word")
    let failed = Self.run(["--database", path, "--model", Self.model, "--entity", "Word"], "length > 2\n")
    #expect(failed.errors.hasPrefix("the predicate cannot be evaluated: "), "\(failed.errors)")
  }
}
