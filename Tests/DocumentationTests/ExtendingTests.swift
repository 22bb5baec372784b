import Foundation
import PredicateFormat
import Testing

// The code of the article Extending and of the article ColumnsAndSpeed.

enum Shelf: String {
  case cellar, attic
}

extension Shelf: FormatArgument {}

struct Copy {
  let title: String
  let shelf: Shelf
}

struct ExtendingTests {
  @Test func keys() throws {
    let seventies = try books.filtered(by: FormatPredicate("decade == 1970 AND initial == 'T'"))
    #expect(seventies.map(\.title) == ["The Tombs of Atuan"])
    let copies = [Copy(title: "Emma", shelf: .attic), Copy(title: "Piranesi", shelf: .cellar)]
    let above = try copies.filtered(by: FormatPredicate("shelf == %@ OR shelf == 'attic'", Shelf.attic))
    #expect(above.map(\.title) == ["Emma"])
  }

  @Test func functions() throws {
    let functions: PredicateFunctions = [
      .function("shout:") { (text: String) in text.uppercased() },
      .function("distance:to:") { (a: Double, b: Double) in abs(a - b) },
      .comparison(.custom("isAnagramOf:")) { (a: String, b: String) in a.sorted() == b.sorted() },
    ]
    let options = EvaluationOptions(functions: functions)
    let shouted = try books.filtered(by: FormatPredicate("shout(title) == 'EMMA'"), options: options)
    let near = try books.filtered(by: FormatPredicate("distance:to:(year, 1970) < 2"), options: options)
    let same = try books.filtered(by: FormatPredicate("FUNCTION(title, 'shout:') == 'EMMA'"), options: options)
    let anagrams = try books.filtered(by: FormatPredicate("title isAnagramOf: 'mamE'"), options: options)
    #expect(near.map(\.year) == [1969, 1971])
    #expect(anagrams.map(\.title) == ["Emma"])
    #expect(shouted.map(\.title) == ["Emma"] && same.map(\.title) == ["Emma"])
  }

  @Test func speed() throws {
    let recent = try FormatPredicate("year > 1965 AND title CONTAINS 'e'")
    let compiled = try CompiledPredicate(recent, for: Book.self)
    let found = try compiled.filter(books)
    let isRecent = try compiled.evaluate(with: books[0])
    let parallel = try books.filtered(by: recent, options: EvaluationOptions(threads: 4))
    #expect(found.map(\.year) == [1969, 1971, 2020] && parallel.map(\.year) == [1969, 1971, 2020] && !isRecent)
  }

  @Test func columns() throws {
    let print = Shown()
    let recent = try FormatPredicate("year > 1965 AND title CONTAINS 'e'")
    let columns = PredicateColumns(books)  // or PredicateColumns(books, keys: ["title", "year"])
    let some = try columns.filtered(by: recent)
    let number = try columns.count(
      matching: FormatPredicate("title CONTAINS 'e'"), options: EvaluationOptions(threads: 2))
    print(columns)
    #expect(some.map(\.year) == [1969, 1971, 2020])
    #expect(number == 3)
    #expect(print.texts[0].contains("title: texts, all ASCII, "))
    #expect(try PredicateColumns(books, keys: ["title", "year"]).memory == columns.memory)
  }
}
