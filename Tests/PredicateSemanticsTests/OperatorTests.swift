import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// What a new row of `FormatComparisonOperator.table` still needs: a definition, a line in the documents and a case.
@Suite("Comparison operators") struct OperatorTests {
  private static let table = FormatComparisonOperator.table

  @Test("Each operator has one row, and each spelling one operator")
  func unique() {
    #expect(Set(Self.table.map(\.operator)).count == Self.table.count)
    let spellings = Self.table.flatMap { [$0.spelling] + $0.otherSpellings }
    #expect(Set(spellings).count == spellings.count)
  }

  @Test("Each operator for texts has a test, and each test an operator for texts, equality or CONTAINS")
  func textTests() {
    for row in Self.table where row.kind == .text {
      #expect(TextTest(row.operator) != nil, "\(row.spelling) has no TextTest")
    }
    for test in TextTest.allCases {
      let row = Self.table.first { $0.operator == test.operator }
      #expect(row.map { [.text, .equal, .contains].contains($0.kind) } == true, "\(test) has no row of the kind text")
      #expect(TextTest(test.operator) == test, "\(test) shares its operator with another test")
    }
  }

  @Test("Grammar/README.md names the word of each operator outside the reserved words")
  func documented() throws {
    let sections = try packageText("Grammar/README.md").split(separator: "\n## ")
    let others = sections.filter { !$0.hasPrefix("Reserved words") }.joined()
    for row in Self.table where row.isWord && row.kind != .program {
      let isNamed = others.contains(row.spelling)
      #expect(isNamed, "\(row.spelling) is missing in Grammar/README.md")
    }
  }

  @Test("The corpus evaluates each operator that the library evaluates")
  func evaluated() throws {
    let texts = try corpusTexts(below: "Corpus/Language")
    for row in Self.table where row.kind != .program {
      let isThere = texts.contains { $0.contains(" \(row.spelling)") }
      #expect(isThere, "no case of Corpus/Language has \(row.spelling)")
    }
  }
}
