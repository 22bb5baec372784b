/// The objects that are searched: ordinary classes, as an application would write them.
///
/// No key path and no `#Predicate` stands anywhere in this module: one is enough to make the compiler keep dynamic
/// exclusivity checks in every closure that reads these properties, and the closures would look eight times as slow.
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

/// A list of words with their categories, both in the order of the list.
struct Dataset: Sendable {
  // The objects are made once and only read from then on.
  nonisolated(unsafe) let words: [Word]
  nonisolated(unsafe) let categories: [WordCategory]
  /// What W11 looks for: 50 words spread over the list.
  let sought: [String]

  init(_ texts: [String]) {
    var words: [Word] = []
    var categories: [WordCategory] = []
    var byLetter: [Character: WordCategory] = [:]
    for var text in texts {
      guard let letter = text.first else { continue }
      text.makeContiguousUTF8()
      let category = byLetter[letter] ?? WordCategory(firstLetter: String(letter))
      if byLetter.updateValue(category, forKey: letter) == nil { categories.append(category) }
      let word = Word(text, in: category)
      words.append(word)
      category.words.append(word)
    }
    self.words = words
    self.categories = categories
    sought = (0..<50).compactMap { words.isEmpty ? nil : words[$0 * words.count / 50].text }
  }

  /// The same list with every `step`th word alone.
  func thinned(by step: Int) -> Dataset {
    Dataset(stride(from: 0, to: words.count, by: step).map { words[$0].text })
  }
}
