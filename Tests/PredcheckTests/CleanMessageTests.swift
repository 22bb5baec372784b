import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// No message repeats control characters, line ends or direction marks from untrusted text.
struct CleanMessageTests {
  /// A forged line, a terminal escape, the line ends of Unicode and of old systems, and a change of direction.
  private static let hostile =
    "a\nerror: all fine\u{1B}[31m\u{2028}\u{2029}\u{85}\u{9B}0m\u{202E}\u{200F}\u{2066}\u{61C}\r\u{7F}b"

  @Test("each scalar that can disturb lines becomes a blank")
  func cleans() {
    #expect(Self.hostile.cleaned == "a error: all fine [31m    0m      b")
    #expect("größe 👩‍👧 \u{301}".cleaned == "größe 👩‍👧 \u{301}")
  }

  @Test("each other invisible scalar becomes an escape, except for those within emoji")
  func hidden() {
    for text in ["größe", "❤️‍🔥", "👩🏽‍💻 👩‍👩‍👧‍👦", "日本"] { #expect(text.cleaned == text) }
    #expect("a\u{200B}b\u{200C}c\u{200D}d\u{FE0F}".cleaned == #"a\u200bb\u200cc\u200dd\ufe0f"#)
    #expect("\u{34F}\u{115F}\u{3164}\u{FEFF}\u{AD}\u{2060}".cleaned == #"\u034f\u115f\u3164\ufeff\u00ad\u2060"#)
    // Tags, with which a text can be hidden.
    #expect("x\u{E0068}\u{E0069}".cleaned == #"x\udb40\udc68\udb40\udc69"#)
    #expect("👩\u{200D}\u{200D}❤\u{FE0F}\u{FE0F}".cleaned == "👩\u{200D}\\u200d❤\u{FE0F}\\ufe0f")
    let run = Run("check", "--profile", "untrusted", "na\u{200D}me == 1")
    #expect(run.errorLines[0].hasPrefix(#"error[key-not-permitted]: the key path 'na\u200dme' is not permitted"#))
    #expect(run.errors.unicodeScalars.allSatisfy { !$0.isHidden })
  }

  @Test("the scalars are the controls, the line and paragraph separators, and the direction controls")
  func scalars() {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = UnicodeScalar(value) else { continue }
      let properties = scalar.properties
      let disturbs =
        [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory) || properties.isBidiControl
      if scalar.disturbsLines != disturbs { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test("a diagnostic's texts are clean, whoever creates it")
  func findings() {
    let finding = FormatDiagnostic(
      code: .refusedByValidator, message: Self.hostile, range: .none,
      labels: [FormatDiagnostic.Label(range: .none, text: Self.hostile)], notes: [Self.hostile],
      fixIts: [FormatDiagnostic.FixIt(title: Self.hostile, range: .none, replacement: "x\n", isSafe: false)])
    expectClean(finding.message, lines: 1)
    expectClean(finding.labels[0].text, lines: 1)
    expectClean(finding.notes[0], lines: 1)
    expectClean(finding.fixIts[0].title, lines: 1)
    #expect(finding.fixIts[0].replacement == "x\n")
    expectClean(finding.rendered(in: "", name: Self.hostile), lines: 2)
  }

  @Test("a key that a profile refuses cannot forge a line")
  func refusedKey() {
    let run = Run("check", "--profile", "untrusted", #"a\u000aerror\u003a\u0020all\u0020fine == 1"#)
    #expect(
      run.errorLines[0]
        == "error[key-not-permitted]: the key path 'a error: all fine' is not permitted by the profile 'untrusted'")
    #expect(run.errorLines.count == 6 && !run.errors.contains("\nerror"))
  }

  @Test("check prints one line per format, whatever its keys and strings contain")
  func check() {
    let run = Run("check", "-", input: #"a\u001b\u005b31m\u2028 == "x\ny\u202e" "# + "\nb == 1\n")
    #expect(run.lines == [#"a\u001b\u005b31m\u2028 == "x\ny\u202e""#, "b == 1"])
    #expect(run.errors == "")
  }

  @Test("options, operands and file names are clean in errors")
  func calls() {
    expectClean(Run("--\(Self.hostile)").errors, lines: 2)
    expectClean(Run("check", "--count=\(Self.hostile)", "x").errors, lines: 2)
    expectClean(Run("eval", "x == 1", "--data", Self.hostile).errors, lines: 1)
    expectClean(Run("test", Self.hostile).errors, lines: 1)
    expectClean(Run("profile", Self.hostile).errors, lines: 1)
    expectClean(Run("sql", "x == 1", "--model", Self.hostile, "--entity", "A", "--dialect", "sqlite").errors, lines: 1)
    expectClean(Run("explain", Self.hostile).errors, lines: nil)
  }

  @Test("the lines of predcheck test and of predcheck why are clean")
  func cases() throws {
    let object = "{\"a\": \(Self.json)}"
    let test = Run(
      "test", "-", input: "{\"id\": \(Self.json), \"expression\": \"a\", \"object\": \(object), \"value\": 1}")
    #expect(test.status == .no && test.lines.count == 2)
    expectClean(test.output, lines: 2)
    #expect(test.lines[0].hasPrefix("a error: all fine [31m"))
    let explained = Run(
      "why", "a == \"x\" OR b == 1", "--row", "0", "--data", "-", "--type", "jsonl", input: object + "\n")
    expectClean(explained.output, lines: nil)
    #expect(explained.output.contains(#"\u2028\u2029\u0085\u009b0m\u202e"#))
  }

  @Test("errors for profiles and models with hostile names are clean")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("clean-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ name: String) throws -> String {
      let path = folder.appendingPathComponent(name).path
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }
    let field = try write("{\"version\": 1, \"name\": \"p\", \(Self.json): 1}", "field.json")
    expectClean(Run("profile", field).errors, lines: 1)
    let operators = try write("{\"version\": 1, \"name\": \"p\", \"operators\": [\(Self.json)]}", "operators.json")
    expectClean(Run("profile", operators).errors, lines: 1)
    let name = try write("{\"version\": 1, \"name\": \(Self.json), \"base\": \"untrusted\", \"keys\": []}", "name.json")
    expectClean(Run("check", "x == 1", "--profile", name).errors, lines: nil)
    let entity = try write(
      "{\"version\": 1, \"entities\": [{\"name\": \(Self.json), \"parent\": \(Self.json)}]}", "model.json")
    expectClean(Run("sql", "x == 1", "--model", entity, "--entity", "A", "--dialect", "sqlite").errors, lines: 1)
    let model = try write(
      "{\"version\": 1, \"entities\": [{\"name\": \(Self.json), \"attributes\": []}]}", "named.json")
    expectClean(Run("sql", "x == 1", "--model", model, "--entity", "A", "--dialect", "sqlite").errors, lines: nil)
  }

  private static var json: String { String.jsonString(hostile) }

  /// Expects a text of the given number of lines, each of which is clean.
  private func expectClean(_ text: String, lines: Int?, at source: SourceLocation = #_sourceLocation) {
    let found = text.split(separator: "\n")
    #expect(!found.isEmpty, sourceLocation: source)
    if let lines { #expect(found.count == lines, "\(text)", sourceLocation: source) }
    #expect(found.allSatisfy { $0.unicodeScalars.allSatisfy { !$0.disturbsLines } }, "\(text)", sourceLocation: source)
  }
}
