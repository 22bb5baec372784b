import PredicateFormat
import TestSupport
import Testing

/// Trees of the greatest height are translated, or refused, on a small stack.
@Suite("Heights")
struct HeightTests {
  private static func translator(_ dialect: SQLDialect) throws -> SQLTranslator {
    let model = try DataModel([
      DataModel.Entity(
        "Node", table: "node",
        attributes: [
          .init("number", .integer16), .init("large", .integer64), .init("real", .double), .init("text", .string),
        ],
        relationships: [
          .toOne("parent", "Node", column: "parent_id"), .toMany("children", "Node", foreignKey: "parent_id"),
        ])
    ])
    return try SQLTranslator(dialect, model: model, entity: "Node")
  }

  private static func formats(_ height: Int) -> [String] {
    func nested(_ open: String, _ core: String, _ close: String, by levels: Int = 1) -> String {
      String(repeating: open, count: height / levels) + core + String(repeating: close, count: height / levels)
    }
    func chain(_ word: String, _ sign: String) -> String {
      Array(repeating: word, count: height).joined(separator: sign)
    }
    var subquery = "$v\(height / 4).number > 0"
    for level in stride(from: height / 4, to: 0, by: -1) {
      subquery = "SUBQUERY(\(level == 1 ? "" : "$v\(level - 1).")children, $v\(level), \(subquery)).@count > 0"
    }
    return [
      nested("(number > 0 AND (large > 0 OR ", "number == 5", "))", by: 2), nested("NOT ", "number == 5", ""),
      nested("TERNARY(number > 5, ", "large", ", 1)") + " == 1",
      nested("TERNARY(", "number", " > 5, 1, 2)", by: 2) + " == 1", chain("number", "+") + " > 5",
      chain("large", "*") + " > 5", chain("real", "/") + " > 5", nested("-(", "large", ")") + " > 5",
      nested("abs(", "large", ")") + " > 5", nested("sqrt(", "real", ")") + " > 5",
      nested("uppercase(", "text", ")") + " == 'A'",
      nested("CAST(", "number", ", \"NSDate\")") + " == nil",
      nested("(number IN {1, TERNARY(", "number > 1", ", 1, 2)})", by: 3),
      chain("parent", ".") + ".number == nil", "ANY " + chain("children", ".") + ".number == 5", subquery,
      nested("(number BETWEEN {1, TERNARY(", "number > 1", ", 1, 2)})", by: 3),
    ]
  }

  @Test("on a stack of 512 KB", arguments: SQLDialect.all.map(\.name), [5, 30, 60, 94])
  func small(name: String, height: Int) throws {
    let dialect = try #require(SQLDialect.named(name))
    let translator = try Self.translator(dialect)
    for format in Self.formats(height) {
      // What it gives is not asked here, but that it comes back: with a statement, or with a fault that has a code.
      let codes = onSmallStack { () -> [DiagnosticCode] in
        do {
          _ = try translator.select(where: FormatPredicate(format))
          return []
        } catch let error as FormatError {
          return error.diagnostics.map(\.code)
        } catch {
          return [.invalidUTF8]
        }
      }
      #expect(codes.allSatisfy { [.untranslatable, .statementTooLong, .tooHigh].contains($0) }, "\(format): \(codes)")
    }
  }

  @Test("fetch requests on a stack of 512 KB, as SQL and in memory", arguments: [5, 30, 60, 90])
  func requests(height: Int) throws {
    let dialects = SQLDialect.all
    for format in Self.formats(height) {
      // Of a group, and of an object: what is no aggregate strays from groups, which the check must come back with too.
      for having in [format, format.replacing("number", with: "max:(number)").replacing("real", with: "min:(real)")] {
        let codes = onSmallStack { () -> [DiagnosticCode] in
          var codes: [DiagnosticCode] = []
          func attempt(_ body: () throws -> Void) {
            do { try body() } catch let error as FormatError { codes += error.diagnostics.map(\.code) } catch {
              codes.append(.invalidUTF8)
            }
          }
          guard let having = try? FormatPredicate(having) else { return [] }
          let value = FormatExpression(.conditional(having, .constant(1), .constant(2)))
          var requests = [
            PredicateFetchRequest(sortKeys: [.ascending("v")], properties: [FetchProperty("v", value)]),
            PredicateFetchRequest(properties: ["text", .count("number")], groupKeys: ["text"], having: having),
          ]
          requests.append(requests[0].tweaked { $0.isDistinct = true })
          for request in requests {
            for dialect in dialects { attempt { _ = try Self.translator(dialect).fetch(request, .rows) } }
            attempt { _ = try [FormatValue.record([:])].queryAttributes(request, onFault: .yieldNil) }
          }
          return codes
        }
        let expected: Set<DiagnosticCode> = [
          .untranslatable, .statementTooLong, .tooHigh, .invalidRequest, .aggregateOverVariable, .typeMismatch,
          .notACollection, .unboundVariable,
        ]
        #expect(expected.isSuperset(of: codes), "\(having): \(codes)")
      }
    }
  }
}
