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

  /// Creates the objects from texts and the names of their categories.
  public init(_ texts: [(text: String, category: String)], sought: [String]) {
    var words: [CheckedWord] = []
    var categories: [CheckedCategory] = []
    var byName: [String: CheckedCategory] = [:]
    for (text, name) in texts {
      let category = byName[name] ?? CheckedCategory(firstLetter: name)
      if byName.updateValue(category, forKey: name) == nil { categories.append(category) }
      let word = CheckedWord(text, in: category)
      words.append(word)
      category.words.append(word)
    }
    self.words = words
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
