import Foundation
import PredicateFormat
import PredicateSQL
import TestSupport
import Testing

/// Everything that walks a tree of up to the maximum height runs on a thread with a stack of 512 KB, and gives a result or an
/// error with a code.
@Suite("Heights")
struct HeightTests {
  private static func model() throws -> PredicateModel {
    try PredicateModel([
      PredicateModel.Entity(
        "Node", table: "node",
        attributes: [
          .init("number", .integer16), .init("large", .integer64), .init("real", .double), .init("text", .string),
        ],
        relationships: [
          .toOne("parent", "Node", column: "parent_id"), .toMany("children", "Node", foreignKey: "parent_id"),
        ])
    ])
  }

  private static func translator(_ dialect: DatabaseDialect) throws -> SQLTranslator {
    try SQLTranslator(dialect, model: model(), entity: "Node")
  }

  @Test("the trees of these tests reach the maximum height")
  func areHigh() {
    #expect(highestPredicates.count == highFormats(1).count)
    // The others are long key paths, and trees that grow by several levels at once.
    #expect(
      highestPredicates.count { $0.height > PredicateLimits.default.height - 5 } >= 10,
      "\(highestPredicates.map(\.height))")
  }

  /// A function that walks a tree. It throws only errors for users.
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
      _ = try nodes.filtered(by: predicate, options: EvaluationOptions(onError: .yieldNil))
      _ = try PredicateColumns(nodes).filtered(by: predicate, options: EvaluationOptions(onError: .yieldNil))
    },
    Walk("evaluate on untyped rows") { predicate in
      let row = FormatValue.record([
        "number": .integer(1), "large": .integer(2), "real": .double(0.5), "text": .string("a"), "children": .list([]),
      ])
      _ = try? predicate.evaluate(with: row)
      _ = try predicate.evaluate(with: row, options: EvaluationOptions(onError: .yieldNil))
      _ = try [row].filtered(by: predicate, options: EvaluationOptions(onError: .yieldNil))
    },
  ]

  @Test("every walk over the highest trees, on a stack of 512 KB", arguments: walks)
  private func walk(walk: Walk) {
    for predicate in highestPredicates {
      let failure = onSmallStack { () -> String? in
        do { try walk.body(predicate) } catch let error as FormatError {
          return error.diagnostics.isEmpty ? "no diagnostic" : nil
        } catch { return "\(error)" }
        return nil
      }
      #expect(failure == nil, "\(predicate.format)")
    }
  }

  @Test("every walk over long formats that are not high, on a stack of 512 KB", arguments: walks)
  private func walkLong(walk: Walk) {
    for format in longFormats(longLength) {
      let failure = onSmallStack { () -> String? in
        do { try walk.body(FormatPredicate.template(format)) } catch let error as FormatError {
          return error.diagnostics.isEmpty ? "no diagnostic" : nil
        } catch { return "\(error)" }
        return nil
      }
      #expect(failure == nil, "\(format.prefix(60))")
    }
  }

  @Test("translation of long formats on a stack of 512 KB", arguments: DatabaseDialect.all.map(\.name))
  func longStatements(name: String) throws {
    let translator = try Self.translator(#require(DatabaseDialect.named(name)))
    for format in longFormats(longLength) {
      let isAnswered = onSmallStack { () -> Bool in
        do { _ = try translator.select(where: FormatPredicate.template(format)) } catch {
          return (error as? FormatError)?.diagnostics.isEmpty == false
        }
        return true
      }
      #expect(isAnswered, "\(format.prefix(60))")
    }
  }

  @Test("translation on a stack of 512 KB", arguments: DatabaseDialect.all.map(\.name), [5, 30, 60, 94, 100])
  func small(name: String, height: Int) throws {
    let dialect = try #require(DatabaseDialect.named(name))
    let translator = try Self.translator(dialect)
    for format in highFormats(height) {
      // The result does not matter here, only that there is one: a statement, or an error with a code.
      let codes = onSmallStack { () -> [FormatDiagnostic.Code] in
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
    let dialects = DatabaseDialect.all
    for format in highFormats(height) {
      // For a group, and for an object: the check must also terminate for an expression that is not an aggregate of groups.
      for having in [format, format.replacing("number", with: "max:(number)").replacing("real", with: "min:(real)")] {
        let codes = onSmallStack { () -> [FormatDiagnostic.Code] in
          var codes: [FormatDiagnostic.Code] = []
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
          requests.append(requests[0].with { $0.isDistinct = true })
          for request in requests {
            for dialect in dialects { attempt { _ = try Self.translator(dialect).fetch(request, .rows) } }
            attempt {
              _ = try [FormatValue.record([:])].queryAttributes(request, options: EvaluationOptions(onError: .yieldNil))
            }
          }
          return codes
        }
        let expected: Set<FormatDiagnostic.Code> = [
          .untranslatable, .statementTooLong, .tooHigh, .invalidRequest, .aggregateOverVariable, .typeMismatch,
          .notACollection, .unboundVariable,
        ]
        #expect(expected.isSuperset(of: codes), "\(having): \(codes)")
      }
    }
  }
}
