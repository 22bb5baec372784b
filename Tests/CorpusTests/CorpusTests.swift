import PredicateCases
import TestSupport
import Testing

/// Runs every case file below Corpus, one test a file.
struct CorpusTests {
  @Test("the corpus is there")
  func isThere() { #expect(caseFiles().count > 10) }

  /// Without optimisation the cases over the whole word list take a minute; `Tests/run` runs the corpus by the command
  /// too, in a release build, and `WordListTests` ask the list.
  private static let files = caseFiles().filter { isOptimised || !$0.hasSuffix("/WordList/cases.jsonl") }

  @Test("every case holds", arguments: files)
  func holds(file: String) throws {
    var runner = CaseRunner()
    for subject in try CaseFile(file).cases {
      let outcome = try runner.run(subject)
      if case .failed(let expected, let got) = outcome {
        Issue.record("\(subject.id) (\(file):\(subject.line)): expected \(expected), got \(got)")
      }
    }
  }
}
