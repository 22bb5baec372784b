// The model: plain classes, without anything made for predicates.
//
// Words and categories refer to each other, so neither is ever freed: they live as long as the program.

/// The words that begin with a letter.
final class WordCategory {
  let firstLetter: String
  var words: [Word] = []

  init(firstLetter: String) { self.firstLetter = firstLetter }
}

/// A word.
final class Word {
  let text: String
  let length: Int16
  /// The category of its first letter; none where that is not one of a to z, so an upper-case or accented letter has
  /// none. Such a word counts in all else.
  let wordCategory: WordCategory?

  init(text: String, length: Int16, wordCategory: WordCategory?) {
    self.text = text
    self.length = length
    self.wordCategory = wordCategory
  }
}

/// All words and their 26 categories.
struct WordList {
  /// a to z.
  static let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)

  private(set) var words: [Word] = []
  let categories = letters.map(WordCategory.init(firstLetter:))

  /// Makes the objects of words that were read.
  init(_ entries: [WordEntry]) {
    words.reserveCapacity(entries.count)
    for entry in entries {
      let category = entry.category.map { categories[$0] }
      let word = Word(text: entry.text, length: entry.length, wordCategory: category)
      words.append(word)
      category?.words.append(word)
    }
  }
}

/// A word as it was read, for any store.
struct WordEntry {
  var text: String
  var length: Int16
  /// Where its first letter stands among `WordList.letters`; nil where it is none of them.
  var category: Int?

  /// The words of a text, parted by white space and line ends.
  ///
  /// - Parameter progress: called now and then with the part that is done, from 0 to 1.
  /// - Throws: `InputFault` with a word whose length fits no 16 bits.
  static func words(of text: String, progress: (Double) -> Void = { _ in }) throws(InputFault) -> [WordEntry] {
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
        throw InputFault("the word that begins '\(word.prefix(20))' is longer than \(Int16.max)")
      }
      words.append(WordEntry(text: word, length: length, category: categories[piece.first]))
      done += word.utf8.count + 1
      if words.count % 10_000 == 0 { progress(Double(done) / total) }
    }
    return words
  }

  /// White space and line ends; a byte-order mark is no part of a word either.
  private static func partsWords(_ scalar: Unicode.Scalar) -> Bool {
    // Looking properties up takes longer than all statistics.
    if scalar.isASCII { return scalar == " " || ("\t"..."\r").contains(scalar) }
    return scalar.properties.isWhitespace || scalar == "\u{FEFF}"
  }
}

/// Why the input cannot be used.
struct InputFault: Error {
  /// What is wrong, lower case, without a full stop.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
