import Foundation
import PredicateCases
import PredicateModel
import PredicateSyntax
import TestSupport
import Testing

/// Every fault and warning that a case expects, as a person reads it: one golden file for each case file that has such
/// cases.
///
/// `RECORD_GOLDEN=1 swift test` writes the files anew; a run that records fails all the same, so that nothing is blessed
/// unseen.
struct GoldenTests {
  @Test("rendered faults", arguments: caseFiles())
  func rendersFaults(file: String) throws {
    var runner = CaseRunner()
    var text = ""
    // Hostile texts have faults by the dozen, and are long; the first tells how they read.
    let most = file.contains("/Hostile/") ? 1 : Int.max
    for subject in try CaseFile(file).cases {
      let findings = runner.findings(of: subject).prefix(most)
      if findings.isEmpty { continue }
      // Of a request the text is its predicate alone, where not every fault has its place.
      let rendered = findings.map { finding in
        let lines = finding.rendered(in: subject.text)
        return subject.fetch == nil ? lines : String(lines.prefix { $0 != "\n" })
      }.joined(separator: "\n")
      text += "=== \(subject.id)\n\(rendered)\n\n"
    }
    try compare(text, with: Self.goldenName(of: file))
  }

  /// The golden file of a case file.
  private static func goldenName(of file: String) -> String {
    let path = URL(fileURLWithPath: file).deletingPathExtension()
    return "\(path.deletingLastPathComponent().lastPathComponent)-\(path.lastPathComponent).txt"
  }

  @Test("every golden file is compared by a test")
  func orphans() throws {
    let sources = try packageFiles(below: "Tests/CorpusTests").filter { $0.hasSuffix(".swift") }.map(packageText)
    let names = Set(caseFiles().map(Self.goldenName) + PredicateProfile.shipped.map { "profile-\($0.name).json" })
    let orphans = try packageFiles(below: "Tests/CorpusTests/Golden").map { $0.split(separator: "/").last ?? "" }.filter
    {
      name in !names.contains(String(name)) && !sources.contains { $0.contains("\"\(name)\"") }
    }
    #expect(orphans == [])
  }

  @Test("every code has a golden message")
  func coversCodes() throws {
    let texts = try goldenTexts()
    // What no case file can hold, and the test that shows it instead.
    let elsewhere: Set<DiagnosticCode> = [
      .invalidUTF8, .textTooLong, .tooManyFaults,  // RobustnessTests
      .unboundArgument, .neverEqual, .unreadableKey,  // EngineTests
      .refusedFunction,  // FunctionTests
      .absentKey,  // ReadableTests
      .statementTooLong, .tooManyParameters, .cancelled,  // ExplainTests
    ]
    let missing = DiagnosticCode.allCases.filter { code in
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
    // What no case file can hold: see `coversCodes`.
    let elsewhere = [
      "invalidUTF8", "textTooLong", "tooManyFaults", "neverEqual", "patternLimit", "unreadableKey", "unreadableValue",
      "isolatedKey", "unboundArgument", "refusedFunction", "statementTooLong", "tooManyParameters",
      "cancelled", "foreignArgument", "absentKey",
    ]
    let missing = wordings.filter { wording in
      !elsewhere.contains(wording.name) && !lines.contains { wording.isShown(in: $0) }
    }
    #expect(missing.map(\.name) == [])
  }
}

extension CaseRunner {
  /// The faults and warnings that a case asserts.
  mutating func findings(of subject: Case) -> [Diagnostic] {
    if subject.error != nil { return fault(of: subject)?.diagnostics ?? [] }
    return subject.warnings == nil ? [] : warnings(of: subject)
  }
}

/// The texts of all messages, read from the sources: what the compiler cannot count.
private struct MessageSource {
  struct Wording {
    var name: String
    /// What stands between the parts that are filled in.
    var pieces: [String]

    /// Whether a line holds the pieces in order.
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

  /// The text of a string literal without what `\(…)` fills in.
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

/// All golden files in one.
private func goldenTexts() throws -> String {
  let folder = goldenFolder()
  var texts = ""
  for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
    texts += try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
  }
  return texts
}

/// Compares a text with a golden file, or records it and fails. There is no file for an empty text.
func compare(_ text: String, with name: String, _ location: SourceLocation = #_sourceLocation) throws {
  let file = goldenFolder().appendingPathComponent(name)
  let known = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  if known.utf8.elementsEqual(text.utf8) { return }
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
    if text.isEmpty {
      try FileManager.default.removeItem(at: file)
      Issue.record("removed \(name); run again without RECORD_GOLDEN", sourceLocation: location)
      return
    }
    try FileManager.default.createDirectory(at: goldenFolder(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("recorded \(name); run again without RECORD_GOLDEN", sourceLocation: location)
    return
  }
  let (old, new) = (known.split(separator: "\n"), text.split(separator: "\n"))
  let line = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
  Issue.record(
    """
    \(name) differs, first at line \(line + 1) without blank lines:
    was \(old.indices.contains(line) ? old[line] : "nothing")
    now \(new.indices.contains(line) ? new[line] : "nothing")
    """, sourceLocation: location)
}

private func goldenFolder() -> URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")
}
