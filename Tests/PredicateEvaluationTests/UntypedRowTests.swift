import EngineSupport
import Foundation
import PredicateEvaluation
import PredicateFormat
import PredicateSemantics
import TestSupport
import Testing

/// Untyped rows have their own leaves for comparisons of a key with a constant. They answer as the definition does.
@Suite("Untyped rows")
struct UntypedRowTests {
  private static let texts = [
    "", "a", "A", "abc", "café", "cafe\u{301}", "ß", "a text of more than fifteen bytes", "ab*c", "1",
  ]

  private static let values: [FormatValue] =
    texts.map { .string($0) } + [
      .null, .bool(true), .bool(false), .integer(0), .integer(1), .integer(-5), .integer(.max), .integer(.min),
      .integer(1 << 53), .unsigned(.max), .double(0), .double(-0.0), .double(1), .double(1.5), .double(.nan),
      .double(.infinity), .double(9_007_199_254_740_992), .date(0), .date(1), .date(.nan), .data([97]),
      .uuid(FormatUUID(high: 1, low: 2)), .list([]), .list([.string("a"), .integer(1)]), .set([.integer(1), .null]),
      .record([:]), .record(["k": .string("a"), "length": .integer(7)]), .object(FormatObject(Kept())),
      .decimal(FormatDecimal(shortest: 0.1) ?? .init(0)), .decimal(FormatDecimal(shortest: 1) ?? .init(0)),
    ]

  private final class Kept {}

  private static let constants: [FormatValue] =
    values + [
      .list([.integer(0), .integer(1)]), .list([.double(1.5), .integer(-5)]), .list([.null, .integer(1)]),
      .list([.string("a"), .string("abc")]), .list([.double(0.1), .double(.nan), .bool(true)]),
      .list([.string("café"), .integer(1), .list([.integer(1)])]), .set([.string("a"), .double(1)]),
    ]

  private static let operators = FormatComparisonOperator.table.filter { $0.kind != .program }.map(\.spelling)

  /// The rows in three forms: `k` is the value, and `in.k` that of a nested dictionary.
  private static let records = values.flatMap { value in
    [
      FormatValue.record(["k": value, "in": .record(["k": value])]), .record(["in": value]),
      .record(["other": value]), value,
    ]
  }

  private static let dictionaries: [[String: FormatValue]] = records.compactMap { row in
    if case .record(let fields) = row { fields } else { nil }
  }

  private nonisolated(unsafe) static let anyRows: [[String: Any]] = dictionaries.map { $0.mapValues(any) }

  private static func any(_ value: FormatValue) -> Any { value.asAny(nil: String?.none as Any) }

  private static func outcome<Row>(
    _ rows: [Row], _ predicate: FormatPredicate,
    _ plan: @escaping PlannedComparison.Planner = PlannedComparison.init
  ) -> [String] {
    [EvaluationOptions.ErrorHandling.throw, .yieldNil].map { onError in
      do throws(FormatError) {
        let compiled = try CompiledPredicate<Row>(
          predicate, as: SwiftType.of(Row.self), EvaluationOptions(onError: onError), plan: plan)
        return "\(try compiled.indices(of: rows))"
      } catch {
        return error.description
      }
    }
  }

  /// (The rows are not in an `#expect`, which would print them on failure, and Foundation cannot print every date.)
  private static func expectSame<Row>(_ rows: [Row], _ predicate: FormatPredicate, _ name: @autoclosure () -> String) {
    // The error of one row hides the answers of others, so the rows are evaluated in both orders.
    for rows in [rows, rows.reversed()] {
      let (found, expected) = (outcome(rows, predicate), outcome(rows, predicate, PlannedComparison.byDefinition))
      #expect(found == expected, "\(name())")
    }
  }

  @Test("every operator, with constants and values of every kind", arguments: operators)
  func agreement(spelling: String) throws {
    for (index, constant) in Self.constants.enumerated() where isFullRun || index % 2 == 0 {
      for option in spelling == "MATCHES" || spelling == "BETWEEN" ? [""] : ["", "[cd]"] {
        for path in ["k", "in.k"] {
          guard let predicate = try? FormatPredicate("\(path) \(spelling)\(option) %@", constant) else { continue }
          let name = "\(path) \(spelling)\(option) \(constant)"
          Self.expectSame(Self.records, predicate, "record: \(name)")
          Self.expectSame(Self.dictionaries, predicate, "dictionary: \(name)")
          Self.expectSame(Self.anyRows, predicate, "any: \(name)")
          // One row alone, so that no error of another hides its answer.
          for value in Self.values where option.isEmpty && path == "in.k" {
            let row = FormatValue.record(["k": value, "in": .record(["k": value])])
            #expect(
              Self.outcome([row], predicate) == Self.outcome([row], predicate, PlannedComparison.byDefinition),
              "\(name), \(value)")
          }
          guard option.isEmpty, path == "k",
            let mirrored = try? FormatPredicate("%@ \(spelling) \(path)", constant)
          else { continue }
          Self.expectSame(Self.records, mirrored, "record: \(constant) \(spelling) k")
          Self.expectSame(Self.anyRows, mirrored, "any: \(constant) \(spelling) k")
        }
      }
    }
  }

  @Test("values themselves, and within ANY and SUBQUERY")
  func elements() throws {
    let lists = Self.values.indices.map { FormatValue.record(["items": .list(Array(Self.values[$0...].prefix(5)))]) }
    for (index, constant) in Self.constants.enumerated() where isFullRun || index % 2 == 1 {
      for spelling in Self.operators {
        guard let predicate = try? FormatPredicate("SELF \(spelling) %@", constant) else { continue }
        Self.expectSame(Self.values, predicate, "SELF \(spelling) \(constant)")
        Self.expectSame(Self.values.map(Self.any), predicate, "Any: SELF \(spelling) \(constant)")
        guard isFullRun || index % 3 == 0 else { continue }
        let any = try FormatPredicate("ANY items \(spelling) %@", constant)
        Self.expectSame(lists, any, "ANY items \(spelling) \(constant)")
        let query = try FormatPredicate("SUBQUERY(items, $x, $x \(spelling) %@).@count > 1", constant)
        Self.expectSame(lists, query, "SUBQUERY \(spelling) \(constant)")
      }
    }
  }

  @Test("two keys, and computed values of them", arguments: operators)
  func twoKeys(spelling: String) throws {
    let texts = ["k \(spelling) in.l", "in.l \(spelling) k", "in.l + 1 \(spelling) k", "uppercase(k) \(spelling) in.l"]
    for left in Self.values {
      let rows = Self.values.map { ["k": left, "in": FormatValue.record(["l": $0])] }
      for predicate in texts.compactMap({ try? FormatPredicate($0) }) {
        Self.expectSame(rows, predicate, "\(predicate.format), \(left)")
        Self.expectSame(rows.map { $0.mapValues(Self.any) }, predicate, "any: \(predicate.format), \(left)")
        // Without errors, all answers are visible.
        for row in rows.prefix(isFullRun ? 50 : 3) { Self.expectSame([row], predicate, "\(row) \(predicate.format)") }
      }
    }
  }

  @Test("rows after nil, registered keys, and decoded JSON")
  func shapes() throws {
    struct Holder { let info: FormatValue?, plain: [String: FormatValue], sure: FormatValue }
    let row: [String: FormatValue] = ["self": .integer(1), "@count": .integer(2), "k": .string("a")]
    let holders = [nil, FormatValue.record(row), .string("abc")].map {
      Holder(info: $0, plain: row, sure: $0 ?? .null)
    }
    let keys = ["info.k", "plain.k", "sure.k", "sure.length", "plain.@count", "sure.missing", "sure.k.length"]
    for text in keys.flatMap({ ["\($0) == nil", "\($0) == 'a'", "\($0) > 1", "\($0) IN {1, 'a'}"] }) {
      try Self.expectSame(holders, FormatPredicate(text), text)
    }
    let json = try #require(
      JSONSerialization.jsonObject(
        with: Data(
          #"[{"n": 1, "f": true, "s": "a", "d": 1.5, "o": {"n": 2}, "z": null}, {"n": "x", "o": []}, {}]"#.utf8))
        as? [[String: Any]])
    for text in ["n == 1", "f == YES", "s LIKE '*'", "d > 1", "o.n == 2", "z == nil", "n BETWEEN {0, 2}", "n IN {1}"] {
      try Self.expectSame(json, FormatPredicate(text), text)
      #expect(try json.prefix(1).count(matching: FormatPredicate(text)) == 1, "\(text)")
    }
  }
}
