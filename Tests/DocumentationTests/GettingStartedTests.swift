import Foundation
import PredicateFormat
import TestSupport
import Testing

/// The code of the article GettingStarted and of the article PredicateFormat.
struct GettingStartedTests {
  private let page = Result { try article("GettingStarted") }

  @Test func filtering() throws {
    let recent = try FormatPredicate("year > 1965 AND author ENDSWITH %@", "Le Guin")
    let found = try books.filtered(by: recent)
    #expect(found.map(\.title) == ["The Left Hand of Darkness", "The Tombs of Atuan"])
    let howMany = try books.count(matching: recent)
    let first = try books.first(matching: recent)
    let positions = try books.indices(matching: recent)
    let isRecent = try recent.evaluate(with: books[0])
    #expect(howMany == 2 && first?.year == 1969 && positions == [1, 2] && !isRecent)
    let average = try FormatExpression("@avg.price").value(with: books)
    #expect(average.decimalValue == 10.125)
  }

  @Test("the first page of the catalogue")
  func firstPage() throws {
    let recent = try FormatPredicate("year > %@ AND ANY tags == %@", 2000, "fantasy")
    let found = try books.filtered(by: recent)
    #expect(found.map(\.title) == ["Piranesi"])
  }

  @Test(
    "the table of conditions",
    arguments: [
      (#"ANY tags == "fantasy""#, [1971, 2020]), ("tags.@count == 0", [1815]),
      (#"title CONTAINS[cd] "tombs""#, [1971]), ("year IN {1969, 1971}", [1969, 1971]),
      ("price BETWEEN {9, 11}", [1969, 1971]), ("year == max:(year)", [2020]), ("series == nil", [1815, 2020]),
      (#"series != "Earthsea""#, [1815, 1969, 2020]),
    ])
  func conditions(format: String, years: [Int]) throws {
    #expect(try books.filtered(by: FormatPredicate(format)).map(\.year) == years)
    #expect(try page.get().contains("`\(format)`"))
  }

  @Test func arguments() throws {
    let middle = try FormatPredicate("%K BETWEEN %@", "price", 9...11)
    let template = try FormatPredicate("price < $MOST AND ANY tags == $TAG")
    let cheap = try books.filtered(by: template, options: EvaluationOptions(variables: ["MOST": 12, "TAG": "fantasy"]))
    let fixed = template.substituting(["MOST": 12, "TAG": "fantasy"])
    #expect(cheap.map(\.title) == ["The Tombs of Atuan"])
    #expect(try books.filtered(by: middle).map(\.year) == [1969, 1971])
    #expect(try books.filtered(by: fixed).map(\.year) == [1971])
  }

  @Test func errors() throws {
    let print = Shown()
    do {
      print(try books.filtered(by: FormatPredicate("yaer > 1965")))
    } catch {
      print(error)
    }
    #expect(print.texts.count == 1)
    #expect(try page.get().contains("```\n\(print.texts[0])\n```"), "\(print.texts[0])")
  }

  @Test("the lines of the manifest are those of README.md")
  func manifest() throws {
    let readme = try packageText("README.md")
    let block = try #require(codeBlocks(of: page.get()).first)
    for line in block.split(separator: "\n") { #expect(readme.contains(line), "\(line)") }
  }
}
