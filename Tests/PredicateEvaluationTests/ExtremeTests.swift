import Foundation
import PredicateFetching
import PredicateFormat
import PredicateSyntax
import TestSupport
import Testing

/// Extreme values, numbers and paths give an answer or an error, and no crash.
@Suite("Extremes")
struct ExtremeTests {
  private static func decimal(_ text: String) -> FormatValue { FormatDecimal(text).map { .decimal($0) } ?? .null }

  private static let values: [FormatValue] = [
    .null, .bool(true), .integer(.min), .integer(.max), .integer(-1), .integer(0), .integer(63), .integer(64),
    .unsigned(.max), .unsigned(1 << 63), .double(.greatestFiniteMagnitude), .double(-.greatestFiniteMagnitude),
    .double(.leastNonzeroMagnitude), .double(.infinity), .double(-.infinity), .double(.nan), .double(-0.0),
    .double(9.223372036854775807e18), .double(-9.223372036854775808e18), .double(1.8446744073709552e19),
    .double(0x1p63),
    decimal("1e10000"), decimal("-1e-10000"), decimal("1e300"), decimal("5e-324"),
    decimal(String(repeating: "9", count: 100)), .date(.nan), .date(.infinity), .date(1e300), .date(-1e300),
    .date(-.infinity),
    .date(-63_113_904_001), .date(252_423_993_600), .string(""), .string("\0"), .string("1e999999999999999999999"),
    .string("-9223372036854775808"), .string("0x8000000000000000"), .string("9999-12-31T23:59:59.9999999999999Z"),
    .string("0001-01-01T00:00:00+23:59"), .string("\u{301}\u{200D}e\u{301}"), .data([]),
    .uuid(FormatUUID(high: 0, low: .max)),
    .list([]), .set([]), .record([:]), .list([.null]), .list([.integer(.max), .integer(.max)]),
    .list([.double(.infinity), .double(-.infinity)]), .list([.date(.nan), .date(1e300)]),
    .record(["length": .integer(1)]),
  ]

  @Test("every function of every value, constant and as a key")
  func functions() throws {
    for function in PredefinedFunction.all where !["random:", "randomn:"].contains(function.selector) {
      for (index, value) in Self.values.enumerated() {
        // All pairs would be many. Over all functions, each value is combined with each other one.
        let others = function.arity == 2 ? Self.values : [FormatValue.null]
        for other in others {
          let operands: [FormatValue] = Array([value, other].prefix(function.arity))
          let row = FormatValue.record(["a": value, "b": other])
          let keys = zip(["a", "b"], operands).map { FormatExpression.keyPath($0.0) }
          let constants = operands.map { FormatExpression(.constant($0)) }
          for arguments in index % 4 == 0 ? [keys, constants] : [keys] {
            let expression = FormatExpression(.function(.init(function.selector, arguments)))
            _ = try? expression.value(with: row)
          }
        }
      }
    }
  }

  @Test("every operator on every pair of values, as keys and with constants, with errors thrown and as nil")
  func operators() throws {
    let operators = FormatComparisonOperator.table.filter { $0.kind != .program }.map(\.operator)
    for left in Self.values {
      let row = FormatValue.record(["a": left])
      for right in Self.values {
        for comparison in operators {
          let predicate = FormatPredicate(.keyPath("a"), comparison, FormatExpression(.constant(right)))
          let given = try? predicate.evaluate(with: row)
          if let given {
            #expect(try predicate.evaluate(with: row, options: EvaluationOptions(onError: .yieldNil)) == given)
          }
        }
      }
    }
  }

  @Test("casts of every value to every type")
  func casts() throws {
    for type in ["NSString", "NSNumber", "NSDecimalNumber", "NSDate", "UUID", "NSData"] {
      let cast = try FormatExpression("CAST(a, '\(type)')")
      for value in Self.values {
        guard let given = try? cast.value(with: FormatValue.record(["a": value])) else { continue }
        // The result can be printed, and converted to Foundation and back.
        _ = (given.formatExpression.format, given.formatExpression.losslessFormat)
        _ = (given.decimalValue, given.dateValue, given.uuidValue, given.dataValue)
      }
    }
  }

  @Test("extreme values of Foundation are read")
  func foundation() throws {
    struct Row { let date: Date, decimal: Decimal, number: NSNumber, float: Float, url: URL? }
    let decimals: [Decimal] = [
      .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .nan, 0, -0.1,
      Decimal(sign: .minus, exponent: 127, significand: 9),
    ]
    let dates: [Double] = [0, .nan, .infinity, 1e300, -1e300, .leastNonzeroMagnitude]
    let numbers: [NSNumber] = [
      NSNumber(value: Double.nan), NSNumber(value: UInt64.max), NSNumber(value: Int64.min), NSDecimalNumber.notANumber,
      NSDecimalNumber.maximum, NSDecimalNumber(mantissa: .max, exponent: 127, isNegative: true),
    ]
    var rows: [Row] = []
    for (index, decimal) in decimals.enumerated() {
      for date in dates {
        rows.append(
          Row(
            date: Date(timeIntervalSinceReferenceDate: date), decimal: decimal, number: numbers[index % numbers.count],
            float: Float(date), url: URL(string: "x:")))
      }
    }
    for text in [
      "date < now()", "date - date == 0", "date + 1e308 > date", "CAST(date, 'NSString') == ''",
      "CAST(date, 'NSNumber') > 0",
      "decimal > 1e300", "decimal * decimal > 0", "decimal == 0.1", "decimal IN {1e300, 5e-324, 0.1}", "number > 0",
      "number == nil",
      "number * 2 > 0", "float > 1e39", "float == nil", "date == max:(date)", "decimal == min:(decimal)",
      "abs(number) > 1",
      "date BETWEEN {CAST(1e300, 'NSDate'), CAST(-1e300, 'NSDate')}", "CAST(decimal, 'NSDate') == nil",
      "ceiling(decimal) > 0",
    ] {
      let predicate = try FormatPredicate(text)
      _ = try? rows.filtered(by: predicate)
      #expect(throws: Never.self, "\(text)") {
        try rows.filtered(by: predicate, options: EvaluationOptions(onError: .yieldNil))
      }
      #expect(throws: Never.self, "\(text)") {
        try PredicateColumns(rows).filtered(by: predicate, options: EvaluationOptions(onError: .yieldNil))
      }
    }
    for key in ["date", "decimal", "number", "float"] {
      let request = PredicateFetchRequest().sorted(by: .ascending(key))
      _ = try? rows.fetchAll(request)
      _ = try? rows.queryAttributes(PredicateFetchRequest().grouped(by: key).selecting(.count(key, as: "n")))
    }
  }

  // MARK: Requests

  private struct Word: Sendable { let text: String, length: Int }
  private static let words = (0..<200).map { Word(text: String(repeating: "a", count: $0 % 7), length: $0 % 7) }

  @Test("pages: any limit, offset and batch size")
  func pages() async throws {
    let ends: [Int?] = isFullRun ? [nil, .min, -1, 0, 1, 199, 200, 201, .max - 1, .max] : [nil, -1, 1, 200, .max]
    for limit in ends {
      for offset in ends.compactMap({ $0 }) {
        for batchSize in [nil, Int.min, 0, 1, 63, .max] {
          for order in [[], [SortKey("length")], [SortKey("text", comparison: .localizedStandard)]] {
            let request = PredicateFetchRequest(sortKeys: order, limit: limit, offset: offset, batchSize: batchSize)
            let isValid = (limit ?? 0) >= 0 && offset >= 0 && (batchSize ?? 1) > 0
            let count = min(max(0, 200 - max(0, offset)), limit ?? .max)
            guard isValid else {
              let error = #expect(throws: FormatError.self) { try Self.words.fetchAll(request) }
              #expect(error?.diagnostics.map(\.code) == [.invalidRequest])
              #expect(throws: FormatError.self) { try Self.words.batches(of: request) }
              continue
            }
            #expect(try Self.words.fetchAll(request).count == count)
            #expect(try Self.words.fetchCount(request) == count)
            #expect(try Self.words.fetchIdentifiers(request).count == count)
            var seen = 0
            for try await batch in try Self.words.batches(of: request) { seen += batch.items.count }
            #expect(seen == count)
            let groups = request.with { $0.sortKeys = [] }.grouped(by: "length")
            #expect(try Self.words.fetchCount(groups) == min(max(0, 7 - offset), limit ?? .max))
            #expect(try Self.words.queryAttributes(groups).count == min(max(0, 7 - offset), limit ?? .max))
          }
        }
      }
    }
  }

  @Test("any number of threads")
  func threads() throws {
    let predicate = try FormatPredicate("length > 3")
    let columns = PredicateColumns(Self.words)
    for threads in [Int.min, -1, 0, 1, 64, Int.max] {
      #expect(try Self.words.count(matching: predicate, options: EvaluationOptions(threads: threads)) == 84)
      #expect(try columns.count(matching: predicate, options: EvaluationOptions(threads: threads)) == 84)
      #expect(try columns.indices(matching: predicate, options: EvaluationOptions(threads: threads)).count == 84)
      #expect(try columns.filtered(by: predicate, options: EvaluationOptions(threads: threads)).count == 84)
    }
  }

  @Test("requests with invalid and empty names")
  func names() throws {
    let names = [
      "", ".", "..", "a.", ".length", "length.", "self", "SELF", "@count", "@sum", "@sum.", "@", "length.@count", "\0",
      "é", "length.length",
    ]
    for name in names {
      let requests = [
        PredicateFetchRequest(sortKeys: [SortKey(name)]), PredicateFetchRequest(properties: [.key(name)]),
        PredicateFetchRequest(groupKeys: [name]), PredicateFetchRequest(properties: [.key(name), .key(name)]),
        PredicateFetchRequest(properties: [FetchProperty(name, .keyPath("length"))], groupKeys: [name, name]),
        PredicateFetchRequest(properties: [.count(name, as: name), .average(name)]),
      ]
      for request in requests {
        _ = try? Self.words.fetchAll(request)
        _ = try? Self.words.queryAttributes(request)
        _ = try? Self.words.fetchCount(request)
        _ = try? JSONDecoder().decode(PredicateFetchRequest.self, from: JSONEncoder().encode(request))
      }
      _ = try? PredicateColumns(Self.words, keys: [name])
    }
  }

  @Test("contradictory comparators")
  func comparators() throws {
    let answers: [@Sendable (FormatValue, FormatValue) -> Bool] = [
      { _, _ in true }, { _, _ in false }, { _, _ in Bool.random() }, { left, right in left == right },
    ]
    for answer in answers {
      let comparison = SortComparison.function(SortFunction("contradicts", answer))
      let request = PredicateFetchRequest(sortKeys: [SortKey("text", comparison: comparison)])
      #expect(try Self.words.fetchAll(request).count == 200)
      #expect(try Self.words.fetchAll(request.with { $0.limit = 7 }).count == 7)
    }
  }

  // MARK: Key paths

  @Test("key paths of a hundred thousand steps, on a small stack")
  func longPaths() throws {
    final class Node: Sendable {
      let next: Node?
      let nodes: [Node]
      let any: FormatValue
      init(_ next: Node?) { (self.next, nodes, any) = (next, next.map { [$0] } ?? [], .record(["k": .integer(1)])) }
    }
    let (left, many) = (FormatValue.list([.record(["k": .integer(1)])]), 20_000)
    // The results of a path of so many steps: for typed objects, and for an untyped row with the key `any`.
    let outcomes: [(step: String, typed: String, untyped: String)] = [
      ("next", "true", "false"), ("nodes", "too-high", "false"), ("self", "false", "false"),
      ("nodes.@unionOfObjects.nodes", "too-high", "too-high"), ("@unionOfObjects.self", "too-high", "too-high"),
      ("nodes.@max.nodes", "too-high", "too-high"), ("@allValues", "too-high", "too-high"),
      ("k", "unknown-key", "unknown-key"),
    ]
    for (step, typed, untyped) in outcomes {
      let path = Array(repeating: step, count: many).joined(separator: ".")
      let found = onSmallStack {
        func outcome(_ path: String, _ row: some Any) -> String {
          do throws(FormatError) {
            let predicate = try FormatPredicate("%K == nil", path)
            _ = predicate.losslessFormat
            return "\(try predicate.evaluate(with: row))"
          } catch { return error.diagnostics.first?.code.rawValue ?? "" }
        }
        return [outcome(path, Node(Node(nil))), outcome("any." + path, FormatValue.record(["any": left]))]
      }
      #expect(found == [typed, untyped], "\(step)")
    }
  }

  @Test("a key path through the maximum number of collections runs on a small stack")
  func collections() throws {
    struct Node: Sendable { let nodes: [Node] }
    var node = Node(nodes: [])
    for _ in 0..<120 { node = Node(nodes: [node]) }
    let deep = node
    for count in [
      PredicateLimits.greatestHeight - 1, PredicateLimits.greatestHeight, PredicateLimits.greatestHeight + 5,
    ] {
      let path = Array(repeating: "nodes", count: count).joined(separator: ".")
      let result = onSmallStack { Result { try FormatPredicate("\(path).@count == 1").evaluate(with: deep) } }
      if count <= PredicateLimits.greatestHeight {
        #expect(try result.get())
      } else {
        #expect(throws: FormatError.self) { try result.get() }
      }
    }
  }
}
