// The model consists of plain classes, without support code for predicates.
//
// Words and categories refer to each other, so they are never freed. They live as long as the program.

/// A category: the words that begin with a letter.
package final class WordCategory {
  package let firstLetter: String
  package var words: [Word] = []

  init(firstLetter: String) { self.firstLetter = firstLetter }
}

/// A word.
package final class Word {
  package let text: String
  package let length: Int16
  /// The category of the first letter, or nil if the word does not begin with a lower-case letter from a to z. A word without
  /// a category counts in all other statistics.
  package let wordCategory: WordCategory?

  init(text: String, length: Int16, wordCategory: WordCategory?) {
    self.text = text
    self.length = length
    self.wordCategory = wordCategory
  }
}

/// All words and their 26 categories.
package struct WordList {
  /// The letters a to z.
  static let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)

  package private(set) var words: [Word] = []
  package let categories = letters.map(WordCategory.init(firstLetter:))

  /// Creates the objects from the entries of a word list.
  package init(_ entries: [WordEntry]) {
    words.reserveCapacity(entries.count)
    for entry in entries {
      let category = entry.category.map { categories[$0] }
      let word = Word(text: entry.text, length: entry.length, wordCategory: category)
      words.append(word)
      category?.words.append(word)
    }
  }
}

/// A word of the list, for any store.
package struct WordEntry {
  var text: String
  var length: Int16
  /// The position of the first letter in `WordList.letters`, or nil if it is not one of them.
  var category: Int?

  /// Splits a text into words at white space and line ends.
  ///
  /// - Parameter progress: A closure that is called occasionally with the completed fraction, from 0 to 1.
  /// - Throws: `WordFileError` if the length of a word does not fit in 16 bits.
  package static func words(of text: String, progress: (Double) -> Void = { _ in }) throws(WordFileError) -> [WordEntry]
  {
    let letters = WordList.letters.enumerated().map { ($0.element.unicodeScalars.first, $0.offset) }
    let categories = Dictionary(uniqueKeysWithValues: letters)
    var text = text
    text.makeContiguousUTF8()
    let total = Double(text.utf8.count)
    var done = 0
    var words: [WordEntry] = []
    for piece in text.unicodeScalars.split(whereSeparator: partsWords) {
      let word = String(piece)
      guard let length = Int16(exactly: word.utf16.count) else {
        throw WordFileError("the word that begins with '\(word.prefix(20))' is longer than \(Int16.max)")
      }
      words.append(WordEntry(text: word, length: length, category: categories[piece.first]))
      done += word.utf8.count + 1
      if words.count % 10_000 == 0 { progress(Double(done) / total) }
    }
    return words
  }

  /// Returns whether a scalar separates words: white space, line ends and the byte-order mark.
  private static func partsWords(_ scalar: Unicode.Scalar) -> Bool {
    // The fast path for ASCII matters: looking up properties takes longer than all statistics.
    if scalar.isASCII { return scalar == " " || ("\t"..."\r").contains(scalar) }
    return scalar.properties.isWhitespace || scalar == "\u{FEFF}"
  }
}
