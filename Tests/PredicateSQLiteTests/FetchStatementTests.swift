import PredicateFormat
import PredicateSQLite
import Testing

/// The statements of fetch requests. The proof (Tests/SQLProof) shows that their answers are those of memory.
@Suite struct FetchStatementTests {
  private func fetch(
    _ request: PredicateFetchRequest, _ result: SQLFetchResult = .rows, _ dialect: DatabaseDialect = .sqlite
  ) throws -> SQLFetch {
    let model = try PredicateModel([
      .init(
        "Word", table: "word",
        attributes: [
          .init("text", .string, isNullable: false), .init("length", .integer16, isNullable: false),
          .init("weight", .double),
        ], relationships: [.toOne("category", "Category", column: "category_id", isNullable: false, isEnforced: true)]),
      .init(
        "Category", table: "category", attributes: [.init("letter", .string)],
        relationships: [.toMany("words", "Word", foreignKey: "category_id")]),
    ])
    return try SQLTranslator(dialect, model: model, entity: "Word").fetch(request, result)
  }

  @Test("objects, their keys, and their number")
  func objects() throws {
    let request = PredicateFetchRequest(
      try FormatPredicate("length > 3"), sortKeys: [.descending("category.letter")], limit: 10, offset: 5)
    #expect(
      try fetch(request, .objects).statement.text == """
        SELECT t0."id" AS "id", t0."text" AS "text", t0."length" AS "length", t0."weight" AS "weight" FROM "word" AS t0 \
        JOIN "category" AS t1 ON t1."id" = t0."category_id" WHERE t0."length" > ? \
        ORDER BY t1."letter" DESC, t0."id" LIMIT 10 OFFSET 5
        """)
    #expect(try fetch(request, .identifiers).statement.columns.map(\.name) == ["id"])
    #expect(
      try fetch(request, .count).statement.text == """
        SELECT COUNT(*) AS "count" FROM (SELECT 1 AS one FROM "word" AS t0 WHERE t0."length" > ? LIMIT 10 OFFSET 5) AS found
        """)
    // Without a page, there is no inner query.
    let whole = PredicateFetchRequest(try FormatPredicate("length > 3"), sortKeys: [.ascending("length")])
    #expect(
      try fetch(whole, .count).statement.text == """
        SELECT COUNT(*) AS "count" FROM "word" AS t0 WHERE t0."length" > ?
        """)
    let distinct = PredicateFetchRequest(isDistinct: true, properties: ["text"])
    #expect(
      try fetch(distinct, .count).statement.text == """
        SELECT COUNT(*) AS "count" FROM (SELECT DISTINCT t0."text" AS c0 FROM "word" AS t0) AS g
        """)
  }

  @Test("groups whose keys are columns are one query")
  func groups() throws {
    let request = PredicateFetchRequest(
      sortKeys: [.descending("average(length)")], properties: ["category.letter", .average("length"), .count("text")],
      groupKeys: ["category.letter"], having: try FormatPredicate("average:(length) > 9 AND category.letter != nil"))
    #expect(
      try fetch(request).statement.text == """
        SELECT t1."letter" AS "category.letter", \
        (CAST(COALESCE(SUM(t0."length"), 0) AS REAL) / NULLIF(COUNT(*), 0)) AS "average(length)", \
        COUNT(*) AS "count(text)" FROM "word" AS t0 JOIN "category" AS t1 ON t1."id" = t0."category_id" \
        GROUP BY t1."letter" HAVING (CAST(COALESCE(SUM(t0."length"), 0) AS REAL) / NULLIF(COUNT(*), 0)) > ? \
        AND t1."letter" IS NOT NULL \
        ORDER BY (CAST(COALESCE(SUM(t0."length"), 0) AS REAL) / NULLIF(COUNT(*), 0)) DESC, t1."letter"
        """)
  }

  @Test("distinct rows")
  func distinct() throws {
    let request = PredicateFetchRequest(
      sortKeys: [.descending("length")], limit: 3, isDistinct: true, properties: ["text", "length"])
    #expect(
      try fetch(request, .rows, .postgresql).statement.text == """
        SELECT g.c0 AS "text", g.c1 AS "length" FROM (SELECT DISTINCT t0."text" AS c0, t0."length" AS c1 FROM "word" AS t0) \
        AS g ORDER BY g.c1 DESC, g.c0 COLLATE "C" LIMIT 3
        """)
  }

  @Test("the minimum and maximum of small integers are computed in 64 bits")
  func narrow() throws {
    let range = FetchProperty("range", try FormatExpression("max:(length) - min:(length)"))
    #expect(
      try fetch(PredicateFetchRequest(properties: [range]), .rows, .postgresql).statement.text == """
        SELECT ((g.c0)::int8 - (g.c1)::int8) AS "range" FROM \
        (SELECT MAX(t0."length") AS c0, MIN(t0."length") AS c1 FROM "word" AS t0) AS g
        """)
  }

  @Test("names that some engines do not accept are only in the statement's columns")
  func names() throws {
    let long = String(repeating: "long", count: 16)
    let request = PredicateFetchRequest(properties: [
      "text", .key("length", as: "\u{1F600}"), .key("weight", as: long), .key("category.letter", as: "\u{FFFD}"),
    ])
    let statement = try fetch(request, .rows, .mariadb).statement
    #expect(statement.columns.map(\.name) == ["text", "\u{1F600}", long, "\u{FFFD}"])
    #expect(
      statement.text.hasPrefix(
        """
        SELECT t0.`text` AS `text`, t0.`length` AS c1, t0.`weight` AS c2, t1.`letter` AS `\u{FFFD}` FROM
        """))
  }

  @Test("parts that SQL cannot express are left to memory, with the page")
  func remainder() throws {
    var request = PredicateFetchRequest(
      try FormatPredicate("length > 3"), sortKeys: [.ascending("text", .localizedStandard)], limit: 2)
    var answer = try fetch(request, .identifiers)
    #expect(
      answer.statement.text == """
        SELECT t0."id" AS "id", t0."text" AS "text" FROM "word" AS t0 WHERE t0."length" > ? ORDER BY t0."id"
        """)
    #expect(answer.remainder?.limit == 2)
    #expect(answer.remainder?.predicate == nil)
    request = PredicateFetchRequest(properties: [.sum("weight"), "category.letter"], groupKeys: ["category.letter"])
    answer = try fetch(request)
    #expect(answer.statement.columns.map(\.name) == ["weight", "category.letter"])
    #expect(answer.remainder == request)
    // The values at key paths are not enough for it.
    request.groupKeys = []
    request.properties = [FetchProperty("n", try FormatExpression("median({category.words.@count, 1})"))]
    #expect(throws: FormatError.self) { try fetch(request) }
  }

  @Test("parts that are nested too deeply for the engine's parser are left to memory")
  func deep() throws {
    let nested = String(repeating: "(1 + ", count: 30) + "length" + String(repeating: ")", count: 30)
    let request = PredicateFetchRequest(properties: [FetchProperty("n", try FormatExpression(nested))])
    #expect(try fetch(request).remainder == request)
  }

  @Test("a page beyond the engine's range of numbers is taken in memory; a page of everything is omitted")
  func pages() throws {
    let far = PredicateFetchRequest(offset: 5_000_000_000)
    #expect(try fetch(far, .identifiers, .spark).remainder?.offset == 5_000_000_000)
    #expect(try fetch(far, .identifiers, .postgresql).statement.text.hasSuffix("OFFSET 5000000000"))
    let all = PredicateFetchRequest(limit: .max)
    #expect(try !fetch(all, .identifiers, .spark).statement.text.contains("LIMIT"))
  }

  @Test("SELECT refuses an order that SQL cannot express, and folds one that ignores case")
  func orders() throws {
    let model = try PredicateModel([.init("Word", attributes: [.init("text", .string)])])
    let words = try SQLTranslator(.sqlite, model: model, entity: "Word")
    #expect(try words.select(orderBy: [.ascending("text", .caseInsensitive)]).text.contains("ORDER BY predicate_fold("))
    #expect(throws: FormatError.self) { try words.select(orderBy: [.ascending("text", .localizedStandard)]) }
  }

  @Test("a change reads only the row's own values, because others may have been changed before")
  func changes() throws {
    let model = try PredicateModel([
      .init(
        "Person", attributes: [.init("n", .integer32)],
        relationships: [
          .toOne("boss", "Person", column: "boss"), .toMany("staff", "Person", foreignKey: "boss"),
        ])
    ])
    let people = try SQLTranslator(.sqlite, model: model, entity: "Person")
    for change in [
      "staff.@sum.n", "SUBQUERY(staff, $s, $s.n == 7).@count", "TERNARY(ANY staff.n > 5, 1, 2)", "max:(n)", "boss.n",
    ] {
      #expect(throws: FormatError.self, "\(change)") { try people.update(["n": FormatExpression(change)]) }
    }
    #expect(try people.update(["n": FormatExpression("n * 2 + 1")]).text.hasPrefix("UPDATE"))
  }

  @Test("requests that do not fit the entity are refused, with the reason")
  func misfits() throws {
    func reasons(_ request: PredicateFetchRequest, _ result: SQLFetchResult = .rows) throws -> [String] {
      do { _ = try fetch(request, result) } catch let error as FormatError { return error.diagnostics.map(\.message) }
      return []
    }
    var request = PredicateFetchRequest()
    request.entity = "Category"
    #expect(
      try reasons(request, .objects) == ["a request for Category cannot be fetched: expected Word"])
    #expect(
      try reasons(PredicateFetchRequest(properties: [.count("text")], groupKeys: ["category"])) == [
        "groups by 'category' cannot be fetched: it is an object; name one of its keys"
      ])
    #expect(
      try reasons(PredicateFetchRequest(properties: [.key("text", type: .integer)])) == [
        "the property 'text' needs an integer, found a string"
      ])
    // The fetch of the values that memory would need is refused for the same path.
    let model = try PredicateModel([
      .init(
        "Person", attributes: [.init("n", .integer32)], relationships: [.toOne("boss", "Person", column: "boss")])
    ])
    let far = String(repeating: "boss.", count: 1_001) + "n"
    let people = try SQLTranslator(.sqlite, model: model, entity: "Person")
    let error = #expect(throws: FormatError.self) {
      try people.fetch(PredicateFetchRequest(properties: [.key(far, as: "n")]), .rows)
    }
    #expect(
      error?.diagnostics.map(\.message) == [
        "such a long key path cannot be translated to sqlite: it joins at most 1000 tables"
      ])
  }

  @Test("a SELECT refuses an unknown column, and a page if memory decides about the rows")
  func selections() throws {
    let model = try PredicateModel([.init("Word", attributes: [.init("text", .string), .init("n", .double)])])
    var words = try SQLTranslator(.postgresql, model: model, entity: "Word")
    let unknown = #expect(throws: FormatError.self) { try words.select(["txet"]) }
    #expect(unknown?.diagnostics.map(\.message) == ["Word has no key 'txet'"])
    #expect(unknown?.diagnostics.flatMap(\.fixIts).map(\.replacement) == ["text"])
    words.allowsResidual = true
    let predicate = try FormatPredicate("exp(n) > 5")
    #expect(try words.select(where: predicate).residual == predicate)
    let page = #expect(throws: FormatError.self) { try words.select(where: predicate, limit: 5) }
    #expect(
      page?.diagnostics.map(\.message) == [
        "a limit cannot be translated to postgresql: the residual predicate must be evaluated first"
      ])
  }

  @Test("if a part assigns a variable, memory evaluates the whole predicate")
  func assignments() throws {
    let model = try PredicateModel([.init("Word", attributes: [.init("n", .double)])])
    var words = try SQLTranslator(.postgresql, model: model, entity: "Word")
    words.allowsResidual = true
    let predicate = try FormatPredicate("($v := n + 1) > 0 AND exp($v) > 5")
    let statement = try words.select(where: predicate)
    #expect(statement.residual?.format == predicate.format)
    // Without an assignment, it evaluates only the part that PostgreSQL cannot express.
    #expect(
      try words.select(where: FormatPredicate("n > 0 AND exp(n) > 5")).residual?.format
        == FormatPredicate("exp(n) > 5").format)
  }

  @Test("DELETE of all objects of a subentity keeps the others in its table")
  func deleteOfSubentity() throws {
    let model = try PredicateModel([
      .init("Person", table: "person", condition: .init("kind", in: [.integer(1), .integer(2)]), attributes: []),
      .init("Manager", table: "person", parent: "Person", condition: .init("kind", in: [.integer(2)]), attributes: []),
    ])
    let statement = try SQLTranslator(.sqlite, model: model, entity: "Manager").delete()
    #expect(
      statement.text
        == #"DELETE FROM "person" WHERE "id" IN (SELECT t0."id" AS id FROM "person" AS t0 WHERE t0."kind" = ?)"#)
    #expect(statement.parameters == [SQLParameter(.integer(2), .integer)])
  }

  @Test("a decimal with more fraction digits than its column is rounded down to a unit, also below zero")
  func decimalUnits() throws {
    let model = try PredicateModel([.init("Sale", attributes: [.init("cents", .decimal(.scaledInteger(scale: 2)))])])
    let sales = try SQLTranslator(.sqlite, model: model, entity: "Sale")
    for (bound, units) in [("9.999", 999), ("-0.001", -1), ("-9.991", -1000), ("-9.99", -999)] as [(String, Int64)] {
      let statement = try sales.select(where: FormatPredicate("cents > \(bound)"))
      #expect(statement.parameters == [SQLParameter(.integer(units), .integer)], "\(bound)")
    }
  }

  /// Returns a translator for the words of a list, whose texts have folded columns.
  private func list(_ dialect: DatabaseDialect) throws -> SQLTranslator {
    let text = PredicateModel.Attribute(
      "text", .string, folded: [PredicateModel.FoldedColumn(.caseInsensitive, column: "text_c")])
    let model = try PredicateModel([
      .init(
        "Word", attributes: [text, .init("other", .string), .init("n", .integer16)],
        relationships: [
          .toOne("list", "List", column: "list", isEnforced: true), .toMany("parts", "Word", foreignKey: "whole"),
        ]),
      .init("List", attributes: []),
    ])
    return try SQLTranslator(dialect, model: model, entity: "Word")
  }

  @Test("changes that no statement makes exactly are refused, with the reason")
  func refusedChanges() throws {
    func reason(
      _ dialect: DatabaseDialect, _ changes: KeyValuePairs<String, (any FormatArgument)?>
    ) throws -> String? {
      do { _ = try list(dialect).update(changes) } catch let error as FormatError {
        return error.diagnostics.first?.message
      }
      return nil
    }
    for dialect: DatabaseDialect in [.clickhouse, .spark] {
      #expect(
        try reason(dialect, ["n": 1])
          == "a change of rows cannot be translated to \(dialect.name): the tables of this dialect are files that cannot be changed"
      )
    }
    #expect(
      try reason(.sqlite, ["parts": nil])
        == "a change of 'parts' cannot be translated to sqlite: only a single object can be set")
    #expect(
      try reason(.sqlite, ["list": FormatExpression("list")])
        == "a change of 'list' cannot be translated to sqlite: only a single object can be set")
    #expect(
      try reason(.sqlite, ["n": 70_000])
        == "this value of 'n' cannot be translated to sqlite: the column cannot store it")
    #expect(
      try reason(.mariadb, ["n": FormatExpression("n + 1"), "other": "a"])
        == "several changes with a computed value cannot be translated to mariadb: "
        + "each change would read what the previous one wrote")
    #expect(
      try reason(.sqlite, ["n": FormatExpression("other")])
        == "a change of 'n' cannot be translated to sqlite: the value and the column have different types")
    #expect(
      try reason(.postgresql, ["text": FormatExpression("other")])
        == "a change of 'text' cannot be translated to postgresql: its folded column needs a constant text")
  }

  @Test("a text that is assigned to another column is folded by the connection's function")
  func foldedChanges() throws {
    let statement = try list(.sqlite).update(["text": FormatExpression("other")])
    #expect(
      statement.text
        == #"UPDATE "Word" SET "text" = "Word"."other", "text_c" = predicate_fold("Word"."other", ?)"#)
    #expect(statement.parameters == [SQLParameter(.string("c"), .text)])
  }

  /// An object of the program that is in no database.
  private final class Stranger {}

  @Test("an object is compared by its primary key; one of another table equals none")
  func objectsAsValues() throws {
    let words = try list(.sqlite)
    let same = try words.select(where: FormatPredicate("list == %@", StoredReference("List", .integer(7))))
    #expect(same.text == #"SELECT t0."id" AS "id" FROM "Word" AS t0 WHERE t0."list" = ?"#)
    #expect(same.parameters == [SQLParameter(.integer(7), .integer)])
    let other = try words.select(where: FormatPredicate("list == %@", StoredReference("Word", .integer(7))))
    #expect(other.text == #"SELECT t0."id" AS "id" FROM "Word" AS t0 WHERE 0"#)
    let strange = #expect(throws: FormatError.self) {
      try words.select(where: FormatPredicate("list == %@", FormatObject(Stranger())))
    }
    #expect(
      strange?.diagnostics.map(\.message) == [
        "the object cannot be translated to sqlite: its type is not a StoredObject, so it has no primary key"
      ])
  }
}
