import PredicateFormat

/// The objects to search, which are ordinary classes as an application would write them.
///
/// This module contains no key paths, no `#Predicate`, and no code that modifies these properties in place. Any of them makes
/// the compiler emit dynamic exclusivity checks in every closure that reads the properties, which would make the closures
/// appear eight times as slow.
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

/// A category: the words that begin with the same letters.
final class WordCategory {
  var firstLetter: String
  var words: [Word] = []

  init(firstLetter: String) { self.firstLetter = firstLetter }
}

// The objects are not modified after their creation.
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
  /// The number of letters in a category's name.
  let letters: Int
  /// Whether all texts are ASCII. If so, careful closures may omit the handling of other letters.
  let isASCII: Bool
  /// The operand of W11: 50 words from all parts of the list.
  let sought: [String]

  /// Creates the objects.
  ///
  /// - Parameters:
  ///   - texts: The words.
  ///   - letters: The number of letters that a category's words have in common. One makes 26 categories, three make thousands.
  init(_ texts: some Sequence<String>, letters: Int = 1) {
    var words: [Word] = []
    var categories: [WordCategory] = []
    var members: [[Word]] = []
    var indices: [Substring: Int] = [:]
    for var text in texts where !text.isEmpty {
      text.makeContiguousUTF8()
      let first = text.prefix(letters)
      let index = indices[first] ?? categories.count
      if indices.updateValue(index, forKey: first) == nil {
        categories.append(WordCategory(firstLetter: String(first)))
        members.append([])
      }
      let word = Word(text, in: categories[index])
      words.append(word)
      members[index].append(word)
    }
    // Assigned at once, because `category.words.append(word)` would add exclusivity checks to all code that reads the property.
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

  /// Returns a list with only every `step`th word.
  func thinned(by step: Int) -> Dataset {
    Dataset(stride(from: 0, to: words.count, by: step).map { words[$0].text }, letters: letters)
  }

  /// The same objects in an order that is unrelated to their addresses.
  var shuffled: Dataset { Dataset(shuffle(words), categories, letters) }
}

/// Returns the elements in a pseudorandom order that is the same each time.
func shuffle<Element>(_ elements: [Element]) -> [Element] {
  var elements = elements
  var state: UInt64 = 1
  for index in elements.indices.dropFirst() {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    elements.swapAt(index, Int(state >> 33) % (index + 1))
  }
  return elements
}
