import PredicateSemantics
import PredicateSyntax

/// The scope that each token of a format must have: what the lexer and the declarations of the language say about it.
struct TextMateExpectation {
  /// A token, in UTF-16 units.
  struct Expected {
    let range: Range<Int>
    let scope: String
  }

  let tokens: [Expected]

  init(of text: String) {
    let bytes = Array(text.utf8)
    var lexer = Lexer(bytes)
    let tokens = lexer.tokens()
    // The offset in UTF-16 of each byte.
    var offsets: [Int] = []
    var offset = 0
    for scalar in text.unicodeScalars {
      offsets += [Int](repeating: offset, count: UTF8.width(scalar))
      offset += UTF16.width(scalar)
    }
    offsets.append(offset)
    var expected: [Expected] = []
    var isInOptions = false
    for (index, token) in tokens.dropLast().enumerated() {
      let (before, after) = (index > 0 ? tokens[index - 1] : nil, tokens[index + 1])
      if token.kind == .symbol(.leftBracket), let before { isInOptions = Self.takesOptions(before, lexer) }
      // The parenthesis of a call must be on the same line.
      let gap = bytes[token.range.end..<after.range.start]
      let isCall = after.kind == .symbol(.leftParen) && !gap.contains(UInt8(ascii: "\n"))
      expected.append(
        Expected(
          range: offsets[token.range.start]..<offsets[token.range.end],
          scope: isInOptions
            ? Self.scopeInOptions(token)
            : Self.scope(of: token, lexer.text(token.range), isCall: isCall, afterDot: before?.kind == .symbol(.dot))))
      if token.kind == .symbol(.rightBracket) { isInOptions = false }
    }
    self.tokens = expected
  }

  private static func takesOptions(_ token: Token, _ lexer: Lexer) -> Bool {
    let text = lexer.text(token.range).uppercased()
    return FormatComparisonOperator.table.contains {
      $0.takesOptions && ([$0.spelling] + $0.otherSpellings).contains(text)
    }
  }

  private static func scopeInOptions(_ token: Token) -> String {
    switch token.kind {
    case .symbol(.leftBracket): "punctuation.definition.options.begin"
    case .symbol(.rightBracket): "punctuation.definition.options.end"
    default: "storage.modifier.option"
    }
  }

  private static func scope(of token: Token, _ text: String, isCall: Bool, afterDot: Bool) -> String {
    switch token.kind {
    case .end, .invalid: "none"
    case .word, .escapedWord, .selector:
      if isCall {
        functionNames.contains(text) ? "support.function.predefined" : "entity.name.function"
      } else {
        token.kind == .selector ? "keyword.operator.selector" : "variable.other.key"
      }
    case .atWord: FormatCollectionOperator(rawValue: text) == nil ? "variable.other.key" : "support.function.collection"
    case .keyword(let keyword): afterDot ? "variable.other.key" : scope(of: keyword)
    case .operatorWord: "keyword.operator.comparison"
    case .variable: "variable.parameter"
    case .integer: "constant.numeric.integer"
    case .double: "constant.numeric.float"
    case .string: text.utf8.first == UInt8(ascii: "'") ? "string.quoted.single" : "string.quoted.double"
    case .conversion: "constant.other.placeholder"
    case .symbol(let symbol): scope(of: symbol)
    }
  }

  static func scope(of keyword: Keyword) -> String {
    switch keyword {
    case .and, .or, .not: "keyword.operator.logical"
    case .any, .some, .all, .none: "keyword.operator.modifier"
    case .null, .nil, .yes, .no, .true, .false, .truePredicate, .falsePredicate: "constant.language"
    case .self, .anyKey: "variable.language"
    case .first, .last, .size: "support.constant.index"
    case .subquery, .cast, .function, .ternary, .fetch: "keyword.other.special"
    case .union, .intersect, .minus: "keyword.operator.set"
    case .caseInsensitive, .ci: "invalid.illegal.reserved"
    }
  }

  static func scope(of symbol: Token.Symbol) -> String {
    switch symbol {
    case .assign: "keyword.operator.assignment"
    case .equalEqual, .notEqual, .lessGreater, .lessEqual, .equalLess, .greaterEqual, .equalGreater, .equal, .less,
      .greater:
      "keyword.operator.comparison"
    case .andAnd, .orOr, .bang: "keyword.operator.logical"
    case .shiftLeft, .shiftRight, .and, .or, .caret, .tilde: "keyword.operator.bitwise"
    case .starStar, .plus, .minus, .star, .slash: "keyword.operator.arithmetic"
    case .leftParen: "punctuation.section.parens.begin"
    case .rightParen: "punctuation.section.parens.end"
    case .leftBracket: "punctuation.section.brackets.begin"
    case .rightBracket: "punctuation.section.brackets.end"
    case .leftBrace: "punctuation.section.braces.begin"
    case .rightBrace: "punctuation.section.braces.end"
    case .comma: "punctuation.separator.comma"
    case .dot: "punctuation.accessor"
    }
  }

  /// The selectors of the predefined functions, and their first parts. Functions of two operands with an operator have no short
  /// name.
  static let functionNames = Set(
    PredefinedFunction.all.flatMap { function in
      let hasShortName = ArithmeticOperator(selector: function.selector).map { $0.arity == 1 } ?? true
      return hasShortName ? [function.selector, String(function.selector.prefix { $0 != ":" })] : [function.selector]
    })

  // MARK: Comparing

  /// The end of each scope.
  static let suffix = ".predicate-format"

  /// Returns the tokens of a text that the grammar colors in another way, and the blanks that it colors, with their positions in
  /// UTF-16 units.
  func differences(from pieces: [TextMateTokenizer.Piece]) -> [String] {
    var differences: [String] = []
    var next = 0
    for piece in pieces {
      while next < tokens.count, tokens[next].range.upperBound <= piece.range.lowerBound { next += 1 }
      guard next < tokens.count, tokens[next].range.lowerBound < piece.range.upperBound else {
        if piece.scopes.count > 1 { differences.append("\(piece.range): nothing, not \(piece.scopes)") }
        continue
      }
      let (range, scope) = (tokens[next].range, tokens[next].scope)
      // Only strings have parts.
      let isWhole = scope.hasPrefix("string") ? piece.range.clamped(to: range) == piece.range : piece.range == range
      if !isWhole || !piece.scopes.contains(scope + Self.suffix) {
        differences.append("\(piece.range): \(scope) at \(range), not \(piece.scopes)")
      }
    }
    return differences
  }
}
