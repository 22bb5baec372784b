import TestSupport
import Testing

/// Tests that the code on the pages runs: each Swift block is code of the tests of its system.
struct PageTests {
  @Test(arguments: ["WordList", "CoreStore", "FailedBanks", "People", "BubbleTea"])
  func pageIsTrue(system: String) throws {
    let blocks = try codeBlocks(of: packageText("Corpus/Seeds/\(system)/README.md"))
    #expect(try untestedCode(in: blocks, of: packageText("Tests/SeedTests/\(system)PageTests.swift")) == [])
    #expect(blocks.count > 2)
  }
}
