import Foundation
import PredicateFormat
import TestSupport
import Testing

/// Values that a program nests deeply: each use is an answer or an error, on a small stack.
struct NestedValueTests {
  private static func nested(_ depth: Int, _ inner: FormatValue = .integer(1)) -> FormatValue {
    var value = inner
    for _ in 0..<depth { value = .list([value]) }
    return value
  }

  @Test("an argument has at most as many levels as a tree")
  func arguments() throws {
    for make in [
      { Self.nested($0) }, { FormatValue.set([Self.nested($0 - 1)]) }, { .record(["a": Self.nested($0 - 1)]) },
    ]
      as [(Int) -> FormatValue]
    {
      #expect(try [1, 2].count(matching: FormatPredicate("SELF IN %@", make(90))) == 0)
      for depth in [99, 1_000] {
        let error = #expect(throws: FormatError.self) {
          try [1, 2].count(matching: FormatPredicate("SELF IN %@", make(depth)))
        }
        #expect(error?.diagnostics.first?.code == .tooHigh, "\(depth)")
      }
    }
    #expect(FormatExpression(.constant(Self.nested(99))).height == 100)
    #expect(try FormatPredicate("a IN %@", Self.nested(1)).height == FormatPredicate("a IN {1}").height)
    #expect(try FormatPredicate("a IN %@", Self.nested(7)).height == FormatPredicate("a IN {{{{{{{1}}}}}}}").height)
  }

  @Test("the height of a profile counts the levels of constant lists")
  func profiles() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["a"])
    for depth in [18, 19, 60, 97] {
      let tree = try JSONEncoder().encode(
        FormatPredicate(.keyPath("a"), .in, FormatExpression(.constant(Self.nested(depth)))))
      let decoded = try JSONDecoder().decode(FormatPredicate.self, from: tree)
      let codes = decoded.findings(in: profile).map(\.code)
      #expect(codes == (depth == 18 ? [] : [.tooHigh]), "\(depth)")
      let text = try? FormatPredicate(decoded.losslessFormat, profile: profile)
      #expect((text == nil) == (depth > 18), "\(depth)")
    }
  }

  /// Returns "true", "false" or "error" for a predicate and an object.
  private static func answer<Object>(_ text: String, _ object: Object) -> String {
    do { return "\(try FormatPredicate(text).evaluate(with: object))" } catch { return "error" }
  }

  @Test("a value of more than 64 levels in a row is an error where it is read as a whole", arguments: [65, 150, 500])
  func rows(depth: Int) {
    let wholes = [
      "a == b", "a != b", "SELF == SELF", "a IN b", "a.k == 1", "a.@max.k == 1", "ANY a.k == 1", "a > 1", "a BETWEEN b",
      "a UNION b == a", "SUBQUERY(a, $x, $x == b).@count > 0", "CAST(a, 'NSString') == 'x'", "a == {1, b}",
      "TERNARY(a == 1, a, b) == a",
    ]
    let parts = ["a == 1", "a == nil", "a IN {1, 2}", "a.@count == 2", "a[SIZE] == 2", "n == 2"]
    let found = onSmallStack {
      let value = Self.nested(depth, .record(["k": 1]))
      let fields: [String: FormatValue] = ["a": value, "b": value, "n": 1]
      var found: [String] = []
      for text in wholes + parts {
        let expected = wholes.contains(text) ? "error" : "false"
        let answers = [Self.answer(text, FormatValue.record(fields)), Self.answer(text, fields)]
        if answers != [expected, expected] { found.append("\(text): \(answers)") }
      }
      return found
    }
    #expect(found.isEmpty)
  }

  @Test("a row of 63 levels is read on a small stack")
  func rowsWithinTheLimit() {
    let texts = ["a == b", "SELF == SELF", "a.k == b.k", "a[0] == b[0]", "ANY a.k == 1", "a IN {b}"]
    let answers = onSmallStack {
      let value = Self.nested(62, .record(["k": 1]))
      return texts.map { Self.answer($0, FormatValue.record(["a": value, "b": value])) }
    }
    #expect(answers == texts.map { _ in "true" })
  }

  @Test("requests refuse a value that is nested too deep, where they read it as a whole")
  func requests() {
    let answers = onSmallStack {
      let rows = [1, 2].map { FormatValue.record(["a": Self.nested(500), "n": .integer($0)]) }
      let request = PredicateFetchRequest()
      return [
        (try? rows.queryAttributes(request.selecting("n")))?.count,
        (try? rows.queryAttributes(request.selecting("a")))?.count,
        (try? rows.queryAttributes(request.grouped(by: "a").selecting("a")))?.count,
        (try? rows.fetchAll(request.sorted(by: .ascending("a"))))?.count,
      ]
    }
    #expect(answers == [2, nil, nil, nil])
  }

  @Test("equality, hashes, texts and coding of a value do not depend on its depth")
  func values() {
    let results = onSmallStack {
      var results: [Bool] = []
      for make in [{ .list([$0, 2]) }, { .set([$0]) }, { .record(["a": $0, "b": 1]) }] as [(FormatValue) -> FormatValue]
      {
        func value(_ inner: FormatValue) -> FormatValue {
          var value = inner
          for _ in 0..<500 { value = make(value) }
          return value
        }
        let (one, same, two) = (value(1), value(1), value(2))
        results += [one == same, one != two, one.hashValue == same.hashValue, Set([one, same, two]).count == 2]
        results.append(one.description.contains("<NestedTooDeep>"))
        results.append((try? JSONEncoder().encode(FormatExpression(.constant(one)))) == nil)
      }
      return results
    }
    #expect(results == results.map { _ in true })
    #expect(FormatValue.record(["a": 1, "b": [2]]) == ["b": [2], "a": 1])
    #expect(FormatValue.record(["a": 1]) != ["b": 1])
    #expect(FormatValue.list([1, 2]) != [1])
    #expect(FormatValue.list([]) != .set([]))
  }
}
