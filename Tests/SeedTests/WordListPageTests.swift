import PredicateFormat
import TestSupport
import Testing

/// The code of Corpus/Seeds/WordList/README.md. Where the whole list would take long, it uses the words of one letter.
struct WordListPageTests {
  final class WordCategory {
    let firstLetter: String
    var words: [Word] = []

    init(_ firstLetter: String) { self.firstLetter = firstLetter }
  }

  final class Word {
    let text: String
    let length: Int
    let wordCategory: WordCategory

    init(_ text: String, _ wordCategory: WordCategory) {
      self.text = text
      length = text.count
      self.wordCategory = wordCategory
    }
  }

  let categories: [WordCategory]
  let words: [Word]

  init() throws {
    var categories: [WordCategory] = []
    for text in try packageText("Corpus/WordList/words.txt").split(separator: "\n") {
      let letter = String(text.prefix(1))
      guard "qxyz".contains(letter) else { continue }
      if categories.last?.firstLetter != letter { categories.append(WordCategory(letter)) }
      let category = categories[categories.count - 1]
      category.words.append(Word(String(text), category))
    }
    self.categories = categories
    words = categories.flatMap(\.words)
  }

  @Test func statistics() throws {
    let count = try words.fetchCount(PredicateFetchRequest())
    #expect(count == 2037)
    let one = try words.filtered(by: FormatPredicate("text = 'zyzzyvas'")).map(\.text)
    #expect(one == ["zyzzyvas"])
    let byHand = FormatPredicate(.keyPath("text"), .equalTo, .constant("zyzzyvas"))
    #expect(byHand.format == #"text == "zyzzyvas""#)
    let average = try words.queryValue(.average("length"), as: Double.self)
    #expect(average.map { ($0 * 100).rounded() / 100 } == 7.79)
  }

  @Test func zWords() throws {
    let zWords = try PredicateFetchRequest().matching("text BEGINSWITH 'z'")
      .sorted(by: .ascending("length"), .descending("text"))
    let found = try words.fetchAll(zWords).map(\.text)
    #expect(found.count == 532)
    #expect(found.prefix(5) == ["zoo", "zoa", "zit", "zip", "zin"])
    #expect(found.suffix(3) == ["zombifications", "zoogeographical", "zoogeographically"])
  }

  @Test func categoriesOfWords() throws {
    let withZ = try categories.filtered(by: FormatPredicate("ANY words.text CONTAINS 'z'")).map(\.firstLetter)
    #expect(withZ == ["q", "y", "z"])
    let large = try categories.filtered(by: FormatPredicate("words.@count > %d", 600)).map(\.firstLetter)
    #expect(large == ["q"])
  }
}
