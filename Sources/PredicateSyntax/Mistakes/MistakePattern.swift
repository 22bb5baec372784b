/// A pattern that matches the tokens around one that does not fit.
///
/// A pattern is a list of elements, separated by spaces. The elements after `>` match the token that does not fit and those after it.
/// The elements before `>` match the tokens before it. `~` before an element means that no space precedes the element.
///
/// - A word in capital letters and a symbol match themselves, a word in any case: `NOT`, `(`.
/// - A word in lowercase letters names a kind of token or a group of tokens (`Group`): `word`, `operand`.
/// - A word in angle brackets names a vocabulary (`Vocabulary`): `<method>`.
/// - `|` separates alternatives: `NULL|NIL`.
struct MistakePattern: Sendable {
  /// The tokens that an element matches.
  enum Group: String, CaseIterable, Sendable {
    /// One token.
    case word, string, sentence, integer, double, selector, invalid, atWord, escapedWord, number, conversion, variable,
      key, text, reserved
    /// A comparison operator, and one that searches a text.
    case `operator`, textOperator
    /// One token that is a value: a literal, a key, a variable or a conversion.
    case value
    /// AND and OR, in words and in symbols; each of them alone.
    case connective, and, or
    /// Any token but the end.
    case any
    /// A literal, a conversion or a variable, and any token that does not end an operand.
    case constant, more
    /// An integer in plain digits, one of three digits, a number with a group of three digits after a point, and one that ends in a point.
    case digits, threeDigits, grouped, pointed
    /// A word of the letters of string options, and of those of Spotlight.
    case optionLetters, spotlightOptions
    /// A key path, such as `a.b`.
    case path
    /// A value with its keys, its arguments and its brackets: `a.b`, `f(x)`, `{1, 2}`, `'x'`.
    case operand
    /// Brackets and what is between them: `(…)`, `{…}`, `[…]`; parentheses alone; and what is left of the inside of brackets.
    case brackets, parentheses, inside
    /// String options in brackets, or nothing.
    case options
    /// The tokens from the start of the comparison on, at least one.
    case left
    /// The rest of the text, which may be empty, and a rest without a connective and without brackets of the predicate.
    case rest, tail
    /// Nothing: the start of the text, the start of the comparison, the end of the text, the end of a comparison or of an operand.
    case first, start, end, stop
    /// Nothing: the place between two tokens.
    case stay
  }

  enum Element: Sendable {
    case literal([String])
    case group(Group)
    case vocabulary(Vocabulary)
  }

  private struct Part: Sendable {
    let element: Element
    let isGlued: Bool
  }

  private var before: [Part] = []
  private var after: [Part] = []

  init(_ text: String) {
    var isAfter = false
    for word in text.split(separator: " ") {
      if word == ">" {
        isAfter = true
        continue
      }
      let isGlued = word.count > 1 && word.first == "~"
      let part = Part(element: Self.element(isGlued ? word.dropFirst() : word), isGlued: isGlued)
      if isAfter { after.append(part) } else { before.append(part) }
    }
    if !isAfter { (before, after) = ([], before) }
  }

  private static func element(_ text: Substring) -> Element {
    if let group = Group(rawValue: String(text)) { return .group(group) }
    if text.count > 2, text.first == "<", let vocabulary = Vocabulary.named(String(text.dropFirst().dropLast())) {
      return .vocabulary(vocabulary)
    }
    if text.count < 3 { return .literal([String(text)]) }
    return .literal(text.split(separator: "|").map(String.init))
  }

  /// The number of elements.
  var count: Int { before.count + after.count }

  /// The tokens of an element, and the meaning of a word of a vocabulary.
  struct Match {
    var tokens: Range<Int>
    var meaning: String?
  }

  /// Returns what each element matches, or `nil` if the pattern does not match at the misfit.
  func match(_ misfit: Misfit, with matcher: PatternMatcher) -> [Match]? {
    var result: [Match] = []
    var index = misfit.token
    for part in before.reversed() {
      guard let start = matcher.start(of: part.element, endingAt: index) else { return nil }
      if part.isGlued, !matcher.isGlued(start) { return nil }
      result.insert(Match(tokens: start..<index, meaning: matcher.meaning(of: part.element, start..<index)), at: 0)
      index = start
    }
    index = misfit.token
    for part in after {
      if part.isGlued, !matcher.isGlued(index) { return nil }
      guard let end = matcher.end(of: part.element, from: index) else { return nil }
      result.append(Match(tokens: index..<end, meaning: matcher.meaning(of: part.element, index..<end)))
      index = end
    }
    return result
  }
}

/// Matches elements of patterns with the tokens of a parser.
final class PatternMatcher {
  private let tokens: [Token]
  private let lexer: Lexer
  /// The first token of the comparison.
  private let start: Int
  /// The number of tokens that have been examined, for a test.
  private(set) var examined = 0
  init(_ parser: Parser, start: Int) {
    tokens = parser.tokens
    lexer = parser.lexer
    self.start = start
  }

  /// The number of tokens that a group may have. Many mistakes may examine the same tokens.
  private static let reach = 40

  private func token(_ index: Int) -> Token {
    examined += 1
    return tokens[max(0, min(index, tokens.count - 1))]
  }

  private func kind(_ index: Int) -> Token.Kind { token(index).kind }
  private func text(_ index: Int) -> String { lexer.text(token(index).range) }

  /// Whether no space is before a token.
  func isGlued(_ index: Int) -> Bool { index > 0 && token(index).range.start == token(index - 1).range.end }

  /// Returns the index after the tokens that an element matches, or `nil` if it does not match.
  func end(of element: MistakePattern.Element, from index: Int) -> Int? {
    switch element {
    case .literal(let words): return matches(words, index) ? index + 1 : nil
    case .vocabulary(let vocabulary): return end(of: vocabulary, from: index)
    case .group(let group): return end(of: group, from: index)
    }
  }

  private func matches(_ words: [String], _ index: Int) -> Bool {
    kind(index) != .end && words.contains(text(index).uppercased())
  }

  private func end(of vocabulary: Vocabulary, from index: Int) -> Int? {
    for length in stride(from: vocabulary.longest, through: 1, by: -1) where index + length < tokens.count {
      let tokens = index..<(index + length)
      if vocabulary.isOfMisspellings, kind(index) != .word { continue }
      if vocabulary.meaning(of: words(tokens)) != nil { return index + length }
    }
    return nil
  }

  /// The texts of tokens in capital letters, with a space between those that are apart.
  private func words(_ range: Range<Int>) -> String {
    range.reduce("") { $0 + ($1 == range.lowerBound || isGlued($1) ? "" : " ") + text($1).uppercased() }
  }

  /// Returns the meaning of tokens that a vocabulary matches.
  func meaning(of element: MistakePattern.Element, _ range: Range<Int>) -> String? {
    if case .vocabulary(let vocabulary) = element { vocabulary.meaning(of: words(range)) } else { nil }
  }

  private func end(of group: MistakePattern.Group, from index: Int, limit: Int = .max) -> Int? {
    let kind = kind(index)
    switch group {
    case .any: return kind != .end ? index + 1 : nil
    case .path:
      guard isOf(.key, index) else { return nil }
      var index = index + 1
      while index < limit, self.kind(index) == .symbol(.dot), isOf(.key, index + 1) { index += 2 }
      return index
    case .operand: return endOfOperand(from: index, limit)
    case .brackets: return endOfBrackets(from: index)
    case .parentheses: return kind == .symbol(.leftParen) ? endOfBrackets(from: index) : nil
    case .inside: return endOfInside(from: index)
    case .options: return kind == .symbol(.leftBracket) ? endOfBrackets(from: index) : index
    case .rest: return tokens.count - 1
    case .tail: return isTail(index) ? tokens.count - 1 : nil
    case .left: return nil
    case .first: return index == 0 ? index : nil
    case .start: return index == start ? index : nil
    case .stay: return index
    case .end: return kind == .end ? index : nil
    case .stop: return kind.endsOperand || kind == .symbol(.rightBracket) ? index : nil
    case .connective, .and, .or, .digits, .constant, .more, .atWord, .escapedWord, .threeDigits, .grouped, .pointed,
      .optionLetters, .spotlightOptions, .selector, .invalid, .word, .string, .sentence, .integer, .double, .number,
      .conversion, .variable, .key, .text, .reserved, .operator, .textOperator, .value:
      return isOf(group, index) ? index + 1 : nil
    }
  }

  /// Whether a token is of a kind.
  private func isOf(_ group: MistakePattern.Group, _ index: Int) -> Bool {
    let token = token(index)
    switch (group, token.kind) {
    case (.word, .word), (.string, .string), (.integer, .integer), (.double, .double), (.conversion, .conversion),
      (.variable, .variable), (.selector, .selector), (.invalid, .invalid):
      return true
    case (.connective, _): return token.infix?.isConnective == true
    case (.and, _): return token.infix?.precedence == .and
    case (.or, _): return token.infix?.precedence == .or
    case (.atWord, .atWord), (.escapedWord, .escapedWord): return true
    case (.constant, .string), (.constant, .integer), (.constant, .double), (.constant, .conversion),
      (.constant, .variable):
      return true
    case (.more, _): return !token.kind.endsOperand
    case (.digits, .integer): return lexer.bytes[token.range.start..<token.range.end].allSatisfy { $0.isDigit }
    case (.threeDigits, .integer): return token.range.end - token.range.start == 3
    case (.grouped, .double):
      return lexer.hasForm("0.000", at: token.range.end - 5) && token.range.end - token.range.start < 8
    case (.pointed, .double): return lexer.byte(at: token.range.end - 1) == UInt8(ascii: ".")
    case (.optionLetters, .word): return consists(of: StringOptions.letters.compactMap { $0.letter.asciiValue }, token)
    case (.spotlightOptions, .word): return consists(of: Array("cdwt".utf8), token)
    case (.sentence, .string): return lexer.text(token.range).contains(" ")
    case (.number, .integer), (.number, .double): return true
    case (.key, .word), (.key, .escapedWord), (.key, .atWord): return true
    case (.text, .word), (.text, .string): return true
    case (.reserved, .keyword), (.reserved, .operatorWord): return true
    case (.operator, _): return token.infix?.precedence == .comparison && token.kind != .selector
    case (.textOperator, _):
      if let op = InfixOperator.comparison(of: token, in: lexer) { return op.takesString }
      return false
    case (.value, .word), (.value, .escapedWord), (.value, .atWord), (.value, .string), (.value, .integer),
      (.value, .double), (.value, .conversion), (.value, .variable), (.value, .invalid):
      return true
    case (.value, .keyword(let keyword)): return keyword.isLiteral
    default: return false
    }
  }

  /// Whether the rest of the text has no connective, and closes only brackets that it opens.
  private func isTail(_ index: Int) -> Bool {
    var open = 0
    for position in index..<tokens.count {
      let token = token(position)
      switch token.kind {
      case .symbol(.leftParen), .symbol(.leftBrace), .symbol(.leftBracket): open += 1
      case _ where token.isClosingBracket: open -= 1
      default: if token.infix?.isConnective == true { return false }
      }
      if open < 0 { return false }
    }
    return true
  }

  /// Whether a word consists of at most four of some letters.
  private func consists(of letters: [UInt8], _ token: Token) -> Bool {
    let bytes = lexer.bytes[token.range.start..<token.range.end]
    return bytes.count < 5 && bytes.allSatisfy { letters.contains($0 | 0x20) }
  }

  /// Returns the index of the bracket that closes those around an index.
  private func endOfInside(from index: Int) -> Int? {
    var open = 0
    for position in index..<min(index + Self.reach, tokens.count) {
      switch kind(position) {
      case .symbol(.leftParen), .symbol(.leftBrace), .symbol(.leftBracket): open += 1
      case .symbol(.rightParen), .symbol(.rightBrace), .symbol(.rightBracket):
        if open == 0 { return position }
        open -= 1
      default: break
      }
    }
    return nil
  }

  private func endOfOperand(from index: Int, _ limit: Int) -> Int? {
    var index = index
    if kind(index) == .symbol(.minus) { index += 1 }
    if isOf(.value, index) || kind(index) == .selector {
      index += 1
      if index < limit, kind(index) == .symbol(.leftParen), let end = endOfBrackets(from: index) { index = end }
    } else if let end = endOfBrackets(from: index), kind(index) != .symbol(.leftBracket) {
      index = end
    } else {
      return nil
    }
    while true {
      if index >= limit {
        return index
      } else if kind(index) == .symbol(.dot), isOf(.key, index + 1) || isOf(.reserved, index + 1) {
        index += 2
      } else if kind(index) == .symbol(.leftBracket), let end = endOfBrackets(from: index) {
        index = end
      } else {
        return index
      }
    }
  }

  private func endOfBrackets(from index: Int) -> Int? {
    var open = 0
    for position in index..<min(index + Self.reach, tokens.count) {
      switch kind(position) {
      case .symbol(.leftParen), .symbol(.leftBrace), .symbol(.leftBracket): open += 1
      case .symbol(.rightParen), .symbol(.rightBrace), .symbol(.rightBracket): open -= 1
      default: break
      }
      if open < 1 { return position > index ? position + 1 : nil }
    }
    return nil
  }

  /// Returns the index of the first token that an element matches before an index, or `nil` if it does not match.
  func start(of element: MistakePattern.Element, endingAt end: Int) -> Int? {
    switch element {
    case .literal(let words): return end > 0 && matches(words, end - 1) ? end - 1 : nil
    case .vocabulary(let vocabulary):
      for length in 1...vocabulary.longest where end >= length && self.end(of: vocabulary, from: end - length) == end {
        return end - length
      }
      return nil
    case .group(let group): return start(of: group, endingAt: end)
    }
  }

  private func start(of group: MistakePattern.Group, endingAt end: Int) -> Int? {
    switch group {
    case .left: return end > start ? start : nil
    case .first: return end == 0 ? end : nil
    case .start: return end == start ? end : nil
    case .end, .stop, .rest, .tail, .stay, .inside: return nil
    case .options where end > 0 && kind(end - 1) != .symbol(.rightBracket): return end
    case .path, .operand, .brackets, .parentheses, .options:
      // Of several starts, the earliest one counts.
      var found: Int?
      var open = 0
      for index in stride(from: end - 1, through: max(0, end - Self.reach), by: -1) {
        switch kind(index) {
        case .symbol(.rightParen), .symbol(.rightBrace), .symbol(.rightBracket): open += 1
        case .symbol(.leftParen), .symbol(.leftBrace), .symbol(.leftBracket): open -= 1
        default: if open == 0, kind(index).endsOperand || token(index).infix != nil { return found }
        }
        if open < 0 { return found }
        if open == 0, self.end(of: group, from: index, limit: end) == end { found = index }
      }
      return found
    default: return end > 0 && self.end(of: group, from: end - 1) == end ? end - 1 : nil
    }
  }
}

extension Keyword {
  /// Whether the word is a value by itself.
  fileprivate var isLiteral: Bool {
    switch self {
    case .null, .nil, .yes, .no, .true, .false, .self: true
    default: false
    }
  }
}
