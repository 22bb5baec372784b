// Words of a format that a fix-it may not join.

extension FormatDiagnostic {
  /// Returns the diagnostic with fix-its whose words are not joined to those of the text.
  package func separatingWords(in text: [UInt8]) -> FormatDiagnostic {
    if fixIts.isEmpty { return self }
    var copy = self
    copy.fixIts = fixIts.map { $0.separatingWords(in: text) }
    return copy
  }
}

extension FormatDiagnostic.FixIt {
  /// Returns the fix-it with a blank where its text would become one word with a word of the text: `a&b` becomes `a AND b`. A fix-it
  /// that replaces a part of a word has no blank on that side.
  fileprivate func separatingWords(in text: [UInt8]) -> Self {
    guard range.end <= text.count else { return self }
    let lexer = Lexer(text)
    let new = Lexer(Array(replacement.utf8))
    let isAfterWord = lexer.isWord(before: range.start)
    let isBeforeWord = lexer.isWord(at: range.end)
    let startsInWord = range.start < range.end && lexer.isWord(at: range.start)
    let endsInWord = range.start < range.end && lexer.isWord(before: range.end)
    var result = self
    if replacement.isEmpty {
      // A sign between digits, as in `1'000`, divides a number.
      let isInNumber = lexer.byte(at: range.start - 1).isDigit && lexer.byte(at: range.end).isDigit
      if isAfterWord, isBeforeWord, !isInNumber, !(startsInWord && endsInWord) { result.replacement = " " }
      return result
    }
    if isAfterWord, !startsInWord, new.isWord(at: 0) { result.replacement = " " + result.replacement }
    if isBeforeWord, !endsInWord, new.isWord(before: new.bytes.count) { result.replacement += " " }
    return result
  }
}

extension Lexer {
  /// Returns a range to remove, with the space on one side of it if there is space on both sides, or the range is at an end.
  func withSpace(_ range: FormatRange) -> FormatRange {
    let before = endOfText(before: range.start)
    var end = range.end
    while end < bytes.count, Self.isBlank(byte(at: end)) { end += 1 }
    if end == bytes.count || Self.endsValue(byte(at: end)) { return FormatRange(before, range.end) }
    return before < range.start || range.start == 0 ? FormatRange(range.start, end) : range
  }

  /// Whether the character at an index is part of a word.
  fileprivate func isWord(at index: Int) -> Bool { wordLength(at: index, isFirst: false) > 0 }

  /// Whether the character that ends before an index is part of a word.
  fileprivate func isWord(before index: Int) -> Bool {
    var start = index - 1
    while start > 0, UTF8.isContinuation(byte(at: start)) { start -= 1 }
    return start >= 0 && isWord(at: start)
  }
}

extension [UInt8] {
  /// The words of a format that are not numbers, also those within its strings.
  package var words: Set<ArraySlice<UInt8>> {
    let lexer = Lexer(self)
    var words: Set<ArraySlice<UInt8>> = []
    var index = 0
    while index < count {
      let start = index
      var length = lexer.wordLength(at: index, isFirst: false)
      while length > 0 {
        index += length
        length = lexer.wordLength(at: index, isFirst: false)
      }
      if index == start {
        index += 1
      } else if !self[start..<index].allSatisfy({ $0.isDigit }) {
        words.insert(self[start..<index])
      }
    }
    return words
  }
}
