import PredicateFormat

/// The objects that are searched: ordinary classes, as an application would write them.
///
/// No key path and no `#Predicate` stands anywhere in this module, nor anything that changes a property in place: one is
/// enough to make the compiler keep dynamic exclusivity checks in every closure that reads these properties, and the
/// closures would look eight times as slow.
final class Word {
  var text: String
  var length: Int16
  var category: WordCategory

  init(_ text: String, in category: WordCategory) {
    self.text = text
    length = Int16(clamping: text.utf16.count)
    self.category = category
  }
}

/// The words that begin with one letter.
final class WordCategory {
  var firstLetter: String
  var words: [Word] = []

  init(firstLetter: String) { self.firstLetter = firstLetter }
}

// Nothing changes them once they are made.
extension Word: @unchecked Sendable, PredicateKeyed {
  static var predicateKeys: [PredicateKey<Word>] {
    [.unsafeStored("text"), .unsafeStored("length"), .unsafeStored("category")]
  }
}
extension WordCategory: @unchecked Sendable, PredicateKeyed {
  static var predicateKeys: [PredicateKey<WordCategory>] { [.unsafeStored("firstLetter"), .unsafeStored("words")] }
}

/// A list of words with their categories, both in the order of the list.
struct Dataset: Sendable {
  let words: [Word]
  let categories: [WordCategory]
  /// How many letters of its words a category is named by.
  let letters: Int
  /// Whether all texts are ASCII: careful closures may then leave out the way for those that are not.
  let isASCII: Bool
  /// What W11 looks for: 50 words spread over the list.
  let sought: [String]

  /// Makes the objects.
  ///
  /// - Parameters:
  ///   - texts: the words.
  ///   - letters: how many letters the words of a category have in common: one makes 26 categories, three make thousands.
  init(_ texts: some Sequence<String>, letters: Int = 1) {
    var words: [Word] = []
    var categories: [WordCategory] = []
    var members: [[Word]] = []
    var places: [Substring: Int] = [:]
    for var text in texts where !text.isEmpty {
      text.makeContiguousUTF8()
      let first = text.prefix(letters)
      let place = places[first] ?? categories.count
      if places.updateValue(place, forKey: first) == nil {
        categories.append(WordCategory(firstLetter: String(first)))
        members.append([])
      }
      let word = Word(text, in: categories[place])
      words.append(word)
      members[place].append(word)
    }
    // Set at once: one `category.words.append(word)` in the module, and all that read this property are checked too.
    for (category, words) in zip(categories, members) { category.words = words }
    self.init(words, categories, letters)
  }

  private init(_ words: [Word], _ categories: [WordCategory], _ letters: Int) {
    self.words = words
    self.categories = categories
    self.letters = letters
    isASCII = words.allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } }
    sought = (0..<50).compactMap { words.isEmpty ? nil : words[$0 * words.count / 50].text }
  }

  /// The same list with every `step`th word alone.
  func thinned(by step: Int) -> Dataset {
    Dataset(stride(from: 0, to: words.count, by: step).map { words[$0].text }, letters: letters)
  }

  /// The same objects in an order that has nothing to do with where they lie in memory.
  var shuffled: Dataset { Dataset(shuffle(words), categories, letters) }
}

/// The same elements in an order that is none, the same each time.
func shuffle<Element>(_ elements: [Element]) -> [Element] {
  var elements = elements
  var state: UInt64 = 1
  for index in elements.indices.dropFirst() {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    elements.swapAt(index, Int(state >> 33) % (index + 1))
  }
  return elements
}
