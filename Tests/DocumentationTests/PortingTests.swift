import Foundation
import PredicateFormat
import TestSupport
import Testing

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
