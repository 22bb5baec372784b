import Foundation
import PredicateFormat
import PredicateSQL
import Testing

/// Dialects that a program makes with the public interface, or reads from a file.
@Suite("Dialects of a program")
struct OwnDialectTests {
  private let model: PredicateModel

  init() throws {
    model = try PredicateModel([
      .init(
        "Word", table: "a]b\\c",
        attributes: [.init("text", .string), .init("n", .integer64, isNullable: false)],
        relationships: [
          .toOne("parent", "Word", column: "parent_id"), .toMany("parts", "Word", foreignKey: "parent_id"),
        ])
    ])
  }

  private func text(_ format: String, _ dialect: DatabaseDialect) throws -> String {
    try FormatPredicate(format).sql(dialect, model: model, entity: "Word").text
  }

  /// Returns the message of the refusal of a predicate.
  private func refusal(_ format: String, _ dialect: DatabaseDialect) -> String? {
    do { _ = try text(format, dialect) } catch let error as FormatError { return error.diagnostics[0].message } catch {}
    return nil
  }

  @Test("a table of few lines: names, placeholders, LIKE, settings")
  func small() throws {
    var table = DialectTable([.like: "{0} LIKE {1}", .contains: "charindex({1}, {0}) > 0"])
    table.quoting = DialectTable.Quoting("[", "]", doublesBackslash: true)
    table.placeholder = "@p{0}"
    table.like = .sql(escape: "\\")
    table.sessionSettings = [DialectTable.SessionSetting("SET a = 1", query: "SHOW a", value: "1")]
    let dialect = try DatabaseDialect(name: "small", table: table, limits: SQLLimits(parameters: 2))
    #expect(
      try text("n > 3 AND text CONTAINS 'a'", dialect)
        == "SELECT t0.[id] AS [id] FROM [a]]b\\\\c] AS t0 WHERE t0.[n] > @p1 AND charindex(@p2, t0.[text]) > 0")
    let like = try FormatPredicate("text LIKE '*%b?c'").sql(dialect, model: model, entity: "Word")
    #expect(like.parameters.map(\.value) == [.string("%\\%b_c")])
    #expect(refusal("n IN {1, 2, 3}", dialect) == "the statement has 3 parameters; the limit is 2")
    #expect(refusal("text MATCHES 'a'", dialect) == "MATCHES cannot be translated to small: it has no equivalent")
    #expect(dialect.table.sessionSettings.first?.value == "1")
    #expect(dialect != .sqlite)
    #expect(try dialect == DatabaseDialect(name: "small", table: table, limits: SQLLimits(parameters: 2)))
    table.nullsFirst = " NULLS FIRST"
    #expect(try dialect != DatabaseDialect(name: "small", table: table, limits: SQLLimits(parameters: 2)))
  }

  @Test("what the table lacks is refused, and a long column is not named")
  func translation() throws {
    let column = "big_\(String(repeating: "x", count: 90))"
    let model = try PredicateModel([
      .init("Row", table: "row", attributes: [.init("big", .integer64, column: column), .init("real", .double)])
    ])
    let exact = try DatabaseDialect(name: "own", table: DialectTable())
    let text = try FormatPredicate("big == real").sql(exact, model: model, entity: "Row").text
    #expect(text.contains("t0.\"\(column)\" = CAST(floor(t0.\"real\") AS BIGINT)"), "\(text)")
    let other = try DatabaseDialect(
      name: "own", table: DialectTable([.floorInteger: nil, .ceilingInteger: nil]))
    let error = #expect(throws: FormatError.self) {
      try FormatPredicate("big == real").sql(other, model: model, entity: "Row")
    }
    #expect(error?.diagnostics.first?.message.contains("it has no such operation") == true)
  }

  @Test("what a subquery may read")
  func correlations() throws {
    func dialect(_ correlation: DialectTable.Correlation) throws -> DatabaseDialect {
      var table = DialectTable()
      table.correlation = correlation
      return try DatabaseDialect(name: "own", table: table)
    }
    let (simple, other) = ("ANY parts.n == 3", "SUBQUERY(parts, $x, $x.n > n).@count > 0")
    #expect(try text(simple, dialect(.anything)).contains("EXISTS (SELECT 1 FROM"))
    #expect(try text(other, dialect(.anything)).contains("EXISTS (SELECT 1 FROM"))
    #expect(try text(simple, dialect(.equality)).contains("EXISTS (SELECT 1 FROM"))
    let all = #"t0."id" IN (SELECT t1."id" FROM "a]b\c" AS t1 JOIN "a]b\c" AS t2 ON t2."parent_id" = t1."id" WHERE"#
    for correlation in [DialectTable.Correlation.equality, .nothing] {
      #expect(try text(other, dialect(correlation)).contains(all), "\(correlation)")
    }
    #expect(try text(simple, dialect(.nothing)).contains("t0.\"id\" IN (SELECT t1.\"parent_id\" FROM"))
    #expect(try text("NOT \(simple)", dialect(.nothing)).hasSuffix("IS NOT TRUE"))
    #expect(try refusal("parts.@count < 2", dialect(.nothing))?.contains("cannot read outer rows") == true)
    let count = "SUBQUERY(parts, $x, $x.n > n).@count < 2"
    #expect(try refusal(count, dialect(.equality))?.contains("cannot read other values of outer rows") == true)
  }

  @Test("what a dialect without an operation, or with another total of no rows, refuses")
  func missing() throws {
    let table = DialectTable([.bitXor: nil, .sumLarge: "total({0})", .totalSubquery: "COALESCE({0}, 0)"])
    let dialect = try DatabaseDialect(name: "own", table: table)
    #expect(refusal("(n ^ 1) == 3", dialect)?.contains("it has no such operation") == true)
    #expect(refusal("parts.@sum.n < 2", dialect)?.contains("it may overflow, and has no 0 for no rows") == true)
    #expect(try text("parts.@count < 2", dialect).contains("COALESCE((SELECT COUNT(*) FROM"))
  }

  @Test(
    "errors of a template, with the operation and the position",
    arguments: [
      ("matches({0}, '[{1}]')", 15, "contains: operand {1} is within quotes; braces of the text are '{{' and '}}'"),
      ("f({0}, {2})", 7, "contains: operand {2} does not exist; the number of operands is 2"),
      ("f({0}, {1)", 7, "contains: a brace that is part of the SQL must be doubled"),
      ("f({0}, }", 7, "contains: a brace that is part of the SQL must be doubled"),
      ("f({0}, {1}, 'a)", 12, "contains: the quote is not closed"),
    ])
  func templates(spelling: String, position: Int, reason: String) throws {
    do {
      _ = try DatabaseDialect(name: "own", table: DialectTable([.contains: spelling]))
      Issue.record("no error for \(spelling)")
    } catch {
      #expect(error.operation == .contains)
      #expect(error.position == position)
      #expect(error.reason == reason)
      #expect("\(error)" == "dialect 'own': \(reason) (after \(position) bytes)")
    }
  }

  @Test("errors of a table")
  func tables() throws {
    func reason(_ change: (inout DialectTable) -> Void) -> String? {
      var table = DialectTable()
      change(&table)
      do { _ = try DatabaseDialect(name: "own", table: table) } catch { return error.reason }
      return nil
    }
    #expect(reason { _ in } == nil)
    #expect(reason { $0.operations[.double] = nil } == "double is missing")
    #expect(reason { $0.operations[.isNaN] = "isnan({0})" } == "nanToNull is missing, which isNaN needs")
    #expect(reason { $0.patterns = .re2 } == "matches is missing, which patterns needs")
    #expect(reason { $0.placeholder = "{2}" } == "placeholder: operand {2} does not exist; the number of operands is 2")
    #expect(
      reason { $0.sessionSettings = [.init(nil, query: "", value: "")] } == "sessionSettings: a setting has no query")
    #expect(reason { $0.operations[.contains] = "f({0}, '{{1}}', {1})" } == nil, "escaped braces")
  }

  // MARK: Files

  private func decoded(_ json: String) throws -> DatabaseDialect {
    try JSONDecoder().decode(DatabaseDialect.self, from: Data(json.utf8))
  }

  @Test("a file makes a dialect of a base and its differences")
  func file() throws {
    let dialect = try decoded(
      #"""
      {"version": 1, "name": "near-duck", "base": "duckdb",
       "operations": {"contains": "strpos({0}, {1}) > 0", "bitXor": null},
       "limits": {"length": 9000, "parameters": 7, "columns": 8, "parametersPerList": 4},
       "quoting": {"opening": "`", "closing": "`", "doublesBackslash": true}, "like": {"escape": "!"}, "patterns": null,
       "placeholder": "{{p{0}:{1}}}", "listType": "Array({0})", "parameterTypes": {"text": "String", "integer": "Int64"},
       "storage": ["decimal", "date", "boolean", "uuid"], "correlation": "equality", "holdsInfinity": false,
       "greatestJoin": 5, "true": "1", "indexes": "none", "decimalSizes": [9],
       "sessionSettings": [{"statement": "SET a = 1", "query": "SHOW a", "value": "1"}]}
      """#)
    var table = DatabaseDialect.duckdb.table
    table.operations[.contains] = "strpos({0}, {1}) > 0"
    table.operations[.bitXor] = nil
    table.quoting = DialectTable.Quoting("`", "`", doublesBackslash: true)
    table.like = .sql(escape: "!")
    table.patterns = nil
    table.placeholder = "{{p{0}:{1}}}"
    table.listType = "Array({0})"
    table.parameterTypes = [.text: "String", .integer: "Int64"]
    table.storage = .all
    table.correlation = .equality
    table.holdsInfinity = false
    table.greatestJoin = 5
    table.true = "1"
    table.indexes = .none
    table.decimalSizes = [9]
    table.sessionSettings = [DialectTable.SessionSetting("SET a = 1", query: "SHOW a", value: "1")]
    var limits = DatabaseDialect.duckdb.limits
    (limits.length, limits.parameters, limits.columns, limits.parametersPerList) = (9_000, 7, 8, 4)
    #expect(try dialect == DatabaseDialect(name: "near-duck", table: table, limits: limits))
    let found = try text("text CONTAINS 'a' AND n == 1", dialect)
    #expect(found.hasSuffix("strpos(t0.`text`, {p1:String}) > 0 AND t0.`n` = {p2:Int64}"))
    #expect(try decoded(#"{"version": 1, "name": "g", "like": "glob"}"#).table.like == .glob)
  }

  @Test(
    "each property of a table is a field of a file", arguments: Mirror(reflecting: DialectTable()).children.map(\.label)
  )
  func fields(name: String?) throws {
    let name = try #require(name)
    do {
      _ = try decoded(#"{"version": 1, "name": "x", "\#(name)": {"other": 1}}"#)
      Issue.record("no error for \(name)")
    } catch {
      #expect(!"\(error)".contains("unknown field '\(name)'"))
    }
  }

  @Test(
    "errors of a file",
    arguments: [
      (#"{"version": 1, "name": "x", "base": "duckbd"}"#, "unknown dialect 'duckbd'; did you mean duckdb?"),
      (#"{"version": 1, "name": "x", "operations": {"contians": ""}}"#, "unknown field 'contians'"),
      (#"{"version": 1, "name": "x", "operations": {"contains": "f({3})"}}"#, "contains: operand {3} does not exist"),
      (#"{"version": 1, "name": "x", "quote": "`"}"#, "unknown field 'quote'"),
      (#"{"version": 1, "name": "x", "limits": {"lenght": 1}}"#, "unknown field 'lenght'"),
      (#"{"version": 1, "name": "x", "limits": {"length": 0}}"#, "expected an integer of at least 1, found 0"),
      (#"{"version": 1, "name": "x", "like": {"escape": "ab"}}"#, "expected one ASCII character"),
      (#"{"version": 1, "name": "x", "storage": ["money"]}"#, "'money' is not one of boolean, decimal, date, uuid"),
      (#"{"version": 1, "name": "x", "correlation": "some"}"#, "'some' is not one of nothing, equality, anything"),
    ])
  func fileErrors(json: String, reason: String) throws {
    do {
      _ = try decoded(json)
      Issue.record("no error for \(json)")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains(reason), "\(context.debugDescription)")
    }
  }
}
