import Foundation
import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// The canonical print has the meaning of the printed tree, or does not parse.
struct PrintTests {
  @Test("the lossless print of sets and NaN has the same meaning")
  func losslessValues() throws {
    let set = FormatExpression(.constant(.set([.integer(2), .integer(1), .null])))
    #expect(set.losslessFormat == "{1, 2, nil} UNION {}")
    #expect(
      try FormatExpression(set.losslessFormat).value(with: FormatValue.null)
        == .set([1, 2].map { .integer($0) } + [.null]))
    let count = FormatExpression(.keys(.init(of: set, [.key("@count")])))
    #expect(count.losslessFormat == "({1, 2, nil} UNION {}).@count")
    #expect(try FormatExpression(count.losslessFormat).value(with: FormatValue.null) == .integer(3))
    let union = FormatExpression(.setOperation(.init(set, .minus, set)))
    #expect(union.losslessFormat == "({1, 2, nil} UNION {}) MINUS ({1, 2, nil} UNION {})")
    #expect(FormatExpression(.constant(.double(.nan))).losslessFormat == "nil")
    #expect(set.format == "{1, 2, nil} UNION {}")
  }

  @Test("the canonical print of a tree with hostile names and any constants has its meaning")
  func meaning() throws {
    let seed = testSeed("PrintTests.meaning")
    var answers = 0
    for number in 0..<900 as Range<UInt64> {
      var maker = HostileTrees(seed: seed &+ number)
      let tree = maker.predicate(Int(number % 4))
      let comment = "TEST_SEED=\(seed &+ number): \(tree.format)"
      guard let again = try? FormatPredicate.template(tree.format) else {
        Issue.record("the print does not parse. \(comment)")
        continue
      }
      #expect(again.keyPaths.map(Array.init(_:)) == tree.keyPaths.map(Array.init(_:)), "\(comment)")
      #expect(again.variables == tree.variables, "\(comment)")
      let rows = (0..<4).map { _ in maker.row() }
      let variables = maker.variables()
      for row in rows {
        let expected = answer(tree, row, variables)
        #expect(answer(again, row, variables) == expected, "\(comment)")
        // With nil for errors, more trees have an answer. The checker refuses some of them by what it knows about numbers.
        if let found = answer(again, row, variables, .yieldNil), let expected = answer(tree, row, variables, .yieldNil)
        {
          #expect(found == expected, "\(comment)")
          answers += 1
        }
      }
    }
    #expect(answers > 400, "\(answers)")
  }

  @Test("AND and OR of none to three parts in one another print as a text with their meaning")
  func compounds() throws {
    let seed = testSeed("PrintTests.compounds")
    var random = SeededRandom(state: seed)
    func compound(_ levels: Int) -> FormatPredicate {
      if levels == 0 {
        return FormatPredicate(
          .keyPath(["a", "b", "c"][Int.random(in: 0..<3, using: &random)]), .equalTo, .constant(1))
      }
      let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in compound(levels - 1) }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return FormatPredicate(.and(parts))
      case 1: return FormatPredicate(.or(parts))
      default: return !compound(levels - 1)
      }
    }
    let rows = (0..<8).map {
      FormatValue.record(["a": .integer($0 & 1), "b": .integer($0 & 2 / 2), "c": .integer($0 / 4)])
    }
    for number in 0..<600 {
      var tree = compound(4)
      // High trees print without optional parentheses.
      if number % 2 == 0 { for _ in 0..<44 { tree = !tree } }
      for text in [tree.format, tree.losslessFormat] {
        let again = try FormatPredicate.template(text)
        for row in rows { #expect(answer(again, row, [:]) == answer(tree, row, [:]), "TEST_SEED=\(seed): \(text)") }
      }
    }
  }

  /// Returns whether the predicate is true for the row, or nil if there is no answer. (The first of several errors depends on
  /// positions, which a tree built in Swift does not have.)
  private func answer(
    _ tree: FormatPredicate, _ row: FormatValue, _ variables: [String: (any FormatArgument)?],
    _ onError: EvaluationOptions.ErrorHandling = .throw
  ) -> Bool? {
    try? tree.evaluate(with: row, options: EvaluationOptions(variables: variables, onError: onError))
  }

  @Test("a tree without a spelling prints as a text that does not parse", arguments: unspelled)
  func unspellable(tree: FormatExpression) {
    for print in [tree.format, tree.losslessFormat] {
      for text in ["\(print) == 1", "1 == \(print)", "a IN {\(print), 1}", "ANY \(print) > 1"] {
        #expect((try? FormatPredicate.template(text)) == nil, "\(text)")
      }
      #expect((try? FormatExpression.template("1 + \(print)")) == nil, "\(print)")
    }
  }

  static let unspelled: [FormatExpression] = {
    final class Thing {}
    let a = FormatExpression.keyPath("a")
    let constants: [FormatValue] = [
      .double(.infinity), .double(-.infinity), .record([:]), .record(["a": .integer(1)]),
      .object(FormatObject(Thing())),
      .list([.record([:])]), .set([.double(.infinity)]), .date(.infinity),
    ]
    return constants.map { FormatExpression(.constant($0)) } + [
      FormatExpression(.keyPath([.key("")])), FormatExpression(.keyPath([])),
      FormatExpression(.keyPath([.key(""), .key("b")])),
      FormatExpression(.keyPath([.key("a"), .key("")])), FormatExpression(.keys(.init(of: .variable("x"), []))),
      .variable(""), FormatExpression(.function(.init("sum", [a]))), FormatExpression(.function(.init("", [a]))),
      FormatExpression(.function(.init(":", [a]))),
    ]
  }()

  @Test(
    "an invalid operator prints as a text that does not parse", arguments: ["", "IN", "==", "is of", "name", ":"])
  func unspellableOperator(selector: String) {
    for right in [
      FormatExpression.constant(1),
      FormatExpression(.index(.init(of: .function("add:to:", .keyPath("a"), .constant(1)), at: .first))),
    ] {
      let tree = FormatPredicate(.keyPath("a"), .custom(selector), right)
      #expect((try? FormatPredicate.template(tree.format)) == nil, "\(tree.format)")
      #expect((try? FormatPredicate.template(tree.losslessFormat)) == nil, "\(tree.losslessFormat)")
    }
  }

  @Test("a date prints with six decimals if they represent the same date")
  func dates() {
    func print(_ seconds: Double) -> String { FormatExpression(.constant(.date(seconds))).format }
    #expect(print(0.5) == "CAST(0.500000, \"NSDate\")")
    #expect(print(-978_250_148) == "CAST(-978250148.000000, \"NSDate\")")
    #expect(print(0.0078125) == "CAST(0.0078125, \"NSDate\")")
    #expect(print(0.9999999) == "CAST(0.9999999, \"NSDate\")")
    #expect(print(-0.0) == "CAST(-0.000000, \"NSDate\")")
    #expect(print(1e300) == "CAST(1e+300, \"NSDate\")")
  }
}

/// Makes random trees whose names contain characters with a meaning in format strings, and whose constants have all types.
private struct HostileTrees {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(state: seed) }

  private static let names = [
    "a", "b", "a b", "ALL age", "a == 1 OR b", " x", "x ", "", "AND", "nil", "TRUEPREDICATE", "1", "a.b", "a\nb",
    "\u{1B}[31m",
    "\u{2028}", "\u{202E}", "é", "e\u{301}", "\u{301}", "😀", "a:b", "a(", "\"", "\\", "#a", "$a", "%@", "%K", "@a b",
    "@", "@@a", "apply",
    "first", "SELF", "-", "--", "UTI-EQUALS", "a\u{0}", "_", "@status(a", "größe",
  ].filter { !$0.isEmpty }

  private mutating func pick<T>(_ list: [T]) -> T { list[Int(random.next() >> 8) % list.count] }
  private mutating func chance(_ percent: UInt64) -> Bool { (random.next() >> 8) % 100 < percent }

  mutating func name() -> String { pick(Self.names) }

  mutating func row() -> FormatValue {
    var fields: [String: FormatValue] = [:]
    for name in Self.names where chance(70) { fields[name] = chance(30) ? .list([value(1), value(0)]) : value(0) }
    return .record(fields)
  }

  mutating func variables() -> [String: (any FormatArgument)?] {
    Dictionary(Self.names.map { ($0, value(0)) }) { first, _ in first }
  }

  /// Returns a constant that the language can write.
  mutating func value(_ levels: Int) -> FormatValue {
    let kinds: [FormatValue] = [
      .null, .bool(true), .bool(false), .integer(1), .integer(-2), .integer(.min), .unsigned(.max), .double(1),
      .double(-0.0),
      .double(2.5), .double(0.1), .double(1e300), .double(.nan), .double(1e15), .decimal(FormatDecimal(5)),
      .string(name()),
      .decimal(FormatDecimal("0.1") ?? FormatDecimal(0)), .decimal(FormatDecimal("2.5") ?? FormatDecimal(0)),
      .date(0.0078125),
      .date(-0.25), .uuid(FormatUUID(high: 1, low: 2)), .data([1, 2]), .string("1"), .string("\u{2028}\u{85}\r\n\t"),
    ]
    guard levels > 0, chance(25) else { return pick(kinds) }
    let values = (0..<Int(random.next() >> 8) % 3).map { _ in value(levels - 1) }
    return chance(50) ? .list(values) : .set(values)
  }

  mutating func predicate(_ levels: Int) -> FormatPredicate {
    if levels > 0, chance(40) {
      switch Int(random.next() >> 8) % 3 {
      case 0: return FormatPredicate(.and([predicate(levels - 1), predicate(levels - 1)]))
      case 1: return FormatPredicate(.or([predicate(levels - 1), predicate(levels - 1)]))
      default: return !predicate(levels - 1)
      }
    }
    let operators: [FormatComparisonOperator] = [
      .equalTo, .notEqualTo, .lessThan, .greaterThanOrEqualTo, .in, .contains, .between, .beginsWith, .like,
      .custom("is\(name()):"),
    ]
    return FormatPredicate(
      expression(levels), pick(operators), expression(levels), modifier: pick([.direct, .direct, .any, .all]))
  }

  mutating func expression(_ levels: Int) -> FormatExpression {
    switch Int(random.next() >> 8) % (levels > 0 ? 13 : 3) {
    case 0: return FormatExpression(.constant(value(levels)))
    case 1: return FormatExpression(.keyPath((0...Int(random.next() >> 8) % 2).map { _ in .key(.init(name())) }))
    case 2: return .variable(name())
    case 3: return .aggregate([expression(levels - 1), expression(levels - 1)])
    case 4:
      return .function(
        pick(["add:to:", "divide:by:", "from:subtract:", "multiply:by:"]), expression(levels - 1),
        expression(levels - 1))
    case 5:
      return .function(pick(["max:", "onesComplement:", "abs:", "uppercase:", "noindex:"]), expression(levels - 1))
    case 6:
      return FormatExpression(
        .conditional(.init(predicate(levels - 1), expression(levels - 1), expression(levels - 1))))
    case 7: return .subquery(expression(levels - 1), variable: name(), predicate(levels - 1))
    case 8:
      return FormatExpression(
        .setOperation(.init(expression(levels - 1), pick([.union, .intersect, .minus]), expression(levels - 1))))
    case 9:
      var base = expression(levels - 1)
      // The checker knows the elements of a constant set, and reports other errors together with those of the object.
      if case .constant(.set) = base.kind { base = FormatExpression(.keyPath([.key(.init(name()))])) }
      return FormatExpression(.index(.init(of: base, at: pick([.first, .size, .value(expression(levels - 1))]))))
    case 10:
      return FormatExpression(
        .cast(.init(expression(levels - 1), type: pick(["NSNumber", "NSString", "NSDecimalNumber"]))))
    case 11:
      let root = expression(levels - 1)
      // The form that the parser creates.
      return FormatExpression(FormatExpression.Kind.keys([.key(.init(name()))], after: root))
    default: return FormatExpression(.assignment(.init(name(), expression(levels - 1))))
    }
  }
}
