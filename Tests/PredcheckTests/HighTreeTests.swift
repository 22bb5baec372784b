import TestSupport
import Testing

struct HighTreeTests {
  @Test("check, tree and why print the highest trees, on a stack of 512 KB")
  func print() {
    let row = #"{"number": 1, "large": 2, "real": 0.5, "text": "a", "children": []}"#
    for predicate in highestPredicates {
      let isSilent = onSmallStack {
        [
          Run("check", predicate.format), Run("tree", predicate.format),
          Run("why", predicate.format, "--row", "0", "--data", "-", "--type", "jsonl", input: row),
        ].contains { ($0.output + $0.errors).isEmpty }
      }
      #expect(!isSilent)
    }
  }
}
