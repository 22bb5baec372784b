/// What the words are made into before they are searched.
enum WordData: String, CaseIterable {
  /// As they stand in the list: ASCII, objects in the order of memory.
  case plain
  /// The objects in another order than that of memory.
  case shuffled
  /// A tenth of the words with an accented letter.
  case accents
  /// Every word with accented letters.
  case accented
  /// Cyrillic letters but for the last four, so that the endings that are looked for are still there.
  case cyrillic
  /// Texts and lengths optional, half of them nil.
  case `nil`

  /// The texts of the list as this data has them.
  func texts(of words: [String]) -> [String] {
    switch self {
    case .plain, .shuffled, .nil: words
    case .accents: words.enumerated().map { $0.offset % 10 == 0 ? Self.accented($0.element) : $0.element }
    case .accented: words.map(Self.accented)
    case .cyrillic: words.map(Self.cyrillic)
    }
  }

  /// The first `e` and `a` accented: composed letters, as texts mostly have them.
  private static func accented(_ word: String) -> String {
    var letters = Array(word.unicodeScalars)
    if let place = letters.firstIndex(of: "e") { letters[place] = "é" }
    if let place = letters.firstIndex(of: "a") { letters[place] = "à" }
    return String(String.UnicodeScalarView(letters))
  }

  /// The 26 small letters from U+0430 for all but the last four.
  private static func cyrillic(_ word: String) -> String {
    var letters = Array(word.unicodeScalars)
    for place in letters.indices.dropLast(4) where letters[place] >= "a" && letters[place] <= "z" {
      letters[place] = Unicode.Scalar(0x430 + letters[place].value - 0x61) ?? letters[place]
    }
    return String(String.UnicodeScalarView(letters))
  }
}
