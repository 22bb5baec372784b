import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateSyntax
import TestSupport
import Testing

/// The result of a call of predcheck.
typealias Run = CommandRun<ExitCode>

extension CommandRun where Status == ExitCode {
  init(_ arguments: String..., input: String = "") { self.init(bytes: arguments.map { Array($0.utf8) }, input: input) }

  init(bytes: [[UInt8]], input: String = "") {
    let console = Console(
      output: ByteSink(descriptor: nil), errors: ByteSink(descriptor: nil), hasColor: false,
      input: ByteSource(Array(input.utf8), name: "<stdin>"))
    let status = Predcheck.run(bytes, console)
    self.init(status: status, output: console.output.text, errors: console.errors.text)
  }
}

struct InvocationTests {
  @Test func declarationsAreWhole() {
    for command in Command.allCases {
      #expect(Set(command.flags.map(\.name)).count == command.flags.count)
      for flag in command.flags {
        #expect(flag.placeholder != nil || flag.allowed.isEmpty)
        #expect(command.help.contains(flag.spelling))
      }
      #expect(Command.help.contains(command.summary))
    }
  }

  @Test func firstWordIsTheCommand() throws {
    func command(_ words: String...) throws -> (Command, Int) {
      let call = try Call(words.map { Array($0.utf8) })
      return (call.command, call.operands.count)
    }
    #expect(try command("x == 1") == (.check, 1))
    #expect(try command("eval", "x", "eval") == (.eval, 2))
    #expect(try command("--json", "test", "a") == (.test, 1))
    #expect(try command("--", "eval") == (.check, 1))
    #expect(try command("--data", "eval", "eval", "x") == (.eval, 1))
    #expect(try command("-", "-5 < x", "check") == (.check, 3))
  }

  @Test func values() throws {
    let call = try Call(["eval", "x", "--arg", "-5", "--arg=--arg", "--arg", "--"].map { Array($0.utf8) })
    #expect(call.values(.arg) == [Array("-5".utf8), Array("--arg".utf8), Array("--".utf8)])
  }

  @Test func errors() {
    #expect(Run("--jsn").errors.contains("unknown option '--jsn'; did you mean --json?"))
    #expect(Run("filter", "a == 1", "rows.csv").errors.contains("unknown command 'filter'"))
    #expect(Run("frobnicate").errors.contains("for a boolean, write == YES"))
    #expect(Run("--zzzzzzzz").errors.contains("write -- before a format"))
    #expect(Run("check", "--count", "x").errors.contains("--count is an option of eval, sql, not of check"))
    #expect(Run("eval", "x", "--data").errors.contains("--data needs a value"))
    #expect(Run("eval", "x", "--type", "cvs").errors.contains("did you mean csv?"))
    #expect(Run("check", "--json=1").errors.contains("--json takes no value"))
    #expect(Run("check", "--json", "--json", "x").errors.contains("--json is given twice"))
    for arguments in [["--jsn"], ["eval"], ["test"], ["check"], [], ["eval", "a", "b"], ["eval", "x", "--count=1"]] {
      #expect(Run(bytes: arguments.map { Array($0.utf8) }).status == .unusable)
    }
  }

  @Test("texts of a call must be UTF-8, except formats")
  func invalidUTF8() {
    let run = Run(bytes: [Array("eval".utf8), Array("x == 1".utf8), Array("--data".utf8), [0x61, 0xFF]])
    #expect(run.status == .unusable)
    #expect(run.errors.hasPrefix("predcheck: the value of --data is not UTF-8\n"))
    let value = Run(bytes: ["eval", "x == $v", "--data", "-", "--var"].map { Array($0.utf8) } + [[0x76, 0x3D, 0xFF]])
    #expect(value.status == .unusable)
    #expect(value.errors.hasPrefix("predcheck: the value of --var v is not UTF-8\n"))
  }

  @Test("the required options of eval")
  func missing() {
    #expect(Run("eval", "x == 1").errors.hasPrefix("predcheck: expected a file after the format (- is standard input)"))
    for definition in ["v", "=1", "$=1", ""] {
      let run = Run("eval", "x == $v", "--data", "-", "--var", definition)
      #expect(run.status == .unusable)
      #expect(run.errors.hasPrefix("predcheck: expected --var NAME=VALUE\n"), "\(definition)")
    }
  }

  @Test("a variable that nothing uses is a warning that names those of the format")
  func unusedVariables() {
    let call = ["eval", "a == $x AND b > $y", "--data", "-", "--type", "jsonl", "--var", "x=1", "--var", "y=2"]
    func run(_ more: String...) -> Run {
      Run(bytes: (call + more).map { Array($0.utf8) }, input: #"{"a": 1, "b": 3}"# + "\n")
    }
    #expect(run().errors.isEmpty)
    let unused = run("--var", "z=3")
    #expect(unused.status == .fine)
    #expect(unused.errors == "warning: the format does not use $z; its variables are $x, $y\n")
    #expect(run("--var", "z=3", "--select", "n=a + $z").errors.isEmpty)
    let none = Run("eval", "a == 1", "--data", "-", "--type", "jsonl", "--var", "y=2", input: #"{"a": 1}"# + "\n")
    #expect(none.errors == "warning: the format does not use $y; it has no variables\n")
    #expect(words("sql", "length > 3", "--dialect", "sqlite", "--var", "y=2").errors.contains("does not use $y"))
    let having = words(
      "sql", "length > 3", "--dialect", "sqlite", "--var", "y=2", "--group-by", "length", "--select", "length",
      "--having", "length > $y")
    #expect(having.errors.isEmpty, "\(having.errors)")
  }

  @Test func help() {
    #expect(Run("--help").status == .fine)
    #expect(Run("eval", "-h").output.contains("--on-error"))
  }
}

struct CheckCommandTests {
  @Test func canonicalOnOutputFaultsOnErrors() {
    let run = Run("x == 1", "a b", "TRUEPREDICATE")
    #expect(run.status == .no)
    #expect(run.output == "x == 1\nTRUEPREDICATE\n")
    #expect(run.errors.hasPrefix("error["))
    #expect(run.errors.contains("--> format-2:1:"))
  }

  @Test func linesOfStandardInput() {
    let run = Run("check", "-", input: "x == 1\r\n\nTRUEPREDICATE\n")
    #expect(run.status == .fine)
    #expect(run.output == "x == 1\nTRUEPREDICATE\n")
  }

  @Test func json() {
    let run = Run("--json", "x == %@", "")
    let lines = run.output.split(separator: "\n")
    #expect(
      lines.first
        == #"{"name": "format-1", "line": 1, "index": 0, "text": "x == %@", "valid": true, "canonical": "x == %@", "diagnostics": [], "arguments": ["%@"], "keyPaths": ["x"]}"#
    )
    let head =
      #"{"name": "format-2", "line": 1, "index": 1, "text": "", "valid": false, "canonical": null, "diagnostics": [{"code": "empty-format", "#
    #expect(lines.last?.hasPrefix(head) == true)
    #expect(run.errors.isEmpty)
  }

  @Test func jsonOfFixIts() {
    let run = Run("--json", "a IS NULL")
    let fixIts = #""fixIts": [{"title": "write ==", "start": 2, "end": 4, "replacement": "==", "safe": true}]"#
    #expect(run.output.contains(fixIts))
  }

  @Test func warningsLeaveTheFormatValid() {
    let run = Run("check", "a LIKE 'x'")
    #expect(run.status == .fine)
    #expect(run.output == "a LIKE \"x\"\n")
    #expect(run.errors.hasPrefix("warning[like-without-wildcard]"))
  }

  @Test("findings are in the order of the text")
  func order() {
    let run = Run("check", "a LIKE 'x' AND b LIKE 'y'")
    let positions = run.errors.split(separator: "\n").filter { $0.hasPrefix(" --> ") }
    #expect(positions == [" --> format:1:3", " --> format:1:18"])
  }

  @Test func bytesThatAreNoText() {
    let run = Run(bytes: [[0x61, 0xFF]])
    #expect(run.status == .no)
    #expect(run.errors.contains("invalid-utf8"))
  }

  @Test("a format that is longer than the limits permit, without a profile")
  func limits() {
    let pattern = String(repeating: "x", count: 64 * 1024 + 1)
    let run = Run("check", "a LIKE '\(pattern)*'")
    #expect(run.status == .no)
    #expect(run.errors.hasPrefix("error[pattern-too-long]: "))
    let expression = Run("check", "--expression", "TERNARY(a LIKE '\(pattern)*', 1, 2)")
    #expect(expression.status == .no)
    #expect(expression.errors.hasPrefix("error[pattern-too-long]: "))
  }
}

struct ProfileCommandTests {
  @Test func checkHoldsToAProfile() {
    let run = Run("check", "--profile", "cloudkit", "a == 1", "a == 1 OR b == 2")
    #expect(run.status == .no)
    #expect(run.output == "a == 1\n")
    #expect(run.errors.hasPrefix("error[operator-not-permitted]"))
    #expect(run.errors.contains("--> format-2:1:8"))
    #expect(Run("--profile", "untrusted", "--expression", "max:(a)").status == .no)
    #expect(
      Run("check", "--json", "--profile", "cloudkit", "a.b == 1").output.contains(#""code": "key-path-too-long""#))
    #expect(
      Run("check", "--profile", "untrusted", String(repeating: "x", count: 5000)).errors.contains("text-too-long"))
  }

  @Test func keysOfACall() {
    #expect(Run("check", "--profile", "untrusted", "--keys", "name, maker.city", "maker.city == name").status == .fine)
    let refused = Run("check", "--profile", "untrusted", "--keys=name", "maker.city == name")
    #expect(refused.status == .no)
    #expect(refused.errors.contains("the key path 'maker.city' is not permitted"))
    #expect(refused.errors.contains("it permits name"))
    #expect(Run("check", "--profile", "untrusted", "name == 1").errors.contains("it permits none: list"))
    #expect(Run("check", "--keys", "name", "name == 1").errors.contains("--keys needs --profile"))
    let wrong = Run("check", "--profile", "untrusted", "--keys", "a..b", "a == 1")
    #expect(wrong.status == .unusable)
    #expect(wrong.errors.contains("'a..b' is not a key path: a key is empty"))
    #expect(Run("check", "--profile", "untrusted", "--keys", "", "a == 1").status == .no)
  }

  @Test func evaluationWithinAProfile() {
    let rows = "a\nbb\n"
    func run(_ format: String, _ options: String...) -> Run {
      Run(bytes: (["eval", format, "--data", "-", "--type", "text"] + options).map { Array($0.utf8) }, input: rows)
    }
    #expect(run("SELF == 'bb'", "--profile", "untrusted", "--keys", "SELF").output == "bb\n")
    let refused = run("SELF == 'bb'", "--profile", "untrusted")
    #expect(refused.status == .unusable)
    #expect(refused.errors.contains("[key-not-permitted]"))
    #expect(run("SELF == 'bb' AND random() > 2", "--profile", "untrusted", "--keys", "SELF").status == .unusable)
    let long = String(repeating: " ", count: 5000)
    #expect(run("SELF == 'bb'" + long, "--profile", "untrusted", "--keys", "SELF").errors.contains("[text-too-long]"))
    // A bound key is checked like a written one.
    #expect(run("%K == 'bb'", "--arg", "secret", "--profile", "untrusted", "--keys", "SELF").status == .unusable)
  }

  /// Runs eval on rows, with a profile in a file.
  private func run(_ profile: String, _ format: String, _ more: String..., input: String) throws -> Run {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("profile-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try profile.write(to: file, atomically: true, encoding: .utf8)
    let arguments = ["eval", format, "--profile", file.path, "--data", "-", "--type", "jsonl"] + more
    return Run(bytes: arguments.map { Array($0.utf8) }, input: input)
  }

  @Test("keys that are permitted by type are those of records, if rows are read from a file")
  func keysByType() throws {
    let profile = #"{"version": 1, "base": "untrusted", "name": "own", "types": {"record": ["text"]}}"#
    let rows = #"{"text": "a", "secret": 1}"# + "\n"
    #expect(try run(profile, "text == 'a'", input: rows).output == rows)
    let refused = try run(profile, "secret == 1", input: rows)
    #expect(refused.status == .unusable && refused.output.isEmpty)
    #expect(refused.errors.hasPrefix("error[key-not-permitted]: "))
  }

  @Test("an evaluation that exceeds its limits ends with that error, which names no row")
  func costs() throws {
    let profile = #"{"version": 1, "base": "coredata", "name": "own", "limits": {"steps": 5}}"#
    let rows = (0..<100).map { "{\"n\": \($0)}\n" }.joined()
    let ended = try run(profile, "n + 1 > 3", input: rows)
    #expect(ended.status == .unusable)
    #expect(ended.output.isEmpty)
    #expect(ended.errors.hasPrefix("error[too-many-steps]: "), "\(ended.errors)")
  }

  @Test func files() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("profile-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let printed = Run("profile", "coredata")
    #expect(printed.status == .fine)
    try printed.output.write(to: file, atomically: true, encoding: .utf8)
    #expect(Run("profile", file.path).output == printed.output)
    #expect(Run("check", "--profile", file.path, "ALL a.b == 1").errors.contains("by the profile 'coredata'"))
    #expect(Run("profile", "--json", "coredata").output.split(separator: "\n").count == 1)
  }

  @Test func errors() {
    let unknown = Run("check", "--profile", "cloudkti", "a == 1")
    #expect(unknown.status == .unusable)
    #expect(unknown.errors.contains("did you mean cloudkit?"))
    #expect(Run("profile").status == .unusable)
    #expect(Run("profile", "/nowhere/p.json").errors == "predcheck: /nowhere/p.json: the file does not exist\n")
  }
}

struct TreeCommandTests {
  @Test func oneLine() {
    let run = Run("tree", "--json", "NOT a.b LIKE[c] 'x'")
    #expect(run.status == .fine)
    let comparison = """
      {"kind":"comparison","left":{"keys":["a","b"],"kind":"keyPath"},"operator":"LIKE","options":"c",\
      "right":{"kind":"constant","type":"string","value":"x"}}
      """
    #expect(run.output == #"{"predicate":{"kind":"not","part":\#(comparison)},"version":1}"# + "\n")
    let expression = Run("tree", "--expression", "--json", "-", input: "%@\n")
    #expect(expression.output == #"{"expression":{"kind":"conversion","text":"%@"},"version":1}"# + "\n")
  }

  @Test func severalLines() throws {
    let text = "ANY kids.age > 5 AND a[FIRST] BETWEEN {1.5, $v} OR SUBQUERY(k, $x, $x.#in == nil).@count == %d"
    let run = Run("tree", text)
    #expect(try goldenDifference(run.output, from: "tree.txt") == nil)
    let back = try JSONDecoder().decode(FormatPredicate.self, from: Data(run.output.utf8))
    #expect(back == (try FormatPredicate.template(text)))
  }

  @Test func exitStatus() {
    #expect(Run("tree", "a b").status == .unusable)
    #expect(Run("tree", "a b").errors.hasPrefix("error["))
    #expect(Run("tree").status == .unusable)
    #expect(Run("tree", "a == 1", "b == 1").status == .unusable)
  }
}

struct EvalCommandTests {
  @Test("a key that an object has twice is an error, also in another Unicode form, so that no value is lost")
  func keysThatLookAlike() throws {
    let both = Run("eval", "é == 1", "--data", "-", "--type", "jsonl", input: "{\"\u{E9}\": 1, \"e\u{301}\": 2}\n")
    #expect(both.status == .unusable)
    #expect(both.errors.contains("the key 'e\u{301}' is duplicated, once composed and once decomposed, at byte 11"))
    let header = Run("eval", "é == 1", "--data", "-", "--type", "csv", input: "\u{E9},e\u{301}\n1,2\n")
    #expect(header.status == .unusable && header.errors.contains("twice"))
    // A key is found by either form.
    for key in ["\u{E9}", "e\u{301}"] {
      let one = Run("eval", "\(key) == 1", "--data", "-", "--type", "jsonl", input: "{\"\u{E9}\": 1}\n")
      #expect(one.status == .fine)
    }
    let same = Run("eval", "a == 1", "--data", "-", "--type", "jsonl", input: "{\"a\": 1}\n{\"a\": 2, \"a\": 1}\n")
    #expect(same.status == .unusable)
    #expect(same.errors.contains(":2: the key 'a' is duplicated, at byte 10"), "\(same.errors)")
  }

  @Test("the line end after a format on standard input is not part of it")
  func lineEndOfInput() {
    let words = packageRoot.appendingPathComponent("Corpus/WordList/sample-words.jsonl").path
    let run = Run("eval", "-", "--data", words, input: "length ==\n")
    #expect(
      run.errors.hasPrefix(
        "error[expected-expression]: expected a value after ==, found the end of the text\n --> format:1:10"))
  }

  private let rows = "name,n\nann,1\n\"bob, jr\",2\n"

  @Test func matchingRowsAsTheyWere() {
    let run = Run("eval", "n == 2", "--data", "-", "--type", "csv", input: rows)
    #expect(run.status == .fine)
    #expect(run.output == "name,n\n\"bob, jr\",2\n")
    let none = Run("eval", "n == 3", "--data", "-", "--type", "csv", input: rows)
    #expect(none.status == .no)
    #expect(none.output.isEmpty)
    #expect(Run("eval", "SELF == %@", "--arg", "b", "--data", "-", input: "a\nb\n").output == "b\n")
  }

  @Test func count() {
    #expect(Run("eval", "n == 3", "--count", "--data", "-", "--type", "csv", input: rows).output == "0\n")
    #expect(Run("eval", "n == 3", "--count", "--data", "-", "--type", "csv", input: rows).status == .fine)
  }

  @Test func jsonOfRows() {
    let run = Run("eval", "n == $v", "--var", "v=1", "--json", "--data", "-", "--type", "csv", input: rows)
    #expect(run.output == #"{"file": "<stdin>", "row": 0, "line": 2, "value": {"n": 1, "name": "ann"}}"# + "\n")
  }

  @Test func faultsNameTheRow() {
    let run = Run("eval", "SELF < 5", "--data", "-", "--type", "jsonl", input: "1\n2\n\n\"x\"\n3\n")
    #expect(run.status == .unusable)
    #expect(run.errors.hasPrefix("<stdin>:4: "))
    #expect(run.errors.contains("type-mismatch"))
    let quiet = Run("eval", "SELF < 2", "--on-error", "nil", "--data", "-", "--type", "jsonl", input: "1\n\"x\"\n")
    #expect(quiet.output == "1\n")
  }

  @Test func exitStatus() {
    #expect(Run("eval", "", "--data", "-").status == .unusable)
    #expect(Run("eval", "x == %@", "--data", "-").status == .unusable)
    #expect(Run("eval", "x == 1", "--data", "/nowhere").status == .unusable)
    #expect(Run("eval", "-", "--data", "-").status == .unusable)
    #expect(Run("eval", "x == %@", "--arg", #"{"$date": "soon"}"#, "--data", "-").status == .unusable)
  }
}

struct ExplanationTests {
  /// Returns the parts of a format on one row, as `why --row` shows them.
  private func parts(_ format: String, _ row: String) -> [String] {
    let run = Run("why", format, "--row", "0", "--data", "-", "--type", "jsonl", input: row + "\n")
    return explained(run).dropFirst().map { String($0.dropFirst(2)) }
  }

  /// Returns the lines about single rows.
  private func explained(_ run: Run) -> [String] {
    run.lines.drop { !$0.hasPrefix("<stdin>:1: ") }.filter { !$0.isEmpty }
  }

  @Test("AND, OR, NOT and TERNARY: each part has its value, even if the whole does not need it")
  func logic() {
    #expect(
      parts("n == 1 OR NOT (n == 2 AND TERNARY(n > 0, n, 0) == 1)", #"{"n": 1}"#) == [
        "n == 1 OR (NOT (n == 2 AND TERNARY(n > 0, n, 0) == 1)) => true",
        "  n == 1 => true", "    n => 1",
        "  NOT (n == 2 AND TERNARY(n > 0, n, 0) == 1) => true",
        "    n == 2 AND TERNARY(n > 0, n, 0) == 1 => false",
        "      n == 2 => false", "        n => 1",
        "      TERNARY(n > 0, n, 0) == 1 => true",
        "        TERNARY(n > 0, n, 0) => 1", "          n > 0 => true", "            n => 1", "          n => 1",
      ])
    #expect(parts("TRUEPREDICATE", "{}") == ["TRUEPREDICATE => true"])
    #expect(
      parts("SUBQUERY(list, $x, $x > 1).@count == 1", #"{"list": [1, 2]}"#) == [
        "SUBQUERY(list, $x, $x > 1).@count == 1 => true", "  SUBQUERY(list, $x, $x > 1).@count => 1",
        "    SUBQUERY(list, $x, $x > 1) => [2]", "      list => [1, 2]",
      ])
  }

  @Test("a part with an error shows it, and the parts below it have their values")
  func errors() {
    #expect(
      parts("n + 1 > 5", #"{"n": "a"}"#) == [
        "n + 1 > 5 => (addition needs numbers, found a string)",
        "  n + 1 => (addition needs numbers, found a string)", "    n => \"a\"",
      ])
  }

  @Test("an aggregate of all rows has no value for one row; a collection of the row has one")
  func aggregates() {
    let run = Run(
      "why", "n == max:(n) OR NOT (1 < count:(list))", "--row", "0", "--row", "n == 2", "--data", "-", "--type",
      "jsonl",
      input: "{\"n\": 1, \"list\": [1, 2]}\n{\"n\": 2, \"list\": []}\n")
    #expect(
      explained(run).joined(separator: "\n") == """
        <stdin>:1: {"n": 1, "list": [1, 2]}
          n == max:(n) OR (NOT 1 < count:(list)) => false
            n == max:(n) => false
              n => 1
              max:(n) => (over all rows)
            NOT 1 < count:(list) => false
              1 < count:(list) => true
                count:(list) => 2
                  list => [1, 2]
        <stdin>:2: {"n": 2, "list": []}
          n == max:(n) OR (NOT 1 < count:(list)) => true
            n == max:(n) => true
              n => 2
              max:(n) => (over all rows)
            NOT 1 < count:(list) => true
              1 < count:(list) => false
                count:(list) => 0
                  list => []
        """)
  }

  @Test("twenty parts of a node are shown")
  func manyParts() {
    let found = parts((1...22).map { "n == \($0)" }.joined(separator: " OR "), #"{"n": 1}"#)
    #expect(found.count == 1 + 2 * 20 + 1)
    #expect(found.last == "  … => (2 more)")
  }

  @Test("eight levels are shown, and that there are more")
  func manyLevels() {
    let nots = String(repeating: "NOT ", count: 9)
    let found = parts("\(nots)n == 1 + n", #"{"n": 1}"#)
    #expect(found.count == 10)
    #expect(found.last == String(repeating: "  ", count: 9) + "… => (1 more)")
    let sum = String(repeating: "n + (", count: 9) + "n" + String(repeating: ")", count: 9)
    let sums = parts("n == \(sum)", #"{"n": 1}"#)
    #expect(sums.last?.hasSuffix("… => (2 more)") == true)
  }

  @Test("--json has the same parts")
  func json() {
    let run = Run(
      "why", "n > 'a'", "--row", "0", "--row", "1", "--json", "--data", "-", "--type", "jsonl", "--on-error", "nil",
      input: "{\"n\": 1}\n\n{\"n\": \"b\"}\n")
    #expect(
      run.output.hasSuffix(
        #", "explained": [{"file": "<stdin>", "row": 0, "line": 1, "parts": [{"depth": 0, "format": "n > \"a\"", "value": false}, "#
          + #"{"depth": 1, "format": "n", "value": 1}]}, "#
          + #"{"file": "<stdin>", "row": 1, "line": 3, "parts": [{"depth": 0, "format": "n > \"a\"", "value": true}, "#
          + #"{"depth": 1, "format": "n", "value": "b"}]}]}"# + "\n"))
  }
}

struct TestCommandTests {
  @Test func totalsAreTheLastLine() {
    let cases = """
      {"id": "s/one", "format": "x == 1", "canonical": "x == 1"}
      {"id": "s/two", "format": "x == 1", "object": {"x": 1}, "result": false}
      {"id": "s/three", "format": "x == 1", "canonical": "x == 1", "dubious": true}
      """
    let run = Run("test", "-", input: cases)
    #expect(run.status == .no)
    #expect(run.output == "s/two: expected false, got true (<stdin>:2)\n1 passed, 1 failed, 1 skipped\n")
    let json = Run("test", "--json", "-", input: cases)
    #expect(json.output.hasSuffix("{\"passed\": 1, \"failed\": 1, \"skipped\": 1}\n"))
    let foreign = #"{"id": "s/four", "format": "x == 1", "canonical": "x == 1", "kind": "of another program"}"#
    #expect(
      Run("test", "-", input: foreign).output
        == "s/four: expected known fields for this kind of case, got 'kind' (<stdin>:1)\n0 passed, 1 failed, 0 skipped\n"
    )
    #expect(Run("test", "--ignore-unknown", "-", input: foreign).output == "1 passed, 0 failed, 0 skipped\n")
    #expect(Run("test", "-", input: "no case").status == .unusable)
    #expect(Run("test", "/nowhere").status == .unusable)
  }
}
