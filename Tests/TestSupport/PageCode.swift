import Foundation

/// Returns the blocks of a page in a language, without their fences.
public func codeBlocks(of page: String, in language: String = "swift") -> [String] {
  page.components(separatedBy: "```\(language)\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
}

/// Returns the parts of the blocks of a page that are not code of its tests. All other parts occur there, line by line. Indentation is
/// ignored. An expectation `#expect(x == 1)` is the comment `// x == 1` on the page, and `// …` on the page stands for omitted lines.
public func untestedCode(in blocks: [String], of tests: String) -> [String] {
  let tested = lines(of: tests).map(asOnPage)
  var result: [String] = []
  for block in blocks {
    var rest = tested[...]
    for part in lines(of: block).split(separator: "// …") {
      if let range = rest.firstRange(of: part) {
        rest = rest[range.upperBound...]
      } else {
        result.append(part.joined(separator: "\n"))
      }
    }
  }
  return result
}

/// Returns the lines that are not blank, without indentation.
private func lines(of text: String) -> [Substring] {
  text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
}

private func asOnPage(_ line: Substring) -> Substring {
  guard line.hasPrefix("#expect("), line.hasSuffix(")") else { return line }
  return "// " + line.dropFirst("#expect(".count).dropLast()
}
