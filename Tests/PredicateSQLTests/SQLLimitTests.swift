import Foundation
import PredicateFormat
import PredicateSQL
import TestSupport
import Testing

/// The limits of each dialect: a statement at the limit is translated, one above it is refused.
@Suite("Limits of statements by dialect")
struct SQLLimitTests {
  /// The limits in the engines' documentation; those of DuckDB and Spark, and the numbers of ClickHouse, are this package's.
  static let documented: [(dialect: DatabaseDialect, parameters: Int, columns: Int)] = [
    (.sqlite, 32_766, 2_000), (.postgresql, 65_535, 1_664), (.mariadb, 65_535, 4_096), (.mysql, 65_535, 4_096),
    (.duckdb, 65_535, 4_096),
    (.spark, 65_535, 4_096),
  ]

  private static func translator(_ dialect: DatabaseDialect, _ limits: SQLLimits = .default) throws -> SQLTranslator {
    let model = try PredicateModel([
      .init("Word", attributes: [.init("length", .integer64)] + (0..<5_000).map { .init("a\($0)", .integer64) })
    ])
    return try SQLTranslator(dialect, model: model, entity: "Word", limits: limits)
  }

  /// Returns comparisons with the given number of values, each of which is a parameter.
  private static func comparisons(_ count: Int) throws -> FormatPredicate {
    try FormatPredicate((0..<count).map { "length != \($0)" }.joined(separator: " OR "))
  }

  private static func list(_ count: Int) throws -> FormatPredicate {
    try FormatPredicate("length IN %@", (0..<count).map { $0 })
  }

  @Test("notes of many alternatives are kept once each")
  func notes() throws {
    let parts = (0..<40).map { "(a\($0) > 1 OR length == \($0))" }
    let predicate = try FormatPredicate((parts + parts).joined(separator: " AND "))
    let notes = try Self.translator(.sqlite).select(where: predicate).notes
    #expect(notes.count > 40)
    #expect(Set(notes).count == notes.count)
  }

  @Test("a computed date may be equal to an infinite one")
  func infiniteDate() throws {
    let endless = Date(timeIntervalSinceReferenceDate: .infinity)
    let dates = try FormatPredicate("ANY {%@} == %@", endless, endless)
    let codes = try Self.findings { _ = try Self.translator(.sqlite).select(where: dates) }.map { $0.code }
    #expect(codes == [.untranslatable])
  }

  @Test("an integer is not multiplied by a power of ten beyond 64 bits")
  func largeScales() throws {
    let decimal = PredicateModel.AttributeType.decimal(.scaledInteger(scale: 10))
    let model = try PredicateModel([
      .init(
        "Price", attributes: [.init("isNew", .boolean(.native)), .init("length", .integer64), .init("price", decimal)])
    ])
    let translator = try SQLTranslator(.sqlite, model: model, entity: "Price")
    for format in ["isNew == price * price", "length == price * price * price * price * price * price * price"] {
      let predicate = try FormatPredicate(format)
      let codes = try Self.findings { _ = try translator.select(where: predicate) }.map { $0.code }
      #expect(codes == [.untranslatable], "\(format)")
    }
  }

  /// Their number is beyond the values that are permitted for every translation.
  @Test("long conditions of groups are translated")
  func longRequests() throws {
    let having = try FormatPredicate((0..<11_000).map { "n > \($0)" }.joined(separator: " OR "))
    let request = PredicateFetchRequest().grouped(by: "length").selecting(.key("length"), .count("a0", as: "n"))
    let limits = SQLLimits(length: .max, parameters: .max)
    let translator = try Self.translator(.sqlite, limits)
    #expect(try translator.fetch(request.having(having), .rows).remainder == nil)
  }

  @Test("statements, residuals and remainders have the limits of all parts")
  func limitsOfParts() throws {
    let model = try PredicateModel([.init("Word", attributes: [.init("length", .integer64), .init("text", .string)])])
    let translator = try SQLTranslator(.mariadb, model: model, entity: "Word", allowsResidual: true)
    let few = PredicateLimits(steps: 7)
    let length = try FormatExpression("length + 1").limited(to: few)
    #expect(try translator.update(["length": length]).limits == few)
    let property = FetchProperty("n", length)
    let sorted = PredicateFetchRequest(sortKeys: [.ascending("n")], properties: [property])
    #expect(try translator.fetch(sorted, .rows).statement.limits == few)
    let median = FetchProperty("n", try FormatExpression("median:(length)").limited(to: few))
    let fetch = try translator.fetch(PredicateFetchRequest(properties: [median]), .rows)
    #expect(fetch.statement.limits == few)
    #expect(fetch.remainder?.predicate?.limits == few)
    let predicate = try FormatPredicate("length > 1 AND text MATCHES '(?=a)a'").limited(to: few)
    #expect(try translator.select(where: predicate).residual?.limits == few)
  }

  private static func findings(_ body: () throws -> Void) throws -> [FormatDiagnostic] {
    do { try body() } catch let error as FormatError { return error.diagnostics }
    return []
  }

  @Test("values to bind", arguments: documented.map(\.dialect.name).sampled)
  func parameters(name: String) throws {
    let (dialect, limit, _) = try #require(Self.documented.first { $0.dialect.name == name })
    #expect(dialect.limits.parameters == limit)
    let translator = try Self.translator(dialect, SQLLimits(length: .max, parametersPerList: .max))
    let statement = try translator.select(where: Self.comparisons(limit))
    #expect(statement.parameters.count == limit)
    let beyond = try Self.findings { _ = try translator.select(where: Self.comparisons(limit + 1)) }
    #expect(beyond.map(\.code) == [.tooManyParameters])
    #expect(beyond.first?.message == "the statement has \(limit + 1) parameters; the limit is \(limit)")
    #expect(beyond.first?.range.start == 0)
    // Such a long list is one parameter, and this limit does not apply.
    #expect(try Self.translator(dialect).select(where: Self.list(limit + 1)).parameters.count == 1)
  }

  @Test("columns", arguments: documented.map(\.dialect.name))
  func columns(name: String) throws {
    let (dialect, _, limit) = try #require(Self.documented.first { $0.dialect.name == name })
    #expect(dialect.limits.columns == limit)
    let translator = try Self.translator(dialect)
    let keys = (0..<limit).map { "a\($0)" }
    #expect(try translator.select(keys).columns.count == limit)
    let beyond = try Self.findings { _ = try translator.select(keys + ["length"]) }
    #expect(beyond.map(\.code) == [.untranslatable])
  }

  @Test("bytes", arguments: documented.map(\.dialect.name))
  func length(name: String) throws {
    let dialect = try #require(DatabaseDialect.named(name))
    let predicate = try Self.list(50)
    let text = try Self.translator(dialect).select(where: predicate).text
    // The length that is estimated before the statement is written may slightly exceed the actual length.
    let within = try Self.translator(dialect, SQLLimits(length: text.utf8.count + 8 * 50))
    #expect(try within.select(where: predicate).text == text)
    let beyond = try Self.translator(dialect, SQLLimits(length: text.utf8.count - 1))
    let findings = try Self.findings { _ = try beyond.select(where: predicate) }
    #expect(findings.map(\.code) == [.statementTooLong])
    // A program cannot permit more than the engine accepts.
    let greatest = try Self.translator(dialect, SQLLimits(length: .max, parameters: .max)).limits
    #expect(greatest.length == dialect.limits.length && greatest.length >= SQLLimits.default.length)
  }

  @Test("rows of a page, which Spark counts in 32 bits")
  func pages() throws {
    let greatest = Int(Int32.max)
    for (dialect, limit) in [(DatabaseDialect.spark, greatest), (.sqlite, .max), (.postgresql, .max), (.duckdb, .max)] {
      let statement = try Self.translator(dialect).select([], limit: limit, offset: limit)
      #expect(statement.text.hasSuffix(" LIMIT \(limit) OFFSET \(limit)"), "\(statement.text)")
    }
    for (limit, offset) in [(greatest + 1, 0), (1, greatest + 1), (nil, greatest + 1)] {
      let findings = try Self.findings {
        _ = try Self.translator(.spark).select([], limit: limit, offset: offset)
      }
      #expect(findings.map(\.code) == [.untranslatable])
      #expect(findings.first?.message.hasSuffix("its LIMIT and OFFSET are at most 2147483647") == true)
    }
  }

  @Test("MariaDB reads a long list of texts from JSON if none is longer than a VARCHAR")
  func longTexts() throws {
    let model = try PredicateModel([.init("Word", attributes: [.init("text", .string)])])
    func parameters(_ dialect: DatabaseDialect, longest: Int) throws -> Int {
      // A scalar beyond U+FFFF counts once.
      let texts = (0..<200).map { "\($0)" } + [String(repeating: "\u{1F600}", count: longest)]
      let statement = try SQLTranslator(dialect, model: model, entity: "Word").select(
        where: FormatPredicate("text IN %@", texts))
      return statement.parameters.count
    }
    #expect(try parameters(.mariadb, longest: 16_000) == 1)
    #expect(try parameters(.mariadb, longest: 16_001) == 201)
    #expect(try parameters(.sqlite, longest: 16_001) == 1)
    #expect(try parameters(.postgresql, longest: 16_001) == 1)
  }

  @Test("the limits that a tree carries apply to its translation, and to what is left to memory")
  func carried() throws {
    var translator = try Self.translator(.postgresql)
    translator.allowsResidual = true
    let strange = try FormatPredicate(
      "length > 3 AND exp(length) > 5", arguments: [], limits: PredicateLimits(steps: 100))
    let residual = try #require(try translator.select(where: strange).residual)
    #expect(residual.format == "exp:(length) > 5" && residual.limits.steps == 100)
    let long = try FormatPredicate("length IN $list").limited(to: PredicateLimits(elements: 2)).substituting([
      "list": [1, 2, 3]
    ])
    let findings = try Self.findings { _ = try translator.select(where: long) }
    #expect(findings.map(\.code) == [.tooManyElements])
  }
}
