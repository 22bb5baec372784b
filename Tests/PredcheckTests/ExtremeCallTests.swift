import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateFormat
import PredicateSQL
import TestSupport
import Testing

/// Extreme numbers and invalid names, as input of commands, models and translation: each gives an answer or an error.
@Suite("Extreme calls")
struct ExtremeCallTests {
  private static let numbers = [
    "-9223372036854775808", "-1", "-0", "0", "1", "9223372036854775807", "9223372036854775808",
    "99999999999999999999999", "1e3",
    "0x10", " 1", "", "NaN", "\u{0661}",
  ]

  @Test("pages of eval and sql", arguments: ["--limit", "--offset"])
  func pages(_ flag: String) {
    let model = packageRoot.appendingPathComponent("Corpus/SQL/Models/wordlist.json").path
    for number in Self.numbers {
      let isNumber = Int(number).map { $0 >= 0 } ?? false
      let call = Run(
        "eval", "length >= 0", "--data", "-", "--type", "text", "--sort", "self", "--limit", "2", "--offset", "0",
        flag, number,
        input: "b\na\n")
      // An option that is given twice is refused. Given once, its value is a number or an error.
      #expect(call.status == .unusable, "\(flag) \(number)")
      let single = Run("eval", "TRUEPREDICATE", "--data", "-", "--type", "text", flag, number, input: "b\na\n")
      #expect((single.status == .unusable) == !isNumber, "\(flag) \(number): \(single.errors)")
      for dialect in DatabaseDialect.all {
        let sql = Run(
          "sql", "length > 0", "--model", model, "--entity", "Word", "--dialect", dialect.name, "--sort", "text", flag,
          number)
        #expect((sql.status == .unusable) == !isNumber, "\(dialect.name) \(flag) \(number): \(sql.errors)")
      }
    }
  }

  @Test("constants of every size in SQL, for every type of column and dialect")
  func constants() throws {
    let types: [PredicateModel.AttributeType] = [
      .boolean(.integer), .integer16, .integer32, .integer64, .float, .double, .string, .uuid(.bytes), .data,
      .date(.referenceSeconds), .date(.unixSeconds), .date(.text), .decimal(.native(precision: 38, scale: 38)),
      .decimal(.native(precision: 1, scale: 0)), .decimal(.scaledInteger(scale: 18)),
    ]
    let models = try types.sampled.map { type in
      try PredicateModel([
        PredicateModel.Entity(
          "E", attributes: [.init("a", type)],
          relationships: [.toOne("me", "E", column: "me_id"), .toMany("mine", "E", foreignKey: "me_id")])
      ])
    }
    var made = 0
    let decimals = ["1e10000", "-1e-10000", String(repeating: "9", count: 100), "0.5"].compactMap { FormatDecimal($0) }
    let values: [FormatValue] =
      [
        .null, .bool(true), .integer(.min), .integer(.max), .unsigned(.max), .double(.greatestFiniteMagnitude),
        .double(.leastNonzeroMagnitude), .double(.infinity), .double(-.infinity), .double(.nan), .double(0x1p63),
        .date(.nan),
        .date(.infinity), .date(1e300), .date(-1e300), .date(9.2e15), .date(-9.3e15), .string("\0"), .string(""),
        .data([]),
        .uuid(FormatUUID(high: 0, low: 0)),
      ] + decimals.map { .decimal($0) }
    let operators = ["==", "!=", "<", "<=", ">", ">=", "IN", "BETWEEN"]
    for dialect in DatabaseDialect.all {
      for model in models {
        for value in values {
          for op in operators {
            let right = op == "IN" || op == "BETWEEN" ? FormatValue.list([value, value]) : value
            for format in [
              "a \(op) %@", "a * 2 \(op) %@", "me.a \(op) %@", "ANY mine.a \(op) %@",
            ] {
              guard let predicate = try? FormatPredicate(format, right) else { continue }
              if (try? predicate.sql(dialect, model: model, entity: "E", allowsResidual: true)) != nil { made += 1 }
            }
          }
        }
      }
    }
    #expect(made > (isFullRun ? 1_000 : 100), "most are translated")
  }

  @Test("long paths of a model, and extreme pages, in SQL")
  func paths() throws {
    let model = try PredicateModel([
      PredicateModel.Entity(
        "E", attributes: [.init("n", .integer64)],
        relationships: [
          .toOne("me", "E", column: "me_id"), .toMany("mine", "E", foreignKey: "me_id"),
          .toMany("linked", "E", linkTable: "l", source: "a", destination: "b"),
        ])
    ])
    for dialect in DatabaseDialect.all {
      for step in ["me", "mine", "linked"] {
        for count in [10, 100, 5_000] {
          let path = Array(repeating: step, count: count).joined(separator: ".")
          _ = onSmallStack {
            let predicate = try? FormatPredicate(step == "me" ? "%K == 1" : "ANY %K == 1", path + ".n")
            return (try? predicate?.sql(dialect, model: model, entity: "E", allowsResidual: true))?.text.utf8.count ?? 0
          }
        }
      }
      let translator = try SQLTranslator(dialect, model: model, entity: "E")
      for limit in [nil, Int.min, -1, 0, 1, .max] {
        for offset in [Int.min, -1, 0, 1, .max] {
          let request = PredicateFetchRequest(of: "E", sortKeys: [SortKey("n")], limit: limit, offset: offset)
          let statement = try? translator.fetch(request, .objects)
          #expect(
            (statement != nil) == ((limit ?? 0) >= 0 && offset >= 0) || dialect.name != "sqlite", "\(dialect.name)")
        }
      }
    }
  }

  @Test("models that contain themselves, have empty names, or duplicate names")
  func models() {
    typealias Entity = PredicateModel.Entity
    let unsound: [[Entity]] = [
      [Entity("A", parent: "A")], [Entity("A", table: "t", parent: "B"), Entity("B", table: "t", parent: "A")],
      [
        Entity("A", table: "t", parent: "B"), Entity("B", table: "t", parent: "C"),
        Entity("C", table: "t", parent: "B"),
      ],
      [Entity("A"), Entity("A")], [Entity("")], [Entity("A", table: "")], [Entity("A", primaryKey: "")],
      [Entity("A", attributes: [.init("", .string)])],
      [Entity("A", attributes: [.init("x", .string), .init("x", .double)])],
      [Entity("A", attributes: [.init("x", .string, column: "")])], [Entity("A", parent: "none")],
      [Entity("A", relationships: [.toOne("x", "none", column: "x")])],
      [Entity("A", attributes: [.init("x", .decimal(.native(precision: .max, scale: .min)))])],
      [Entity("A", attributes: [.init("x", .decimal(.scaledInteger(scale: .max)))])],
      [Entity("A", condition: .init("x", in: []))], [Entity("A\0")],
    ]
    for entities in unsound { #expect(throws: PredicateModelError.self) { try PredicateModel(entities) } }
    // A long line of parents, and a cycle of relationships.
    let line = (0..<5_000).map { Entity("E\($0)", table: "t", parent: $0 > 0 ? "E\($0 - 1)" : nil) }
    #expect(throws: PredicateModelError.self) { try PredicateModel(line) }
    #expect(throws: Never.self) {
      try PredicateModel([
        Entity("A", relationships: [.toOne("b", "B", column: "b")]),
        Entity("B", relationships: [.toOne("a", "A", column: "a")]),
      ])
    }
  }

  @Test("extreme profiles and limits")
  func limits() throws {
    let text = "name == 'abc' AND age IN {1, 2, 3} AND ANY kids.name LIKE 'a*'"
    for limit in PredicateProfile.Limit.allCases {
      for number in [Int.min, -1, 0, 1, Int.max - 1, Int.max] {
        var profile = PredicateProfile.untrusted.permitting(keys: ["name", "age", "kids.name"])
        profile.limits[limit] = number
        _ = try? FormatPredicate(text, profile: profile)
      }
    }
    for number in [Int.min, -1, 0, 1, Int.max] {
      var limits = PredicateLimits.default
      limits.length = number
      limits.height = number
      limits.errors = number
      _ = try? FormatPredicate.template("(((a == )", limits: limits)
      let translator = try SQLTranslator(
        .sqlite, model: PredicateModel([PredicateModel.Entity("E", attributes: [.init("n", .string)])]), entity: "E",
        limits: SQLLimits(length: number, parametersPerList: number))
      _ = try? translator.select(where: FormatPredicate("n IN {'a', 'b'}"))
    }
  }
}
