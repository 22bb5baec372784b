import TestSupport
import Testing

let catalogue = "Sources/PredicateFormat/PredicateFormat.docc"

/// Returns the text of an article.
func article(_ name: String) throws -> String { try packageText("\(catalogue)/\(name).md") }

/// Returns the code that tests the articles and the examples in comments.
func testCode() throws -> String {
  try packageFiles(below: "Tests/DocumentationTests").map { try packageText($0) }.joined(separator: "\n")
}

/// The Swift code of the articles, and of the examples in the comments of the sources, is code of these tests.
struct ArticleTests {
  private static let articles = Result { try packageFiles(below: catalogue).filter { $0.hasSuffix(".md") } }

  @Test("each Swift block of an article is code of these tests")
  func articles() throws {
    let code = try testCode()
    var count = 0
    for path in try Self.articles.get() {
      // `GettingStartedTests` compares the part of a manifest.
      let blocks = try codeBlocks(of: packageText(path)).filter { !$0.hasPrefix("dependencies: [") }
      #expect(untestedCode(in: blocks, of: code) == [], "\(path)")
      count += blocks.count
    }
    #expect(count > 35)
  }

  @Test("code that is not tested is found")
  func untested() {
    let tests = "  let a = 1\n  let b = 2\n  #expect(a < b)\n  let c = 3\n"
    #expect(untestedCode(in: ["let a = 1\nlet b = 2\n// a < b\n"], of: tests) == [])
    #expect(untestedCode(in: ["let a = 1\n// …\nlet c = 3\n"], of: tests) == [])
    #expect(untestedCode(in: ["let a = 1\nlet c = 3\n"], of: tests) == ["let a = 1\nlet c = 3"])
    #expect(untestedCode(in: ["let c = 3\n// …\nlet a = 1\n"], of: tests) == ["let a = 1"])
    #expect(untestedCode(in: ["// a > b\n"], of: tests) == ["// a > b"])
    #expect(codeBlocks(of: "```swift\na\n```\ntext\n```\nb\n```\n```swift\nc\n```\n") == ["a\n", "c\n"])
  }

  @Test("an article is short: at most 130 lines")
  func lengths() throws {
    for path in try Self.articles.get() {
      #expect(try packageText(path).split(separator: "\n", omittingEmptySubsequences: false).count <= 130, "\(path)")
    }
  }

  @Test("each example in a comment of the sources is code of these tests")
  func comments() throws {
    let code = try testCode()
    var count = 0
    for path in try packageFiles(below: "Sources") where path.hasSuffix(".swift") {
      let source = try packageText(path)
      guard source.contains("///     ") || source.contains("/// ```") else { continue }
      let examples = Self.examples(in: source)
      #expect(untestedCode(in: examples, of: code) == [], "\(path)")
      count += examples.count
    }
    #expect(count > 25)
  }

  /// Returns the examples of documentation comments: Swift blocks, and lines that are indented by four spaces after a blank line.
  private static func examples(in source: String) -> [String] {
    let comments = source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let text = line.drop { $0 == " " }
      return text.hasPrefix("///") ? text.dropFirst(text.hasPrefix("/// ") ? 4 : 3) : "\u{0}"
    }
    var result = codeBlocks(of: comments.joined(separator: "\n"))
    var isExample = false
    for (line, last) in zip(comments.dropFirst(), comments) {
      isExample = line.hasPrefix("    ") && (isExample || last.isEmpty)
      guard isExample else { continue }
      if last.isEmpty { result.append("") }
      result[result.count - 1] += line + "\n"
    }
    return result
  }

  @Test("examples in comments are found")
  func foundExamples() {
    let source = """
      /// A.
      ///
      ///     let a = 1
      ///       + 2
      ///
      /// - Parameter x: B,
      ///     and more.
      func f() {}

      /// ```swift
      /// let b = 1
      /// ```
      """
    #expect(Self.examples(in: source) == ["let b = 1\n", "    let a = 1\n      + 2\n"])
  }
}
