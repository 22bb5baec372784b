import Foundation
import TestSupport
import Testing

/// Documents, cases and comments cite only what is in the repository.
@Suite("Citations")
struct CitationTests {
  private static let read = Result { try RepositoryDocuments() }

  private let documents: RepositoryDocuments

  init() throws { documents = try Self.read.get() }

  @Test("the sections of the rationale are numbered in order, each once")
  func numbers() {
    #expect(documents.sections.count > 50)
    #expect(RepositoryDocuments.misplaced(documents.sections) == [])
  }

  @Test("a number that is used twice, skipped or out of order is found")
  func misplacedNumbers() {
    let right = ["1", "1.1", "1.2", "2", "2.1"]
    #expect(RepositoryDocuments.misplaced(right) == [])
    #expect(RepositoryDocuments.misplaced(["1", "1.1", "1.1"]) == ["1.1"])
    #expect(RepositoryDocuments.misplaced(["1", "1.2"]) == ["1.2"])
    #expect(RepositoryDocuments.misplaced(["1", "1.1", "1.3", "1.2"]) == ["1.3", "1.2"])
    #expect(RepositoryDocuments.misplaced(["1", "1.1", "1"]) == ["1"])
    #expect(RepositoryDocuments.misplaced(["1", "2.1"]) == ["2.1"])
    #expect(RepositoryDocuments.numbers(of: ["# A", "## 1. B", "text 2. C", "### 1.1. D"]) == ["1", "1.1"])
  }

  @Test("each section of the rationale describes Apple's behavior")
  func apple() throws {
    for section in try packageText("Grammar/Rationale.md").components(separatedBy: "\n### ").dropFirst() {
      // 9.3 lists other products.
      let number = section.prefix { $0 != " " }
      #expect(section.contains("* **Apple:** ") || number == "9.3.", "\(number)")
    }
  }

  @Test("each source of the corpus cites something that exists, in a form of Corpus/README.md")
  func sources() throws {
    var count = 0
    for file in try packageFiles(below: "Corpus") where file.hasSuffix(".jsonl") {
      for line in try packageText(file).components(separatedBy: "\n") {
        guard let source = text(of: "source", in: line) else { continue }
        count += 1
        if let problem = documents.problem(ofSource: source) {
          Issue.record("\(text(of: "id", in: line) ?? file): \(problem)")
        }
      }
    }
    #expect(count > 4000)
    let readme = try packageText("Corpus/README.md")
    for source in RepositoryDocuments.plainSources { #expect(readme.contains("`\(source)`"), "\(source)") }
  }

  @Test(
    "a source that cites something missing is found",
    arguments: [
      "design 5.4", "language 4.11", "Rationale", "Rationale 0.1", "Rationale 4.99", "Rationale 4.1, 4.2",
      "Grammar/README.md",
      "Grammar/README.md#no-such-heading", "Grammar/Nothing.md#limits", "Grammar/Nothing.ebnf", "common mistakes", "",
      "Rationale 4.1; design 5", "Apple",
    ])
  func wrongSource(source: String) { #expect(documents.problem(ofSource: source) != nil) }

  @Test(
    "a source that cites something that exists is accepted",
    arguments: [
      "Rationale 4.1", "Rationale 4.1; Rationale 4.4", "Grammar/README.md#limits", "SECURITY.md#a-string",
      "Grammar/PredicateFormat.ebnf", "common slips", "Apple, declarative device management",
      "owner/repository-name Folder/File.m",
    ])
  func rightSource(source: String) { #expect(documents.problem(ofSource: source) == nil) }

  @Test("comments cite sections and documents that exist")
  func comments() throws {
    let files =
      try ["Sources", "Tests"].flatMap(packageFiles(below:)).filter { $0.hasSuffix(".swift") } + ["Package.swift"]
    var count = 0
    for file in files {
      for comment in comments(of: try packageText(file)) {
        count += comment.contains("Rationale ") ? 1 : 0
        for problem in documents.problems(ofComment: comment, in: file) {
          Issue.record("\(file): \(problem): \(comment.prefix(100))")
        }
      }
    }
    #expect(count > 5)
  }

  @Test("a comment that cites something missing is found")
  func wrongComments() {
    func problems(_ comment: String) -> Int {
      documents.problems(ofComment: comment, in: "Tests/SQLProof/main.swift").count
    }
    #expect(
      problems("It is so (Rationale 4.1, 4.2 and 4.7). See Grammar/Guides/SQL.md#how and README.md here.") == 0)
    #expect(problems("As it is (Rationale 4.1 to 4.88).") == 1)
    #expect(problems("As it is (Rationale 0.1, 4.2 and 77).") == 2)
    #expect(problems("Grammar/Nothing.md says so; so does Grammar/Guides/SQL.md#nothing.") == 2)
    #expect(problems("Design decision 5: exact.") == 1)
  }

  @Test("links between documents lead to files and headings that exist")
  func links() throws {
    #expect(documents.lines.count > 20)
    for document in documents.lines.keys.sorted() {
      #expect(documents.brokenLinks(of: document) == [], "\(document)")
    }
    #expect(documents.problem(ofLink: "Nothing.md", in: "Grammar/README.md") != nil)
    #expect(documents.problem(ofLink: "../README.md#nothing", in: "Grammar/README.md") != nil)
    #expect(documents.problem(ofLink: "../../README.md", in: "Grammar/README.md") != nil)
    #expect(documents.problem(ofLink: "#limits", in: "Grammar/README.md") == nil)
    #expect(documents.problem(ofLink: "../SECURITY.md#a-string", in: "Grammar/README.md") == nil)
  }

  /// Returns the string in a field of a case, as written.
  private func text(of field: String, in line: String) -> String? {
    guard let start = line.range(of: "\"\(field)\": \"") else { return nil }
    return line.range(of: "\"", range: start.upperBound..<line.endIndex).map {
      String(line[start.upperBound..<$0.lowerBound])
    }
  }

  /// Returns the comments of a source file. Consecutive comment lines are one.
  private func comments(of text: String) -> [String] {
    var result: [String] = []
    var wasComment = false
    for line in text.components(separatedBy: "\n") {
      // A comment after code has a space on both sides of `//`; a URL in a string does not.
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      let isComment = trimmed.hasPrefix("//")
      let comment =
        isComment
        ? trimmed.trimmingCharacters(in: CharacterSet(charactersIn: "/ "))
        : line.components(separatedBy: " // ").dropFirst().joined(separator: " // ")
      if wasComment, isComment { result[result.count - 1] += " " + comment } else { result.append(comment) }
      wasComment = isComment
    }
    return result.filter { !$0.isEmpty }
  }
}
