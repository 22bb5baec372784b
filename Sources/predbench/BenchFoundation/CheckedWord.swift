/// A copy of predbench's `Word`, in a module that uses `#Predicate`.
///
/// This alone makes the compiler emit dynamic exclusivity checks where closures of the module read these properties.
public final class CheckedWord {
  var text: String
  var length: Int16
  var category: CheckedCategory

  init(_ text: String, in category: CheckedCategory) {
    self.text = text
    length = Int16(clamping: text.utf16.count)
    self.category = category
  }
}

/// The words that begin with the same letters.
public final class CheckedCategory {
  var firstLetter: String
  var words: [CheckedWord] = []

  init(firstLetter: String) { self.firstLetter = firstLetter }
}

/// The words and categories, with their searches.
public struct CheckedWords {
  let words: [CheckedWord]
  let categories: [CheckedCategory]
  let sought: [String]

  /// Creates the objects from texts and the names of their categories. `order` has the indices of the texts in the order in which
  /// the words are made.
  public init(_ texts: [(text: String, category: String)], madeIn order: [Int], sought: [String]) {
    var categories: [CheckedCategory] = []
    var byName: [String: CheckedCategory] = [:]
    let places = texts.map { _, name in
      let category = byName[name] ?? CheckedCategory(firstLetter: name)
      if byName.updateValue(category, forKey: name) == nil { categories.append(category) }
      return category
    }
    var words = [CheckedWord?](repeating: nil, count: texts.count)
    for index in order { words[index] = CheckedWord(texts[index].text, in: places[index]) }
    self.words = words.compactMap { $0 }
    for word in self.words { word.category.words.append(word) }
    self.categories = categories
    self.sought = sought
  }
}

/// The result of a search.
public enum CheckedAnswer {
  /// Words.
  case words([CheckedWord])
  /// Categories.
  case categories([CheckedCategory])

  /// The number of objects.
  public var count: Int {
    switch self {
    case .words(let words): words.count
    case .categories(let categories): categories.count
    }
  }

  /// The identifying keys of the objects: a word's text or a category's letters.
  public var keys: [String] {
    switch self {
    case .words(let words): words.map { $0.text }
    case .categories(let categories): categories.map { $0.firstLetter }
    }
  }
}
