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

/// A list of words with their categories. Categories, and the words of each, are in the order of the list.
struct Dataset: Sendable {
  let words: [Word]
  let categories: [WordCategory]
  /// The number of letters in a category's name.
  let letters: Int
  /// Whether all texts are ASCII. If so, careful closures may omit the handling of other letters.
  let isASCII: Bool
  /// The operand of W11: 50 words from all parts of the list.
  let sought: [String]
  /// The compiled predicates, which all orders of the words share.
  let compiled: CompiledPredicates

  /// Creates the objects.
  ///
  /// - Parameters:
  ///   - texts: The words.
  ///   - letters: The number of letters that a category's words have in common. One makes 26 categories, three make thousands.
  init(_ texts: some Sequence<String>, letters: Int = 1) {
    var categories: [Substring: WordCategory] = [:]
    var words: [Word] = []
    for var text in texts where !text.isEmpty {
      text.makeContiguousUTF8()
      let first = text.prefix(letters)
      let category = categories[first] ?? WordCategory(firstLetter: String(first))
      categories[first] = category
      words.append(Word(text, in: category))
    }
    self.words = words
    self.letters = letters
    compiled = CompiledPredicates()
    self.categories = Self.categories(of: words) { $0 }
    isASCII = words.allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } }
    sought = (0..<50).compactMap { words.isEmpty ? nil : words[$0 * words.count / 50].text }
  }

  private init(_ words: [Word], of other: Dataset) {
    self.words = words
    categories = Self.categories(of: words) { WordCategory(firstLetter: $0.firstLetter) }
    (letters, isASCII, sought, compiled) = (other.letters, other.isASCII, other.sought, other.compiled)
  }

  /// Returns the categories of the words, each made by `make` of the category that the words have.
  private static func categories(of words: [Word], _ make: (WordCategory) -> WordCategory) -> [WordCategory] {
    var categories: [WordCategory] = []
    var members: [[Word]] = []
    var indices: [ObjectIdentifier: Int] = [:]
    for word in words {
      let index = indices[ObjectIdentifier(word.category)] ?? categories.count
      if indices.updateValue(index, forKey: ObjectIdentifier(word.category)) == nil {
        categories.append(make(word.category))
        members.append([])
      }
      members[index].append(word)
    }
    // Assigned at once, because `category.words.append(word)` would add exclusivity checks to all code that reads the property.
    for (category, words) in zip(categories, members) { category.words = words }
    return categories
  }

  /// Returns a list with only every `step`th word.
  func thinned(by step: Int) -> Dataset {
    Dataset(stride(from: 0, to: words.count, by: step).map { words[$0].text }, letters: letters)
  }

  /// Returns the same words in another order, which is unrelated to their addresses, with other objects for the categories.
  func shuffled(using generator: inout SeededGenerator) -> Dataset {
    Dataset(words.shuffled(using: &generator), of: self)
  }

  /// The indices of the words in the order of their addresses, in which other kinds of rows are made too.
  var addresses: [Int] {
    words.indices.sorted { ObjectIdentifier(words[$0]) < ObjectIdentifier(words[$1]) }
  }
}

/// Compiled predicates that are kept, by their formats.
final class CompiledPredicates: @unchecked Sendable {
  private var kept: [String: Any] = [:]

  func predicate<Element>(_ format: String, for type: Element.Type) throws -> CompiledPredicate<Element> {
    if let predicate = kept[format] as? CompiledPredicate<Element> { return predicate }
    let predicate = try CompiledPredicate(FormatPredicate(format), for: type)
    kept[format] = predicate
    return predicate
  }
}
