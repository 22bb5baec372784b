import Foundation
import PredicateFormat
import PredicateSQLite
import TestSupport
import Testing

/// Tests `FormatStringOptions.canonical`, which only a predicate built in Swift can have: strings compare as with Swift's `==`.
@Suite("Canonical equivalence")
struct CanonicalTests {
  private struct Row: Sendable { var text: String }

  private static let texts = [
    "caf\u{E9}", "cafe\u{301}", "cafe", "CAF\u{C9}", "\u{212B}", "\u{C5}", "A\u{30A}", "\u{AC00}", "\u{1100}\u{1161}",
    "e\u{301}\u{323}", "\u{1EB9}\u{301}", "", "\u{301}", "\u{FF21}", "A", "\u{37E}", ";", "\u{FB01}", "fi",
  ]

  private func comparison(_ op: FormatComparisonOperator, _ text: String) -> FormatPredicate {
    FormatPredicate(.keyPath("text"), op, .constant(text), options: .canonical)
  }

  @Test("== and != find what Swift's == and != find: typed, untyped, in columns and one by one")
  func equality() throws {
    let rows = Self.texts.map(Row.init)
    let records = Self.texts.map { FormatValue.record(["text": .string($0)]) }
    let columns = PredicateColumns(rows)
    for text in Self.texts {
      let expected = Self.texts.indices.filter { Self.texts[$0] == text }
      let others = Self.texts.indices.filter { Self.texts[$0] != text }
      #expect(try rows.indices(matching: comparison(.equalTo, text)) == expected, "\(text)")
      #expect(try records.indices(matching: comparison(.equalTo, text)) == expected, "\(text)")
      #expect(try columns.indices(matching: comparison(.equalTo, text)) == expected, "\(text)")
      #expect(try rows.indices(matching: comparison(.notEqualTo, text)) == others, "\(text)")
      #expect(try rows.indices.filter { try comparison(.equalTo, text).evaluate(with: rows[$0]) } == expected)
    }
    #expect(try rows.indices(matching: FormatPredicate("text == %@", "caf\u{E9}")) == [0])
  }

  @Test("the other operators compare the composed texts")
  func operators() throws {
    func matches(_ text: String, _ op: FormatComparisonOperator, _ needle: String) throws -> Bool {
      try comparison(op, needle).evaluate(with: Row(text: text))
    }
    #expect(try matches("cafe\u{301}s", .contains, "f\u{E9}"))
    #expect(try !matches("cafe\u{301}s", .contains, "cafe"))
    #expect(try matches("e\u{301}cole", .beginsWith, "\u{E9}"))
    #expect(try matches("caf\u{E9}", .endsWith, "e\u{301}"))
    #expect(try matches("caf\u{E9}", .like, "c?fe\u{301}"))
    #expect(try matches("cafe\u{301}", .matches, "caf."))
    #expect(try !matches("caf\u{E9}", .lessThan, "cafe\u{301}"))
    #expect(try matches("\u{FF21}", .notEqualTo, "A"))
    let both = FormatPredicate(
      .keyPath("text"), .equalTo, .constant("CAFE\u{301}"), options: [.canonical, .caseInsensitive])
    #expect(try both.evaluate(with: Row(text: "caf\u{E9}")))
    let prepared = FormatPredicate(
      .keyPath("text"), .equalTo, .constant("cafe\u{301}"), options: [.canonical, .normalized])
    #expect(try !prepared.evaluate(with: Row(text: "caf\u{E9}")))
    let local = FormatPredicate(
      .keyPath("text"), .equalTo, .constant("A"), options: [.canonical, .localeSensitive])
    let asAlways = FormatPredicate(.keyPath("text"), .equalTo, .constant("A"), options: .localeSensitive)
    for text in Self.texts {
      #expect(try local.evaluate(with: Row(text: text)) == asAlways.evaluate(with: Row(text: text)), "\(text)")
    }
  }

  @Test("it has no letter that a parser reads, and a coded tree contains it")
  func spelling() throws {
    let predicate = comparison(.equalTo, "a")
    #expect(predicate.losslessFormat == "text ==[u] \"a\"")
    #expect(codes { _ = try FormatPredicate("text ==[u] 'a'") } == [.unknownOption])
    #expect(try FormatPredicate("text == 'a'") != predicate)
    #expect(FormatStringOptions.canonical.spelling == "[u]")
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(predicate.text) }
    let coded = try JSONEncoder().encode(predicate)
    #expect(try JSONDecoder().decode(FormatPredicate.self, from: coded) == predicate)
    let profile = PredicateProfile(name: "p", permitted: [.options: ["c"]])
    #expect(predicate.findings(in: profile).map(\.code) == [.optionNotPermitted])
  }

  @Test("SQLite calls a function of the connection, and other engines refuse it")
  func databases() throws {
    let model = try PredicateModel([.init("Row", table: "row", attributes: [.init("text", .string)])])
    let predicate = comparison(.equalTo, "cafe\u{301}")
    let statement = try predicate.sql(.sqlite, model: model, entity: "Row")
    #expect(
      statement.text == #"SELECT t0."id" AS "id" FROM "row" AS t0 WHERE predicate_fold(t0."text", ?) = ?"#)
    #expect(statement.parameters.map(\.value) == [.string("u"), .string("caf\u{E9}")])
    for dialect in [DatabaseDialect.postgresql, .mariadb, .duckdb, .spark] {
      for op in [FormatComparisonOperator.equalTo, .contains, .matches, .lessThan] {
        let refused = codes { _ = try comparison(op, "e").sql(dialect, model: model, entity: "Row") }
        #expect(refused == [.untranslatable], "\(dialect.name) \(op)")
      }
    }
  }

  @Test("SQLite finds the rows that memory finds", .enabled(if: CanonicalTests.hasSQLite, "needs libsqlite3"))
  func sqlite() throws {
    let model = try PredicateModel([.init("Row", table: "row", attributes: [.init("text", .string)])])
    let connection = try SQLiteDatabaseConnection(.memory)
    try connection.execute("CREATE TABLE row(id INTEGER PRIMARY KEY, text TEXT)")
    for text in Self.texts {
      try connection.execute("INSERT INTO row(text) VALUES (?)", [SQLParameter(.string(text), .text)])
    }
    let store = SQLiteStore(connection, model: model)
    let rows = Self.texts.map(Row.init)
    for text in Self.texts {
      for op in [FormatComparisonOperator.equalTo, .notEqualTo, .contains, .beginsWith, .lessThan, .like, .matches] {
        let predicate = comparison(op, text)
        let found = try store.fetchIdentifiers(PredicateFetchRequest(predicate, of: "Row"))
        #expect(found == (try rows.indices(matching: predicate)).map { .integer(Int64($0 + 1)) }, "\(op) \(text)")
      }
    }
  }

  fileprivate static var hasSQLite: Bool { (try? SQLiteLibrary.system()) != nil }
}
