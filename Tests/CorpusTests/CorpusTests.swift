import Foundation
import PredicateCases
import Testing

/// Runs every case file below Corpus, one test a file.
struct CorpusTests {
  @Test(arguments: corpusFiles())
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

/// The case files of the corpus, found from where this file stands; none where there is no corpus.
private func corpusFiles() -> [String] {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return (try? CaseFile.paths(below: root.appendingPathComponent("Corpus").path)) ?? []
}
