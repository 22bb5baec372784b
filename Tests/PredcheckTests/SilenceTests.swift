import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateSQLite
import TestSupport
import Testing

/// An answer that is empty or nil says why.
struct SilenceTests {
  private func eval(_ arguments: [String], input: String) -> Run {
    Run(bytes: (["eval"] + arguments + ["--data", "-", "--type", "jsonl"]).map { Array($0.utf8) }, input: input)
  }

  @Test(
    "sql notes a part that is false for every row",
    arguments: [
      "length > 99999999999", "length == 1.5", "length == 3 AND FALSEPREDICATE", "text LIKE nil",
      "text BEGINSWITH nil", "length == 3 AND length > 99999999999",
    ])
  func never(format: String) {
    let run = words("sql", format, "--dialect", "sqlite")
    #expect(run.output.contains("WHERE 0"))
    #expect(run.output.contains("-- note[never]: this is false for every row, so the statement finds none"))
    #expect(words("sql", format, "--dialect", "sqlite", "--json").output.contains(#""kind": "never""#))
  }

  @Test("sql says nothing of a text that is false itself, or of a condition that may be true")
  func perhaps() {
    for format in ["FALSEPREDICATE", "length == 3", "length == 3 OR length == 1.5", "TRUEPREDICATE"] {
      #expect(!words("sql", format, "--dialect", "sqlite").output.contains("never"), "\(format)")
    }
  }

  @Test("sql warns about values of different kinds, with and without a database")
  func neverEqual() throws {
    let run = words("sql", #"length == "3""#, "--dialect", "sqlite")
    #expect(run.errors.contains("warning[never-equal]"))
    guard (try? SQLiteLibrary.system()) != nil else { return }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("silence-\(UUID().uuidString).db").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let connection = try SQLiteDatabaseConnection(.readWrite(path))
    try connection.execute(
      "CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL, text_c TEXT, length INTEGER, category_id)")
    #expect(words("sql", #"length == "3""#, "--database", path).errors.contains("warning[never-equal]"))
    #expect(words("sql", "length > 99999999999", "--database", path).errors.contains("note[never]"))
    #expect(words("eval", "length > 99999999999", "--database", path).errors.contains("note[never]"))
    #expect(!words("sql", "length > 3", "--database", path).errors.contains("never"))
  }

  @Test("a division in words is a warning, and not nil without a word")
  func wordOperator() {
    let run = eval(["TRUEPREDICATE", "--select", "2 mod 3"], input: "{\"a\": 1}\n")
    #expect(run.errors.contains("warning"))
    #expect(run.errors.contains("mod"))
  }

  @Test("on a terminal, the hint names the option that leaves nothing")
  func hints() {
    func errors(_ arguments: String...) -> String {
      let console = Console(
        output: ByteSink(descriptor: nil), errors: ByteSink(descriptor: nil), hasColor: false,
        input: ByteSource(Array("{\"n\": 1}\n{\"n\": 2}\n".utf8), name: "<stdin>"), isTerminal: true)
      let call = ["eval"] + arguments + ["--data", "-", "--type", "jsonl"]
      _ = Predcheck.run(call.map { Array($0.utf8) }, console)
      return console.errors.text
    }
    #expect(errors("n == 9").contains("no row matches; predcheck why, or --why, explains it"))
    #expect(errors("n > 0", "--offset", "10").contains("nothing is left after --offset 10;"))
    #expect(errors("n > 0", "--limit", "0").contains("nothing is left after --limit 0;"))
    #expect(
      errors("TRUEPREDICATE", "--group-by", "n", "--having", "n > 9").contains("nothing is left after --having;"))
    #expect(errors("n > 0").isEmpty)
  }

  @Test("an average that --on-error nil makes nil is a warning")
  func average() {
    let rows = "{\"a\": 1}\n{\"a\": \"NA\"}\n{\"a\": 3}\n"
    let run = eval(["TRUEPREDICATE", "--select", "m=average:(a)", "--on-error", "nil"], input: rows)
    #expect(run.errors.contains("warning: a result is nil: "))
    #expect(run.errors.contains("without --on-error nil this is an error"))
    let numbers = eval(["a != 'NA'", "--select", "m=average:(a)", "--on-error", "nil"], input: rows)
    #expect(numbers.errors.isEmpty)
    #expect(numbers.output.contains("2"))
  }

  @Test("a time since 1970 in the elements of a SUBQUERY is a warning")
  func unixTime() {
    let rows = "{\"kids\": [{\"ts\": 1700000000, \"g\": [{\"ts\": 1700000000}]}]}\n"
    for format in [
      #"SUBQUERY(kids, $k, CAST($k.ts, "NSDate") > now()).@count > 0"#,
      #"SUBQUERY(kids, $k, SUBQUERY($k.g, $g, CAST($g.ts, "NSDate") > now()).@count > 0).@count > 0"#,
    ] {
      #expect(eval([format], input: rows).errors.contains("warning[unix-time]"), "\(format)")
    }
    let early = "{\"kids\": [{\"ts\": 700000000}]}\n"
    #expect(eval([#"SUBQUERY(kids, $k, CAST($k.ts, "NSDate") > now()).@count > 0"#], input: early).errors.isEmpty)
  }

  @Test(
    "why finds composed and decomposed letters where no option applies",
    arguments: [
      "n IN {'caf\u{E9}', 'y'}", "'caf\u{E9}' IN l", "l CONTAINS 'caf\u{E9}'", "n BETWEEN {'caf\u{E9}', 'caf\u{E9}'}",
      "SUBQUERY(l, $x, $x == 'caf\u{E9}').@count > 0", "n == 'caf\u{E9}'",
    ])
  func letters(format: String) {
    let rows = "{\"n\": \"cafe\u{301}\", \"l\": [\"cafe\u{301}\"]}\n{\"n\": \"b\", \"l\": [\"b\"]}\n"
    let run = Run(
      bytes: ["why", format, "--data", "-", "--type", "jsonl"].map { Array($0.utf8) }, input: rows)
    #expect(run.output.contains("composed"), "\(run.output)")
  }

  @Test("why --json is one object")
  func whyJSON() throws {
    let run = Run(
      bytes: ["why", "--json", "n == 9", "--data", "-", "--type", "jsonl"].map { Array($0.utf8) }, input: "{\"n\": 1}\n"
    )
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    #expect(object is [String: Any])
  }
}
