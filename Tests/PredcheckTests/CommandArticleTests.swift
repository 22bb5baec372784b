import Foundation
import PredcheckCommands
import PredcheckSupport
import TestSupport
import Testing

/// The examples of the article TheCommand print what the page shows.
struct CommandArticleTests {
  @Test func examples() throws {
    let page = try packageText("Sources/PredicateFormat/PredicateFormat.docc/TheCommand.md")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("article-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = try #require(codeBlocks(of: page, in: "json").first)
    try Data(rows.utf8).write(to: folder.appendingPathComponent("books.jsonl"))
    var count = 0
    for block in codeBlocks(of: page, in: "console") {
      for example in ("\n" + block).components(separatedBy: "\n$ predcheck ").dropFirst() {
        let lines = example.components(separatedBy: "\n")
        let words = words(of: lines[0]).map { word in
          let place = word.hasPrefix("Corpus/") ? packageRoot : folder
          return word.contains(".json") ? place.appendingPathComponent(word).path : word
        }
        let run = Run(bytes: words.map { Array($0.utf8) })
        let printed = (run.output + run.errors).components(separatedBy: "\n").filter { !$0.isEmpty }
        // On the page, `…` stands for the rest of the answer.
        let shown = lines.dropFirst().prefix { $0 != "…" }.filter { !$0.isEmpty }
        #expect(Array(printed.prefix(lines.contains("…") ? shown.count : printed.count)) == shown, "\(lines[0])")
        count += 1
      }
    }
    #expect(count == 7)
  }

  /// Returns the words of a line for a shell, of which some are in single quotes.
  private func words(of line: String) -> [String] {
    line.components(separatedBy: "'").enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [part]
    }
  }
}
