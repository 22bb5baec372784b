import Foundation
import PredicateCases
import PredicateSyntax
import TestSupport
import Testing

@testable import predcheck

/// What a call of predcheck gives.
typealias Run = CommandRun<ExitCode>

extension CommandRun where Status == ExitCode {
  init(_ arguments: String..., input: String = "") { self.init(bytes: arguments.map { Array($0.utf8) }, input: input) }

  init(bytes: [[UInt8]], input: String = "") {
    let console = Console(
      output: ByteSink(descriptor: nil), errors: ByteSink(descriptor: nil), hasColor: false,
      readInput: { () throws(InputFault) in Array(input.utf8) })
    let status = Predcheck.run(bytes, console)
    self.init(status: status, output: console.output.text, errors: console.errors.text)
  }
}

struct InvocationTests {
  @Test func tableIsWhole() {
    #expect(Set(Flag.table.map(\.name)) == Set(Flag.Name.allCases))
    #expect(Flag.table.count == Flag.Name.allCases.count)
    for flag in Flag.table {
      #expect(!flag.commands.isEmpty)
      #expect(flag.value != nil || flag.allowed.isEmpty)
      for command in flag.commands { #expect(Help.text(of: command).contains(flag.spelling)) }
    }
    for command in Command.allCases { #expect(Help.text.contains(command.summary)) }
  }

  @Test func firstWordIsTheCommand() throws {
    func command(_ words: String...) throws -> (Command, Int) {
      let call = try Invocation(words.map { Array($0.utf8) })
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
    let call = try Invocation(["eval", "x", "--arg", "-5", "--arg=--arg", "--arg", "--"].map { Array($0.utf8) })
    #expect(call.values(.arg) == [Array("-5".utf8), Array("--arg".utf8), Array("--".utf8)])
  }

  @Test func faults() {
    #expect(Run("--jsn").errors.contains("unknown option '--jsn'; did you mean --json?"))
    #expect(Run("--zzzzzzzz").errors.contains("write -- before a format"))
    #expect(Run("check", "--count", "x").errors.contains("--count is an option of eval, not of check"))
    #expect(Run("eval", "x", "--data").errors.contains("--data needs a value"))
    #expect(Run("eval", "x", "--type", "cvs").errors.contains("did you mean csv?"))
    #expect(Run("check", "--json=1").errors.contains("--json takes no value"))
    #expect(Run("check", "--json", "--json", "x").errors.contains("--json is given twice"))
    for arguments in [["--jsn"], ["eval"], ["test"], ["check"], [], ["eval", "a", "b"], ["eval", "x", "--count=1"]] {
      #expect(Run(bytes: arguments.map { Array($0.utf8) }).status == .unusable)
    }
  }

  @Test func help() {
    #expect(Run("--help").status == .fine)
    #expect(Run("eval", "-h").output.contains("--on-fault"))
  }
}

struct CheckCommandTests {
  @Test func canonicalOnOutputFaultsOnErrors() {
    let run = Run("x == 1", "a b", "TRUEPREDICATE")
    #expect(run.status == .no)
    #expect(run.output == "x == 1\nTRUEPREDICATE\n")
    #expect(run.errors.hasPrefix("error["))
    #expect(run.errors.contains("--> format 2:1:"))
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
        == #"{"valid": true, "canonical": "x == %@", "diagnostics": [], "arguments": ["%@"], "keyPaths": ["x"]}"#)
    let head = #"{"valid": false, "canonical": null, "diagnostics": [{"code": "empty-format", "#
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

  @Test func bytesThatAreNoText() {
    let run = Run(bytes: [[0x61, 0xFF]])
    #expect(run.status == .no)
    #expect(run.errors.contains("invalid-utf8"))
  }
}

struct ProfileCommandTests {
  @Test func checkHoldsToAProfile() {
    let run = Run("check", "--profile", "cloudkit", "a == 1", "a == 1 OR b == 2")
    #expect(run.status == .no)
    #expect(run.output == "a == 1\n")
    #expect(run.errors.hasPrefix("error[operator-not-permitted]"))
    #expect(run.errors.contains("--> format 2:1:8"))
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
    #expect(Run("check", "--profile", "untrusted", "name == 1").errors.contains("it permits none: list those"))
    #expect(Run("check", "--keys", "name", "name == 1").errors.contains("--keys goes with --profile"))
    let wrong = Run("check", "--profile", "untrusted", "--keys", "a..b", "a == 1")
    #expect(wrong.status == .unusable)
    #expect(wrong.errors.contains("'a..b' is no key path: a key is empty"))
    #expect(Run("check", "--profile", "untrusted", "--keys", "", "a == 1").status == .no)
  }

  @Test func evaluationWithinAProfile() {
    let rows = "a\nbb\n"
    func run(_ format: String, _ options: String...) -> Run {
      Run(bytes: (["eval", format, "--data", "-", "--type", "text"] + options).map { Array($0.utf8) }, input: rows)
    }
    #expect(run("SELF == 'bb'", "--profile", "untrusted", "--keys", "SELF").output == "bb\n")
    let refused = run("SELF == 'bb'", "--profile", "untrusted")
    #expect(refused.status == .no)
    #expect(refused.errors.contains("[key-not-permitted]"))
    #expect(run("SELF == 'bb' AND random() > 2", "--profile", "untrusted", "--keys", "SELF").status == .no)
    let long = String(repeating: " ", count: 5000)
    #expect(run("SELF == 'bb'" + long, "--profile", "untrusted", "--keys", "SELF").errors.contains("[text-too-long]"))
    // What is bound counts as what it is.
    #expect(run("%K == 'bb'", "--arg", "secret", "--profile", "untrusted", "--keys", "SELF").status == .no)
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

  @Test func faults() {
    let unknown = Run("check", "--profile", "cloudkti", "a == 1")
    #expect(unknown.status == .unusable)
    #expect(unknown.errors.contains("did you mean cloudkit?"))
    #expect(Run("profile").status == .unusable)
    #expect(Run("profile", "/nowhere/p.json").errors == "predcheck: /nowhere/p.json: there is no such file\n")
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
    try compare(run.output, with: "tree.txt")
    let back = try JSONDecoder().decode(FormatPredicate.self, from: Data(run.output.utf8))
    #expect(back == (try FormatPredicate.template(text)))
  }

  @Test func exitStatus() {
    #expect(Run("tree", "a b").status == .no)
    #expect(Run("tree", "a b").errors.hasPrefix("error["))
    #expect(Run("tree").status == .unusable)
    #expect(Run("tree", "a == 1", "b == 1").status == .unusable)
  }
}

struct EvalCommandTests {
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
    #expect(run.output == "{\"row\": 0, \"line\": 2, \"value\": {\"n\": 1, \"name\": \"ann\"}}\n")
  }

  @Test func faultsNameTheRow() {
    let run = Run("eval", "SELF < 5", "--data", "-", "--type", "jsonl", input: "1\n2\n\n\"x\"\n3\n")
    #expect(run.status == .unusable)
    #expect(run.errors.hasPrefix("<stdin>:4: "))
    #expect(run.errors.contains("type-mismatch"))
    let quiet = Run("eval", "SELF < 2", "--on-fault", "nil", "--data", "-", "--type", "jsonl", input: "1\n\"x\"\n")
    #expect(quiet.output == "1\n")
  }

  @Test func exitStatus() {
    #expect(Run("eval", "", "--data", "-").status == .no)
    #expect(Run("eval", "x == %@", "--data", "-").status == .unusable)
    #expect(Run("eval", "x == 1", "--data", "/nowhere").status == .unusable)
    #expect(Run("eval", "-", "--data", "-").status == .unusable)
    #expect(Run("eval", "x == %@", "--arg", #"{"$date": "soon"}"#, "--data", "-").status == .unusable)
  }

  @Test func explanation() {
    let run = Run("eval", "n == 2", "--explain", "--data", "-", "--type", "csv", input: rows)
    #expect(run.output.hasPrefix("<stdin>:2: ann,1\n  n == 2 => false\n    n => 1\n<stdin>:3: "))
  }
}

struct TestCommandTests {
  @Test func totalsAreTheLastLine() {
    let cases = """
      {"id": "s/one", "format": "x == 1"}
      {"id": "s/two", "format": "x == 1", "object": {"x": 1}, "result": false}
      {"id": "s/three", "format": "x == 1", "dubious": true}
      """
    let run = Run("test", "-", input: cases)
    #expect(run.status == .no)
    #expect(run.output == "s/two: expected false, got true (<stdin>:2)\n1 passed, 1 failed, 1 skipped\n")
    let json = Run("test", "--json", "-", input: cases)
    #expect(json.output.hasSuffix("{\"passed\": 1, \"failed\": 1, \"skipped\": 1}\n"))
    #expect(Run("test", "-", input: "no case").status == .unusable)
    #expect(Run("test", "/nowhere").status == .unusable)
  }
}
