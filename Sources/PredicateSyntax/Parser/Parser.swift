/// A recursive-descent parser for format strings.
///
/// One function parses terms of every precedence (`Precedence`), because `(` may open a predicate or an expression, and only the
/// following text decides which. A term is either, and code that needs one of the two reports an error for the other. So no text
/// is parsed twice. After an error, the parser continues after the comparison (`reject`), so that one run finds the errors of all
/// comparisons, and one mistake is one error.
package struct Parser {
  var lexer: Lexer
  var token: Token
  /// The end of the previous token.
  var end = 0
  private var depth = 0
  private let maximumDepth: Int
  /// The number of constants, keys, and calls so far, which is a lower bound of the number of nodes.
  private var leaves = 0
  private let maximumLeaves: Int
  /// The start of the current comparison, or of the current element of a list.
  var comparisonStart = 0

  /// A predicate or an expression.
  enum Term {
    case predicate(FormatPredicate)
    case expression(FormatExpression)

    var range: FormatRange {
      switch self {
      case .predicate(let predicate): predicate.range
      case .expression(let expression): expression.range
      }
    }
  }

  /// Creates a parser for well-formed UTF-8.
  init(_ bytes: [UInt8], limits: Limits) {
    var diagnostics = DiagnosticList(limit: limits.errors)
    maximumDepth = min(limits.height, Limits.greatestHeight)
    maximumLeaves = limits.nodes
    let length = min(limits.length, Limits.greatestLength)
    if bytes.count > length {
      diagnostics.stop(.textTooLong(bytes: bytes.count, limit: length), at: FormatRange(length, length))
    }
    var lexer = Lexer(bytes, diagnostics: diagnostics)
    if diagnostics.isStopped { lexer.position = bytes.count }
    token = lexer.next()
    self.lexer = lexer
  }

  /// Format ::= Predicate
  mutating func parsePredicateFormat() -> FormatPredicate {
    if token.kind == .end { report(.emptyFormat) }
    rejectEveryObject()
    rejectQueryWithQuotes()
    var result = predicate(from: parseTerm(.or))
    while token.kind != .end, !lexer.diagnostics.isStopped {
      if !rejectJoin() {
        if hasErrorInComparison {
          // A clause is another mistake than the one before it.
          _ = rejectClause(afterPredicate: true)
        } else if !rejectBounds(of: result) {
          rejectText(after: "predicate")
        }
        synchronize()
        // Resume after the next AND or OR to find errors there.
        guard let precedence = token.infix?.precedence, precedence < .comparison else { break }
        advance()
      }
      comparisonStart = end
      result = predicate(from: parseTerm(.or))
    }
    return result
  }

  /// ExpressionFormat ::= Expression
  mutating func parseExpressionFormat() -> FormatExpression {
    if token.kind == .end { report(.emptyFormat) }
    let result = parseExpression(.assignment)
    if token.kind != .end, !hasErrorInComparison { rejectText(after: "expression") }
    return result
  }

  // MARK: Tokens

  mutating func advance() {
    end = token.range.end
    token = lexer.next()
  }

  mutating func eat(_ symbol: Token.Symbol) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    advance()
    return true
  }

  /// Returns the token after the current one.
  func peek() -> Token {
    var copy = lexer
    return copy.next()
  }

  /// Returns the range from `start` to the end of the last consumed token.
  func range(from start: Int) -> FormatRange { FormatRange(near: start, max(start, end)) }

  // MARK: Errors

  /// Reports an error, at the current token if no range is given, and returns it.
  @discardableResult
  mutating func report(
    _ message: Message, at range: FormatRange? = nil, labels: [FormatDiagnostic.Label] = [],
    fixIts: [FormatDiagnostic.FixIt] = []
  ) -> FormatDiagnostic {
    let error = FormatDiagnostic(message, at: range ?? token.range, labels: labels, fixIts: fixIts)
    // The lexer has already reported an invalid token.
    if range == nil, token.kind == .invalid { return error }
    lexer.diagnostics.report(error)
    if lexer.diagnostics.isStopped { stop() }
    return error
  }

  /// Reports an error after which the rest of the comparison cannot be parsed, and skips that rest. If the comparison has an
  /// error already, this one follows from it and is not reported.
  @discardableResult
  mutating func reject(
    _ message: Message, at range: FormatRange? = nil, labels: [FormatDiagnostic.Label] = [],
    fixIts: [FormatDiagnostic.FixIt] = []
  ) -> FormatDiagnostic {
    let known = lexer.diagnostics.last(from: comparisonStart)
    let error = known ?? report(message, at: range, labels: labels, fixIts: fixIts)
    synchronize()
    return error
  }

  /// Whether an error has been reported in the current comparison.
  var hasErrorInComparison: Bool { lexer.diagnostics.last(from: comparisonStart) != nil }

  private mutating func stop() {
    lexer.position = lexer.bytes.count
    token = lexer.next()
  }

  /// Enters a level of recursion. `leave()` must follow.
  ///
  /// - Returns: Whether the level is within the limit.
  mutating func enter() -> Bool {
    depth += 1
    return depth <= maximumDepth
  }

  /// Stops parsing at the limit of recursion and returns the error.
  mutating func rejectDepth() -> FormatDiagnostic {
    let error = lexer.diagnostics.stop(.tooHigh(limit: maximumDepth), at: token.range)
    stop()
    return error
  }

  mutating func leave() { depth -= 1 }

  /// Counts a leaf and stops parsing at the limit.
  mutating func countLeaf() {
    leaves += 1
    guard leaves > maximumLeaves else { return }
    lexer.diagnostics.stop(.tooManyNodes(limit: maximumLeaves), at: token.range)
    stop()
  }

  /// Skips to the next AND, OR, comma, or closing bracket that is not inside brackets opened on the way, without reporting errors.
  mutating func synchronize() {
    let wasMuted = lexer.diagnostics.isMuted
    lexer.diagnostics.isMuted = true
    defer { lexer.diagnostics.isMuted = wasMuted }
    var open = 0
    while true {
      switch token.kind {
      case .end: return
      case .symbol(.leftParen), .symbol(.leftBrace), .symbol(.leftBracket): open += 1
      case .symbol(.rightParen), .symbol(.rightBrace), .symbol(.rightBracket):
        if open == 0 {
          // Skip an unmatched bracket at the outermost level, because it would end all further parsing.
          if depth > 0 { return }
        } else {
          open -= 1
        }
      case .keyword(.and), .keyword(.or), .symbol(.andAnd), .symbol(.orOr), .symbol(.comma):
        if open == 0, token.kind != .symbol(.comma) || depth > 0 { return }
      default: break
      }
      advance()
    }
  }

  // MARK: Conversion of terms

  mutating func predicate(from term: consuming Term) -> FormatPredicate {
    switch term {
    case .predicate(let predicate): return predicate
    case .expression(let expression):
      if case .invalid(let error) = expression.kind { return FormatPredicate(.invalid(error), range: expression.range) }
      // An error inside the expression has consumed the operator.
      if let error = lexer.diagnostics.last(from: expression.range.start) {
        return FormatPredicate(.invalid(error), range: expression.range)
      }
      let error: FormatDiagnostic
      if let mistake = rejectKnown(after: expression) {
        error = mistake
        synchronize()
      } else {
        error = rejectValue(expression)
      }
      return FormatPredicate(.invalid(error), range: expression.range)
    }
  }

  mutating func expression(from term: consuming Term) -> FormatExpression {
    switch term {
    case .expression(let expression): return expression
    case .predicate(let predicate):
      if case .invalid(let error) = predicate.kind { return FormatExpression(.invalid(error), range: predicate.range) }
      // An error inside the predicate may have made it one.
      let known = lexer.diagnostics.last(from: predicate.range.start)
      return FormatExpression(
        .invalid(known ?? report(.unexpectedPredicate, at: predicate.range)), range: predicate.range)
    }
  }

  mutating func parseExpression(_ minimum: Precedence) -> FormatExpression { expression(from: parseTerm(minimum)) }

  // MARK: Descriptions for messages

  /// Returns a token as messages show it.
  func describe(_ token: Token) -> String {
    switch token.kind {
    case .end: return "the end of the text"
    case .invalid: return "something unreadable"
    default: return describe(token.range)
    }
  }

  /// Returns the text of a range as messages show it. Long texts are truncated.
  func describe(_ range: FormatRange) -> String {
    let text = lexer.text(range)
    return text.utf8.count > Message.longestQuotation ? "'\(text.prefix(30))…'" : "'\(text)'"
  }
}
