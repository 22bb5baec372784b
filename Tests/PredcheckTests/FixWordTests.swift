import PredcheckSupport
import PredicateInput
import PredicateSyntax
import TestSupport
import Testing

/// `check --fix` makes no word that neither the text nor a fix has.
struct FixWordTests {
  @Test(
    "a fix does not join words",
    arguments: [
      ("active=YES&deleted=NO", "active=YES AND deleted=NO"), ("a == TRUE&b == TRUE", "a == TRUE AND b == TRUE"),
      ("a == b|c == TRUE", "a == b OR c == TRUE"), ("a == 1 |b == 2", "a == 1 OR b == 2"),
      ("a == 1&\"b\" == c", "a == 1 AND\"b\" == c"), ("é == ä&ö == ü", "é == ä AND ö == ü"),
      ("a == $x&$y == b", "a == $x AND$y == b"),
      ("%K != 1 AND%K NOT CONTAINS \"x\"", "%K != 1 AND NOT %K CONTAINS \"x\""),
      ("a == 1 /* x */AND b == 2", "a == 1 AND b == 2"), ("a == b/* x */AND c == 2", "a == b AND c == 2"),
    ])
  func fixes(_ format: String, _ fixed: String) {
    #expect(Run("check", "--fix", "--json", format).output.contains("\"fixed\": \(String.jsonString(fixed))"))
  }

  @Test("fixes that would join words are not applied, whoever makes them")
  func joiningFixes() {
    let text = Array("a == 1&b == 2".utf8)
    var checked = CheckedFormat(text, isExpression: false)
    for (replacement, isApplied) in [("AND", false), (" AND ", true), ("AND ", false), ("", false)] {
      let fixIt = FormatDiagnostic.FixIt(
        title: "x", range: FormatRange(6, 7), replacement: replacement, isSafe: true)
      checked.diagnostics = [FormatDiagnostic(code: .chainedComparison, message: "x", range: .none, fixIts: [fixIt])]
      #expect((checked.fixed(text, unsafe: false) != text) == isApplied, "\(replacement)")
    }
    let short = Array("a&b".utf8)
    let fixIt = FormatDiagnostic.FixIt(title: "x", range: FormatRange(1, 2), replacement: "AND ", isSafe: true)
    checked = CheckedFormat(short, isExpression: false)
    checked.diagnostics = [FormatDiagnostic(code: .chainedComparison, message: "x", range: .none, fixIts: [fixIt])]
    #expect(checked.fixed(short, unsafe: false) == short)
  }
}
