import TestSupport
import Testing

/// Each row of Grammar/Differences.md names cases and tests that show it, and these exist.
@Suite("Differences")
struct DifferencesTests {
  @Test("each row names a case of the corpus, or a test")
  func rows() throws {
    var corpus = ""
    for file in try packageFiles(below: "Corpus") where file.hasSuffix(".jsonl") { corpus += try packageText(file) }
    var tests: [String: String] = [:]
    for file in try packageFiles(below: "Tests") where file.hasSuffix("Tests.swift") {
      tests[String(file.dropLast(".swift".count).split(separator: "/").last ?? ""), default: ""] += try packageText(
        file)
    }
    var count = 0
    for line in try packageText("Grammar/Differences.md").split(separator: "\n") where line.hasPrefix("|") {
      // The last column: `suite/name` is a case, `SuiteTests.function` a test.
      let cell = line.split(separator: "|").last ?? ""
      if [" case ", " test ", "---"].contains(cell) { continue }
      count += 1
      let names = cell.split(separator: "`").filter { $0.contains("/") || $0.contains(".") }
      #expect(!names.isEmpty, "\(line)")
      for name in names {
        let parts = name.split(separator: ".")
        let isThere =
          parts.count == 2
          ? tests[String(parts[0])]?.contains("func \(parts[1])(") == true : corpus.contains("{\"id\": \"\(name)\"")
        #expect(isThere, "\(name) in \(line)")
      }
    }
    #expect(count > 40)
  }
}
