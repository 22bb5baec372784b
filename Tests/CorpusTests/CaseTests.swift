import Foundation
import PredicateCases
import PredicateInput
import PredicateSyntax
import TestSupport
import Testing

private func outcome(_ line: String) throws -> CaseOutcome {
  let cases = try Case.all(in: Array(line.utf8), name: "cases.jsonl")
  var runner = CaseRunner()
  return try runner.run(#require(cases.first))
}

struct CaseTests {
  @Test(arguments: [
    #"{"id": "a/1", "format": "TRUEPREDICATE", "canonical": "TRUEPREDICATE", "source": "s", "note": "n"}"#,
    #"{"id": "a/2", "format": "x == 1", "canonical": "x == 1", "object": {"x": 1.0}, "result": true}"#,
    #"{"id": "a/3", "format": "x == %@", "specifiers": ["%@"], "canonical": "x == %@"}"#,
    #"{"id": "a/4", "format": "x == %@", "arguments": [1], "objects": [{"x": 1}, {"x": 2}], "matches": [0], "count": 1}"#,
    #"{"id": "a/5", "format": "x == $v", "variables": {"v": 2}, "object": {"x": 2}, "result": true}"#,
    #"{"id": "a/6", "format": "", "error": {"stage": "parse", "offset": 0, "code": "empty-format"}}"#,
    #"{"id": "a/7", "format": "x == %@", "error": {"stage": "bind"}}"#,
    #"{"id": "a/8", "format": "x < 1", "object": {"x": "s"}, "error": {"stage": "evaluate", "code": "type-mismatch"}}"#,
    #"{"id": "a/9", "expression": "x", "object": {}, "value": null}"#,
    #"{"id": "a/10", "format": "x == 1", "objects": [{"x": 1, "k": "a"}], "values": {"key": "k", "list": ["a"]}}"#,
  ])
  func holds(line: String) throws { #expect(try outcome(line) == .passed) }

  @Test func failuresTellBothSides() throws {
    #expect(
      try outcome(#"{"id": "a/1", "format": "x == 1", "object": {"x": 2}, "result": true}"#)
        == .failed(expected: "true", got: "false"))
    #expect(
      try outcome(#"{"id": "a/2", "format": "x == 1", "canonical": "x = 1"}"#)
        == .failed(expected: "x = 1", got: "x == 1"))
    #expect(
      try outcome(#"{"id": "a/3", "format": "x == 1", "error": {"stage": "parse", "offset": 2}}"#)
        == .failed(expected: "an error at parse, offset 2", got: "x == 1"))
    #expect(
      try outcome(#"{"id": "a/4", "expression": "x", "object": {"x": 0}, "value": null}"#)
        == .failed(expected: "null", got: "0"))
    #expect(
      try outcome(#"{"id": "a/5", "format": "x == 1", "objects": [{"x": 1}], "matches": []}"#)
        == .failed(expected: "[]", got: "[0]"))
    let wrongStage =
      #"{"id": "a/7", "format": "x ==", "error": {"stage": "evaluate", "offset": 4, "code": "expected-expression"}}"#
    guard case .failed("expected-expression at evaluate, offset 4", let got) = try outcome(wrongStage) else {
      Issue.record("an error at another stage is a failure")
      return
    }
    #expect(got.hasPrefix("expected-expression at parse, offset 4 "))
    #expect(
      try outcome(#"{"id": "a/8", "format": "x == 1", "warnings": ["quoted-placeholder"]}"#)
        == .failed(expected: #"warnings ["quoted-placeholder"]"#, got: "[]"))
    guard case .failed("no error", _) = try outcome(#"{"id": "a/6", "format": "", "canonical": ""}"#) else {
      Issue.record("an unexpected error is a failure")
      return
    }
  }

  @Test(
    "an unknown field of a case fails it, and is ignored in files of others",
    arguments: [
      (#""format": "a == 1", "objects": [], "matchs": []"#, "'matchs'; did you mean matches?"),
      (#""format": "a == 1", "canonical": "a == 1", "vaule": 1, "kind": 2"#, "'kind', 'vaule'; did you mean value?"),
      (#""format": "a == 1", "canonical": "a == 1", "type": "text""#, "'type'"),
      (#""format": "a == 1", "canonical": "a == 1", "object": {"a": 1}"#, "'object'"),
      (#""format": "a ==", "error": {"stage": "parse", "ofset": 4}"#, "'ofset'; did you mean offset?"),
      (
        #""format": "a == 1", "objects": [{"a": 1}], "values": {"key": "a", "list": [1], "lists": []}"#, "'lists'"
      ),
    ])
  func unknownFields(fields: String, got: String) throws {
    let line = #"{"id": "a/1", \#(fields)}"#
    #expect(try outcome(line) == .failed(expected: "known fields for this kind of case", got: got))
    var runner = CaseRunner(ignoresUnknownFields: true)
    let cases = try Case.all(in: Array(line.utf8), name: "cases.jsonl")
    let ignoring = try runner.run(#require(cases.first))
    let missing = CaseOutcome.failed(
      expected: "a field with the expected result, such as canonical or error", got: "none")
    #expect(ignoring == (fields.contains("matchs") ? missing : .passed))
  }

  @Test(
    "a case that asserts nothing fails",
    arguments: [
      #""format": "a == 1""#, #""expression": "1""#,
      #""format": "a == 1", "objects": [{"a": 1}]"#, #""format": "a == 1", "source": "s", "note": "n""#,
    ])
  func noAssertion(fields: String) throws {
    #expect(
      try outcome(#"{"id": "a/1", \#(fields)}"#)
        == .failed(expected: "a field with the expected result, such as canonical or error", got: "none"))
  }

  @Test("a case in which a mark replaces the name of the field format")
  func lostFormat() {
    let line = #"{"id": "a", "format": "b == 1", "repeat": {"format": ["c", 1]}}"#
    let error = #expect(throws: InputError.self) { try Case.all(in: Array(line.utf8), name: "cases.jsonl") }
    #expect(error?.reason == "a case needs a 'format', an 'expression' or a 'fetch'", "\(error as Any)")
  }

  @Test("every assertion about rows can fail, and long lists of them are truncated")
  func failuresOfRows() throws {
    let rows = #""objects": [{"x": 1, "k": "a"}, {"x": 2, "k": "b"}]"#
    #expect(
      try outcome(#"{"id": "a/1", "format": "x > 0", \#(rows), "count": 3}"#) == .failed(expected: "3 rows", got: "2"))
    #expect(
      try outcome(#"{"id": "a/2", "format": "x > 0", \#(rows), "values": {"key": "k", "list": ["a"]}}"#)
        == .failed(expected: #"["a"]"#, got: #"["a", "b"]"#))
    let error = #""error": {"stage": "evaluate", "code": "type-mismatch"}"#
    #expect(
      try outcome(#"{"id": "a/3", "format": "x > 1", \#(rows), \#(error)}"#)
        == .failed(expected: "type-mismatch at evaluate", got: "[1]"))
    #expect(
      try outcome(#"{"id": "a/4", "format": "x > 1", "object": {"x": 2}, \#(error)}"#)
        == .failed(expected: "type-mismatch at evaluate", got: "true"))
    #expect(
      try outcome(#"{"id": "a/5", "expression": "x", \#(rows), "count": 2}"#)
        == .failed(expected: "a predicate, which filters rows", got: "an expression"))
    let many = (1...21).map { "{\"x\": \($0)}" }.joined(separator: ", ")
    let numbers = (0..<20).map(String.init).joined(separator: ", ")
    #expect(
      try outcome(#"{"id": "a/6", "format": "x > 0", "objects": [\#(many)], "matches": []}"#)
        == .failed(expected: "[]", got: "[\(numbers), … 21 in all]"))
  }

  @Test(
    "missing models and profiles",
    arguments: [
      (#""model": "no-model.json", "entity": "Word""#, "the file does not exist"),
      (
        #""profile": "untrustd""#,
        "this is not a file or a shipped profile; the shipped profiles are "
      ), (#""profile": "none/p.json""#, "the file does not exist"),
    ])
  func missingFiles(fields: String, reason: String) throws {
    let error = #expect(throws: InputError.self) {
      try outcome(#"{"id": "a", "format": "x == 1", "canonical": "x == 1", \#(fields)}"#)
    }
    #expect(error?.reason.hasPrefix(reason) == true, "\(error as Any)")
  }

  @Test(
    "invalid fields",
    arguments: [
      (#""functions": ["shuot:"]"#, "'functions' names an unknown function"),
      (#""keys": ["a"]"#, "'keys' needs a 'profile'"),
      (#""values": {"key": "a"}"#, "'values' needs a 'key' and a 'list'"),
      (#""values": {"list": []}"#, "'values' needs a 'key' and a 'list'"),
      (
        #""limits": {"steps": 9}, "profile": "untrusted""#,
        "a case with a 'profile' has its limits, and no 'limits'"
      ),
    ])
  func unreadableFields(fields: String, reason: String) {
    let error = #expect(throws: InputError.self) {
      try Case.all(in: Array(#"{"id": "a", "format": "b == 1", \#(fields)}"#.utf8), name: "cases.jsonl")
    }
    #expect(error?.reason.hasSuffix(reason) == true, "\(error as Any)")
  }

  @Test func skipped() throws {
    let dubious = #"{"id": "a/1", "format": "x == 1", "object": {"x": 2}, "result": true, "dubious": true}"#
    #expect(try outcome(dubious) == .skipped(reason: "dubious; expected true, got false"))
  }

  @Test("deep rows, on a small stack")
  func deepRows() {
    let depth = 99
    let words = #"{"text": "a", "length": 1, "wordCategory": {"firstLetter": "a", "words": ["#
    let row = String(repeating: words, count: depth / 3) + String(repeating: "]}}", count: depth / 3)
    let line = #"{"id": "a", "format": "length == 1", \#(wordModel), "objects": [\#(row)], "matches": [0]}"#
    #expect(onSmallStack { (try? outcome(line)) == .passed })
  }

  @Test("the SQL of a dialect is compared, and an error of one may be expected")
  func sql() throws {
    let wrong = #"{"id": "a/1", "format": "length == 1", \#(wordModel), "sql": {"sqlite": "x"}}"#
    guard case .failed(let expected, let got) = try outcome(wrong) else { return #expect(Bool(false), "it passes") }
    #expect(expected == "sqlite: x")
    #expect(got.hasPrefix("SELECT "))
    let quoted = got.replacing("\"", with: "\\\"")
    let right = #"{"id": "a/2", "format": "length == 1", \#(wordModel), "sql": {"sqlite": "\#(quoted)"}}"#
    #expect(try outcome(right) == .passed)
    let error = #""error": {"stage": "evaluate", "code": "untranslatable", "dialect": "sqlite"}"#
    let refused = #"{"id": "a/3", "format": "length == 1", \#(wordModel), \#(error)}"#
    #expect(try outcome(refused) == .failed(expected: "untranslatable at evaluate, as sqlite", got: got))
  }

  /// `"model": …, "entity": …` of the word list.
  private let wordModel =
    #""model": "\#(packageRoot.appendingPathComponent("Corpus/SQL/Models/wordlist.json").path)", "entity": "Word""#

  @Test(
    "errors of rows that are not objects of the model contain the position",
    arguments: [
      (#"{"text": "a", "length": 1, "lenght": 1}"#, "objects[0]: Word has no key 'lenght'; did you mean length?"),
      (#"{"text": "a", "length": 1.5}"#, "objects[0].length: expected an integer of 16 bits"),
      (#"{"text": "a", "length": 32768}"#, "objects[0].length: expected an integer of 16 bits"),
      (#"{"text": 5, "length": 1}"#, "objects[0].text: expected a string"),
      (#"{"length": 1}"#, "objects[0].text: it is nil, but the model does not allow nil"),
      (#"5"#, "objects[0]: expected an object"),
      (#"{"text": "a", "length": 1, "wordCategory": []}"#, "objects[0].wordCategory: expected an object"),
      (
        #"{"text": "a", "length": 1, "wordCategory": {"firstLetter": "a", "words": {}}}"#,
        "objects[0].wordCategory.words: expected a list of objects"
      ),
      (
        #"{"text": "a", "length": 1, "wordCategory": {"firstLetter": "a", "words": [{"text": "b", "length": "1"}]}}"#,
        "objects[0].wordCategory.words[0].length: expected an integer of 16 bits"
      ),
    ])
  func wrongRows(row: String, reason: String) {
    #expect(throws: InputError("cases.jsonl", line: 1, reason)) {
      try outcome(#"{"id": "a", "format": "length == 1", \#(wordModel), "objects": [\#(row)], "count": 0}"#)
    }
  }

  @Test(arguments: [
    "5", "{}", #"{"id": "a"}"#, #"{"format": "a"}"#, #"{"id": "a", "format": "b", "matches": "x"}"#,
    #"{"id": "a", "format": "b", "error": {"stage": "later"}}"#, #"{"id": "a", "format": "b", "result": 1}"#,
    #"{"id": "a", "format": "b", "objects": [], "matches": [0, "1"]}"#,
    #"{"id": "a", "format": "b", "warnings": ["quoted-placeholder", 1]}"#,
    #"{"id": "a", "format": "b", "type": "xml", "data": "d"}"#, #"{"id": "a", "format": "b", "model": "m.json"}"#,
    #"{"id": "a", "expression": "b", "model": "m.json", "entity": "A"}"#, #"{"id": "a", "format": "b", "matches": []}"#,
    #"{"id": "a", "format": "b", "object": {}, "count": 0}"#,
    #"{"id": "a", "format": "b", "sql": {"sqlite": ""}}"#,
    #"{"id": "a", "format": "b", "model": "m.json", "entity": "A", "sql": {"sqlite": 5}}"#,
    #"{"id": "a", "format": "b", "model": "m.json", "entity": "A", "sql": {"sqllite": "x"}}"#,
    #"{"id": "a", "format": "b", "error": {"stage": "evaluate", "dialect": "sqlite"}}"#,
    #"{"id": "a", "format": "b", "model": "m.json", "entity": "A", "error": {"stage": "parse", "dialect": "sqlite"}}"#,
  ])
  func noCases(line: String) {
    #expect(throws: InputError.self) { try Case.all(in: Array(line.utf8), name: "cases.jsonl") }
  }

  @Test func foldersHoldCasesAndData() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("cases-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    func write(_ text: String, _ name: String) throws {
      let file = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let fromData = #"{"id": "s/1", "format": "SELF == 'b'", "data": "../words", "matches": [1], "count": 1}"#
    try write(fromData, "sub/cases.jsonl")
    try write("a\nb\n", "words")
    try write("{\"a\": 1}\n", "rows.jsonl")
    try write("no JSON", "other.jsonl")
    try write(fromData, ".hidden/cases.jsonl")
    try write(" \n\n", "blank.jsonl")

    #expect(try Case.files(below: root.path) == ["\(root.path)/sub/cases.jsonl"])
    let subject = try #require(try Case.all(at: root.path + "/").first)
    var runner = CaseRunner()
    #expect(try runner.run(subject) == .passed)
    #expect(throws: InputError.self) { try Case.all(at: root.path + "/rows.jsonl") }
    #expect(throws: InputError.self) { try Case.all(at: root.path + "/.hidden/none") }
    var lost = subject
    lost.data = root.path + "/none"
    #expect(throws: InputError.self) { try runner.run(lost) }
    // A file with one case is a case file, so every line must be a case.
    try write("{\"idd\": \"s/2\", \"format\": \"a == 1\"}\n\(fromData)\n", "sub/misspelt.jsonl")
    let error = #expect(throws: InputError.self) { try Case.all(at: root.path) }
    #expect(error?.line == 1)
  }

  @Test func equality() {
    #expect(equalInCase(.set([.integer(1), .double(2)]), .set([.integer(2), .integer(1)])))
    #expect(!equalInCase(.set([.integer(1), .integer(1)]), .set([.integer(1), .integer(2)])))
    #expect(!equalInCase(.set([.integer(1)]), .set([.integer(1), .integer(2)])))
    #expect(!equalInCase(.set([.integer(1), .integer(2)]), .set([.integer(1)])))
    #expect(equalInCase(.record(["a": .null]), .record([:])))
    #expect(!equalInCase(.list([.null]), .list([.bool(false)])))
    #expect(equalInCase(.double(.nan), .double(.nan)))
    #expect(!equalInCase(.double(0.3), .double(0.1 + 0.2)))
  }
}
