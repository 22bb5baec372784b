import Foundation
import PredicateFormat
import PredicateSQLite
import Testing

/// Database files made to exhaust the program that reads them, or to call functions that they should not.
@Suite("Hostile files", .enabled(if: isSQLiteThere, needsSQLite))
struct HostileFileTests {
  private static let model = Result {
    try PredicateModel([
      .init("Thing", table: "thing", attributes: [.init("number", .integer64), .init("text", .string)])
    ])
  }

  /// Returns the error of fetching the objects of a view, with limits.
  private func error(
    of view: String, _ limits: PredicateLimits = .default, _ change: (inout SQLiteLimits) -> Void = { _ in }
  ) throws -> (any Error)? {
    try withFile { path in
      do {
        let writer = try SQLiteDatabaseConnection(.readWrite(path))
        try writer.execute("PRAGMA trusted_schema = ON")
        try writer.execute("CREATE TABLE real(id INTEGER PRIMARY KEY, text TEXT)")
        try writer.execute("INSERT INTO real VALUES (1, 'a')")
        try writer.execute("CREATE VIEW thing AS \(view)")
      }
      let connection = try SQLiteDatabaseConnection(.readOnly(path))
      change(&connection.limits)
      let predicate = try FormatPredicate.template(utf8: Array("text != 'q'".utf8), limits: limits)
      do {
        _ = try SQLiteStore(connection, model: Self.model.get()).fetchAll(PredicateFetchRequest(predicate, of: "Thing"))
      } catch { return error }
      return nil
    }
  }

  @Test(
    "a value that is longer than the limit is an error, however it is computed",
    arguments: [
      "hex(zeroblob(9000000))", "zeroblob(17000000)",
      "replace(printf('%.*c', 5000, 'x'), 'x', printf('%.*c', 5000, 'y'))",
      "(WITH RECURSIVE n(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM n) SELECT max(s) FROM n)",
    ])
  func longValues(expression: String) throws {
    let error = try error(of: "SELECT 1 AS id, 1 AS number, \(expression) AS text") as? SQLiteDatabaseError
    #expect(error?.reason == .tooBig)
    #expect(error?.message.contains("longer than the limit valueLength of 16777216 bytes") == true)
  }

  @Test(
    "values of exactly the limit are read and bound, longer ones are not; the limit may be raised between statements"
  )
  func lengths() throws {
    let connection = try SQLiteDatabaseConnection()
    for limit in [1_000, 2_000] {
      connection.limits.valueLength = limit
      let just = String(repeating: "a", count: limit)
      #expect(try value("?", text(just), on: connection) == .string(just))
      for (expression, operands) in [("?", [text(just + "a")]), ("zeroblob(\(limit + 1))", [])] {
        let error = #expect(throws: SQLiteDatabaseError.self) {
          _ = try connection.rows(of: "SELECT \(expression)", operands).next()
        }
        #expect(error?.reason == .tooBig, "\(expression)")
      }
    }
  }

  @Test("an infinite view, or one of ever longer rows, ends at the limits of the predicate")
  func endless() throws {
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, i AS number, 'a' AS text FROM n"
    for (limits, code) in [
      (PredicateLimits(steps: 50_000), FormatDiagnostic.Code.tooManySteps),
      (PredicateLimits(duration: .milliseconds(20)), .tooSlow),
    ] {
      let error = try error(of: endless, limits) as? FormatError
      #expect(error?.diagnostics.map(\.code) == [code])
    }
    // Also in one row that is never completed.
    let never =
      "SELECT 1 AS id, 1 AS number, (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n) AS text"
    let error = try error(of: never, PredicateLimits(steps: 50_000)) as? FormatError
    #expect(error?.diagnostics.map(\.code) == [.tooManySteps])
  }

  @Test(
    "the schema of a file calls only foldings and lengths of this module",
    arguments: [
      ("predicate_like(text, '*', '')", false), ("predicate_matches(text, 'a', '')", false),
      ("predicate_call('uppercase:', text)", false), ("predicate_cast(text, 'NSString')", false),
      ("predicate_unit_double(id, 2)", false), ("predicate_units(id)", false),
      ("predicate_fold(text, 'c')", true), ("predicate_length(text)", true), ("upper(text)", true),
    ])
  func functions(call: String, isPermitted: Bool) throws {
    let error = try error(of: "SELECT id, 1 AS number, CAST(\(call) AS TEXT) AS text FROM real")
    if isPermitted {
      #expect(error == nil)
    } else {
      let name = call.prefix { $0 != "(" }
      #expect((error as? SQLiteDatabaseError)?.message == "unsafe use of \(name)()")
    }
  }

  @Test("a statement cannot switch off the protection of the file")
  func defensive() throws {
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE t(x)")
    try connection.execute("PRAGMA writable_schema = ON")
    let error = #expect(throws: SQLiteDatabaseError.self) { try connection.execute("DELETE FROM sqlite_schema") }
    #expect(error?.message == "table sqlite_master may not be modified")
    #expect(try connection.rows(of: "PRAGMA trusted_schema").next() == [.integer(0)])
    #expect(try connection.rows(of: "PRAGMA cell_size_check").next() == [.integer(1)])
  }

  @Test("columns that double each other are refused before they use all memory")
  func doubling() throws {
    let connection = try SQLiteDatabaseConnection()
    let columns = (1...22).map { "c\($0) AS (c\($0 - 1) || c\($0 - 1))" }
    try connection.execute("CREATE TABLE t(c0, \(columns.joined(separator: ", ")))")
    #expect(try connection.rows(of: "SELECT c10 FROM t").next() == nil)
    let error = #expect(throws: SQLiteDatabaseError.self) { try connection.rows(of: "SELECT c22 FROM t") }
    #expect(error?.reason == .outOfMemory)
  }
}
