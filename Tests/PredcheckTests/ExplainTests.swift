import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateSyntax
import TestSupport
import Testing

/// Compares the pages of `predcheck explain` with the codes, with the results of their examples, and with `Grammar/Diagnostics.md`.
struct ExplainTests {
  @Test("each code has one page")
  func everyCodeHasAPage() {
    #expect(DiagnosticPage.all.map(\.code.rawValue).sorted() == FormatDiagnostic.Code.allCases.map(\.rawValue).sorted())
    #expect(FormatDiagnostic.Code.allCases.count >= 60)
  }

  @Test(
    "the first finding of a wrong example has the code; correct ones have none",
    arguments: FormatDiagnostic.Code.allCases)
  func examplesHold(code: FormatDiagnostic.Code) throws {
    let page = try #require(DiagnosticPage.of(code))
    let found = page.bad.findings()
    if code == .tooManyErrors {
      // This code follows the errors that exceed the maximum.
      #expect(found.last?.code == code)
    } else {
      #expect(found.first?.code == code, "\(found.map(\.message))")
      #expect(Set(found.map(\.code)) == [code])
    }
    #expect(found.contains { $0.code == code && $0.severity == code.severity })
    let rest = page.good.findings()
    #expect(rest.isEmpty, "\(rest.map(\.message))")
  }

  @Test("pages have the required form")
  func pagesReadWell() {
    for page in DiagnosticPage.all {
      #expect(page.why.hasSuffix("."), "\(page.code.rawValue)")
      let differs = page.bad.bytes != page.good.bytes || page.bad.setting != page.good.setting
      #expect(differs, "\(page.code.rawValue)")
    }
  }

  @Test("Grammar/Diagnostics.md contains the pages; RECORD_GOLDEN=1 rewrites it")
  func documentIsUpToDate() throws {
    let file = packageRoot.appendingPathComponent("Grammar/Diagnostics.md")
    let text = Self.document
    if let known = try? String(contentsOf: file, encoding: .utf8), known.utf8.elementsEqual(text.utf8) { return }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("Grammar/Diagnostics.md differs from the pages; RECORD_GOLDEN=1 writes it")
  }

  /// Returns all pages as a document.
  private static var document: String {
    var text = """
      # Errors and warnings

      Every diagnostic has a stable code, shown in brackets before its message. These are the pages of
      `predcheck explain CODE`, written by a test from the same table (`RECORD_GOLDEN=1 swift test --filter ExplainTests`);
      each wrong example produces its code, and each right one no diagnostic.

      """
    for part in DiagnosticPage.groups {
      text += "\n## \(part.head)\n"
      for page in part.pages {
        text += "\n### \(page.code.rawValue)\n\n\(page.why)\n\n"
        text += "* wrong: \(quoted(page.bad))\n* right: \(quoted(page.good))\n"
        for mistake in page.mistakes {
          let repair = mistake.repair.map { "; write \(quoted(DiagnosticExample($0)))" } ?? ""
          text += "* also: \(quoted(DiagnosticExample(mistake.example)))\(repair)\n"
        }
      }
    }
    return text
  }

  private static func quoted(_ example: DiagnosticExample) -> String {
    if example.bytes.isEmpty { return "the empty text" }
    // A text that contains a backquote is enclosed in two.
    let marks = example.text.contains("`") ? "``" : "`"
    let setting = example.setting.map { " (\($0.replacing(DiagnosticExample.Word.declaration, with: "`Word`")))" } ?? ""
    return "\(marks)\(example.text)\(marks)\(setting)"
  }
}

struct ExplainCommandTests {
  @Test("a result is awaited that the cancelled task gives late")
  func cancelledTask() {
    #expect(
      CancelledTask.run {
        Thread.sleep(forTimeInterval: 0.1)
        return [Task.isCancelled]
      } == [true])
  }

  @Test func onePage() {
    let run = Run("explain", "error[is-null]")
    #expect(run.status == .fine)
    #expect(run.output.hasPrefix("is-null: error, "))
    #expect(run.output.contains("wrong:\n    name IS NOT NULL\n\n    error[is-null]: "))
    #expect(run.output.contains("right:\n    name != NULL\n\nalso:\n"))
  }

  @Test func list() {
    let run = Run("explain")
    #expect(run.status == .fine)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == FormatDiagnostic.Code.allCases.count + DiagnosticPage.groups.count)
    #expect(lines.first == "Reading the text" && run.output.contains("\n\nParsing\n"))
    // The severity of every code is in the same column.
    let severities = Set(lines.filter { $0.hasPrefix(" ") }.map { $0.dropFirst(37).prefix(9) })
    #expect(severities == ["error    ", "warning  "])
    let isNull = "  error    == and != compare nil like any other value: nil == nil is true."
    #expect(lines.contains { $0.hasSuffix(isNull) })
    #expect(Run("explain", "--json").output.split(separator: "\n").count == FormatDiagnostic.Code.allCases.count)
  }

  @Test func json() {
    let run = Run("explain", "--json", "too-few-arguments")
    #expect(run.output.hasPrefix(#"{"code": "too-few-arguments", "severity": "error", "stage": "bind", "why": "#))
    #expect(run.output.contains(#""bad": {"format": "a == %@ AND b == %@", "arguments": [1]}"#))
  }

  @Test("every page as JSON contains its examples and their subjects", arguments: FormatDiagnostic.Code.allCases)
  func everyPageAsJSON(code: FormatDiagnostic.Code) throws {
    let page = try #require(DiagnosticPage.of(code))
    let run = Run("explain", "--json", code.rawValue)
    guard case .record(let fields) = try JSONReader.value(of: Array(run.output.utf8)),
      case .record(let bad)? = fields["bad"], case .record(let good)? = fields["good"]
    else { return #expect(Bool(false), "no object: \(run.output)") }
    #expect(fields["code"] == .string(code.rawValue) && fields["why"] == .string(page.why))
    for (example, found) in [(page.bad, bad), (page.good, good)] {
      #expect(found["format"] == .string(example.text))
      let about: Set<String>
      switch example.subject {
      case .nothing: about = []
      case .file: about = ["file"]
      case .object: about = ["object"]
      case .words: about = ["type"]
      case .groups(let keys):
        about = ["type", "groupKeys"]
        #expect(found["groupKeys"] == .list(keys.map { .string($0) }))
      case .entity(let name):
        about = ["model", "entity"]
        #expect(found["entity"] == .string(name))
      case .statement(let dialect, let limits):
        about = ["model", "dialect"]
        #expect(found["dialect"] == .string(dialect.name))
        #expect(found["length"] == (limits.length == 1_000_000 ? nil : .integer(Int64(limits.length))))
        #expect(found["parameters"] == nil || found["parameters"] == .integer(Int64(limits.parameters)))
      }
      let rest: Set<String> = ["format", "arguments", "length", "parameters", "profile", "refused", "functions"]
      #expect(Set(found.keys).subtracting(rest) == about)
    }
  }

  @Test func noSuchCode() {
    let near = Run("explain", "isnull")
    #expect(near.status == .unusable)
    #expect(near.errors.contains("unknown code 'isnull'; did you mean is-null?"))
    #expect(Run("explain", "zzzzzzzz").errors.contains("predcheck explain lists all codes"))
  }
}
