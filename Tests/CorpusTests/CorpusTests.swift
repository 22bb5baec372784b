import PredicateCases
import PredicateInput
import TestSupport
import Testing

/// Runs every case file below Corpus, with one test per file.
struct CorpusTests {
  @Test("the corpus exists")
  func isThere() { #expect(caseFiles().count > 10) }

  /// The stage `corpus` of `Tests/run` runs all cases with the command.
  private static let files = caseFiles().filter { isFullRun || !$0.hasSuffix("/WordList/cases.jsonl") }

  @Test("no case exists twice, under one name or under two")
  func twice() throws {
    var names: [String: String] = [:]
    var bodies: [[UInt8]: String] = [:]
    for file in caseFiles() {
      for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
        guard case .record(var fields) = try JSONReader.value(of: Array(line.utf8), in: 0..<line.utf8.count),
          case .string(let name)? = fields.removeValue(forKey: "id")
        else { continue }
        #expect(names.updateValue(file, forKey: name) == nil, "\(name) in \(file)")
        fields["source"] = nil
        fields["note"] = nil
        // Paths are relative to the case file.
        let folder = fields["data"] == nil && fields["store"] == nil ? "" : file
        let other = bodies.updateValue(name, forKey: Array((folder + String(json: .record(fields))).utf8))
        #expect(other == nil, "\(name) is \(other ?? "")")
      }
    }
    #expect(names.count > 4_000)
  }

  @Test("every case passes", arguments: files)
  func holds(file: String) throws {
    var runner = CaseRunner()
    for subject in try Case.all(inFile: file).sampled {
      let outcome = try runner.run(subject)
      if case .failed(let expected, let got) = outcome {
        Issue.record("\(subject.id) (\(file):\(subject.line)): expected \(expected), got \(got)")
      }
    }
  }
}
