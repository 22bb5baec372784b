/// A pattern that matches the tokens around one that does not fit.
///
/// A pattern is a list of elements, separated by spaces. The elements after `>` match the token that does not fit and those after it.
/// The elements before `>` match the tokens before it. `~` before an element means that no space precedes the element.
///
/// - A word in capital letters and a symbol match themselves, a word in any case: `NOT`, `(`.
/// - A word in lowercase letters names a kind of token or a group of tokens (`Kind`, `Group`): `word`, `operand`.
/// - A word in angle brackets names a vocabulary (`Vocabulary`): `<method>`.
/// - A form in backquotes matches the text of one token. `0` is a digit, `9` one or more digits, `?` any
///   character, and `*` any text: `` `00T*` ``.
/// - `|` separates alternatives: `NULL|NIL`.
struct MistakePattern: Sendable {
  /// One token of a kind.
  enum Kind: String, Sendable {
    case word, string, integer, double, selector, invalid, atWord, escapedWord, conversion, variable
    case number, key, reserved
    /// A word, a string, or a word with a colon.
    case text
    /// A string with a space.
    case sentence
    /// A comparison operator, and one that searches a text.
    case `operator`, textOperator
    /// A value: a literal, a key, a variable or a conversion.
    case value
    /// AND and OR, in words and in symbols; each of them alone.
    case connective, and, or
    /// Any token but the end.
    case any
    /// A literal, a conversion or a variable, and any token that does not end an operand.
    case constant, more
    /// A word of the letters of string options, and of those of Spotlight.
    case optionLetters, spotlightOptions
  }

  /// Several tokens, or a place between two.
  enum Group: String, Sendable {
    /// A key path, such as `a.b`.
    case path
    /// A value with its keys, its arguments and its brackets: `a.b`, `f(x)`, `{1, 2}`, `'x'`.
    case operand
    /// Brackets and what is between them: `(…)`, `{…}`, `[…]`; parentheses alone; and what is left of the inside of brackets.
    case brackets, parentheses, inside
    /// String options in brackets, or nothing.
    case options
    /// Words and numbers in a row, at least one.
    case words
    /// The tokens from the start of the comparison on, at least one.
    case left
    /// The rest of the text, which may be empty, and a rest without a connective and without brackets of the predicate.
    case rest, tail
    /// Tokens without a space between them, up to a bracket or comma; it may be empty.
    case run
    /// Nothing: the start of the text, the start of the comparison, the end of the text, the end of a comparison or of an operand.
    case first, start, end, stop
    /// Nothing: the place between two tokens.
    case stay
  }

  enum Element: Sendable {
    case literal([String])
    case forms([String])
    case kind(Kind)
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
    if let kind = Kind(rawValue: String(text)) { return .kind(kind) }
    if let group = Group(rawValue: String(text)) { return .group(group) }
    if text.count > 2, text.first == "<", let vocabulary = Vocabulary.named(String(text.dropFirst().dropLast())) {
      return .vocabulary(vocabulary)
    }
    if text.count > 2, text.first == "`" {
      return .forms(text.split(separator: "|").map { String($0.dropFirst().dropLast()) })
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
    case .forms(let forms): return hasForm(forms, index) ? index + 1 : nil
    case .vocabulary(let vocabulary): return end(of: vocabulary, from: index)
    case .kind(let kind): return isOf(kind, index) ? index + 1 : nil
    case .group(let group): return end(of: group, from: index)
    }
  }

  private func matches(_ words: [String], _ index: Int) -> Bool {
    kind(index) != .end && words.contains(text(index).uppercased())
  }

  private func hasForm(_ forms: [String], _ index: Int) -> Bool {
    let token = token(index)
    guard token.range.end - token.range.start <= Message.longestQuotation else { return false }
    let text = lexer.bytes[token.range.start..<token.range.end]
    return forms.contains { Self.matches(Array($0.utf8)[...], text) }
  }

  /// Whether a text has a form.
  private static func matches(_ form: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    guard let first = form.first else { return text.isEmpty }
    let rest = form.dropFirst()
    switch first {
    case UInt8(ascii: "*"): return (text.startIndex...text.endIndex).contains { matches(rest, text[$0...]) }
    case UInt8(ascii: "9"):
      let digits = text.prefix { $0.isDigit }
      return !digits.isEmpty && (1...digits.count).contains { matches(rest, text.dropFirst($0)) }
    case UInt8(ascii: "?"): return !text.isEmpty && matches(rest, text.dropFirst())
    case UInt8(ascii: "0"): return text.first?.isDigit == true && matches(rest, text.dropFirst())
    default: return text.first == first && matches(rest, text.dropFirst())
    }
  }

  private func end(of vocabulary: Vocabulary, from index: Int) -> Int? {
    for length in stride(from: vocabulary.longest, through: 1, by: -1) where index + length < tokens.count {
      let tokens = index..<(index + length)
      if vocabulary.isOfMisspellings, kind(index) != .word, !isOf(.atWord, index) { continue }
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
    case .words:
      var end = index
      while end < index + Self.reach, isOf(.word, end) || isOf(.number, end) { end += 1 }
      return end > index ? end : nil
    case .rest: return tokens.count - 1
    case .run:
      var end = index
      while isGlued(end), !self.kind(end).endsOperand, end < index + Self.reach { end += 1 }
      return end
    case .tail: return isTail(index) ? tokens.count - 1 : nil
    case .left: return nil
    case .first: return index == 0 ? index : nil
    case .start: return index == start ? index : nil
    case .stay: return index
    case .end: return kind == .end ? index : nil
    case .stop: return kind.endsOperand || kind == .symbol(.rightBracket) ? index : nil
    }
  }

  /// Whether a token is of a kind.
  private func isOf(_ group: MistakePattern.Kind, _ index: Int) -> Bool {
    let token = token(index)
    let kind = token.kind
    switch group {
    case .word: return kind == .word
    case .string: return kind == .string
    case .selector: return kind == .selector
    case .invalid: return kind == .invalid
    case .atWord: return kind == .atWord
    case .escapedWord: return kind == .escapedWord
    case .conversion: return kind == .conversion
    case .variable: return kind == .variable
    case .integer: return kind.isInteger
    case .double: return kind.isDouble
    case .number: return kind.isInteger || kind.isDouble
    case .key: return kind.isKey
    case .constant: return kind.isConstant
    case .value: return kind.isKey || kind.isConstant || kind.isLiteralWord
    case .text: return kind == .word || kind == .string || kind == .selector
    case .sentence: return kind == .string && lexer.text(token.range).contains(" ")
    case .reserved: return kind.isReserved
    case .operator: return token.infix?.precedence == .comparison && kind != .selector
    case .textOperator:
      if let op = InfixOperator.comparison(of: token, in: lexer) { return op.takesString }
      return false
    case .connective: return token.infix?.isConnective == true
    case .and: return token.infix?.precedence == .and
    case .or: return token.infix?.precedence == .or
    case .more: return !kind.endsOperand
    case .optionLetters:
      return kind == .word && consists(of: FormatStringOptions.letters.compactMap { $0.letter.asciiValue }, token)
    case .spotlightOptions: return kind == .word && consists(of: Array("cdwt".utf8), token)
    case .any: return kind != .end
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
    case .literal, .forms, .kind: return end > 0 && self.end(of: element, from: end - 1) == end ? end - 1 : nil
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
    case .end, .stop, .rest, .tail, .stay, .inside, .words: return nil
    case .run:
      var start = end
      while start > 0, isGlued(start), kind(start - 1) != .symbol(.leftParen), start > end - Self.reach { start -= 1 }
      return start
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
    }
  }
}

extension Token.Kind {
  fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
  fileprivate var isDouble: Bool { if case .double = self { true } else { false } }
  fileprivate var isKey: Bool { self == .word || self == .escapedWord || self == .atWord }

  fileprivate var isConstant: Bool {
    isInteger || isDouble || self == .string || self == .conversion || self == .variable
  }

  fileprivate var isReserved: Bool {
    if case .keyword = self { true } else { self == .operatorWord }
  }

  /// Whether the token is a reserved word that is a value by itself.
  fileprivate var isLiteralWord: Bool {
    guard case .keyword(let word) = self else { return false }
    return [.null, .nil, .yes, .no, .true, .false, .self].contains(word)
  }
}
