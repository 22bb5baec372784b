import PredicateSyntax
import TestSupport
import Testing

/// The table of mistakes: each example gives its code, and its fix makes the repair of it.
struct MistakeTests {
  private func errors(in format: String) -> [FormatDiagnostic] {
    do throws(FormatError) {
      _ = try FormatPredicate.unchecked(utf8: Array(format.utf8), .default)
      return []
    } catch { return error.diagnostics }
  }

  @Test("the example of a mistake gives its code, and the fix turns it into the repair", arguments: Mistake.all)
  func examples(mistake: Mistake) throws {
    let error = try #require(errors(in: mistake.example).first)
    #expect(error.code == mistake.code, "\(mistake.example): \(error.message)")
    let fixed = error.fixIts.first.map { $0.applied(to: mistake.example) }
    #expect(fixed == mistake.repair, "\(mistake.example)")
    if let repair = mistake.repair { #expect(errors(in: repair).isEmpty, "\(repair)") }
  }

  @Test("each mistake has an example of its own")
  func distinct() { #expect(Set(Mistake.all.map(\.example)).count == Mistake.all.count) }

  @Test(
    "errors take linear time: twice the text takes at most 2.1 times the tokens",
    arguments: Mistake.all, [" AND ", ", "])
  func linear(mistake: Mistake, separator: String) {
    // The maximum number of errors ends the parsing, so it is raised.
    var limits = PredicateLimits.default
    limits.errors = 100_000
    limits.length = PredicateLimits.greatestLength
    func tokens(_ count: Int) -> Int {
      let text = "(" + String(repeating: mistake.example + separator, count: count)
      var parser = Parser(Array(text.utf8), limits: limits)
      _ = FormatPredicate(parsedBy: &parser)
      return parser.examined
    }
    let (half, whole) = (tokens(100), tokens(200))
    #expect(Double(whole) <= 2.1 * Double(half), "\(mistake.example)\(separator): \(half), \(whole)")
  }
}
