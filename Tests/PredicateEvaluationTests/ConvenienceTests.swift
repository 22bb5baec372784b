import Foundation
import PredicateFormat
import PredicateSQL
import Synchronization
import TestSupport
import Testing

@Suite("Sorting, HAVING, warnings and errors")
struct ConvenienceTests {
  private struct Word: Sendable {
    var text: String
    var length: Int
    var born: Date
    init(_ text: String, _ length: Int? = nil, born: Double = 0) {
      self.text = text
      self.length = length ?? text.count
      self.born = Date(timeIntervalSinceReferenceDate: born)
    }
  }

  private final class Heard: Sendable {
    let texts = Mutex<[String]>([])
  }

  private struct Broken: Error, Equatable {}

  private static let words = [Word("tea"), Word("coffee"), Word("Ale"), Word("ale"), Word("milk")]

  @Test("sequences are sorted by sort keys, and equal elements keep their order")
  func sorting() throws {
    let words = Self.words
    #expect(
      try words.sorted(by: .descending("length"), .ascending("text")).map(\.text) == [
        "coffee", "milk", "Ale", "ale", "tea",
      ])
    #expect(try words.sorted(by: .ascending("length")).map(\.text) == ["tea", "Ale", "ale", "milk", "coffee"])
    #expect(
      try AnySequence(words).sorted(by: [SortKey("text", comparison: .caseInsensitive)]).map(\.text)
        == ["Ale", "ale", "coffee", "milk", "tea"])
    #expect(try words.sorted(by: []).map(\.text) == words.map(\.text))
    #expect(words.sorted { $0.text < $1.text }.first?.text == "Ale")
    #expect(codes { _ = try words.sorted(by: .ascending("lenght")) } == [.unknownKey])
  }

  @Test("having takes a predicate or a format string, and throws its errors")
  func having() throws {
    let byLength = PredicateFetchRequest().grouped(by: "length").selecting("length", .count("text", as: "n"))
    let expected: [[String: FormatValue]] = [["length": .integer(3), "n": .integer(3)]]
    #expect(try Self.words.queryAttributes(byLength.having("n > %@", 1)) == expected)
    let often = byLength.having(try FormatPredicate("n > 1"))
    #expect(try Self.words.queryAttributes(often) == expected)
    #expect(try Self.words.queryAttributes(often.having("n > 3")) == [])
    #expect(codes { _ = try byLength.having("n >") } == [.expectedExpression])
    #expect(codes { _ = try byLength.with { $0.having = try FormatPredicate("n >") } } == [.expectedExpression])
    #expect(throws: Broken()) { try byLength.with { _ in throw Broken() } }
    #expect(byLength.with { $0.limit = 1 }.limit == 1)
  }

  @Test("a handler receives the warnings of everything that is compiled in its task, and only there")
  func warnings() throws {
    let heard = Heard()
    let (odd, fine) = (try FormatPredicate("text == 3"), try FormatPredicate("length == 3"))
    let handler = PredicateWarnings { predicate, warnings in
      heard.texts.withLock { $0 += warnings.map { "\(predicate.source): \($0.code.rawValue)" } }
    }
    try PredicateWarnings.$handler.withValue(handler) { () throws in
      #expect(try Self.words.filtered(by: odd).isEmpty)
      #expect(try Self.words.filtered(by: fine).count == 3)
      #expect(try Self.words.fetchCount(PredicateFetchRequest(odd)) == 0)
      // Compiled once.
      for word in Self.words { #expect(try !odd.evaluate(with: word)) }
    }
    _ = try Self.words.filtered(by: odd)
    // A key that is missing in all untyped rows.
    let rows = [["name": "a"], ["name": "b"]]
    try PredicateWarnings.$handler.withValue(handler) { () throws in
      #expect(try rows.count(matching: FormatPredicate("name != 'zzz'")) == 2)
      #expect(try rows.count(matching: FormatPredicate("nme != 'zzz'")) == 2)
    }
    #expect(heard.texts.withLock { $0.popLast() } == "nme != 'zzz': absent-key")
    #expect(heard.texts.withLock { $0 } == Array(repeating: "text == 3: never-equal", count: 3))
  }

  @Test("alerts and logs show an error's messages")
  func localizedDescription() throws {
    let error = try #require(throws: FormatError.self) { try FormatPredicate("lenght > AND") }
    #expect(error.localizedDescription == error.diagnostics.map(\.message).joined(separator: "; "))
    #expect((error as any Error).localizedDescription == error.localizedDescription)
    let unknown = try #require(throws: FormatError.self) {
      try Self.words.filtered(by: FormatPredicate("lenght > 3 AND text == 3"))
    }
    #expect(unknown.localizedDescription == "Word has no key 'lenght'")
    let modelError = PredicateModelError("entities[0]", "it has no name")
    #expect((modelError as any Error).localizedDescription == modelError.description)
  }

  @Test("a finding is written as JSON, and its range underlines the text")
  func findings() throws {
    let text = "'é' == name AND lenght > 3"
    let error = try #require(throws: FormatError.self) { try FormatPredicate("\(text) AND") }
    let finding = try #require(error.diagnostics.first)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try #require(JSONSerialization.jsonObject(with: encoder.encode(finding)) as? [String: Any])
    #expect(json["code"] as? String == finding.code.rawValue)
    #expect(json["severity"] as? String == "error")
    #expect(json["message"] as? String == finding.message)
    #expect(json["range"] as? [String: Int] == ["start": finding.range.start, "end": finding.range.end])
    #expect(json.keys.sorted() == ["code", "fixIts", "labels", "message", "notes", "range", "severity"])
    let fix = FormatDiagnostic(
      code: .unknownKey, message: "m", range: FormatRange(1, 2),
      labels: [FormatDiagnostic.Label(range: FormatRange(3, 4), text: "l")], notes: ["n"],
      fixIts: [FormatDiagnostic.FixIt(title: "t", range: FormatRange(5, 6), replacement: "r", isSafe: true)])
    #expect(
      String(decoding: try encoder.encode(fix), as: UTF8.self) == """
        {"code":"unknown-key","fixIts":[{"isSafe":true,"range":{"end":6,"start":5},"replacement":"r","title":"t"}],\
        "labels":[{"range":{"end":4,"start":3},"text":"l"}],"message":"m","notes":["n"],\
        "range":{"end":2,"start":1},"severity":"error"}
        """)
    let predicate = try FormatPredicate(text)
    let unknown = try #require(predicate.findings(for: Word.self).last)
    #expect(unknown.range.range(in: text).map { String(text[$0]) } == "lenght")
    #expect("\(unknown.range)" == "17..<23")
    #expect(FormatRange(20, 90).range(in: text) == nil)
    #expect(FormatRange.none.range(in: "").map { $0.isEmpty } == true)
  }

  @Test("strings next to dates are dates if the profile permits it")
  func dateStrings() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["born", "text"], of: Word.self)
    let words = [Word("old", born: -1), Word("new", born: 86_400)]
    func found(_ text: String, _ arguments: [(any FormatArgument)?] = []) throws -> [String] {
      let predicate = try FormatPredicate(
        text, profile: profile.permittingDateStrings(), for: Word.self, arguments: arguments)
      return try words.filtered(by: predicate).map(\.text)
    }
    #expect(try found("born < '2001-01-01'") == ["old"])
    #expect(try found("born == '2001-01-02' OR born == '2000-12-31T23:59:59Z'") == ["old", "new"])
    #expect(try found("born BETWEEN {'2001-01-03', '2001-01-01'}") == ["new"])
    #expect(try found("born IN {'2001-01-02T01:00:00+01:00'}") == ["new"])
    #expect(try found("born >= %@", ["2001-01-02"]) == ["new"])
    #expect(try found("text != '2001-01-02'") == ["old", "new"])
    #expect(codes { _ = try found("born < '2001-02-30'") } == [.badDate])
    #expect(codes { _ = try found("born IN {'2001-01-02', 'x'}") } == [.badDate])
    #expect(codes { _ = try found("born LIKE '2001*'") } == [.typeMismatch])
    #expect(
      codes { _ = try FormatPredicate("born < '2001-01-01'", profile: profile, for: Word.self) } == [.typeMismatch])
    // A predicate that is joined to it keeps its own interpretation.
    let untrusted = try FormatPredicate(
      "born < '2001-01-01'", profile: profile.permittingDateStrings(), for: Word.self)
    #expect(try words.filtered(by: FormatPredicate("text == 'old'") && untrusted).count == 1)
    #expect(try words.filtered(by: untrusted.limited(to: PredicateLimits(rows: 2))).count == 1)
    #expect(codes { _ = try words.filtered(by: untrusted && FormatPredicate("born < '2001'")) } == [.typeMismatch])
    let both = try FormatPredicate(
      "born < '2001-01-01' AND text != ''", profile: profile.permittingDateStrings(), for: Word.self)
    #expect(try words.filtered(by: both && FormatPredicate("text == 'old'")).count == 1)
    #expect(codes { _ = try words.filtered(by: both && FormatPredicate("born < '2001'")) } == [.typeMismatch])
    let ofFile = try JSONDecoder().decode(
      PredicateProfile.self, from: JSONEncoder().encode(profile.permittingDateStrings()))
    #expect(ofFile.allowsDateStrings)
    #expect(ofFile == profile.permittingDateStrings())
  }
}
