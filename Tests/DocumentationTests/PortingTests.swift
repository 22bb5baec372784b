import Foundation
import FoundationPredicates
import PredicateFormat
import TestSupport
import Testing

private enum Kind: Int { case cat = 1, dog }

private struct Word: PredicateKeyed {
  let text: String
  let length: Int
  var isLong: Bool { length > 2 }

  static var predicateKeys: [PredicateKey<Word>] { [.key("isLong", at: \.isLong)] }
}

/// The code of the articles FromNSPredicate and FromThePredicateMacro.
struct PortingTests {
  @Test func fromNSPredicate() throws {
    let recent = try FormatPredicate("year > %d", 1965)
    let same = FormatPredicate(.keyPath("year"), .greaterThan, .constant(1965))
    #expect(recent == same)
    let cheap = try FormatPredicate("price < $MOST").substituting(["MOST": 12])
    let both = recent && cheap
    #expect(both.format == "year > 1965 AND price < 12")
    let found = try books.filtered(by: both).sorted(by: .descending("year"))
    #expect(found.map(\.title) == ["The Tombs of Atuan", "The Left Hand of Darkness"])
    #expect(try FormatPredicate("year > %d", arguments: [1965]) == recent)
  }

  @Test func convertingThePredicateMacro() throws {
    let recent = #Predicate<Book> { $0.year > 1965 && $0.tags.contains("fantasy") }
    let format = try FormatPredicate(recent)
    #expect(format.format == "year > 1965 AND ANY tags == \"fantasy\"")
    let back = try FormatPredicate("year > 1965").predicate(for: Book.self)
    let found = try books.filter(back)
    #expect(try found.map(\.title) == books.filtered(by: FormatPredicate("year > 1965")).map(\.title))
  }

  @Test func comments() throws {
    let predicate = try FormatPredicate("%K > 1965", \Book.year)
    #expect(predicate.format == "year > 1965")
    let pets = try FormatPredicate("kind IN %@ AND age > %d", [Kind.cat, .dog], 3)
    #expect(pets.format == "kind IN {1, 2} AND age > 3")
    let words = [Word(text: "a", length: 1), Word(text: "bcd", length: 3)]
    let sorted = try words.sorted(by: .descending(\.length), .ascending(\.text))
    #expect(sorted.map(\.text) == ["bcd", "a"])
    #expect(try words.filtered(by: FormatPredicate("%K == YES", \Word.isLong)).map(\.text) == ["bcd"])
  }

  @Test func commentOfTheOtherDirection() throws {
    let recent = try FormatPredicate("year > 1965").predicate(for: Book.self)
    let found = try books.filter(recent)
    #expect(!found.isEmpty)
  }

  @Test func fromThePredicateMacro() throws {
    let years = [1815, 2020]
    let macro = try books.filter(#Predicate<Book> { years.contains($0.year) })
    let format = try books.filtered(by: FormatPredicate("year IN %@", years))
    #expect(macro.map(\.title) == format.map(\.title))
  }

  /// The rows of the table, each with Foundation's predicate and the format string.
  private static let rows: [(Predicate<Book>, String)] = [
    (#Predicate<Book> { $0.year > 1965 }, "year > 1965"),
    (#Predicate<Book> { $0.year > 1965 && !($0.price < 10) }, "year > 1965 AND NOT price < 10"),
    (#Predicate<Book> { $0.title.starts(with: "The") }, #"title BEGINSWITH "The""#),
    (#Predicate<Book> { $0.title.contains("Hand") }, #"title CONTAINS "Hand""#),
    (#Predicate<Book> { $0.series == nil }, "series == nil"),
    (#Predicate<Book> { ($0.series ?? "") == "Earthsea" }, #"series == "Earthsea""#),
    (#Predicate<Book> { $0.tags.contains("fantasy") }, #"ANY tags == "fantasy""#),
    (#Predicate<Book> { $0.tags.isEmpty }, "tags.@count == 0"),
    (#Predicate<Book> { $0.tags.allSatisfy { $0.contains("fantasy") } }, #"ALL tags CONTAINS "fantasy""#),
    (
      #Predicate<Book> { $0.tags.filter { $0.contains("y") }.count > 1 },
      #"SUBQUERY(tags, $t, $t CONTAINS "y").@count > 1"#
    ),
    (#Predicate<Book> { (1960...1970).contains($0.year) }, "year BETWEEN {1960, 1970}"),
  ]

  @Test("both columns of the table find the same books")
  func table() throws {
    for (macro, format) in Self.rows {
      let found = try books.filter(macro).map(\.title)
      #expect(try books.filtered(by: FormatPredicate(format)).map(\.title) == found, "\(format)")
      #expect(!found.isEmpty && found.count < books.count, "\(format)")
    }
  }

  @Test("each row of the table is a pair of this file")
  func rowsAreTested() throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let table = try #require(article("FromThePredicateMacro").components(separatedBy: "|---|---|\n").last)
    let rows = table.prefix { $0 != "#" }.matches(of: /\| `(.+?)` \| `(.+?)` \|\n/)
    #expect(rows.count == Self.rows.count + 1)
    for row in rows {
      #expect(source.contains("#Predicate<Book> { \(row.1) }"), "\(row.1)")
      #expect(source.contains("\"\(row.2)\""), "\(row.2)")
    }
  }
}
