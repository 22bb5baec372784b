import PredicateSyntax

/// The tokens of a format string, with what each one is, for syntax colors.
struct ColoredText {
  private var pieces: [(range: FormatRange, kind: Kind)] = []

  private enum Kind: String {
    case keyword, constant, `operator`, option, key, function, variable, number, string, conversion, symbol, invalid
  }

  init(_ format: String) {
    var lexer = Lexer(Array(format.utf8), faults: DiagnosticList())
    var token = lexer.next()
    while token.kind != .end, pieces.count < Self.mostTokens {
      pieces.append((token.range, Self.kind(of: token.kind)))
      // The letters of `[cd]` follow an operator and an opening bracket.
      let last = pieces.suffix(3)
      if last.count == 3, case .word = token.kind, last.first?.kind == .operator,
        lexer.text(last[last.startIndex + 1].range) == "["
      {
        pieces[pieces.count - 1].kind = .option
      }
      token = lexer.next()
    }
  }

  /// The tokens that get colors. A longer text has no colors at its end.
  private static let mostTokens = 20_000

  private static func kind(of token: Token.Kind) -> Kind {
    switch token {
    case .end, .symbol(.comma), .symbol(.dot): .symbol
    case .word, .escapedWord: .key
    case .keyword(let word): kind(of: word)
    case .operatorWord: .operator
    case .atWord, .selector: .function
    case .variable: .variable
    case .integer, .double: .number
    case .string: .string
    case .conversion: .conversion
    case .symbol(let symbol): kind(of: symbol)
    case .foreignOperator, .invalid: .invalid
    }
  }

  private static func kind(of word: Keyword) -> Kind {
    switch word {
    case .null, .nil, .yes, .no, .true, .false, .self, .anyKey, .truePredicate, .falsePredicate, .first, .last, .size:
      .constant
    case .subquery, .cast, .function, .ternary, .fetch: .function
    case .and, .or, .not, .any, .some, .all, .none, .union, .intersect, .minus, .caseInsensitive, .ci: .keyword
    }
  }

  private static func kind(of symbol: Token.Symbol) -> Kind {
    switch symbol {
    case .leftParen, .rightParen, .leftBracket, .rightBracket, .leftBrace, .rightBrace, .comma, .dot: .symbol
    case .andAnd, .orOr, .bang: .keyword
    default: .operator
    }
  }

  /// A list of `[start, end, kind]`.
  var json: String {
    String.jsonArray(
      pieces.map { "[\($0.range.start), \($0.range.end), \(String.jsonString($0.kind.rawValue))]" })
  }
}
