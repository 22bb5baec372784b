import PredicateSyntax
import Testing

/// The underline of a diagnostic is below the text that it is about, whatever the width of the characters before it.
struct CharacterWidthTests {
  @Test(
    "the columns before the underline",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("한", 2), ("ｱ", 1), ("Ａ", 2), ("🚀", 2), ("☕", 2), ("🇩🇪", 2),
      ("🫠", 2), ("⌚", 2), ("🟢", 2), ("✅", 2), ("⭐", 2), ("👨‍👩‍👧‍👦", 2), ("❤️", 2), ("❤", 1), ("🇩", 1),
      ("\u{20000}", 2), ("ä", 1), ("\u{301}", 0), ("→", 1),
      // Invisible characters are escapes, also the variation selector of a keycap.
      ("a\u{200B}", 7), ("1️⃣", 7),
    ])
  func columns(text: String, width: Int) throws {
    let source = "n == '\(text)' AND x IS NULL"
    do {
      _ = try FormatPredicate.template(source)
      Issue.record("\(source) is valid")
    } catch {
      let finding = try #require(error.diagnostics.first)
      let line = try #require(finding.rendered(in: source).split(separator: "\n").first { $0.contains("^") })
      let before = line.prefix { $0 != "^" }.count
      // The gutter has four columns, and `n == '' AND x ` fourteen.
      #expect(before == 4 + 14 + width, "\(source)")
    }
  }

  @Test("any width is permitted")
  func anyWidth() {
    let error = #expect(throws: FormatError.self) { try FormatPredicate.template("n == 1 AND x IS NULL") }
    let finding = error?.diagnostics.first
    #expect(finding?.rendered(in: "n == 1 AND x IS NULL", width: .max) == finding?.rendered(in: "n == 1 AND x IS NULL"))
    #expect(finding?.rendered(in: "n == 1 AND x IS NULL", width: .min).isEmpty == false)
  }
}
