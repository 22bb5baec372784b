import Foundation
import PredicateCases
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Compares every rendered error and warning that a case expects with a golden file. Each case file with such cases has one.
///
/// `RECORD_GOLDEN=1 swift test` rewrites the files. A run that records fails, so that no change is accepted unseen.
struct GoldenTests {
  @Test("rendered diagnostics", arguments: caseFiles())
  func rendersErrors(file: String) throws {
    var runner = CaseRunner()
    var text = ""
    // Hostile texts are long and have many errors. The first shows how they read.
    let most = file.contains("/Hostile/") ? 1 : Int.max
    for subject in try Case.all(inFile: file) {
      let findings = runner.findings(of: subject).prefix(most)
      if findings.isEmpty { continue }
      // For a request, the text is only its predicate, which does not contain the positions of all errors.
      let rendered = findings.map { finding in
        let lines = finding.rendered(in: subject.text)
        return subject.fetch == nil ? lines : String(lines.prefix { $0 != "\n" })
      }.joined(separator: "\n")
      text += "=== \(subject.id)\n\(rendered)\n\n"
    }
    #expect(try goldenDifference(text, from: Self.goldenName(of: file)) == nil)
  }

  /// Returns the name of the golden file for a case file.
  private static func goldenName(of file: String) -> String {
    let path = URL(fileURLWithPath: file).deletingPathExtension()
    return "\(path.deletingLastPathComponent().lastPathComponent)-\(path.lastPathComponent).txt"
  }

  @Test("every golden file is compared by a test")
  func orphans() throws {
    let sources = try packageFiles(below: "Tests").filter { $0.hasSuffix(".swift") }.map(packageText)
    let names = Set(caseFiles().map(Self.goldenName) + PredicateProfile.shipped.map { "profile-\($0.name).json" })
    let orphans = try goldenFiles().compactMap { $0.split(separator: "/").last }.filter { name in
      !names.contains(String(name)) && !sources.contains { $0.contains("\(name)\"") }
    }
    #expect(orphans == [])
  }

  @Test("every code has a golden message")
  func coversCodes() throws {
    let texts = try goldenTexts()
    // Codes that no case file can contain, with the test that shows them instead.
    let elsewhere: Set<FormatDiagnostic.Code> = [
      .invalidUTF8, .textTooLong, .tooManyErrors,  // RobustnessTests
      .unboundArgument, .neverEqual, .unreadableKey,  // EngineTests
      .refusedFunction,  // FunctionTests
      .absentKey,  // ReadableTests
      .unixTime,  // WhyTests
      .statementTooLong, .tooManyParameters, .cancelled,  // ExplainTests
      .unreadableFile, .unusedIgnore, .invalidIgnore,  // LintTests
    ]
    let missing = FormatDiagnostic.Code.allCases.filter { code in
      !elsewhere.contains(code) && !texts.contains("[\(code.rawValue)]")
    }
    #expect(missing == [])
  }

  @Test("every message is shown by a golden file")
  func coversMessages() throws {
    let lines = try goldenTexts().split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("error[") || $0.hasPrefix("warning[")
    }
    let wordings = try MessageSource().wordings
    #expect(wordings.count > 90)
    // Messages that no case file can contain: see `coversCodes`.
    let elsewhere = [
      "invalidUTF8", "textTooLong", "tooManyErrors", "neverEqual", "patternLimit", "unreadableKey", "unreadableValue",
      "unboundArgument", "refusedFunction", "statementTooLong", "tooManyParameters",
      "cancelled", "foreignArgument", "absentKey", "unixTime",
    ]
    let missing = wordings.filter { wording in
      !elsewhere.contains(wording.name) && !lines.contains { wording.isShown(in: $0) }
    }
    #expect(missing.map(\.name) == [])
  }
}

extension CaseRunner {
  /// Returns the errors and warnings that a case expects.
  mutating func findings(of subject: Case) -> [FormatDiagnostic] {
    if subject.error != nil { return error(of: subject)?.diagnostics ?? [] }
    return subject.warnings == nil ? [] : warnings(of: subject)
  }
}

/// The texts of all messages, read from the sources because the compiler cannot list them.
private struct MessageSource {
  struct Wording {
    var name: String
    /// The text between the interpolations.
    var pieces: [String]

    /// Whether a line contains the pieces in order.
    func isShown(in line: String) -> Bool {
      var rest = line[...]
      for piece in pieces {
        guard let range = rest.range(of: piece) else { return false }
        rest = rest[range.upperBound...]
      }
      return true
    }
  }

  private(set) var wordings: [Wording] = []

  init() throws {
    for file in ["Parsing", "Checking", "Evaluating"] {
      let source = try packageText("Sources/PredicateSyntax/Diagnostics/Message+\(file).swift")
      // A message begins with its name; its text is the first literal after the code.
      for part in source.components(separatedBy: "package static ").dropFirst() {
        let name = part.dropFirst(part.hasPrefix("func ") ? 5 : 4).prefix { $0.isLetter || $0.isNumber }
        guard let call = part.range(of: "Message("), let quote = part[call.upperBound...].firstIndex(of: "\"")
        else { continue }
        wordings.append(Wording(name: String(name), pieces: Self.pieces(of: part[part.index(after: quote)...])))
      }
    }
  }

  /// Returns the text of a string literal without its interpolations.
  private static func pieces(of text: Substring) -> [String] {
    var pieces = [""]
    var rest = text
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\", let next = rest.popFirst() else {
        pieces[pieces.count - 1].append(character)
        continue
      }
      guard next == "(" else {
        pieces[pieces.count - 1].append(next)
        continue
      }
      var depth = 1
      while depth > 0, let inner = rest.popFirst() {
        if inner == "(" { depth += 1 }
        if inner == ")" { depth -= 1 }
      }
      pieces.append("")
    }
    return pieces.filter { !$0.isEmpty }
  }
}

/// Returns the text of all golden files.
private func goldenTexts() throws -> String { try goldenFiles().map(packageText).joined() }
