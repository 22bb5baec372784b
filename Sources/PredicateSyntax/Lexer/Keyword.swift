/// The reserved words. A key of the same name needs a `#` before it; words are read without regard to case.
package enum Keyword: String, Sendable, CaseIterable {
  case and = "AND", or = "OR", not = "NOT"
  case `in` = "IN", like = "LIKE", matches = "MATCHES", contains = "CONTAINS", beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH", between = "BETWEEN", tokenMatches = "TOKENMATCHES", boundedBy = "BOUNDEDBY"
  case utiEquals = "UTI-EQUALS", utiConformsTo = "UTI-CONFORMS-TO"
  case any = "ANY", some = "SOME", all = "ALL", none = "NONE"
  case null = "NULL", `nil` = "NIL", yes = "YES", no = "NO", `true` = "TRUE", `false` = "FALSE"
  case `self` = "SELF", anyKey = "ANYKEY"
  case truePredicate = "TRUEPREDICATE", falsePredicate = "FALSEPREDICATE"
  case first = "FIRST", last = "LAST", size = "SIZE"
  case subquery = "SUBQUERY", cast = "CAST", function = "FUNCTION", ternary = "TERNARY"
  case union = "UNION", intersect = "INTERSECT", minus = "MINUS"
  /// Core Data's fetch requests as expressions: a function whose name is reserved.
  case fetch = "FETCH"
  /// Reserved by Apple without a meaning in format strings.
  case caseInsensitive = "CASEINSENSITIVE", ci = "CI"

  /// The keyword that a word is, in whatever case.
  package static func named(_ word: String) -> Keyword? {
    let bytes = Array(word.utf8)
    return KeywordTable.shared.row(of: bytes, 0, bytes.count)?.keyword
  }

  /// Words that Apple's printer escapes although its parser does not need it.
  package static let alsoEscaped: Set<String> = ["APPLY", "INTERSECTION"]
}

/// The keywords by their first letter. Every word of a text is looked up here: nothing is hashed, and no string is made.
final class KeywordTable: Sendable {
  struct Row: Sendable {
    let keyword: Keyword
    let infix: InfixTable.Key?
    /// Where its letters stand in `letters`.
    let start: Int
    let count: Int
  }

  static let shared = KeywordTable()

  private let rows: [Row]
  /// The letters of all keywords, as capitals.
  private let letters: [UInt8]
  /// The first row of each letter from A, and the end of Z's.
  private let firstRows: [Int]
  /// A bit for each number of letters that words of a letter from A have: most words are no keywords, and end here.
  private let counts: [UInt16]

  private init() {
    var rows: [Row] = []
    var letters: [UInt8] = []
    for keyword in Keyword.allCases.sorted(by: { $0.rawValue < $1.rawValue }) {
      let word = keyword.rawValue.utf8
      rows.append(
        Row(keyword: keyword, infix: InfixTable.key(of: keyword.rawValue), start: letters.count, count: word.count))
      letters += word.map(Self.capital)
    }
    let firstRows = (0...26).map { letter in rows.count { Int(letters[$0.start]) - 0x41 < letter } }
    counts = (0..<26).map { letter in
      rows[firstRows[letter]..<firstRows[letter + 1]].reduce(0) { $0 | 1 << UInt16($1.count) }
    }
    (self.rows, self.letters, self.firstRows) = (rows, letters, firstRows)
  }

  /// Whether there is a keyword of so many letters that begins with this one: most words end here.
  func mayHold(_ first: UInt8, _ count: Int) -> Bool {
    let letter = Int(Self.capital(first)) - 0x41
    return letter >= 0 && letter < counts.count && count < 16
      && counts[letter] >> UInt16(truncatingIfNeeded: count) & 1 == 1
  }

  /// The keyword that the bytes from `start` to `end` are, in whatever case.
  func row(of bytes: [UInt8], _ start: Int, _ end: Int) -> Row? {
    guard start < end, mayHold(bytes[start], end - start) else { return nil }
    let letter = Int(Self.capital(bytes[start])) - 0x41
    for index in firstRows[letter]..<firstRows[letter + 1] where rows[index].count == end - start {
      if isSpelled(bytes, start, rows[index]) { return rows[index] }
    }
    return nil
  }

  private func isSpelled(_ bytes: [UInt8], _ start: Int, _ row: Row) -> Bool {
    for offset in 1..<row.count where Self.capital(bytes[start + offset]) != letters[row.start + offset] {
      return false
    }
    return true
  }

  /// Makes capitals of small letters; nothing else that a word may hold becomes a letter by it.
  private static func capital(_ byte: UInt8) -> UInt8 { byte & 0xDF }
}
