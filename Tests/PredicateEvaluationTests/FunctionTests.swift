import Foundation
import PredicateFormat
import Testing

/// Functions of the program on Swift values. Their meaning in a predicate is in Corpus, on untyped rows.
@Suite("Functions of the program")
struct FunctionTests {
  struct Item {
    var name: String
    var note: String?
    var price: Decimal
    var count: Int
    var day: Date
    var tags: [String]
    var owner: Owner?
    var flags: [Bool] = []
  }

  final class Owner {
    let name = "Bo"
  }

  private struct Refusal: Error, CustomStringConvertible {
    let description = "not today"
  }

  private let functions: PredicateFunctions = [
    .function("shout:") { (text: String) in text.uppercased() },
    .function("noted:") { (note: String?) in note ?? "none" },
    .function("gross:") { (price: Decimal) in price * 2 },
    .function("next:") { (day: Date) in day.addingTimeInterval(86_400) },
    .function("joined:with:") { (parts: [String], separator: String) in parts.joined(separator: separator) },
    .function("refuse:") { (_: Int) throws -> Int in throw Refusal() },
    .function("bytes:") { (text: String) in Data(text.utf8) },
    .function("identifier") { UUID(uuidString: "00000000-0000-0000-0000-000000000001") },
    .comparison(.custom("isKindOfClass:")) { (value: FormatValue, name: String) in
      guard case .object(let object) = value else { return false }
      return "\(type(of: object.object))" == name
    },
    .comparison(.tokenMatches) { (text: String, word: String, options: FormatStringOptions) in
      options == [.caseInsensitive, .diacriticInsensitive] && text.contains(word)
    },
  ]

  private let items = [
    Item(
      name: "a", note: nil, price: 1, count: 2, day: Date(timeIntervalSinceReferenceDate: 0), tags: ["x", "y"],
      owner: Owner()),
    Item(name: "b", note: "n", price: 2, count: 3, day: Date(timeIntervalSinceReferenceDate: 9), tags: [], owner: nil),
  ]

  @Test("a decimal beyond the integers that a double represents is passed to an Int exactly")
  func largeDecimal() throws {
    let functions: PredicateFunctions = [.function("digits:") { (number: Int) in "\(number)" }]
    let number = try #require(Decimal(string: "9007199254740993"))
    let predicate = try FormatPredicate("digits:(SELF) == '9007199254740993'")
    #expect(try [number].indices(matching: predicate, options: EvaluationOptions(functions: functions)) == [0])
  }

  private func indices(_ format: String, onError: EvaluationOptions.ErrorHandling = .throw) throws -> [Int] {
    try items.indices(
      matching: FormatPredicate(format), options: EvaluationOptions(functions: functions, onError: onError))
  }

  private func errors(_ format: String) throws -> [FormatDiagnostic] {
    let error = #expect(throws: FormatError.self) { try indices(format) }
    return error?.diagnostics ?? []
  }

  @Test("closures on Swift values read typed fields")
  func closures() throws {
    #expect(try indices("shout:(name) == 'B'") == [1])
    #expect(try indices("shout(name) == 'A' AND FUNCTION(name, 'shout:') == 'A'") == [0])
    #expect(try indices("noted(note) == 'none'") == [0])
    #expect(try indices("gross(price) == 4") == [1])
    #expect(try indices("next(day) > CAST(86400, 'NSDate')") == [1])
    #expect(try indices("joined:with:(tags, '-') == 'x-y'") == [0])
    #expect(try indices("bytes(name) == CAST('YQ==', 'NSData')") == [0])
    #expect(try indices("identifier() == CAST('00000000-0000-0000-0000-000000000001', 'UUID')") == [0, 1])
    #expect(try indices("owner isKindOfClass: 'Owner'") == [0])
    #expect(try indices("name TOKENMATCHES[cd] 'a' OR name TOKENMATCHES[c] 'b'") == [0])
    #expect(
      try FormatExpression("FUNCTION(note, 'shout:')").value(
        with: items[0], options: EvaluationOptions(functions: functions)) == .null)
  }

  @Test("every entry point takes functions")
  func entryPoints() throws {
    let predicate = try FormatPredicate("shout(name) == 'B'")
    #expect(try items.filtered(by: predicate, options: EvaluationOptions(functions: functions)).count == 1)
    #expect(try AnySequence(items).filtered(by: predicate, options: EvaluationOptions(functions: functions)).count == 1)
    #expect(try predicate.evaluate(with: items[1], options: EvaluationOptions(functions: functions)))
    #expect(
      try CompiledPredicate<Item>(predicate, options: EvaluationOptions(functions: functions)).count(of: items) == 1)
    let shout = try FormatExpression("shout(name)")
    #expect(
      try CompiledExpression<Item>(shout, options: EvaluationOptions(functions: functions)).values(of: items) == [
        .string("A"), .string("B"),
      ])
    var request = PredicateFetchRequest(predicate)
    #expect(try items.fetchAll(request, options: EvaluationOptions(functions: functions)).count == 1)
    #expect(try items.fetchCount(request, options: EvaluationOptions(functions: functions)) == 1)
    request.properties = [FetchProperty("n", try FormatExpression("count:(name)"))]
    #expect(
      try items.queryAttributes(request, options: EvaluationOptions(functions: functions)) == [["n": .integer(1)]])
    #expect(predicate.findings(for: Item.self, functions: functions).isEmpty)
    #expect(predicate.findings(functions: functions).isEmpty)
    #expect(shout.findings(functions: functions).isEmpty)
    #expect(predicate.findings().map(\.code) == [.unknownFunction])
    #expect(predicate.findings(for: Item.self).map(\.code) == [.unknownFunction])
  }

  @Test("wrong types are found when the predicate is compiled, with their positions")
  func kinds() throws {
    let wrong = try FormatPredicate("shout(count) == 'B' AND joined:with:(name, '-') == '' AND gross(price) > 'x'")
    let findings = wrong.findings(for: Item.self, functions: functions)
    #expect(findings.map(\.code) == [.typeMismatch, .typeMismatch, .typeMismatch])
    #expect(findings.map(\.range.start) == [6, 37, 58])
    #expect(findings.first?.message == "shout: needs a string, found an integer")
    #expect(try FormatPredicate("shout(name) == 5").findings(for: Item.self, functions: functions).isEmpty)
  }

  @Test(
    "predefined functions of typed keys: wrong types are found when the predicate is compiled",
    arguments: [
      ("sqrt(name) == 1", 5), ("uppercase(count) == ''", 10), ("length(day) == 1", 7), ("abs(tags) == 1", 4),
      ("modulus(count, name) == 1", 15), ("name + 1 == 1", 0), ("day * 2 == 1", 0), ("~name == 1", 1),
      ("count & day == 1", 8), ("sum(tags) == 1", 0), ("average(tags) == 1", 0), ("stddev:(day) == 1", 8),
      ("tags['x'] == 'x'", 5), ("indexed:by:(tags, name) == 'x'", 18), ("count[0] == 1", 0), ("randomn(name) == 0", 8),
      ("tags UNION count == tags", 11), ("sum(flags) == 1", 0),
    ])
  func typedKinds(format: String, offset: Int) throws {
    let findings = try FormatPredicate(format).findings(for: Item.self)
    #expect(findings.count == 1 && findings.first?.severity == .error, "\(findings)")
    #expect(findings.first.map { [.typeMismatch, .notACollection].contains($0.code) } == true, "\(findings)")
    #expect(findings.first?.range.start == offset, "\(findings)")
  }

  @Test("minimum and maximum of strings and dates, typed and untyped")
  func leastAndGreatest() throws {
    #expect(try indices("max(tags) == 'y'", onError: .yieldNil) == [0])
    #expect(try indices("day == max:(day)") == [1])
    #expect(try indices("name == min:(name)") == [0])
  }

  @Test("every type of value is passed unchanged, and returned")
  func types() throws {
    let functions: PredicateFunctions = [
      .function("other:") { (flag: Bool) in !flag }, .function("same:") { (identifier: UUID) in identifier },
      .function("width:") { (bytes: Data) in bytes.count }, .function("half:") { (number: Double) in number / 2 },
      .function("maybe:") { (flag: Bool?) in flag ?? true },
      .function("one:") { (flags: [Bool?]) in flags.contains(true) },
    ]
    let identifier = "CAST('00000000-0000-0000-0000-000000000001', 'UUID')"
    for format in [
      "other(NO) == YES", "maybe(nil) == YES", "maybe(NO) == NO", "one({nil, YES}) == YES", "one({nil}) == NO",
      "same(\(identifier)) == \(identifier)",
      "width(CAST('YWI=', 'NSData')) == 2", "half(18446744073709551615) == 9223372036854775808.0", "half(5) == 2.5",
      "half(CAST('2.5', 'NSDecimalNumber')) == 1.25",
    ] {
      #expect(
        try FormatPredicate(format).evaluate(with: FormatValue.null, options: EvaluationOptions(functions: functions)),
        "\(format)")
    }
    // The value that a row has at that time.
    let row: [String: FormatValue] = ["flag": .string("x"), "list": .list([.string("x")])]
    for (format, message) in [
      ("other(flag) == YES", "other: needs a boolean, found a string"),
      ("same(flag) == nil", "same: needs a UUID, found a string"),
      ("width(flag) == 0", "width: needs data, found a string"),
      ("half(flag) == 0", "half: needs a number, found a string"),
      ("maybe(flag) == YES", "maybe: needs a boolean, found a string"),
      ("one(list) == YES", "one: failed: {\"x\"} is not of the type Array<Optional<Bool>>"),
    ] {
      let error = #expect(throws: FormatError.self) {
        try FormatPredicate(format).evaluate(with: row, options: EvaluationOptions(functions: functions))
      }
      #expect(error?.diagnostics.map(\.message) == [message])
    }
  }

  @Test("an error that a function throws is an error of the row, or nil")
  func throwing() throws {
    let errors = try errors("name == 'b' AND refuse(count) == 1")
    #expect(errors.map(\.code) == [.functionFailed])
    #expect(errors.first?.range == FormatRange(16, 29))
    #expect(errors.first?.message == "refuse: failed: not today")
    #expect(try indices("refuse(count) == nil", onError: .yieldNil) == [0, 1])
    #expect(try self.errors("joined:with:(SELF.tags, nil) == ''").map(\.code) == [.nilOperand])
  }

  @Test("an element that does not fit is an error, and so is a result of another type")
  func unfit() throws {
    let rows: [FormatValue] = [.record(["tags": .list([.string("x"), .integer(1)])])]
    let predicate = try FormatPredicate("joined:with:(tags, '-') == ''")
    let error = #expect(throws: FormatError.self) {
      try rows.filtered(by: predicate, options: EvaluationOptions(functions: functions))
    }
    #expect(error?.diagnostics.first?.message == "joined:with: failed: {\"x\", 1} is not of the type Array<String>")
    let liar = PredicateFunction("lie", takes: [], gives: .optional(.date)) { _ in .string("x") }
    let lie = #expect(throws: FormatError.self) {
      try rows.filtered(by: FormatPredicate("lie() == nil"), options: EvaluationOptions(functions: [liar]))
    }
    #expect(lie?.diagnostics.map(\.message) == ["lie must return a date, but returned a string"])
    #expect(lie?.diagnostics.map(\.code) == [.functionFailed])
  }

  @Test("a predefined function cannot be replaced, and a name is registered only once")
  func refusals() throws {
    let refused: PredicateFunctions = [
      .function("max:") { 1 }, .function("now") { 1 }, .function("indexed:by:") { 1 }, .function("distinct:") { 1 },
      .function("") { 1 }, .function("mine") { 1 }, .function("mine") { 2 },
      .comparison(.like) { (_: String, _: String) in true },
    ]
    #expect(refused.refusals.count == 7)
    #expect(refused.refusals.allSatisfy { $0.code == .refusedFunction })
    #expect(refused.refusals.first?.message == "'max:' cannot be registered: it is predefined")
    let error = #expect(throws: FormatError.self) {
      try items.filtered(by: FormatPredicate("mine() == 1"), options: EvaluationOptions(functions: refused))
    }
    #expect(error?.diagnostics.count == 7)
    #expect(try FormatPredicate("mine() == 1").findings(functions: refused).count == 7)
    #expect(functions.refusals.isEmpty)
  }

  @Test("a name that no text can call is refused")
  func uncallable() throws {
    let refused: PredicateFunctions = [
      .function("f:") { 1 }, .function("f:") { (a: Int, _: Int, _: Int) in a }, .function("f:g:") { (a: Int) in a },
      .function("f:g") { (a: Int) in a }, .function(":") { (a: Int) in a }, .function("f::") { (a: Int, _: Int) in a },
      .comparison(.custom("f")) { (_: Int, _: Int) in true }, .comparison(.custom(":")) { (_: Int, _: Int) in true },
      .comparison(.custom("")) { (_: Int, _: Int) in true },
    ]
    #expect(
      refused.refusals.map(\.message) == [
        "'f:' cannot be registered: it has 1 colon and 0 parameters",
        "'f:' cannot be registered: it has 1 colon and 3 parameters",
        "'f:g:' cannot be registered: it has 2 colons and 1 parameter",
        "'f:g' cannot be registered: a name with a colon must end with one",
        "':' cannot be registered: a part before a colon is empty",
        "'f::' cannot be registered: a part before a colon is empty",
        "'f' cannot be registered: an operator's name must end with a colon",
        "':' cannot be registered: a part before a colon is empty",
        "'' cannot be registered: an operator's name must end with a colon",
      ])
    let twice: PredicateFunctions = [.function("f:") { (a: Int) in a }, .function("f:") { (a: Int) in -a }]
    #expect(twice.refusals.map(\.message) == ["'f:' cannot be registered: it is already registered"])
  }

  @Test("every form of name that can be registered can be called")
  func callable() throws {
    let all: PredicateFunctions = [
      .function("nought") { 1 }, .function("plus:") { (a: Int, b: Int) in a + b }, .function("one") { (a: Int) in a },
      .function("one:") { (a: Int) in -a },
      .function("two") { (a: Int, b: Int) in a + b },
      .function("two:and:and:") { (a: Int, b: Int, c: Int) in a + b + c },
      .comparison(.custom("follows:")) { (a: Int, b: Int) in a > b },
      .comparison(.custom("a:b:")) { (a: Int, b: Int) in a > b },
    ]
    #expect(all.refusals.isEmpty)
    let calls = [
      "nought() == 1", "FUNCTION(1, 'plus:', 2) == 3", "FUNCTION(1, 'one') == 1", "one:(1) == -1",
      "FUNCTION(1, 'two', 2) == 3",
      "two:and:and:(1, 2, 3) == 6",
      "2 follows: 1", "2 a:b: 1",
    ]
    for call in calls {
      #expect(try FormatPredicate(call).evaluate(with: 0, options: EvaluationOptions(functions: all)), "\(call)")
    }
  }

  @Test("suggestions name predefined and registered functions")
  func suggestions() throws {
    #expect(try errors("shuot(name) == ''").first?.message == "unknown function 'shuot'; did you mean shout?")
    #expect(try errors("upercase(name) == ''").first?.message.hasSuffix("did you mean uppercase?") == true)
    #expect(
      try errors("joined:wiht:(tags, '') == ''").first?.message.hasSuffix("did you mean joined:with:?") == true)
    let error = try #require(errors("FUNCTION(name, 'shuot:') == ''").first)
    #expect(error.code == .notRegistered && error.message.hasSuffix("did you mean shout:?"))
    #expect(error.notes == ["pass it to the evaluation: EvaluationOptions(functions: [.function(\"shuot:\") { … }])"])
    let custom = try #require(errors("owner isKindOfClas: 'x'").first)
    #expect(custom.message.hasSuffix("did you mean isKindOfClass:?"))
    #expect(try errors("name UTI-EQUALS 'x'").first?.notes.first?.contains(".comparison(.utiEquals)") == true)
    #expect(try errors("FUNCTION(name, 'shout:', 1) == ''").map(\.code) == [.wrongArgumentCount])
  }

  @Test("two functions with the same first part have no short form")
  func shortForms() throws {
    let both: PredicateFunctions = [
      .function("far:from:") { (a: Int, b: Int) in a - b }, .function("far:by:") { (a: Int, b: Int) in a + b },
      .function("plain") { (a: Int) in a },
    ]
    func codes(_ format: String) throws -> [FormatDiagnostic.Code] {
      try FormatPredicate(format).findings(functions: both).map(\.code)
    }
    #expect(try codes("far(1, 2) == 1") == [.unknownFunction])
    #expect(try codes("far:by:(1, 2) == 3 AND plain(1) == 1") == [])
    #expect(
      try FormatPredicate("plain(1) == 1 AND far:from:(3, 1) == 2").evaluate(
        with: 0, options: EvaluationOptions(functions: both)))
  }
}
