/// The same class as predbench's `Word`, in a module in which `#Predicate` stands.
///
/// That alone makes the compiler keep dynamic exclusivity checks wherever a closure of the module reads these properties.
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

/// The words and categories, and the ways to search them.
public struct CheckedWords {
  let words: [CheckedWord]
  let categories: [CheckedCategory]
  let sought: [String]

  /// Makes the objects of texts, with the name of each one's category.
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

/// What a search found.
public enum CheckedAnswer {
  /// Words.
  case words([CheckedWord])
  /// Categories.
  case categories([CheckedCategory])

  /// How many objects.
  public var count: Int {
    switch self {
    case .words(let words): words.count
    case .categories(let categories): categories.count
    }
  }

  /// What they are known by: a word's text, a category's letters.
  public var keys: [String] {
    switch self {
    case .words(let words): words.map { $0.text }
    case .categories(let categories): categories.map { $0.firstLetter }
    }
  }
}
