/// A recursive-descent parser for format strings.
///
/// One function parses terms of every precedence (`Precedence`), because `(` may open a predicate or an expression, and only the
/// following text decides which. A `Term` is a predicate or an expression. So no text is parsed twice.
///
/// The parser knows the grammar only. At a token that does not fit, it throws a `Misfit` out of the comparison. `parseCompound`
/// catches it, reports one error, which `Mistake` explains, and goes on after the next AND, OR or closing bracket.
package struct Parser {
  var lexer: Lexer
  /// All tokens of the text. The last one is the end.
  let tokens: [Token]
  /// The current token, and its index. (A property that reads the array would enlarge the stack frames of debug builds.)
  private(set) var token: Token
  private(set) var index = 0
  /// The errors so far.
  var diagnostics: DiagnosticList
  /// The index of the first token of the current comparison.
  var comparisonStart = 0
  /// Whether the format is an expression.
  private(set) var isExpression = false
  private var depth = 0
  private let maximumDepth: Int
  /// The number of constants, keys, and calls so far, which is a lower bound of the number of nodes.
  private var leaves = 0
  private let maximumLeaves: Int
  /// The number of brackets around each token, for the recovery from the first misfit on.
  private(set) var brackets: [Int] = []
  /// The number of tokens that the parser and the patterns of mistakes have examined, for a test.
  package var examined: Int { index + examinedByPatterns }
  private var examinedByPatterns = 0
  /// The index of the token at which the last misfit was found.
  private var lastMisfit = -1

  enum Term {
    case predicate(FormatPredicate)
    case expression(FormatExpression)
    /// A part of the text in which an error has been reported.
    case failed(FormatRange)

    var range: FormatRange {
      switch self {
      case .predicate(let predicate): predicate.range
      case .expression(let expression): expression.range
      case .failed(let range): range
      }
    }
  }

  /// Creates a parser. The bytes must be valid UTF-8.
  package init(_ bytes: [UInt8], limits: PredicateLimits) {
    lexer = Lexer(bytes)
    diagnostics = DiagnosticList(limit: limits.errors)
    maximumDepth = min(limits.height, PredicateLimits.greatestHeight)
    maximumLeaves = limits.nodes
    let length = min(limits.length, PredicateLimits.greatestLength)
    if bytes.count > length {
      diagnostics.stop(.textTooLong(bytes: bytes.count, limit: length), at: FormatRange(length, length))
      tokens = [Token(kind: .end, range: FormatRange(near: bytes.count, bytes.count))]
    } else {
      tokens = lexer.tokens()
    }
    token = tokens[0]
  }

  /// Format ::= Predicate
  mutating func parsePredicateFormat() -> FormatPredicate {
    let term = predicate(from: parseFormat())
    if case .predicate(let predicate) = term { return predicate }
    if case .expression(let value) = term { recover(from: .missingOperator(after: value)) }
    return FormatPredicate(part: .constant(true))
  }

  /// ExpressionFormat ::= Expression
  mutating func parseExpressionFormat() -> FormatExpression {
    isExpression = true
    if token.kind == .end { recover(from: .format) }
    var result = FormatExpression(.evaluatedObject)
    do throws(Misfit) {
      result = try parseExpression()
      if token.kind != .end { throw misfit(.end(of: .expression(result))) }
    } catch {
      recover(from: error)
    }
    return result
  }

  private mutating func parseFormat() -> Term {
    if token.kind == .end { recover(from: .format) }
    let term = parseCompound(in: nil)
    return diagnostics.hasErrors ? .failed(term.range) : term
  }

  // MARK: Tokens

  /// The token after the current one.
  var next: Token { tokens[min(index + 1, tokens.count - 1)] }

  /// The end of the previous token.
  var end: Int { index > 0 ? tokens[index - 1].range.end : 0 }

  mutating func advance() {
    index = min(index + 1, tokens.count - 1)
    token = tokens[index]
  }

  /// Moves to a token. After the last token, the end follows.
  private mutating func move(to position: Int) {
    index = min(position, tokens.count - 1)
    token = tokens[index]
  }

  mutating func eat(_ symbol: Token.Symbol) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    advance()
    return true
  }

  /// Whether the next token is an opening parenthesis, which makes the current word a function.
  var isCall: Bool { next.kind == .symbol(.leftParen) }

  /// Returns the range from `start` to the end of the last consumed token.
  func range(from start: Int) -> FormatRange { FormatRange(near: start, max(start, end)) }

  /// Returns the range from `start` to the end of the last consumed token as that of a word.
  func word(from start: Int) -> WordRange { WordRange(range(from: start)) }

  // MARK: Limits

  /// Enters a level of recursion. Call `leave()` afterwards, also if this throws.
  mutating func enter() throws(Misfit) {
    depth += 1
    if depth > maximumDepth { throw misfit(.limit(.tooHigh(limit: maximumDepth))) }
  }

  mutating func leave() { depth -= 1 }

  /// Counts a constant, key or call.
  mutating func countLeaf() throws(Misfit) {
    leaves += 1
    if leaves > maximumLeaves { throw misfit(.limit(.tooManyNodes(limit: maximumLeaves))) }
  }

  // MARK: Errors

  /// Returns the misfit of the current token.
  @inline(never)
  func misfit(_ expected: Misfit.Expected) -> Misfit {
    Misfit(token: index, expected: expected, start: comparisonStart)
  }

  /// Reports an error at the current token, and skips the rest of the comparison.
  @discardableResult
  mutating func recover(from expected: Misfit.Expected) -> Bool { recover(from: misfit(expected)) }

  /// Reports the error of a comparison, and skips its rest: to the next AND, OR, comma or closing bracket that is not inside brackets
  /// of the comparison.
  ///
  /// - Returns: Whether another comparison begins at the current token.
  @discardableResult @inline(never)
  mutating func recover(from misfit: Misfit) -> Bool {
    if brackets.isEmpty { brackets = Token.bracketDepths(tokens) }
    if case .limit(let message, let range) = misfit.expected {
      diagnostics.stop(message, at: range ?? tokens[misfit.token].range)
      move(to: tokens.count - 1)
      return false
    }
    // A misfit where the last one was found follows from it.
    if misfit.token > lastMisfit {
      lastMisfit = misfit.token
      let explanation = explanation(of: misfit)
      examinedByPatterns += explanation.examined
      if let error = explanation.error { diagnostics.report(error) }
      move(to: max(index, misfit.token, explanation.end))
      if explanation.continues, token.kind != .end, !diagnostics.isStopped { return true }
    }
    let start = min(misfit.start, tokens.count - 1)
    skip(toLevel: brackets[start] + (tokens[start].isClosingBracket ? 1 : 0))
    lastMisfit = max(lastMisfit, token.kind == .end ? index : index - 1)
    if diagnostics.isStopped { move(to: tokens.count - 1) }
    return false
  }

  /// Moves to the next token that ends a comparison inside a number of brackets.
  private mutating func skip(toLevel level: Int) {
    while token.kind != .end {
      let depth = brackets[index]
      if depth < level { return }
      if depth == level, token.infix?.isConnective == true || token.kind == .symbol(.comma) && level > 0 { return }
      advance()
    }
  }

  /// Returns what is wrong at a misfit.
  private func explanation(of misfit: Misfit) -> Mistake.Explanation {
    var result = Mistake.explanation(of: misfit, in: self)
    if result.error == nil { result.error = lexer.error(of: tokens[misfit.token]) ?? genericError(misfit) }
    return result
  }

  // MARK: Descriptions for messages

  /// Returns a token as messages show it.
  func describe(_ token: Token) -> String {
    switch token.kind {
    case .end: "the end of the text"
    default: describe(token.range)
    }
  }

  /// Returns the text of a range as messages show it. Long texts are truncated.
  func describe(_ range: FormatRange) -> String {
    let text = lexer.text(range)
    return text.utf8.count > Message.longestQuotation ? "'\(text.prefix(30))…'" : "'\(text)'"
  }
}
