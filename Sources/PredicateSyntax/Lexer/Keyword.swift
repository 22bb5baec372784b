/// The reserved words that are not comparison operators. They match in any case. A key with the same name needs a `#` before
/// it.
package enum Keyword: String, Sendable, CaseIterable {
  case and = "AND", or = "OR", not = "NOT"
  case any = "ANY", some = "SOME", all = "ALL", none = "NONE"
  case null = "NULL", `nil` = "NIL", yes = "YES", no = "NO", `true` = "TRUE", `false` = "FALSE"
  case `self` = "SELF", anyKey = "ANYKEY"
  case truePredicate = "TRUEPREDICATE", falsePredicate = "FALSEPREDICATE"
  case first = "FIRST", last = "LAST", size = "SIZE"
  case subquery = "SUBQUERY", cast = "CAST", function = "FUNCTION", ternary = "TERNARY"
  case union = "UNION", intersect = "INTERSECT", minus = "MINUS"
  /// Core Data's fetch request expression: a function with a reserved name.
  case fetch = "FETCH"
  /// Words that Apple reserves although they have no meaning in format strings.
  case caseInsensitive = "CASEINSENSITIVE", ci = "CI"

  /// The words that begin a `KeywordCall` of the grammar.
  package static let calls = [subquery, ternary, function, cast].map { $0.rawValue }

  /// All reserved words, including the operators that are words.
  package static let words = allCases.map { $0.rawValue } + InfixOperator.words

  /// Returns whether a word is reserved, in any case.
  package static func isReserved(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    return KeywordTable.shared.row(of: bytes, 0, bytes.count) != nil
  }

  /// Words that Apple's printer escapes although its parser does not require it.
  package static let alsoEscaped: Set<String> = ["APPLY", "INTERSECTION"]
}

/// A hash table of the reserved words. Every word of a text is looked up here, so a lookup creates no string, and most words have
/// an empty slot.
final class KeywordTable: Sendable {
  struct Row: Sendable {
    /// The token that the word is.
    let kind: Token.Kind
    let infix: InfixOperator?
    /// The offset of its letters in `letters`.
    let start: Int
    let count: Int
  }

  static let shared = KeywordTable()

  /// At least twice as many slots as reserved words, so that most other words have an empty slot. The number is a power of two.
  private let rows: [Row?]
  /// The letters of all keywords: uppercase letters and hyphens.
  private let letters: [UInt8]

  private init() {
    var size = 1
    while size < 2 * Keyword.words.count { size *= 2 }
    var rows = [Row?](repeating: nil, count: size)
    var letters: [UInt8] = []
    for spelling in Keyword.words {
      let word = Array(spelling.utf8)
      var slot = Self.hash(of: word, 0, word.count) & (size - 1)
      while rows[slot] != nil { slot = (slot + 1) & (size - 1) }
      rows[slot] = Row(
        kind: Keyword(rawValue: spelling).map { .keyword($0) } ?? .operatorWord, infix: InfixOperator(spelling),
        start: letters.count, count: word.count)
      letters += word
    }
    (self.rows, self.letters) = (rows, letters)
  }

  /// Returns the row of the keyword that the bytes from `start` to `end` spell in any case, or `nil` if there is none.
  func row(of bytes: [UInt8], _ start: Int, _ end: Int) -> Row? {
    guard end - start >= 2 else { return nil }
    var slot = Self.hash(of: bytes, start, end) & (rows.count - 1)
    while let row = rows[slot] {
      if row.count == end - start, isSpelled(bytes, start, row) { return row }
      slot = (slot + 1) & (rows.count - 1)
    }
    return nil
  }

  @inline(__always)
  private func isSpelled(_ bytes: [UInt8], _ start: Int, _ row: Row) -> Bool {
    for offset in 0..<row.count {
      let (byte, letter) = (bytes[start + offset], letters[row.start + offset])
      // Compare the byte itself first: clearing the case bit would turn a hyphen into a carriage return.
      guard byte == letter || Self.capital(byte) == letter else { return false }
    }
    return true
  }

  /// Returns the number of the slot at which the search for a word begins. The factors are such that few reserved words share one.
  @inline(__always)
  private static func hash(of bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    let (first, second, last) = (capital(bytes[start]), capital(bytes[start + 1]), capital(bytes[end - 1]))
    return Int(first) + 2 * Int(second) + 14 * Int(last) + end - start
  }

  /// Returns a letter in uppercase. No other byte of a word becomes a letter.
  private static func capital(_ byte: UInt8) -> UInt8 { byte & 0xDF }
}
