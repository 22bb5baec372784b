import TestSupport
import Testing

/// Tests that the code on the pages runs. Each Swift block must occur line by line in the tests of its system. An expectation
/// `#expect(x == 1)` is the comment `// x == 1` on the page, and `// …` stands for omitted lines.
struct PageTests {
  @Test(arguments: ["WordList", "CoreStore", "FailedBanks", "People", "BubbleTea"])
  func pageIsTrue(system: String) throws {
    let source = try packageText("Tests/SeedTests/\(system)PageTests.swift")
    let tested = lines(of: source).map(asOnPage)
    var blocks = 0
    for block in try packageText("Corpus/Seeds/\(system)/README.md").components(between: "```swift\n", and: "```") {
      var rest = tested[...]
      for part in lines(of: block).split(separator: "// …") {
        let range = rest.firstRange(of: part)
        #expect(range != nil, "\(part.joined(separator: "\n"))")
        rest = range.map { rest[$0.upperBound...] } ?? []
      }
      blocks += 1
    }
    #expect(blocks > 2)
  }

  /// Returns the lines that are not blank, without indentation.
  private func lines(of text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }

  private func asOnPage(_ line: Substring) -> Substring {
    guard line.hasPrefix("#expect("), line.hasSuffix(")") else { return line }
    return "// " + line.dropFirst("#expect(".count).dropLast()
  }
}

extension String {
  /// Returns the texts between an opening and a closing delimiter.
  fileprivate func components(between opening: String, and closing: String) -> [String] {
    var result: [String] = []
    var rest = self[...]
    while let start = rest.firstRange(of: opening)?.upperBound, let end = rest[start...].firstRange(of: closing) {
      result.append(String(rest[start..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return result
  }
}
