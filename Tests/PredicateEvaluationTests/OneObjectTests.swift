import EngineSupport
import Foundation
import PredicateEvaluation
import PredicateFormat
import PredicateSyntax
import Synchronization
import TestSupport
import Testing

@Suite("One object at a time")
struct OneObjectTests {
  private struct Row: Sendable {
    var text: String
    var length: Int
    var divisor = 1
    var tags: [String] = []
  }

  private struct Other { var length: Int }

  private func key<T>(of type: T.Type) -> Compilation.Key { Compilation.Key(ObjectIdentifier(type), isShared: true) }

  private static let rows = (0..<300).map { number in
    Row(text: number % 3 == 0 ? "sing" : "word", length: number % 7, tags: number % 2 == 0 ? ["a"] : [])
  }

  @Test("evaluate(with:) is a function for filter, both of a predicate and of a compiled one")
  func functionOfOneParameter() throws {
    let predicate = try FormatPredicate("length == 3 AND text ENDSWITH 'ing'")
    let expected = try Self.rows.filtered(by: predicate).map(\.length)
    #expect(expected == Array(repeating: 3, count: 15))
    #expect(try Self.rows.filter(predicate.evaluate(with:)).map(\.length) == expected)
    let compiled = try CompiledPredicate<Row>(predicate)
    #expect(try Self.rows.filter(compiled.evaluate(with:)).map(\.length) == expected)
    let doubled = try FormatExpression("length * 2")
    #expect(try Self.rows[..<3].map(doubled.value(with:)) == [.integer(0), .integer(2), .integer(4)])
    #expect(
      try Self.rows[..<3].map(CompiledExpression<Row>(doubled).value(of:)) == [.integer(0), .integer(2), .integer(4)])
  }

  @Test("the compiled form of a predicate is cached for each type, and copies share it")
  func compiledOnce() throws {
    let predicate = try FormatPredicate("length > 2")
    let copy = predicate
    #expect(predicate.compiled(for: key(of: Row.self)) == nil)
    #expect(try predicate.evaluate(with: Row(text: "", length: 3)))
    let first = try #require(predicate.compiled(for: key(of: Row.self))).toOpaque()
    #expect(try !copy.evaluate(with: Row(text: "", length: 2), options: EvaluationOptions(onError: .yieldNil)))
    #expect(copy.compiled(for: key(of: Row.self))?.toOpaque() == first)
    #expect(predicate.compiled(for: key(of: Other.self)) == nil)
    #expect(try predicate.evaluate(with: Other(length: 3)))
    #expect(predicate.compiled(for: key(of: Other.self))?.toOpaque() != first)
    #expect(predicate.compiled(for: key(of: Row.self))?.toOpaque() == first)
  }

  @Test("predicates that are built in Swift, decoded or joined cache it too")
  func allTrees() throws {
    let parsed = try FormatPredicate("length > 2")
    let byHand = FormatPredicate(.keyPath("length"), .greaterThan, .constant(2))
    let decoded = try JSONDecoder().decode(FormatPredicate.self, from: JSONEncoder().encode(parsed))
    for predicate in [byHand, decoded, parsed && byHand, !(!parsed), FormatPredicate(.or([parsed, byHand]))] {
      #expect(try predicate.evaluate(with: Other(length: 3)))
      #expect(predicate.compiled(for: key(of: Other.self)) != nil, "\(predicate)")
      #expect(try !predicate.evaluate(with: Other(length: 2)))
    }
  }

  @Test("a changed predicate does not use the compiled form of the old one")
  func changedTrees() throws {
    let template = try FormatPredicate("length > $least")
    let three = template.substituting(["least": 3])
    let five = template.substituting(["least": 5])
    #expect(try three.evaluate(with: Other(length: 4)))
    #expect(try !five.evaluate(with: Other(length: 4)))
    #expect(try three.substituting([:]).evaluate(with: Other(length: 4)))
    #expect(try !(!three).evaluate(with: Other(length: 4)))
    #expect(try template.evaluate(with: Other(length: 4), options: EvaluationOptions(variables: ["least": 3])))
    #expect(try !template.evaluate(with: Other(length: 4), options: EvaluationOptions(variables: ["least": 4])))
    let bound = try FormatPredicate.template("length > %d").binding([3])
    #expect(try bound.evaluate(with: Other(length: 4)))
    #expect(
      codes { _ = try three.limited(to: PredicateLimits(rows: 0)).evaluate(with: Other(length: 4)) } == [.tooManyRows])
    #expect(try three.evaluate(with: Other(length: 4)))
  }

  @Test("equality, hashing and coding ignore the cache")
  func valueSemantics() throws {
    let (used, unused) = (try FormatPredicate("length > 2"), try FormatPredicate("length > 2"))
    _ = try used.evaluate(with: Other(length: 1))
    #expect(used == unused)
    #expect(used.hashValue == unused.hashValue)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(used) == encoder.encode(unused))
  }

  private struct Numbered<T: Sendable> { var length: Int }

  @Test("it is cached for eight types; for more, the predicate is compiled each time, correctly")
  func eightTypes() throws {
    let predicate = try FormatPredicate("length > 2")
    var kept = 0
    func ask<T: Sendable>(_: T.Type) throws {
      for length in 2...3 {
        #expect(try predicate.evaluate(with: Numbered<T>(length: length)) == (length > 2))
      }
      if predicate.compiled(for: key(of: Numbered<T>.self)) != nil { kept += 1 }
    }
    try ask(Int.self)
    try ask(Int8.self)
    try ask(Int16.self)
    try ask(Int32.self)
    try ask(Int64.self)
    try ask(UInt.self)
    try ask(UInt8.self)
    try ask(UInt16.self)
    #expect(kept == 8)
    try ask(UInt32.self)
    try ask(UInt64.self)
    #expect(kept == 8)
  }

  @Test("an error of one object does not affect the next")
  func errors() throws {
    let predicate = try FormatPredicate("10 / divisor == 5")
    for _ in 0..<3 {
      #expect(codes { _ = try predicate.evaluate(with: Row(text: "", length: 0, divisor: 0)) } == [.divisionByZero])
      #expect(try predicate.evaluate(with: Row(text: "", length: 0, divisor: 2)))
      #expect(
        try !predicate.evaluate(
          with: Row(text: "", length: 0, divisor: 0), options: EvaluationOptions(onError: .yieldNil)))
      #expect(try !predicate.evaluate(with: Row(text: "", length: 0, divisor: 3)))
    }
  }

  @Test("max:(key) and joined collections are evaluated for each object")
  func wholeValues() throws {
    let greatest = try FormatPredicate("length == max:(length)")
    for length in 1...3 { #expect(try greatest.evaluate(with: Other(length: length))) }
    let nested = try FormatPredicate("SUBQUERY(tags, $t, $t == text).@count == 1")
    for text in ["a", "b", "a"] {
      #expect(try nested.evaluate(with: Row(text: text, length: 0, tags: ["a"])) == (text == "a"))
    }
  }

  @Test("each evaluation has all steps of the limits")
  func steps() throws {
    let predicate = try FormatPredicate("ANY tags == 'z'").limited(to: PredicateLimits(steps: 100))
    let (short, long) = (Array(repeating: "a", count: 60), Array(repeating: "a", count: 200))
    for _ in 0..<5 {
      for _ in 0..<3 { #expect(try !predicate.evaluate(with: Row(text: "", length: 0, tags: short))) }
      #expect(codes { _ = try predicate.evaluate(with: Row(text: "", length: 0, tags: long)) } == [.tooManySteps])
    }
  }

  @Test("an object that takes more steps than are allotted at once is answered like others")
  func manySteps() throws {
    let predicate = try FormatPredicate("ANY tags == 'z'")
    let (short, long) = (["a"], Array(repeating: "a", count: 3 * PredicateLimits.stepsBetweenChecks))
    for _ in 0..<3 {
      #expect(try !predicate.evaluate(with: Row(text: "", length: 0, tags: short)))
      #expect(try predicate.evaluate(with: Row(text: "", length: 0, tags: long + ["z"])))
      #expect(try predicate.evaluate(with: Row(text: "", length: 0, tags: short + ["z"])))
      #expect(try !predicate.evaluate(with: Row(text: "", length: 0, tags: long)))
    }
  }

  /// A registered key that evaluates the predicate that is being evaluated.
  private struct Nested: PredicateKeyed {
    static let predicate =
      FormatPredicate(.keyPath("depth"), .equalTo, .constant(3))
      || FormatPredicate(.keyPath("innerIsDeep"), .equalTo, .constant(true))
    static let predicateKeys: [PredicateKey<Nested>] = [
      .key("innerIsDeep") { object in
        guard object.depth < 6 else { return false }
        return (try? predicate.evaluate(with: Nested(depth: object.depth + 1))) == true
      }
    ]
    var depth: Int
  }

  @Test("a registered key may evaluate the same predicate")
  func nestedAsking() throws {
    #expect(try (0...3).allSatisfy { try Nested.predicate.evaluate(with: Nested(depth: $0)) })
    #expect(try !Nested.predicate.evaluate(with: Nested(depth: 4)))
  }

  @Test("arrays and single objects in turn have the answers that a new compiled predicate gives")
  func arraysInTurn() throws {
    let text = "10 / divisor == 5 AND ANY tags == 'a' AND SUBQUERY(tags, $t, $t == text).@count == 0"
    let predicate = try FormatPredicate(text)
    let compiled = try CompiledPredicate<Row>(predicate)
    let yielding = try CompiledPredicate<Row>(predicate, options: EvaluationOptions(onError: .yieldNil))
    let long = Array(repeating: "a", count: 2 * PredicateLimits.stepsBetweenChecks)
    var rows = (0..<150).map { Row(text: "word", length: $0, divisor: $0 % 3 + 1, tags: $0 % 5 == 0 ? [] : ["a"]) }
    rows[70].divisor = 0
    rows[100].tags = long
    for range in [0..<1, 3..<9, 0..<70, 64..<80, 90..<110, 0..<64, 69..<72, 0..<0, 80..<150] {
      let part = Array(rows[range])
      let expected = try part.indices(matching: predicate, options: EvaluationOptions(onError: .yieldNil))
      let hasError = range.contains(70)
      for _ in 0..<3 {
        #expect(try yielding.indices(of: part) == expected, "\(range)")
        #expect(
          codes { _ = try compiled.indices(of: part) } == (hasError ? [.divisionByZero] : []), "\(range)")
        guard let object = part.first, object.divisor != 0 else { continue }
        #expect(try compiled.evaluate(with: object) == expected.contains(0), "\(range)")
      }
    }
  }

  @Test("many threads may evaluate one predicate, also for the first time")
  func threads() throws {
    for _ in 0..<20 {
      let predicate = try FormatPredicate("length == 3 AND text ENDSWITH 'ing' OR ANY tags == 'b'")
      let wrong = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for row in Self.rows where (try? predicate.evaluate(with: row)) != (row.length == 3 && row.text == "sing") {
          wrong.add(1, ordering: .relaxed)
        }
      }
      #expect(wrong.load(ordering: .relaxed) == 0)
    }
  }
}
