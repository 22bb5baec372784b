import TestSupport
import Testing
import railroad

/// Grammar/Diagrams.md and Grammar/diagrams equal the output of `swift run railroad` for the grammar.
@Suite("Diagrams")
struct DiagramTests {
  @Test("the page and the pictures are those of the grammar")
  func upToDate() throws {
    let files = DiagramPage(GrammarFile(try packageText("Grammar/PredicateFormat.ebnf"))).files
    for (path, text) in files {
      // Compared here, because a failure need not print both texts.
      let isSame = (try? packageText("Grammar/\(path)")) == text
      #expect(isSame, "Grammar/\(path) is outdated; update it with: swift run railroad")
    }
    let pictures = try packageFiles(below: "Grammar/diagrams").map { String($0.dropFirst("Grammar/".count)) }
    #expect(Set(pictures) == Set(files.keys.filter { $0.hasPrefix("diagrams/") }))
  }

  @Test("links to diagrams have a target")
  func links() throws {
    let names = GrammarFile(try packageText("Grammar/PredicateFormat.ebnf")).productions.map { $0.name.lowercased() }
    for page in ["Grammar/README.md", "Grammar/Diagrams.md"] {
      let links = try packageText(page).matches(of: /\]\((?:Diagrams\.md)?#([a-z]+)\)/).map { String($0.output.1) }
      #expect(links.count > 20 && Set(links).isSubset(of: names), "\(page): \(Set(links).subtracting(names))")
    }
  }
}
