import PredicateSyntax
import TestSupport
import Testing

/// Grammar/Tree.md lists every kind of coded node, and no other.
struct TreePageTests {
  @Test func kinds() throws {
    let page = try packageText("Grammar/Tree.md")
    // The first cell of each row, which may name several.
    let documented = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { line in
      (line.split(separator: "|").first ?? "").split(separator: "`").filter { $0.contains(where: \.isLetter) }.map(
        String.init)
    }
    let known =
      PredicateKindName.allCases.map(\.rawValue) + ExpressionKindName.allCases.map(\.rawValue)
      + ValueKind.allCases.filter { $0 != .object }.map(\.rawValue)
    #expect(documented.sorted() == known.sorted())
  }
}
