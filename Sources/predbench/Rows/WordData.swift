/// The transformations of the words before they are searched.
enum WordData: String, CaseIterable {
  /// The unmodified list: ASCII, with objects in the order of their addresses.
  case plain
  /// The objects in another order than that of their addresses. Where workloads are measured, each answer has a new order.
  case shuffled
  /// A tenth of the words with an accented letter.
  case accents
  /// Every word with accented letters.
  case accented
  /// Cyrillic letters except for the last four, which preserve the endings to search for.
  case cyrillic
  /// Optional texts and lengths, half of them nil.
  case `nil`

  /// Returns the line above a table, which says what the contestants search.
  func title(_ seed: Int) -> String {
    self == .shuffled
      ? "Data: shuffled, seen once. Each answer is that for a new order of the words, with seed \(seed)."
      : "Data: \(rawValue), repeated. All answers are those for the same words in the same order."
  }

  /// Returns the transformed texts of the list.
  func texts(of words: [String]) -> [String] {
    switch self {
    case .plain, .shuffled, .nil: words
    case .accents: words.enumerated().map { $0.offset % 10 == 0 ? Self.accented($0.element) : $0.element }
    case .accented: words.map(Self.accented)
    case .cyrillic: words.map(Self.cyrillic)
    }
  }

  /// Returns the word with its first `e` and `a` accented, as precomposed characters, which are the most common form.
  private static func accented(_ word: String) -> String {
    var letters = Array(word.unicodeScalars)
    if let index = letters.firstIndex(of: "e") { letters[index] = "é" }
    if let index = letters.firstIndex(of: "a") { letters[index] = "à" }
    return String(String.UnicodeScalarView(letters))
  }

  /// Returns the word with all but its last four letters replaced by the 26 small letters from U+0430.
  private static func cyrillic(_ word: String) -> String {
    var letters = Array(word.unicodeScalars)
    for index in letters.indices.dropLast(4) where letters[index] >= "a" && letters[index] <= "z" {
      letters[index] = Unicode.Scalar(0x430 + letters[index].value - 0x61) ?? letters[index]
    }
    return String(String.UnicodeScalarView(letters))
  }
}
