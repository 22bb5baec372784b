import Foundation
import PredicateEvaluation
import PredicateFormat
import Testing

/// Values that Swift programs commonly store, and that predicates read.
@Suite("Readable types")
struct ReadableTests {
  enum Status { case active, closed, failed(code: Int) }
  enum Colour: String { case red, green }

  struct Job {
    var name = "a"
    var status = Status.active
    var before: Status? = nil
    var initial: Character = "é"
    var big: Int128 = 170_141_183_460_469_231_731_687_303_715_884_105_727
    var huge: UInt128? = nil
    var half: Float16 = 0.5
    var elapsed = Duration.milliseconds(1500)
    var span = 2..<5
    var closed: ClosedRange<Double>? = nil
    var from: PartialRangeFrom<Int> = 3...
    var through: PartialRangeThrough<Int> = ...3
    var upTo: PartialRangeUpTo<Int> = ..<3
    var spans: [Range<Int>] = [1..<3]
    var byNumber = [3: "three"]
    var byColour: [Colour: Int] = [.red: 7]
    var byFlag: [Bool: Int] = [:]
    var rows: IndexSet = [1, 2, 9]
    var locale = Locale(identifier: "de_DE")
    var handler: (@Sendable () -> Void)? = nil
    var identity: ObjectIdentifier? = nil
    var needed: @Sendable () -> Void = {}
  }

  private static let jobs = [
    Job(),
    Job(
      name: "b", status: .failed(code: 3), before: .closed, initial: "x", big: -1, huge: 7, half: 2,
      elapsed: .seconds(2), span: 5..<5, closed: 0.5...1, from: 9..., through: ...9, upTo: ..<9, spans: [],
      byNumber: [:], byColour: [.green: 1],
      rows: [], locale: Locale(identifier: "en"), handler: {}, identity: ObjectIdentifier(Job.self as AnyObject)),
  ]

  private static func names(_ text: String) throws -> String {
    try jobs.filtered(by: FormatPredicate(text)).map(\.name).joined()
  }

  @Test(
    "each kind reads as its value",
    arguments: [
      ("status == 'active'", "a"), ("status == 'failed'", "b"), ("status IN {'closed', 'failed'}", "b"),
      ("status BEGINSWITH 'a'", "a"), ("before == nil", "a"), ("before == 'closed'", "b"), ("before != 'closed'", "a"),
      ("initial == 'é'", "a"), ("initial ==[d] 'e'", "a"), ("big > 9223372036854775807", "a"), ("big == -1", "b"),
      ("huge == 7", "b"), ("huge == nil", "a"), ("half == 0.5", "a"), ("half + 1 == 3", "b"),
      ("elapsed == 1.5", "a"), ("elapsed > 1.5", "b"), ("elapsed * 2 == 3", "a"),
      ("ANY rows > 5", "a"), ("rows.@count == 0", "b"), ("9 IN rows", "a"), ("locale == 'de_DE'", "a"),
      ("byNumber['3'] == 'three'", "a"), ("byColour.red == 7", "a"), ("byColour.green == 1", "b"),
      ("byColour.red == nil", "b"),
    ])
  func values(_ text: String, _ expected: String) throws {
    #expect(try Self.names(text) == expected)
    #expect(try FormatPredicate(text).findings(for: Job.self) == [])
  }

  @Test("numeric keys are written with %K")
  func numberKeys() throws {
    #expect(try Self.jobs.count(matching: FormatPredicate("%K == 'three'", "byNumber.3")) == 1)
    #expect(try Self.jobs.count(matching: FormatPredicate("%K == nil", "byNumber.03")) == 2)
    let error = #expect(throws: FormatError.self) { try Self.names("byFlag.on == 1") }
    #expect(
      error?.diagnostics.map(\.message) == [
        "the key 'byFlag' of Job cannot be read: a dictionary is read only if its keys are strings, integers or cases, and these are Bool"
      ])
  }

  @Test(
    "a range contains the values between its bounds",
    arguments: [
      ("3 IN span", "a"), ("5 IN span", ""), ("2 IN span", "a"), ("span CONTAINS 4.5", "a"), ("NOT 3 IN span", "b"),
      ("3 BETWEEN span", "a"), ("1 IN closed", "b"), ("closed CONTAINS 0.5", "b"), ("NOT 1 IN closed", "a"),
      ("nil IN closed", ""), ("span CONTAINS nil", ""), ("from CONTAINS 3", "a"), ("from CONTAINS 9", "ab"),
      ("3 IN through", "ab"), ("9 IN through", "b"), ("-1 IN through", "ab"), ("10 IN through", ""),
      ("2 IN upTo", "ab"), ("3 IN upTo", "b"), ("9 IN upTo", ""),
      ("ANY spans CONTAINS 2", "a"), ("ANY spans CONTAINS 3", ""), ("span.lowerBound == 2", "a"),
      ("SUBQUERY(spans, $s, $s CONTAINS 1).@count == 1", "a"),
    ])
  func ranges(_ text: String, _ expected: String) throws {
    #expect(try Self.names(text) == expected)
  }

  @Test("a range of numbers contains no string")
  func wrongBounds() {
    let error = #expect(throws: FormatError.self) { try Self.names("'a' IN span") }
    #expect(error?.diagnostics.map(\.code) == [.typeMismatch, .typeMismatch])
  }

  @Test("an optional that cannot be read can only be compared with nil")
  func unreadableOptionals() throws {
    for (text, expected) in [
      ("handler == nil", "a"), ("handler != nil", "b"), ("nil == identity", "a"), ("NOT identity == nil", "b"),
    ] {
      #expect(try Self.names(text) == expected, "\(text)")
    }
    struct Shop { let jobs: [Job], best: Job? }
    let shops = [Shop(jobs: Self.jobs, best: Self.jobs[1]), Shop(jobs: [], best: nil)]
    #expect(try shops.indices(matching: FormatPredicate("ANY jobs.handler != nil")) == [0])
    #expect(try shops.indices(matching: FormatPredicate("best.handler == nil")) == [1])
    #expect(try shops.indices(matching: FormatPredicate("SUBQUERY(jobs, $j, $j.handler == nil).@count == 1")) == [0])
    #expect(PredicateColumns(Self.jobs).memory >= 0)
    #expect(try PredicateColumns(Self.jobs).count(matching: FormatPredicate("handler == nil")) == 1)
    for text in [
      "handler == 1", "handler == handler", "handler > nil", "needed == nil", "handler.x == nil", "nil IN handler",
      "uppercase(handler) == nil", "{handler} == nil",
    ] {
      let error = #expect(throws: FormatError.self, "\(text)") { try Self.names(text) }
      #expect(Set(error?.diagnostics.map(\.code) ?? []) == [.unreadableKey], "\(text)")
    }
  }

  // MARK: Missing keys

  private protocol Shape {}
  private struct Square: Shape {
    let side: Double
    var area: Double { side * side }
    var corner: Corner? = Corner(x: 1)
    var corners: [Corner] = [Corner(x: 1)]
  }
  private struct Corner: Shape { let x: Int }
  private final class Circle: Shape { let radius = 1.0 }

  private static func messages(_ text: String, _ rows: [some Any]) throws -> [String]? {
    let predicate = try FormatPredicate(text)
    return #expect(throws: FormatError.self, "\(text)") { try rows.filtered(by: predicate) }?.diagnostics.map(\.message)
  }

  @Test("the keys of a struct in an existential are found as those of a class are")
  func existentials() throws {
    let shapes: [any Shape] = [Square(side: 2)]
    #expect(try shapes.count(matching: FormatPredicate("side == 2 AND corner.x == 1 AND ANY corners.x == 1")) == 1)
    #expect(try Self.messages("syde > 3.5", shapes) == ["Square has no key 'syde'; did you mean side?"])
    #expect(try Self.messages("nme != 'zzz'", shapes) == ["Square has no key 'nme'"])
    #expect(try Self.messages("corner.y == 1", shapes) == ["Corner has no key 'y'"])
    #expect(try Self.messages("ANY corners.y == 1", shapes) == ["Corner has no key 'y'"])
    #expect(
      try Self.messages("radus == 1", [Circle()] as [any Shape]) == ["Circle has no key 'radus'; did you mean radius?"])
    #expect(
      try Self.messages("shape.syde == 2", [["shape": Square(side: 2)]] as [[String: Any]])
        == ["Square has no key 'syde'; did you mean side?"])
    #expect(
      try Self.messages("ANY shapes.syde == 2", [["shapes": [Square(side: 2)]]] as [[String: Any]])
        == ["Square has no key 'syde'; did you mean side?"])
    let error = #expect(throws: FormatError.self) { try shapes.filtered(by: FormatPredicate("area > 3.5")) }
    #expect(
      error?.diagnostics.first?.notes == ["a computed property is a key if the type lists it in predicateKeys"])
    #expect(
      try shapes.count(matching: FormatPredicate("syde > 3.5"), options: EvaluationOptions(onError: .yieldNil)) == 0)
    // As a value, it is the record of its keys.
    struct Row { let shape: any Shape }
    #expect(try FormatExpression("shape").value(with: Row(shape: Corner(x: 1))) == ["x": 1])
    #expect(try FormatExpression("corners").value(with: shapes[0]) == [["x": 1]])
    #expect(try [Row(shape: Corner(x: 1))].count(matching: FormatPredicate("shape == shape")) == 1)
  }

  @Test("the error for a computed property of a struct explains how to register it")
  func computed() throws {
    let finding = try #require(try FormatPredicate("area > 3").findings(for: Square.self).first)
    #expect(finding.message == "Square has no key 'area'")
    #expect(finding.notes == ["a computed property is a key if the type lists it in predicateKeys"])
    #expect(try FormatPredicate("syde > 3").findings(for: Square.self).first?.notes == [])
  }

  @Test("a key that no row has is a warning of the findings, and nil when rows are filtered")
  func absent() throws {
    let rows: [[String: Any]] = [
      ["name": "Ann", "kids": [["age": 1], ["age": 2, "toy": "x"]] as [[String: Any]]],
      ["name": "Bo", "nick": NSNull()],
    ]
    func warnings(_ text: String) throws -> [String] {
      try FormatPredicate(text).findings(for: rows).map { finding in
        "\(finding.severity.rawValue): " + ([finding.message] + finding.fixIts.map(\.title)).joined(separator: "; ")
      }
    }
    #expect(try warnings("nmae != 'x'") == ["warning: none of the rows has a key 'nmae'; did you mean name?"])
    #expect(try rows.count(matching: FormatPredicate("nmae != 'x'")) == 2)
    #expect(try warnings("nick == nil AND ANY kids.toy == 'x' AND kids.@count == 0 AND SELF.name == 'a'") == [])
    #expect(try warnings("ANY kids.agee > 1") == ["warning: none of the rows has a key 'agee'; did you mean age?"])
    #expect(try warnings("nick.deep == 1") == [])
    for value in [["1"], ["x"]] {
      let names = try FormatPredicate("name IN %@", value).findings(for: rows)
      #expect(names == [])
    }
    #expect(try FormatPredicate("name IN %@", [1, 2]).findings(for: rows).map(\.code) == [.neverEqual])
    #expect(try FormatPredicate("nmae == 1").findings(for: [[String: Any]]()) == [])
    struct Typed { let meta: [String: Int] }
    #expect(
      try FormatPredicate("meta.agee == 1").findings(for: [Typed(meta: ["age": 1])]).flatMap(\.fixIts).map(
        \.replacement)
        == ["meta.age"])
  }
}
