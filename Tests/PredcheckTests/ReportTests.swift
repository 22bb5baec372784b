import Foundation
import PredcheckCommands
import PredcheckSupport
import TestSupport
import Testing

private let people = "name,age,city\nAnn,30,Paris\nBob,41,\n\"<b>&'x\",50,Rome\n"

/// A string that would run a script, or break out of its element, if it were not escaped.
private let hostile = "</style></code><script>alert('x')</script><img src=x onerror=\"alert(1)\">&amp;"

struct ReportTests {
  private func report(_ arguments: String..., input: String = people) -> Run {
    Run(bytes: (["report"] + arguments).map { Array($0.utf8) }, input: input)
  }

  /// Calls `body` with the path of a data model of people.
  private func withModel(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = """
      {"version": 1, "entities": [{"name": "Person", "table": "person", "attributes": [
      {"name": "name", "type": "string", "indexed": true}, {"name": "age", "type": "integer16"},
      {"name": "city", "type": "string"},
      {"name": "born", "type": "date", "storage": "referenceSeconds"}]}]}
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try body(path)
  }

  /// Returns the page without its style sheet.
  private func body(_ page: String) -> String { page.components(separatedBy: "</style>\n").last ?? "" }

  @Test("the page of a small case, with rows, a model and profiles")
  func golden() throws {
    try withModel { model in
      let run = report(
        "age > 35 AND NOT (name BEGINSWITH[c] %@ OR nam == nil)", "--arg", "b", "--data", "-", "--type", "csv")
      #expect(run.status == .fine)
      let other = report(
        "age > 35 AND name BEGINSWITH[c] %@", "--arg", "b", "-", "--type", "csv", "--model", model, "--entity",
        "Person", "--profile", "untrusted", "--keys", "age")
      #expect(other.status == .fine && other.errors == "")
      let difference = try goldenDifference(body(run.output) + body(other.output), from: "report.html")
      #expect(difference == nil)
    }
  }

  @Test("a profile that reads strings as dates does so in a report too")
  func dateStrings() throws {
    let profile = #"{"version": 1, "name": "dates", "dateStrings": true}"#
    try withFiles(["dates.json": profile]) { folder in
      try withModel { model in
        let format = "born > '2014-01-01T00:00:00Z'"
        #expect(report(format, "--model", model, "--entity", "Person").status == .unusable)
        let run = report(format, "--model", model, "--entity", "Person", "--profile", folder + "/dates.json")
        #expect(run.status == .fine && run.errors.isEmpty, "\(run.errors)")
      }
    }
  }

  @Test("the page needs no other file, runs no script, and has light and dark colors")
  func frame() {
    let page = report("age > 35").output
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n") && page.hasSuffix("</html>\n"))
    #expect(page.contains("default-src 'none'") && page.contains("prefers-color-scheme: dark"))
    #expect(page.contains("width=device-width") && !page.contains("<script") && !page.contains("src="))
    #expect(page.contains("In words: age is greater than 35.") && !page.contains("rows match"))
  }

  @Test("text from formats, rows, keys, models and arguments is escaped")
  func escaping() throws {
    let quoted = "\"" + hostile.replacing("\"", with: "\\\"") + "\""
    let row = "{\"name\": \(quoted), \(quoted): 1, \"b\": \"\\u202E\\u0000]]>\"}\n"
    let runs = [
      report("name == \(quoted) AND name != nil", "-", "--type", "jsonl", input: row),
      report("%K == 1 AND b == nil", "--arg", hostile, "-", "--type", "jsonl", input: row),
      report("name == %@ OR %K < 3", "--arg", hostile, "--arg", hostile),
      report("name = = \(quoted) \(hostile)"), report("\(hostile) == 1"), report("'\(hostile)'.a BEGINS \(quoted)"),
      report("name == $x AND \"\u{202E}\u{1B}[31m\" == name", "--var", "x=\(hostile)", "-", "--type", "csv"),
    ]
    for run in runs {
      #expect(!run.output.isEmpty)
      let text = body(run.output)
      #expect(!text.contains("<script") && !text.contains("<img") && !text.contains("</style>"))
      #expect(!text.contains("\"alert(1)\"") && !text.contains("'x'"))
      #expect(!text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{1B}" || $0 == "\0" })
      let title = run.output.components(separatedBy: "<title>")[1].components(separatedBy: "</title>")[0]
      #expect(!title.contains("<"))
    }
    #expect(runs[0].output.contains("1 of 1") && runs[0].output.contains("&lt;script&gt;"))
  }

  @Test("a wrong format has a page with its errors and fixes, and exit status 2")
  func wrongFormat() throws {
    let run = report("name CONTAIN \"x\" AND age IS NULL")
    #expect(run.status == .unusable && run.errors.hasPrefix("error[unknown-operator]"))
    #expect(run.output.contains("This format is wrong: 2 errors.") && run.output.contains("error[unknown-operator]"))
    #expect(run.output.contains("name CONTAINS &quot;x&quot; AND age IS NULL (did you mean CONTAINS?)</li>"))
    #expect(run.output.contains("<pre>name CONTAINS &quot;x&quot; AND age == NULL</pre>"))
    #expect(!run.output.contains("The parts"))
    let bytes = Run(bytes: [Array("report".utf8), Array("a == '".utf8) + [0xFF] + Array("'".utf8)])
    #expect(bytes.status == .unusable && bytes.output.contains("error[invalid-utf8]"))
    // The values that rows need, the keys of a model, and types.
    let unbound = report("age > %@", "-", "--type", "csv")
    #expect(unbound.status == .unusable && unbound.output.contains("This format is wrong: 1 error."))
    #expect(report("age > $x", "-", "--type", "csv").errors.contains("$x has no value"))
    #expect(report("age > $x AND age < %@").status == .fine)
    #expect(report("age > 1", "--var", "y=2").errors.contains("does not use $y"))
    try withModel { model in
      let unknown = report("nam == 1", "--model", model, "--entity", "Person")
      #expect(unknown.status == .unusable && unknown.output.contains("did you mean name?"))
      let variable = report("age > $x", "--model", model, "--entity", "Person")
      #expect(variable.status == .fine && variable.output.contains("0 of 7"))
      let name = report("name == 'a'", "-", "--type", "csv", "--model", model, "--entity", "Person")
      #expect(name.status == .fine && name.output.contains("7 of 7"))
    }
  }

  @Test("a call with a file that cannot be used writes no page")
  func calls() {
    let errors = [
      (report("age > 1", "--data", "/nowhere/rows.csv"), "the file does not exist"),
      (report("age > 1", "--model", "/nowhere/model.json", "--entity", "Person"), "the file does not exist"),
      (report("age > 1", "--entity", "Person"), "--model and --entity are needed together"),
      (report("age > 1", "--profile", "strict"), "strict"),
      (report("age > 1", "--keys", "age"), "--keys needs --profile"),
      (report("age > 1", "-", "--type", "jsonl", input: "{"), "expected"), (report(), "expected one format string"),
      (report("age > 1", "--output", "/nowhere/report.html"), "the file cannot be written: No such file or directory"),
      (report("-", "-"), "standard input can be read only once"),
    ]
    for (run, text) in errors {
      #expect(run.status == .unusable && run.output.isEmpty && run.errors.contains(text), "\(run.errors)")
    }
    #expect(report("-", input: "age > 1\n").output.contains("<code>age &gt; 1</code>"))
  }

  @Test("--output writes the page to a file, and rows may be compressed")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (page, rows) = (folder.appendingPathComponent("a.html"), folder.appendingPathComponent("a.csv.gz"))
    // The lines a,b and 1,2.
    try #require(Data(base64Encoded: "H4sIAAAAAAACA0vUSeIy1DHiAgB7B5cKCAAAAA==")).write(to: rows)
    let run = report("a > 0", rows.path, "--output", page.path)
    #expect(run.status == .fine && run.output.isEmpty && run.errors == "")
    let written = try String(contentsOf: page, encoding: .utf8)
    #expect(written.contains("1 of 1") && report("a > 0", rows.path).output == written)
  }

  @Test("parts, rows and texts have the limits of why")
  func limits() {
    let many = (1...30).map { "age == \($0)" }.joined(separator: " OR ")
    #expect(report(many).output.contains("<li>… 10 more</li>"))
    let deep = (1...12).reduce("age == 0") { "age == \($1) AND (name == 'x' OR \($0))" }
    #expect(report(deep).output.contains("<li>… 2 more</li>") && !report(deep).output.contains("<code>age == 1</code>"))
    let functions = (1...12).reduce("age") { text, _ in "abs:(\(text))" }
    #expect(report("\(functions) > 1").output.components(separatedBy: "class=\"part\"").count == 10)
    let long = report("name == \"\(String(repeating: "ab", count: 100_000))\"", "-", "--type", "csv")
    #expect(long.status == .fine && long.output.utf8.count < 20_000)
    #expect(report("TERNARY(age > 3, abs:(age), 2) == 2").output.contains("<code>age &gt; 3</code>"))
  }
}
