import PredicateCases
import Testing

/// Runs every case file below Corpus, one test a file.
struct CorpusTests {
  @Test("the corpus is there")
  func isThere() { #expect(caseFiles().count > 10) }

  @Test("every case holds", arguments: caseFiles())
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
