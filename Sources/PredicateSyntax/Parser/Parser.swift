/// A recursive-descent parser for format strings.
///
/// One function parses terms of every precedence (`Precedence`), because `(` may open a predicate or an expression, and only the
/// following text decides which. A `Term` is a predicate or an expression. `predicate(from:)` and `expression(from:)` convert it,
/// and report an error for the wrong kind. So no valid text is parsed twice. After an error, the parser continues after the
/// comparison (`reportAndSkip`), so that one run finds the errors of all comparisons, and one mistake is one error.
///
/// A method `reject…` reports a particular mistake, and returns false or nil if there is no such mistake.
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

  /// Creates a parser. The bytes must be valid UTF-8.
  init(_ bytes: [UInt8], limits: Limits) {
    lexer = Lexer(bytes, diagnostics: DiagnosticList(limit: limits.errors))
    maximumDepth = min(limits.height, Limits.greatestHeight)
    maximumLeaves = limits.nodes
    let length = min(limits.length, Limits.greatestLength)
    if bytes.count > length {
      lexer.diagnostics.stop(.textTooLong(bytes: bytes.count, limit: length), at: FormatRange(length, length))
      lexer.position = bytes.count
    }
    token = lexer.next()
  }

  /// Format ::= Predicate
  mutating func parsePredicateFormat() -> FormatPredicate {
    switch token.kind {
    // After this error, others at the same position are ignored.
    case .end: report(.emptyFormat)
    case .symbol(.star), .keyword(.all): rejectEveryObject()
    case .word where lexer.byteAhead == UInt8(ascii: "`"): rejectQueryWithQuotes()
    default: break
    }
    var result = predicate(from: parseTerm(.or))
    while token.kind != .end, !lexer.diagnostics.isStopped {
      if !rejectJoin() {
        if hasErrorInComparison {
          // Report a clause such as ORDER BY even after an error, because it is a separate mistake.
          _ = rejectClause(afterPredicate: true)
        } else if !rejectBounds(of: result) {
          rejectText(after: "predicate")
        }
        synchronize()
        // Resume after the next AND or OR to find errors there.
        guard let precedence = token.infix?.precedence, precedence == .and || precedence == .or else { break }
        advance()
      }
      comparisonStart = end
      // An error has been reported, so the predicate before it is not needed.
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

  /// A parser after the current token that reports nothing, for decisions that need more than the next token.
  var ahead: Parser {
    var copy = self
    copy.lexer.diagnostics.isMuted = true
    copy.advance()
    return copy
  }

  /// Returns the range from `start` to the end of the last consumed token.
  func range(from start: Int) -> FormatRange { FormatRange(near: start, max(start, end)) }

  // MARK: Errors

  /// Returns an error, and reports it unless no range is given and the lexer has already reported the current token as invalid.
  ///
  /// - Parameter range: The position of the error, or nil for the current token.
  @discardableResult @inline(never)
  mutating func report(
    _ message: Message, at range: FormatRange? = nil, labels: [FormatDiagnostic.Label] = [],
    fixIts: [FormatDiagnostic.FixIt] = []
  ) -> FormatDiagnostic {
    let error = FormatDiagnostic(message, at: range ?? token.range, labels: labels, fixIts: fixIts)
    let isReportedByLexer = range == nil && token.kind == .invalid
    if !isReportedByLexer {
      lexer.diagnostics.report(error)
      if lexer.diagnostics.isStopped { stop() }
    }
    return error
  }

  /// Reports an error after which the rest of the comparison cannot be parsed, and skips that rest. If the comparison has an
  /// error already, this one follows from it and is not reported.
  @discardableResult @inline(never)
  mutating func reportAndSkip(
    _ message: Message, at range: FormatRange? = nil, labels: [FormatDiagnostic.Label] = [],
    fixIts: [FormatDiagnostic.FixIt] = []
  ) -> FormatDiagnostic {
    let known = lexer.diagnostics.last(from: comparisonStart)
    let error = known ?? report(message, at: range, labels: labels, fixIts: fixIts)
    synchronize()
    return error
  }

  /// Reports an error in place of a value, and continues after its range.
  mutating func reportValue(
    _ message: Message, at range: FormatRange, fixIts: [FormatDiagnostic.FixIt] = []
  ) -> FormatExpression {
    let error = report(message, at: range, fixIts: fixIts)
    lexer.position = range.end
    advance()
    return FormatExpression(.invalid(error), range: range)
  }

  /// Whether an error has been reported in the current comparison.
  var hasErrorInComparison: Bool { lexer.diagnostics.last(from: comparisonStart) != nil }

  /// Moves to the end of the text.
  @inline(never)
  private mutating func stop() {
    lexer.position = lexer.bytes.count
    token = lexer.next()
  }

  /// Enters a level of recursion. Call `leave()` afterwards, also if this returns false.
  ///
  /// - Returns: Whether the level is within the limit.
  mutating func enter() -> Bool {
    depth += 1
    return depth <= maximumDepth
  }

  /// Stops parsing at the limit of recursion and returns the error.
  @inline(never)
  mutating func rejectDepth() -> FormatDiagnostic {
    let error = lexer.diagnostics.stop(.tooHigh(limit: maximumDepth), at: token.range)
    stop()
    return error
  }

  mutating func leave() { depth -= 1 }

  /// Counts a constant, key or call, and stops parsing at the limit.
  @inline(__always)
  mutating func countLeaf() {
    leaves += 1
    if leaves > maximumLeaves { stopAtTooManyLeaves() }
  }

  private mutating func stopAtTooManyLeaves() {
    lexer.diagnostics.stop(.tooManyNodes(limit: maximumLeaves), at: token.range)
    stop()
  }

  /// Calls `body` without reporting errors. While reading ahead, errors are not reported afterward either.
  mutating func muted<Result>(_ body: (inout Parser) -> Result) -> Result {
    let wasMuted = lexer.diagnostics.isMuted
    lexer.diagnostics.isMuted = true
    defer { lexer.diagnostics.isMuted = wasMuted }
    return body(&self)
  }

  /// Skips to the next AND, OR, comma, or closing bracket that is not inside brackets opened on the way, or to the end of the text,
  /// without reporting errors. At the outermost level, commas and closing brackets are skipped too.
  mutating func synchronize() { muted { $0.skipRest() } }

  private mutating func skipRest() {
    var open = 0
    while true {
      switch token.kind {
      case .end: return
      case .symbol(.leftParen), .symbol(.leftBrace), .symbol(.leftBracket): open += 1
      case .symbol(.rightParen), .symbol(.rightBrace), .symbol(.rightBracket):
        if open == 0 {
          // At the outermost level, `parsePredicateFormat` would stop at the bracket.
          if depth > 0 { return }
        } else {
          open -= 1
        }
      case .keyword(.and), .keyword(.or), .symbol(.andAnd), .symbol(.orOr):
        if open == 0 { return }
      case .symbol(.comma):
        if open == 0, depth > 0 { return }
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
      // If the expression contains an error, it may have been meant as a predicate.
      if let error = lexer.diagnostics.last(from: expression.range.start) {
        return FormatPredicate(.invalid(error), range: expression.range)
      }
      let mistake = rejectKnown(after: expression)
      if mistake != nil { synchronize() }
      let error = mistake ?? rejectValue(expression)
      return FormatPredicate(.invalid(error), range: expression.range)
    }
  }

  mutating func expression(from term: consuming Term) -> FormatExpression {
    switch term {
    case .expression(let expression): return expression
    case .predicate(let predicate):
      if case .invalid(let error) = predicate.kind { return FormatExpression(.invalid(error), range: predicate.range) }
      // If the predicate contains an error, it may have been meant as an expression.
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
    default: return describe(token.range)
    }
  }

  /// Returns the text of a range as messages show it. Long texts are truncated.
  func describe(_ range: FormatRange) -> String {
    let text = lexer.text(range)
    return text.utf8.count > Message.longestQuotation ? "'\(text.prefix(30))…'" : "'\(text)'"
  }
}
