import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import TestSupport
import Testing

struct FmtTests {
  private static let formats = "# all\r\na=1\r\n\r\n  b  BEGINSWITH 'x' \n#size>2\nc == 3"
  private static let laidOut = "# all\r\na == 1\r\n\r\nb BEGINSWITH \"x\"\n#size > 2\nc == 3"

  /// Writes a file, calls a closure with its path, and deletes it.
  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("fmt-\(UUID().uuidString).txt").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try body(path)
  }

  @Test("layouts of some widths")
  func golden() throws {
    let whole = "a=1&&(b<>2||NOT c BETWEEN{1,%d})&&d==nil"
    let guide =
      "price>100 && (name beginswith[c] 'a' || ANY tags in {'new','sale'})\n"
      + "  && SUBQUERY(offers,$o,$o.price<%@ && $o.ends>%@).@count>0"
    let list = "id IN {" + (1...30).map(String.init).joined(separator: ",") + "} AND %K == %@"
    let calls: [(width: String, format: String)] = [
      ("80", whole), ("30", whole), ("20", whole), ("1", whole), ("50", guide), ("24", guide), ("40", list),
      ("30", "TERNARY(a == 1 AND b == 2, {1.0, YES}, {\"a long text\", \"another long text\"}) == c"),
      ("30", "FUNCTION(aVeryLongTarget, 'aVeryLongSelector:', 1) == max:({one, two, three})"),
      ("30", "aVeryLongKey + anotherVeryLongKey * (aThirdVeryLongKey - 1) > 0"),
      ("12", "a==\"文字\" OR b==\"文字\""), ("13", "a==\"文字\" OR b==1"),
      ("20", "a == @status(b.c) AND b.#and == $x AND 1 > 0"),
    ]
    var text = ""
    for call in calls {
      let run = Run("fmt", "--width", call.width, call.format)
      text += "fmt --width \(call.width) \(call.format)\n\(run.output)\(run.errors)exit \(run.status.rawValue)\n\n"
    }
    text += Run("fmt", "--expression", "--width", "30", "{1,2,3,4,5,6,7,8,9,10,11,12,13}").output
    #expect(try goldenDifference(text, from: "fmt.txt") == nil)
  }

  @Test("a file keeps its comments, blank lines, line ends and byte-order mark")
  func files() throws {
    for mark in ["", "\u{FEFF}"] {
      try withFile(mark + Self.formats) { path in
        let run = Run("fmt", "--file", path)
        #expect(run.status == .fine && run.output.isEmpty && run.errors.isEmpty)
        let changed = try readFile(path)
        #expect(changed == Array((mark + Self.laidOut).utf8))
        #expect(Run("fmt", "--file", path, "--check").status == .fine)
      }
    }
    let long = (1...30).map { "key\($0)==\($0)" }.joined(separator: "&&") + "\n"
    #expect(Run("fmt", "-", input: long).lines.count == 1)
    #expect(Run("fmt", "-", input: Self.formats).output.utf8.elementsEqual((Self.laidOut + "\n").utf8))
  }

  @Test("--check names the first difference of each format and changes nothing")
  func check() throws {
    try withFile(Self.formats) { path in
      let run = Run("fmt", "--file", path, "--check")
      #expect(run.status == .no)
      let what = ": not in the canonical layout\n"
      #expect(run.output == "\(path):2:2\(what)\(path):4:1\(what)\(path):5:6\(what)")
      let kept = try readFile(path)
      #expect(kept == Array(Self.formats.utf8))
    }
    #expect(Run("fmt", "--check", "é == 1\nAND b=1").output == "format:1:7: not in the canonical layout\n")
    // The column counts characters, as in diagnostics, and not Unicode scalars.
    #expect(
      Run("fmt", "--check", "\"e\u{301}\" == a  AND b == 1").output == "format:1:10: not in the canonical layout\n")
    #expect(
      Run("fmt", "--check", "--width", "9", "é == 1\nAND b=1").output == "format:2:6: not in the canonical layout\n")
    #expect(Run("fmt", "--check", "--width", "9", "é == 1\nAND b == 1").status == .fine)
  }

  @Test("--diff prints changes that patch can apply, and changes nothing")
  func diff() throws {
    try withFile(Self.formats) { path in
      let run = Run("fmt", "--file", path, "--diff")
      #expect(run.status == .fine)
      #expect(
        run.output.utf8.elementsEqual(
          """
          --- \(path)
          +++ \(path)
          @@ -1,6 +1,6 @@
           # all\r
          -a=1\r
          +a == 1\r
           \r
          -  b  BEGINSWITH 'x' \n+b BEGINSWITH "x"
          -#size>2
          +#size > 2
           c == 3
          \\ No newline at end of file

          """.utf8))
      let kept = try readFile(path)
      #expect(kept == Array(Self.formats.utf8))
      #expect(Run("fmt", "--file", path, "--diff", "--check").status == .no)
    }
    // Changes that are far apart are separate.
    let far = "a=1\n" + String(repeating: "b == 2\n", count: 7) + "a=1\n"
    let apart = Run("fmt", "-", "--diff", input: far).lines.filter { $0.hasPrefix("@") }
    #expect(apart == ["@@ -1,4 +1,4 @@", "@@ -6,4 +6,4 @@"])
    let near = "a=1\n" + String(repeating: "b == 2\n", count: 5) + "a=1"
    let together = Run("fmt", "-", "--diff", input: near)
    #expect(together.lines.filter { $0.hasPrefix("@") } == ["@@ -1,7 +1,7 @@"])
    let open = "\\ No newline at end of file\n"
    #expect(together.output.hasSuffix("-a=1\n\(open)+a == 1\n\(open)"))
    #expect(
      Run("fmt", "--diff", "--width", "9", "--color", "always", "a=1\nAND b=2").output
        == "--- format\n+++ format\n@@ -1,2 +1,2 @@\n\u{1B}[31m-a=1\u{1B}[0m\n\u{1B}[31m-AND b=2\u{1B}[0m\n"
        + "\u{1B}[32m+a == 1\u{1B}[0m\n\u{1B}[32m+AND b == 2\u{1B}[0m\n")
    #expect(Run("fmt", "--diff", "a == 1").output.isEmpty)
  }

  @Test("an invalid format is an error, and its file stays as it is")
  func invalid() throws {
    try withFile("a=1\nb=\n") { path in
      let run = Run("fmt", "--file", path, "c=1")
      #expect(run.status == .unusable)
      #expect(run.output == "c == 1\n")
      #expect(run.errors.contains(" --> \(path):2:3"))
      let kept = try readFile(path)
      #expect(kept == Array("a=1\nb=\n".utf8))
      #expect(Run("fmt", "--file", path, "--check").status == .unusable)
    }
    #expect(Run("fmt").errors.hasPrefix("predcheck: expected a format string\ntry predcheck fmt --help"))
    #expect(Run("fmt", "a", "--width", "0").errors.hasPrefix("predcheck: --width must be an integer, 1 or more"))
    #expect(Run("fmt", "a", "--diff", "--json").errors.hasPrefix("predcheck: --diff cannot be combined with --json"))
    #expect(Run("fmt", "--file", "/nowhere/f").status == .unusable)
  }

  @Test("--json has the text, the layout and the diagnostics of each format")
  func json() {
    let run = Run("fmt", "--json", "a=1", "b == 2", "c=")
    #expect(run.status == .unusable)
    #expect(
      run.lines[0] == #"{"name": "format-1", "line": 1, "index": 0, "text": "a=1", "#
        + #""formatted": "a == 1", "changed": true, "diagnostics": []}"#)
    #expect(run.lines[1].contains(#""formatted": "b == 2", "changed": false"#))
    let invalid = #""formatted": null, "changed": false, "diagnostics": [{"code": "expected-expression""#
    #expect(run.lines[2].contains(invalid))
  }
}
