import Foundation
import PredicateCases
import PredicateSyntax
import Testing

/// Every fault that a case expects, as a person reads it: one golden file for each case file that has such cases.
///
/// `RECORD_GOLDEN=1 swift test` writes the files anew; a run that records fails all the same, so that nothing is blessed
/// unseen.
struct GoldenTests {
  @Test("rendered faults", arguments: caseFiles())
  func rendersFaults(file: String) throws {
    var runner = CaseRunner()
    var text = ""
    for subject in try CaseFile(file).cases where subject.error != nil {
      guard let fault = runner.fault(of: subject) else { continue }
      text += "=== \(subject.id)\n\(fault)\n\n"
    }
    if text.isEmpty { return }
    let path = URL(fileURLWithPath: file).deletingPathExtension()
    let folder = path.deletingLastPathComponent().lastPathComponent
    try compare(text, with: "\(folder)-\(path.lastPathComponent).txt")
  }

  @Test("every code has a golden message")
  func coversCodes() throws {
    let folder = goldenFolder()
    var texts = ""
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      texts += try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    }
    // What no case file can hold, and the test that shows it instead.
    let elsewhere: Set<DiagnosticCode> = [
      .invalidUTF8, .textTooLong, .tooManyFaults,  // RobustnessTests
      .unboundArgument, .neverEqual, .unreadableKey,  // EngineTests
      .refusedFunction,  // FunctionTests
    ]
    let missing = DiagnosticCode.allCases.filter { code in
      !elsewhere.contains(code) && !texts.contains("[\(code.rawValue)]")
    }
    #expect(missing == [])
  }
}

/// Compares a text with a golden file, or records it and fails.
func compare(_ text: String, with name: String, _ location: SourceLocation = #_sourceLocation) throws {
  let file = goldenFolder().appendingPathComponent(name)
  let known = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  if known.utf8.elementsEqual(text.utf8) { return }
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
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
