import EngineSupport
import Foundation
import PredicateFormat
import TestSupport
import Testing

/// The engine on Swift values. The meaning of predicates is in Corpus, on untyped rows; here typed rows must agree with it.
@Suite("Engine")
struct EngineTests {
  /// Typed leaves read fields in memory, untyped rows use boxed values. The answers, and the row of the first error, are the
  /// same.
  @Test("structs, classes and records agree on random predicates")
  func agreement() throws {
    let seed = testSeed("EngineTests.agreement")
    var maker = RowMaker(random: SeededRandom(state: seed))
    let rows = (0..<150).map { _ in maker.row() }
    let objects = rows.map(ClassPerson.init)
    let records = rows.map(\.record)
    let functions = RowMaker.functions
    var answered = 0
    let count = isFullRun ? 1_500 : 400
    for _ in 0..<count {
      let text = maker.predicate()
      let predicate = try FormatPredicate(text)
      let expected = try records.indices(
        matching: predicate, options: EvaluationOptions(functions: functions, onError: .yieldNil))
      let found = try rows.indices(
        matching: predicate, options: EvaluationOptions(functions: functions, onError: .yieldNil))
      #expect(found == expected, "TEST_SEED=\(seed), struct: \(text)")
      let ofObjects = try objects.indices(
        matching: predicate, options: EvaluationOptions(functions: functions, onError: .yieldNil))
      #expect(ofObjects == expected, "TEST_SEED=\(seed), class: \(text)")
      // With errors thrown: the same rows, or an error in all three.
      let thrown = [
        try? records.indices(matching: predicate, options: EvaluationOptions(functions: functions)),
        try? rows.indices(matching: predicate, options: EvaluationOptions(functions: functions)),
        try? objects.indices(matching: predicate, options: EvaluationOptions(functions: functions)),
      ]
      #expect(thrown[0] == thrown[1] && thrown[1] == thrown[2], "TEST_SEED=\(seed): \(text)")
      if let found = thrown[0] {
        #expect(found == expected, "TEST_SEED=\(seed): \(text)")
        answered += 1
      }
      // One row is a block of one, but functions such as max: are evaluated on all rows.
      if text.contains(":(") { continue }
      let row = Int.random(in: rows.indices, using: &maker.random)
      let alone =
        try [rows[row]].indices(
          matching: predicate, options: EvaluationOptions(functions: functions, onError: .yieldNil)) == [0]
      #expect(alone == expected.contains(row), "TEST_SEED=\(seed): \(text)")
    }
    #expect(answered > count / 3)
  }

  @Test("the error of the lowest row is thrown, whatever the order of evaluation")
  func lowestError() throws {
    let rows: [FormatValue] = (0..<300).map { .record(["a": .integer(Int64($0)), "b": .integer(200 - Int64($0))]) }
    let error = #expect(throws: FormatError.self) {
      try rows.filtered(by: FormatPredicate("10 / b > 0 OR 1 / (a - 70) > 5"))
    }
    #expect(error?.diagnostics.map(\.code) == [.divisionByZero])
    #expect(error?.diagnostics.first?.range == FormatRange(14, 26))
    #expect(
      try rows.filtered(by: FormatPredicate("10 / b > 0"), options: EvaluationOptions(onError: .yieldNil)).count == 10)
  }

  @Test("an operand that is not evaluated throws no error")
  func shortCircuit() throws {
    let rows: [FormatValue] = [
      .record([
        "a": .integer(0), "k": .list([.integer(1), .integer(0)]), "early": .list([.integer(1), .string("x")]),
        "late": .list([.string("x"), .integer(1)]),
      ])
    ]
    #expect(try rows.filtered(by: FormatPredicate("a == 0 OR 1 / a == 1")).count == 1)
    #expect(try rows.filtered(by: FormatPredicate("a != 0 AND 1 / a == 1")).isEmpty)
    // Elements are evaluated in order until one decides. An error after it is not thrown, one before it is.
    #expect(try rows.filtered(by: FormatPredicate("ANY early < 5")).count == 1)
    #expect(try rows.filtered(by: FormatPredicate("ALL early > 5")).isEmpty)
    #expect(throws: FormatError.self) { try rows.filtered(by: FormatPredicate("ANY late < 5")) }
    #expect(throws: FormatError.self) { try rows.filtered(by: FormatPredicate("ALL late > 5")) }
    #expect(throws: FormatError.self) {
      try rows.filtered(by: FormatPredicate("SUBQUERY(k, $x, 1 / $x == 5).@count > 0"))
    }
  }

  @Test("wrong keys and impossible comparisons are found when the predicate is compiled")
  func compileTime() throws {
    let none: [Person] = []
    let wrong = #expect(throws: FormatError.self) {
      try none.filtered(by: FormatPredicate("kidz.@count > 0 AND s > 5"))
    }
    #expect(wrong?.diagnostics.map(\.code) == [.unknownKey, .typeMismatch])
    #expect(wrong?.description.contains("kids") == true)
    #expect(throws: FormatError.self) { try none.filtered(by: FormatPredicate("s MATCHES '('")) }
    #expect(throws: FormatError.self) { try none.filtered(by: FormatPredicate.template("s == %@")) }
    #expect(throws: FormatError.self) { try none.filtered(by: FormatPredicate("s == $name")) }
    struct Closed { let handler: () -> Void }
    let closed = #expect(throws: FormatError.self) { try [Closed]().filtered(by: FormatPredicate("handler == nil")) }
    #expect(closed?.diagnostics.map(\.code) == [.unreadableKey])
    #expect(try FormatPredicate("s == 5").findings(for: Person.self).map(\.code) == [.neverEqual])
  }

  @Test("a pattern that the engine gives up on is an error, never false")
  func patternLimit() throws {
    let rows = [String(repeating: "ab", count: 500_000)]
    let error = #expect(throws: FormatError.self) { try rows.filtered(by: FormatPredicate("SELF MATCHES '(?:a|b)*'")) }
    #expect(error?.diagnostics.map(\.code) == [.patternLimit])
    // Here the engine reports no match although there is one.
    let silent = [String(repeating: "a", count: 40) + "c"]
    let given = #expect(throws: FormatError.self) {
      try silent.filtered(by: FormatPredicate("SELF MATCHES '(a+)+b|a+c'"))
    }
    #expect(given?.diagnostics.map(\.code) == [.patternLimit])
    let unbound = #expect(throws: FormatError.self) { try rows.filtered(by: FormatPredicate.template("SELF == %@")) }
    #expect(unbound?.diagnostics.map(\.code) == [.unboundArgument])
  }

  @Test("keys of different types are equal only if both are nil")
  func unlikeKinds() throws {
    struct Row { let number: Int?, text: String? }
    let rows = [
      Row(number: nil, text: nil), Row(number: 1, text: nil), Row(number: nil, text: "1"), Row(number: 1, text: "1"),
    ]
    for (format, expected) in [
      ("number == text", [0]), ("text = number", [0]), ("number != text", [1, 2, 3]),
      ("NOT text == number", [1, 2, 3]),
    ] {
      #expect(try rows.indices(matching: FormatPredicate(format)) == expected, "\(format)")
    }
  }

  @Test("the caller can set the limit of one match", arguments: ["text MATCHES '(a+)+b'", "text MATCHES pattern"])
  func matchLimit(format: String) throws {
    struct Row { let text: String, pattern: String }
    // About half a million steps until it is known that there is no match.
    let row = Row(text: String(repeating: "a", count: 16), pattern: "(a+)+b")
    let predicate = try FormatPredicate(format)
    #expect(try CompiledPredicate(predicate, for: Row.self).evaluate(with: row) == false)
    // Its answer is unknown, so it is an error even if errors are nil.
    for onError in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
      let options = EvaluationOptions(onError: onError, limits: PredicateLimits(matchSteps: 1))
      let strict = try CompiledPredicate(predicate, for: Row.self, options: options)
      let error = #expect(throws: FormatError.self) { try strict.evaluate(with: row) }
      #expect(error?.diagnostics.map(\.code) == [.patternLimit])
    }
    // Constant patterns are compiled with the predicate, even if there are no rows.
    let bad = #expect(throws: FormatError.self) {
      try CompiledPredicate(FormatPredicate("text MATCHES '('"), for: Row.self)
    }
    #expect(bad?.diagnostics.map(\.code) == [.badPattern])
  }

  @Test("inherited fields, subclasses in an array, identity")
  func classes() throws {
    var maker = RowMaker(random: SeededRandom(state: 1))
    let rows = (0..<10).map { _ in ClassPerson(maker.row()) }
    let base: [BasePerson] = rows
    #expect(try base.filtered(by: FormatPredicate("i == %@", rows[3].i)).contains { $0 === rows[3] })
    #expect(try rows.filtered(by: FormatPredicate("SELF == %@", FormatObject(rows[4]))).count == 1)
    #expect(
      try rows.filtered(by: FormatPredicate("SELF IN %@", [FormatObject(rows[4]), FormatObject(rows[7])])).count == 2)
    let kid = ClassKid(Kid(name: "k", age: 1, score: nil, toys: []))
    rows[2].best = kid
    #expect(try rows.filtered(by: FormatPredicate("best == %@", FormatObject(kid))).count == 1)
  }

  @Test("scalars, optionals, dictionaries, sequences")
  func shapes() throws {
    #expect(try ["a", "b", "ab"].filtered(by: FormatPredicate("SELF CONTAINS 'a'")) == ["a", "ab"])
    #expect(try [1, 2, 3].filtered(by: FormatPredicate("SELF >= 2")) == [2, 3])
    #expect(try [1, nil, 3].filtered(by: FormatPredicate("SELF != nil")) == [1, 3])
    #expect(try [1.5, .nan].filtered(by: FormatPredicate("SELF == nil")).count == 1)
    #expect(try (1...10).filtered(by: FormatPredicate("SELF > 8")) == [9, 10])
    #expect(try Set([1, 2]).filtered(by: FormatPredicate("SELF > 1")) == [2])
    let records: [[String: Any]] = [["n": 1, "t": ["x"]], ["n": 2], [:]]
    #expect(try records.filtered(by: FormatPredicate("n >= 1")).count == 2)
    #expect(try records.filtered(by: FormatPredicate("ANY t == 'x'")).count == 1)
    #expect(try ["n": 5].filtered(by: FormatPredicate("value > 1")).count == 1)
    #expect(try FormatPredicate("n == 2").evaluate(with: ["n": 2]))
    #expect(try FormatExpression("@avg.n").value(with: records.dropLast().map { $0 }) == .double(1.5))
  }

  @Test("a declared collection that is nil reads as empty, and still equals nil")
  func nilCollections() throws {
    var maker = RowMaker(random: SeededRandom(state: 4))
    var row = maker.row()
    (row.okids, row.best) = (nil, nil)
    for format in [
      "okids.@count == 0", "okids == nil", "NONE okids.age == 1", "ALL okids.age == 1", "best.toys.@count == 0",
      "SUBQUERY(okids, $x, TRUEPREDICATE).@count == 0", "okids.@max.age == nil", "okids.@sum.age == 0",
      "best.name == nil", "NOT best.age > 0",
    ] {
      #expect(try FormatPredicate(format).evaluate(with: row), "\(format)")
      #expect(try FormatPredicate(format).evaluate(with: ClassPerson(row)), "\(format)")
    }
  }

  @Test("objects that are nil have no keys, and are counted as objects")
  func absentObjects() throws {
    final class Owner {
      let name: String
      let age: Int
      init(_ name: String, _ age: Int) { (self.name, self.age) = (name, age) }
    }
    struct Home { let owners: [Owner?] }
    let owners = [nil, Owner("a", 1), nil, Owner("b", 2)]
    #expect(try owners.indices(matching: FormatPredicate("name == 'a'")) == [1])
    #expect(try owners.indices(matching: FormatPredicate("name == nil")) == [0, 2])
    #expect(
      try owners.indices(matching: FormatPredicate("age + 0 < 2"), options: EvaluationOptions(onError: .yieldNil)) == [
        1
      ])
    let homes = [Home(owners: owners), Home(owners: [])]
    #expect(try homes.indices(matching: FormatPredicate("ANY owners.name == 'b'")) == [0])
    #expect(try homes.indices(matching: FormatPredicate("owners.@sum.age == 3 AND owners.@count == 4")) == [0])
  }

  @Test("the keys of an object in an argument are read when it is evaluated")
  func constantObjects() throws {
    final class Owner {
      let name = "a", parts = [1, 2]
      let next: Owner?
      var age = 1
      init(_ next: Owner? = nil) { self.next = next }
    }
    final class Number { var value = 2 }
    let (owner, two) = (Owner(Owner()), Number())
    let object = FormatValue.object(FormatObject(owner))
    func isFound(_ format: String) throws -> Bool {
      try FormatPredicate(format).evaluate(with: two, options: EvaluationOptions(variables: ["x": object]))
    }
    #expect(try isFound("$x.name == 'a' AND $x.next.name == 'a' AND $x.next.next.name == nil"))
    #expect(try isFound("ANY $x.parts == value AND $x.parts.@count == 2 AND value IN $x.next.parts"))
    #expect(try !isFound("$x.age == value"))
    owner.age = 2
    #expect(try isFound("$x.age == value"))
    let predicate = try FormatPredicate("age == %@.age", arguments: [object])
    #expect(try [Owner()].count(matching: predicate) == 0)
    let error = #expect(throws: FormatError.self) { try isFound("$x.nam == 'a'") }
    #expect(error?.diagnostics.map(\.message) == ["Owner has no key 'nam'; did you mean name?"])
  }

  @Test("lists of the elements' values, distinct and flattened")
  func lists() throws {
    struct Part { let name: String, tags: [String] }
    struct Row { let numbers: [Int] }
    struct Whole { let parts: [Part], things: [Any], missing: [Int]?, next: Row? }
    let part = { Part(name: $0, tags: $1) }
    let whole = Whole(
      parts: [part("a", ["x", "y"]), part("b", []), part("a", ["y"])],
      things: [["tags": [1, 2]] as [String: Any], ["tags": [3]] as [String: Any], ["tags": 4] as [String: Any]],
      missing: nil, next: nil)
    func value(_ format: String) throws -> FormatValue {
      try CompiledExpression<Whole>(FormatExpression(format)).value(of: whole)
    }
    #expect(try value("parts.@distinctUnionOfObjects.name") == .list([.string("a"), .string("b")]))
    #expect(
      try value("parts.@distinctUnionOfArrays.tags") == .list([.string("x"), .string("y")]))
    #expect(try value("things.tags") == .list([.integer(1), .integer(2), .integer(3), .integer(4)]))
    #expect(try value("count:(missing)") == .integer(0))
    // A declared list that is nil has no elements. A value that is nil is not a list.
    for (format, code) in [
      ("max:(missing)", FormatDiagnostic.Code.emptyCollection), ("max:(next.numbers)", .emptyCollection),
      ("count:(TERNARY(missing == nil, nil, {1}))", .nilOperand),
      ("max:(TERNARY(missing == nil, nil, {1}))", .nilOperand),
      ("count:(TERNARY(missing == nil, missing, {1}))", .nilOperand),
      ("1 + count:(TERNARY(missing == nil, missing, {1}))", .nilOperand),
    ] {
      let error = #expect(throws: FormatError.self) { try value(format) }
      #expect(error?.diagnostics.map(\.code) == [code], "\(format)")
    }
  }

  @Test("a collection operator after untyped values within typed elements aggregates the values of all elements")
  func operatorsBehindUntypedValues() throws {
    struct Item { let info: [String: Any] }
    struct Order { let items: [Item] }
    let order = Order(items: [
      Item(info: ["cost": ["net": 2], "tags": ["x", "y"], "maker": ["name": "b"]]),
      Item(info: ["cost": ["net": 5], "tags": ["y"], "maker": ["name": "a"]]), Item(info: ["cost": ["net": 5]]),
    ])
    for (format, expected) in [
      ("items.info.cost.@sum.net", FormatValue.integer(12)), ("items.info.cost.@max.net", .integer(5)),
      ("items.info.cost.@count", .integer(3)), ("items.info.maker.@min.name", .string("a")),
      ("items.info.tags.@count", .integer(4)),
      ("items.info.cost.@distinctUnionOfObjects.net", .list([.integer(2), .integer(5)])),
    ] {
      #expect(try CompiledExpression<Order>(FormatExpression(format)).value(of: order) == expected, "\(format)")
    }
  }

  @Test("expressions within a SUBQUERY that use only the outer object")
  func outerObject() throws {
    struct Child { let score: Double, number: Int }
    struct Outer { let limit: Double?, least: Double, number: Int, children: [Child] }
    let children = (0..<70).map { Child(score: Double($0) / 2, number: $0) }
    let outers = [10.25, nil, 0].map { Outer(limit: $0, least: $0 ?? 7, number: 60, children: children) }
    for (format, expected) in [
      ("SUBQUERY(children, $c, $c.score > limit).@count", [49, 0, 69]),
      ("SUBQUERY(children, $c, $c.score > least).@count", [49, 55, 69]),
      ("SUBQUERY(children, $c, children.@avg.number < $c.score + least).@count", [21, 14, 0]),
      ("SUBQUERY(children, $c, $c.score > limit * 2 + 1).@count", [26, 0, 67]),
      ("SUBQUERY(children, $c, $c.score * 1.5 < sqrt(limit) + number * 0.125).@count", [15, 0, 10]),
      ("SUBQUERY(children, $c, $c.number > number + 1).@count", [8, 8, 8]),
    ] as [(String, [Int64])] {
      let values = try CompiledExpression<Outer>(
        FormatExpression(format), options: EvaluationOptions(onError: .yieldNil)
      ).values(of: outers)
      #expect(values == expected.map(FormatValue.integer), "\(format)")
    }
  }

  @Test("aggregates of all objects: of none, and of one")
  func overAll() throws {
    func value(_ format: String, _ numbers: [Int]) throws -> FormatValue {
      try CompiledExpression<Int>(FormatExpression(format)).value(over: numbers)
    }
    #expect(try value("count:(SELF)", []) == .integer(0) && value("sum:(SELF)", []) == .integer(0))
    #expect(try value("SELF + 1", []) == .null && value("SELF + 1", [5, 6]) == .integer(6))
    #expect(try value("max:(SELF)", [5, 6]) == .integer(6))
    let error = #expect(throws: FormatError.self) { try value("max:(SELF)", []) }
    #expect(error?.diagnostics.map(\.code) == [.emptyCollection])
    #expect(
      try CompiledExpression<Int>(FormatExpression("max:(SELF)"), options: EvaluationOptions(onError: .yieldNil))
        .value(over: []) == .null)
  }

  @Test("[l] compares by the user's locale, typed and untyped")
  func localized() throws {
    struct Row { let text: String }
    // A letter in two spellings, which are equal by locale and different in the language.
    let rows = ["e\u{301}", "\u{E9}", "e"].map(Row.init)
    let values = rows.map { FormatValue.record(["text": .string($0.text)]) }
    for (format, expected) in [
      ("text ==[l] '\u{E9}'", [0, 1]), ("text == '\u{E9}'", [1]), ("text !=[l] '\u{E9}'", [2]),
      ("text <[l] '\u{E9}'", [2]), ("text LIKE[l] '?'", [1, 2]), ("text BEGINSWITH[l] '\u{E9}'", [0, 1]),
    ] {
      #expect(try rows.indices(matching: FormatPredicate(format)) == expected, "\(format)")
      #expect(try values.indices(matching: FormatPredicate(format)) == expected, "\(format)")
    }
  }

  @Test("structs compare by their own ==, or not at all")
  func structures() throws {
    enum Pay: Equatable { case cash(Int), card(String) }
    struct Order: Equatable {
      var number: Int
      var pay: Pay  // unreadable, but counted
    }
    struct Plain { var number: Int }
    struct Pair {
      var a: Order
      var b: Order?
      var orders: [Order]
      var plain: Plain
    }
    let order = Order(number: 1, pay: .cash(1))
    let other = Order(number: 1, pay: .card("x"))
    let pairs = [
      Pair(a: order, b: other, orders: [], plain: Plain(number: 1)),
      Pair(a: order, b: order, orders: [order, other], plain: Plain(number: 1)),
      Pair(a: order, b: nil, orders: [other], plain: Plain(number: 1)),
    ]
    #expect(try pairs.indices(matching: FormatPredicate("a == b")) == [1])
    #expect(try pairs.indices(matching: FormatPredicate("a != b")) == [0, 2])
    #expect(try pairs.indices(matching: FormatPredicate("ANY orders == a")) == [1])
    #expect(try pairs.indices(matching: FormatPredicate("SUBQUERY(orders, $x, $x == a).@count == 0")) == [0, 2])
    #expect(try pairs.indices(matching: FormatPredicate("b == nil")) == [2])
    for format in ["plain == plain", "a IN orders", "orders == orders"] {
      #expect(throws: FormatError.self) { try pairs.filtered(by: FormatPredicate(format)) }
    }
  }

  @Test("empty collections are equal, whatever their element types are")
  func emptyCollections() throws {
    struct Row { var numbers: [Int], texts: [String] }
    let rows = [Row(numbers: [], texts: []), Row(numbers: [1], texts: []), Row(numbers: [], texts: ["a"])]
    #expect(try rows.indices(matching: FormatPredicate("numbers == texts")) == [0])
    #expect(try rows.indices(matching: FormatPredicate("numbers == {}")) == [0, 2])
    #expect(try rows.indices(matching: FormatPredicate("texts != {}")) == [2])
    #expect(try rows.indices(matching: FormatPredicate("texts == {1}")).isEmpty)
  }

  @Test("optionals of optionals, lists of lists")
  func nesting() throws {
    final class Node {
      var id: Int
      var friends: [Node] = []
      init(_ id: Int) { self.id = id }
    }
    struct Holder {
      var node: Node??
      var lists: [[Node]]
      var numbers: [[Int]]
      var number: Int???
    }
    let rows = [
      Holder(
        node: .some(.some(Node(1))), lists: [[Node(1)], [Node(2), Node(3)]], numbers: [[1], [2, 3]], number: 5),
      Holder(node: .some(nil), lists: [], numbers: [[]], number: .some(nil)),
      Holder(node: nil, lists: [[]], numbers: [], number: nil),
    ]
    #expect(try rows.indices(matching: FormatPredicate("node.id == 1")) == [0])
    #expect(try rows.indices(matching: FormatPredicate("node.friends.@count == 0")) == [0, 1, 2])
    #expect(try rows.indices(matching: FormatPredicate("node == nil")) == [1, 2])
    #expect(try rows.indices(matching: FormatPredicate("number == 5")) == [0])
    #expect(try rows.indices(matching: FormatPredicate("numbers.@count == 2")) == [0])
    #expect(try rows.indices(matching: FormatPredicate("SUBQUERY(numbers, $x, $x.@count == 2).@count == 1")) == [0])
    #expect(try rows.indices(matching: FormatPredicate("ANY lists.id == 3")) == [0])
    #expect(try rows.indices(matching: FormatPredicate("lists.id.@count == 3")) == [0])
    let nodes: [Node??] = [nil, .some(nil), Node(1)]
    #expect(try nodes.indices(matching: FormatPredicate("id == 1")) == [2])
    #expect(try nodes.indices(matching: FormatPredicate("SELF == nil")) == [0, 1])
  }

  @Test("a search in hostile text takes linear time")
  func hostileText() throws {
    // A quadratic search would take 10^10 steps, and the test would not end.
    let text = String(repeating: "a", count: 200_000)
    let needle = String(repeating: "a", count: 100_000) + "b" + String(repeating: "a", count: 20)
    for options in ["", "[c]", "[cd]"] {
      for subject in [text, text + "é"] {
        #expect(try [subject].filtered(by: FormatPredicate("SELF CONTAINS\(options) %@", needle)).isEmpty)
        #expect(try [subject + needle].filtered(by: FormatPredicate("SELF CONTAINS\(options) %@", needle)).count == 1)
      }
    }
  }

  @Test("max: of the whole collection is computed once per run")
  func wholeCollection() throws {
    let words = ["a", "abc", "xyz", "zz"]
    #expect(try words.filtered(by: FormatPredicate("length = max:(length)")) == ["abc", "xyz"])
    #expect(try words.filtered(by: FormatPredicate("max:(length) = length")) == ["abc", "xyz"])
    #expect(try FormatPredicate("length = max:(length)").evaluate(with: "a"))
    #expect(try words.filtered(by: FormatPredicate("length > average:(length)")) == ["abc", "xyz"])
    #expect(try words.filtered(by: FormatPredicate("length >= median:(length) AND length IN mode:(length)")).count == 2)
    #expect(try ["a", "abc"].filtered(by: FormatPredicate("stddev:(length) == 1")).count == 2)
    final class Counter: @unchecked Sendable { var calls = 0 }
    let counter = Counter()
    let rows = (0..<500).map { Counted(number: $0, counter: counter) }
    #expect(try rows.filtered(by: FormatPredicate("seen == max:(seen)")).map(\.number) == [499])
    #expect(counter.calls == 1_000)  // once for the maximum, once for the comparison

    struct Counted: PredicateKeyed {
      let number: Int
      let counter: Counter
      static var predicateKeys: [PredicateKey<Counted>] {
        [
          .key("seen") {
            $0.counter.calls += 1
            return $0.number
          }
        ]
      }
    }
  }

  @Test("predicates of the maximum height run on a stack of 512 KB")
  func smallStack() {
    let texts = [
      "i = 1" + String(repeating: " + 1", count: 90), String(repeating: "NOT ", count: 95) + "i = 1",
      String(repeating: "abs(", count: 45) + "i" + String(repeating: ")", count: 45) + " = 1",
      "i = " + String(repeating: "(d + ", count: 45) + "1" + String(repeating: ")", count: 45),
      String(repeating: "SUBQUERY(kids, $x, ", count: 24) + "i = 1" + String(repeating: ").@count > 0", count: 24),
      (0..<40).reduce("i = 1") { text, level in "(\(text)) \(level % 2 == 0 ? "AND" : "OR") i = \(level)" },
      "i = 0" + String(repeating: " OR i = 1", count: 20_000),
      String(repeating: "$x := ", count: 95) + "i = 1",
      String(repeating: "(($x := 1) + ", count: 40) + "i" + String(repeating: ")", count: 40) + " = 1",
      "i" + String(repeating: " + 1", count: 96) + " = 1", "od" + String(repeating: " * od", count: 96) + " = 1",
      String(repeating: "CAST(", count: 95) + "i" + String(repeating: ", 'NSNumber')", count: 95) + " = 1",
      String(repeating: "{", count: 95) + "i" + String(repeating: "}", count: 95) + " = 1",
      "tags" + String(repeating: "[0]", count: 95) + " = 1",
      String(repeating: "twice(", count: 95) + "i"
        + String(repeating: ")", count: 95) + " = 1",
      String(repeating: "TERNARY(i = 1, 0, ", count: 95) + "i" + String(repeating: ")", count: 95) + " = 1",
      String(repeating: "(tags UNION ", count: 48) + "tags" + String(repeating: ")", count: 48) + " = 1",
      (1..<95).reduce("$x := i == 1") { text, _ in "\(text) AND $x := $x + 1 == 1" },
      String(repeating: "FUNCTION(", count: 95) + "i" + String(repeating: ", 'twice:')", count: 95) + " = 1",
    ]
    var maker = RowMaker(random: SeededRandom(state: 3))
    let rows = (0..<70).map { _ in maker.row() }
    onSmallStack {
      for text in texts {
        do throws(FormatError) {
          let predicate = try FormatPredicate(text)
          let functions = RowMaker.functions
          _ = try? rows.filtered(by: predicate, options: EvaluationOptions(functions: functions))
          _ = try? rows.map(\.record).filtered(
            by: predicate, options: EvaluationOptions(functions: functions, onError: .yieldNil))
        } catch {
          Issue.record("\(error)")
        }
      }
    }
  }
}
