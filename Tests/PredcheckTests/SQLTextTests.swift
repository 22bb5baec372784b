import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateSQL
import TestSupport
import Testing

/// The forms in which `predcheck sql` prints a statement.
struct SQLTextTests {
  private let wordModel = packageRoot.appendingPathComponent("Corpus/SQL/Models/wordlist.json").path

  /// Returns the printed lines that are not comments.
  private func statement(_ run: Run) -> String { run.lines.filter { !$0.hasPrefix("--") }.joined(separator: "\n") }

  @Test("a line for each clause, and for each operand of AND and OR")
  func lines() {
    let format = """
      length > 3 AND (text == 'a' OR text == 'b' OR length BETWEEN {1, 2}) AND NOT wordCategory.firstLetter == 'z'
      """
    let run = words("sql", format, "--dialect", "sqlite", "--layout", "lines", "--sort", "length", "--limit", "3")
    #expect(run.status == .fine)
    #expect(
      statement(run) == """
        SELECT t0."id" AS "id"
        FROM "word" AS t0
        LEFT JOIN "word_category" AS t1 ON t1."id" = t0."category_id"
        WHERE t0."length" > ?
          AND (
            t0."text" IN (SELECT value FROM json_each(?))
            OR (t0."length" >= ? AND t0."length" <= ?)
          )
          AND (t1."first_letter" <> ? OR t1."first_letter" IS NULL)
        ORDER BY t0."length", t0."id"
        LIMIT 3
        """)
  }

  @Test("the contents of a long subselect are indented")
  func subselects() throws {
    let format = "SUBQUERY(words, $w, $w.length > 3 AND $w.text BEGINSWITH 'zo').@count > 2 AND firstLetter == 'z'"
    let run = Run(
      "sql", format, "--model", wordModel, "--entity", "WordCategory", "--dialect", "postgresql", "--layout", "lines")
    #expect(
      statement(run) == """
        SELECT t0."id" AS "id"
        FROM "word_category" AS t0
        WHERE (
          SELECT COUNT(*)
          FROM "word" AS t1
          WHERE t1."category_id" = t0."id"
            AND t1."length" > $1::int8
            AND t1."text" >= $2::text
            AND t1."text" < $3::text
        ) > $4::int8
          AND t0."first_letter" = $5::text
        """)
  }

  @Test("one line without a terminal, and lines on a terminal unless the output is JSON")
  func terminal() {
    let format = "length > 3 AND text == 'b'"
    let call = ["sql", format, "--model", wordModel, "--entity", "Word", "--dialect", "sqlite"]
    func lines(_ more: String...) -> Int {
      let console = Console(
        output: ByteSink(descriptor: nil), errors: ByteSink(descriptor: nil), hasColor: false,
        input: ByteSource([], name: "<stdin>"), isTerminal: true)
      _ = Predcheck.run((call + more).map { Array($0.utf8) }, console)
      return console.output.text.split(separator: "\n").count { !$0.hasPrefix("--") }
    }
    #expect(lines() == 4)
    #expect(lines("--layout", "one") == 1)
    #expect(lines("--json") == 1)
    #expect(words("sql", format, "--dialect", "sqlite").lines.first?.contains(" AND ") == true)
    let json = words("sql", format, "--dialect", "sqlite", "--json", "--layout", "lines")
    #expect(json.output.contains(#"\n  AND "#))
  }

  @Test("the values are literals of the dialect, and no parameters remain")
  func inline() {
    let value = "it's \\ -- ?"
    let literals = [
      ("sqlite", #"'it''s \ -- ?'"#), ("postgresql", #"E'it''s \\ -- ?'::text"#), ("mariadb", #"'it''s \\ -- ?'"#),
      ("duckdb", #"'it''s \ -- ?'"#), ("clickhouse", #"'it''s \\ -- ?'"#), ("spark", #"'it''s \\ -- ?'"#),
    ]
    for (dialect, literal) in literals {
      let run = words("sql", "text == %@ AND length > 3", "--arg", value, "--dialect", dialect, "--inline")
      #expect(run.status == .fine)
      #expect(run.lines.first?.contains(literal) == true, "\(run.output)")
      #expect(!run.output.contains("-- 1: "))
    }
    let json = words("sql", "length > 3", "--dialect", "sqlite", "--inline", "--json")
    #expect(json.output.contains(#"\"length\" > 3", "parameters": [], "#))
  }

  @Test("a comment lists the functions that only PredicateSQLite has")
  func functions() {
    let format = "text MATCHES 'a' AND text CONTAINS[cd] 'b'"
    let run = words("sql", format, "--dialect", "sqlite")
    #expect(run.lines.contains("-- functions of PredicateSQLite: predicate_fold, predicate_matches"), "\(run.output)")
    let json = words("sql", format, "--dialect", "sqlite", "--json")
    #expect(json.output.contains(#""functions": ["predicate_fold", "predicate_matches"]"#))
  }

  @Test("invalid calls")
  func unusable() {
    for flag in [["--inline"], ["--layout", "lines"]] {
      let call = ["sql", "length > 3", "--model", wordModel, "--entity", "Word", "--database", "x.db"] + flag
      let run = Run(bytes: call.map { Array($0.utf8) })
      #expect(run.status == .unusable)
      #expect(run.errors.contains("\(flag[0]) needs --explain if there is --database"))
    }
    let misspelled = words("sql", "length > 3", "--dialect", "sqlite", "--layout", "line")
    #expect(misspelled.errors.contains("did you mean lines?"), "\(misspelled.errors)")
  }
}
