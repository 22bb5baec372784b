import Foundation
import PredicateFormat
import TestSupport
import Testing

@testable import predcheck

/// Everything that walks a tree does so on a thread with a stack of 512 KB, up to the greatest height: with a result, or with an
/// error that has a code.
@Suite("Heights")
struct HeightTests {
  private static func model() throws -> DataModel {
    try DataModel([
      DataModel.Entity(
        "Node", table: "node",
        attributes: [
          .init("number", .integer16), .init("large", .integer64), .init("real", .double), .init("text", .string),
        ],
        relationships: [
          .toOne("parent", "Node", column: "parent_id"), .toMany("children", "Node", foreignKey: "parent_id"),
        ])
    ])
  }

  private static func translator(_ dialect: SQLDialect) throws -> SQLTranslator {
    try SQLTranslator(dialect, model: model(), entity: "Node")
  }

  fileprivate static func formats(_ height: Int) -> [String] {
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

  /// The highest tree of each kind that the default limits permit.
  private static let highest: [FormatPredicate] = formats(1).indices.compactMap { index in
    (1...2 * Limits.default.height).reversed().lazy.compactMap { try? FormatPredicate(formats($0)[index]) }.first
  }

  @Test("the trees of these tests reach the greatest height")
  func areHigh() {
    #expect(Self.highest.count == Self.formats(1).count)
    // The others are long key paths, and trees that grow by several levels at once.
    #expect(Self.highest.count { $0.height > Limits.default.height - 5 } >= 10, "\(Self.highest.map(\.height))")
  }

  /// Something that walks a tree; it throws nothing but what a user would see.
  private struct Walk: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: @Sendable (FormatPredicate) throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (FormatPredicate) throws -> Void) {
      testDescription = name
      self.body = body
    }
  }

  private struct Node: Sendable {
    let number: Int
    let large: Int
    let real: Double
    let text: String
    let children: [Node]
    var parent: Node? { children.first }
    init(_ number: Int, _ children: [Node]) {
      (self.number, large, real, text) = (number, number, Double(number), "text")
      self.children = children
    }
  }

  private static let walks: [Walk] = [
    Walk("parse") { _ = try FormatPredicate.template($0.format) },
    Walk("print") { _ = ($0.format, $0.losslessFormat, $0.description) },
    Walk("compare and hash") { _ = ($0 == $0, $0.hashValue, $0.keyPaths) },
    Walk("join and negate") { _ = try (!$0 && $0 || FormatPredicate("text == %@", "x")).format },
    Walk("bind and substitute") { _ = try $0.binding([] as [(any FormatArgument)?]).substituting(["x": 1]) },
    Walk("encode and decode") { predicate in
      let json = try JSONEncoder().encode(predicate)
      #expect(try JSONDecoder().decode(FormatPredicate.self, from: json) == predicate)
      _ = try JSONDecoder().decode(FormatPredicate.self, from: JSONEncoder().encode(predicate.text))
    },
    Walk("findings of the text") { _ = $0.findings() },
    Walk("findings in a profile") { predicate in
      for profile in PredicateProfile.shipped { _ = predicate.findings(in: profile.permitting(keys: ["text"])) }
    },
    Walk("check against a type") { _ = $0.findings(in: .coreData, for: Node.self) },
    Walk("check against a model") { predicate in
      try predicate.check(against: model(), entity: "Node")
    },
    Walk("evaluate on objects") { predicate in
      let nodes = [Node(1, [Node(2, [])])]
      _ = try? nodes.filtered(by: predicate)
      _ = try nodes.filtered(by: predicate, onFault: .yieldNil)
      _ = try PredicateColumns(nodes).filtered(by: predicate, onFault: .yieldNil)
    },
    Walk("evaluate on untyped rows") { predicate in
      let row = FormatValue.record([
        "number": .integer(1), "large": .integer(2), "real": .double(0.5), "text": .string("a"), "children": .list([]),
      ])
      _ = try? predicate.evaluate(with: row)
      _ = try predicate.evaluate(with: row, onFault: .yieldNil)
      _ = try [row].filtered(by: predicate, onFault: .yieldNil)
    },
    Walk("predcheck check, tree and eval --explain") { predicate in
      let row = #"{"number": 1, "large": 2, "real": 0.5, "text": "a", "children": []}"#
      for call in [
        Run("check", predicate.format), Run("tree", predicate.format),
        Run("eval", predicate.format, "--explain", "--data", "-", "--type", "jsonl", input: row),
      ] { #expect(!(call.output + call.errors).isEmpty) }
    },
  ]

  @Test("every walk over the highest trees, on a stack of 512 KB", arguments: walks)
  private func walk(walk: Walk) {
    for predicate in Self.highest {
      let failure = onSmallStack { () -> String? in
        do { try walk.body(predicate) } catch let error as FormatError {
          return error.diagnostics.isEmpty ? "no diagnostic" : nil
        } catch { return "\(error)" }
        return nil
      }
      #expect(failure == nil, "\(predicate.format)")
    }
  }

  @Test("translation on a stack of 512 KB", arguments: SQLDialect.all.map(\.name), [5, 30, 60, 94, 100])
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

  @Test("fetch requests on a stack of 512 KB, as SQL and in memory", arguments: [5, 30, 60, 90, 100])
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
          let value = FormatExpression(.conditional(.init(having, .constant(1), .constant(2))))
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
