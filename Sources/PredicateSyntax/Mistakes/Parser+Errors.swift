// The errors that say what was expected, if no known mistake explains a misfit.

extension Parser {
  /// Returns the error that says what the grammar expects at a misfit.
  func genericError(_ misfit: Misfit) -> FormatDiagnostic {
    let token = tokens[misfit.token]
    let found = describe(token)
    func error(
      _ message: Message, at range: FormatRange? = nil, labels: [FormatDiagnostic.Label] = [],
      _ fixIts: [FormatDiagnostic.FixIt] = []
    ) -> FormatDiagnostic { FormatDiagnostic(message, at: range ?? token.range, labels: labels, fixIts: fixIts) }
    switch misfit.expected {
    case .format: return error(.emptyFormat)
    case .value:
      let before = misfit.token > 0 ? lexer.text(tokens[misfit.token - 1].range).uppercased() : ""
      let isAfterConnective = ["AND", "OR", "NOT", "&&", "||"].contains(before)
      return error(
        isAfterConnective ? .expectedPredicate(after: before, found: found) : .expectedExpression(found: found))
    case .end(of: .expression) where isExpression: return error(.unexpectedText(found, after: "expression"))
    case .missingOperator(let value), .modifiedOperator(let value, _), .end(of: .expression(let value)):
      return error(
        .expectedOperator(after: describe(value.range), found: found, notes: notes(on: value, token)),
        fixIts(on: value, token))
    case .predicate(let range): return error(.unexpectedPredicate, at: range)
    case .single(let predicate, let modifier):
      return misplacedModifier(modifier, before: predicate)
    case .endOfComparison: return error(.chainedComparison())
    case .end(of: .predicate), .end(of: .failed): return error(.unexpectedText(found, after: "predicate"))
    case .closing(let open, _):
      let bracket = tokens[open].range
      let text = lexer.text(bracket)
      return error(
        .unclosed(text, found: found), labels: [FormatDiagnostic.Label(range: bracket, text: "'\(text)' opened")],
        closingFixIts(misfit))
    case .key:
      let isKey = token.kind == .string && token.range.end - token.range.start <= Message.longestQuotation
      let key = isKey ? Printer.word(ofKey: lexer.string(of: token)) : ""
      return error(
        .expectedKey(found: found),
        key.isEmpty ? [] : [.titled("write the key with escapes: \(key)", at: token.range, with: key)])
    case .comma(let call): return error(.expectedComma(of: call.rawValue, found: found))
    case .string(let call): return error(.expectedString(of: call.rawValue, found: found))
    case .variable: return error(.expectedVariable(found: found))
    case .option(let position, let open):
      let isOtherBracket = token.isClosingBracket && token.kind != .symbol(.rightBracket)
      if isOtherBracket || token.kind == .end || token.kind == .string {
        return error(
          .unclosed("[", found: found), labels: [FormatDiagnostic.Label(range: tokens[open].range, text: "opened")],
          isOtherBracket ? [.write("]", at: token.range)] : [])
      }
      let scalar = lexer.scalar(at: position)
      let range = FormatRange(position, position + (scalar.map(UTF8.width) ?? 1))
      return error(
        .unknownOption(scalar.map(Lexer.quoted) ?? "this byte"), at: range,
        fixIts(onOption: lexer.byte(at: position), at: range, open))
    case .noOptions(let open):
      let op = tokens[open - 1]
      let name = op.kind == .operatorWord ? lexer.text(op.range).uppercased() : lexer.text(op.range)
      return error(.optionsNotAllowed(name), at: tokens[open].range.union(token.range))
    case .assignmentTarget:
      let rest = tokens[(misfit.token + 1)...].prefix { !$0.kind.endsPredicate }
      let isChain = rest.contains { $0.infix?.precedence == .comparison }
      return error(.assignmentTarget, isChain ? [] : [.suggest("==", at: token.range)])
    case .unreserved:
      let word = lexer.text(token.range)
      let isKey = tokens[misfit.token + 1].kind != .word
      return error(.reservedWord(word), isKey ? [.write("#\(word)", at: token.range)] : [])
    case .conversion: return error(.unknownConversion(lexer.text(token.range)))
    case .integerInRange(let range, let text): return error(.integerOutOfRange(text), at: range)
    case .limit(let message, _): return error(message)
    }
  }

  /// Returns the fix-its for a letter that is not a string option, such as `i`, which other languages use for `c`.
  private func fixIts(onOption letter: UInt8, at range: FormatRange, _ open: Int) -> [FormatDiagnostic.FixIt] {
    let options = lexer.bytes[tokens[open].range.end...].prefix { $0 != UInt8(ascii: "]") }.map { $0 | 0x20 }
    let hasCase = options.contains(UInt8(ascii: "c"))
    switch letter | 0x20 {
    case UInt8(ascii: "s") where hasCase && !options.contains(UInt8(ascii: "d")): return [.suggest("d", at: range)]
    case UInt8(ascii: "i") where hasCase:
      return [.titled("remove it: c already ignores case", at: range, with: "", isSafe: true)]
    case UInt8(ascii: "i"): return [.suggest("c", at: range)]
    default: return []
    }
  }

  /// Returns the fix-its for missing closing brackets at the end of the text: one for all open brackets.
  private func closingFixIts(_ misfit: Misfit) -> [FormatDiagnostic.FixIt] {
    guard tokens[misfit.token].kind == .end else { return [] }
    // More open brackets are hardly an oversight.
    let mostClosings = 20
    var closing: [String] = []
    for token in tokens {
      switch token.kind {
      case .symbol(.leftParen): closing.append(")")
      case .symbol(.leftBrace): closing.append("}")
      case .symbol(.leftBracket): closing.append("]")
      case _ where token.isClosingBracket: guard closing.popLast() == lexer.text(token.range) else { return [] }
      default: break
      }
    }
    guard !closing.isEmpty, closing.count <= mostClosings, misfit.token > 0 else { return [] }
    let text = closing.reversed().joined()
    let end = tokens[misfit.token - 1].range.end
    return [.titled("write \(text) at the end", at: FormatRange(end, end), with: text)]
  }

  // MARK: Modifiers before several comparisons

  /// Returns the error for ANY, ALL, or NONE before a predicate in parentheses, and shows how to write it.
  private func misplacedModifier(_ modifier: Int, before predicate: FormatPredicate) -> FormatDiagnostic {
    let word = tokens[modifier].range
    let name = lexer.text(word).uppercased()
    let open = modifier + 1
    guard tokens[open].kind == .symbol(.leftParen), let close = closing(of: open) else {
      return FormatDiagnostic(.misplacedModifier(name, isSingle: false), at: word)
    }
    let parentheses = tokens[open].range.union(tokens[close].range)
    let inner = (open + 1)..<close
    if case .comparison(let comparison) = predicate.kind, comparison.modifier == .direct {
      // Both parts of `ANY (a.b > 1) AND (a.b < 5)` are meant for the same element.
      if name == "ANY" || name == "SOME", tokens[close + 1].infix?.precedence == .and,
        tokens[close + 2].kind == .symbol(.leftParen), let end = closing(of: close + 2),
        let both = subquery(open..<(end + 1))
      {
        let range = word.union(tokens[end].range)
        return FormatDiagnostic(
          .misplacedModifier(name, isSingle: false), at: word, fixIts: [.write("\(both).@count > 0", at: range)])
      }
      let text = lexer.text(FormatRange(tokens[open].range.end, tokens[close].range.start))
      return FormatDiagnostic(
        .misplacedModifier(name, isSingle: true), at: word,
        fixIts: [.titled("write \(name) \(text)", at: parentheses, with: text)])
    }
    var fixIts: [FormatDiagnostic.FixIt] = []
    if name != "ALL", let subquery = subquery(inner) {
      fixIts = [.write("\(subquery).@count \(name == "NONE" ? "==" : ">") 0", at: word.union(parentheses))]
    }
    return FormatDiagnostic(.misplacedModifier(name, isSingle: false), at: word, fixIts: fixIts)
  }

  /// Returns the index of the bracket that closes an open one.
  private func closing(of open: Int) -> Int? {
    tokens.indices[(open + 1)...].first { tokens[$0].isClosingBracket && brackets[$0] == brackets[open] }
  }

  /// Returns the SUBQUERY for a condition whose keys all begin with the same collection.
  func subquery(_ condition: Range<Int>) -> String? {
    var collection: String?
    var text = ""
    var position = tokens[condition.lowerBound].range.start
    for index in condition {
      switch tokens[index].kind {
      case .word, .escapedWord, .atWord:
        if index > 0, tokens[index - 1].kind == .symbol(.dot) || tokens[index + 1].kind == .symbol(.leftParen) {
          continue
        }
        let name = lexer.text(tokens[index].range)
        guard tokens[index + 1].kind == .symbol(.dot), collection == nil || collection == name else { return nil }
        collection = name
        text += lexer.text(FormatRange(position, tokens[index].range.start)) + "$x"
        position = tokens[index].range.end
      case .keyword(.self), .keyword(.any), .keyword(.some), .keyword(.all), .keyword(.none): return nil
      default: break
      }
    }
    text += lexer.text(FormatRange(position, tokens[condition.upperBound - 1].range.end))
    guard let collection, text.utf8.count <= 120 else { return nil }
    return "SUBQUERY(\(collection), $x, \(text))"
  }

  // MARK: Values in place of predicates

  /// Returns fix-its that turn a value into a predicate.
  private func fixIts(on value: FormatExpression, _ token: Token) -> [FormatDiagnostic.FixIt] {
    let end = FormatRange(value.range.end, value.range.end)
    let isAtEnd = token.kind.endsPredicate || token.kind == .symbol(.comma)
    switch value.kind {
    case .constant(.bool(let truth)): return [.write(truth ? "TRUEPREDICATE" : "FALSEPREDICATE", at: value.range)]
    case .subquery: return [.titled("test the count: .@count > 0", at: end, with: ".@count > 0")]
    case .keyPath, .keys, .targetFunction:
      guard isAtEnd else { return [] }
      return value.kind.steps?.last == .key(.collectionOperator(.count))
        ? [.titled("write > 0", at: end, with: " > 0")]
        : [.titled("for a boolean, write == YES", at: end, with: " == YES")]
    default: return []
    }
  }

  private func notes(on value: FormatExpression, _ token: Token) -> [String] {
    if case .targetFunction(let call) = value.kind, !call.arguments.isEmpty, !call.selector.hasSuffix(":") {
      return ["the selector of a method with an argument ends in a colon: '\(call.selector):'"]
    }
    if case .keyPath(let steps) = value.kind, value.range.start == 0, value.range.end <= Message.longestQuotation,
      token.kind == .end, steps.last != .key(.collectionOperator(.count))
    {
      return ["for a text or a number write \(lexer.text(value.range)) == %@"]
    }
    return []
  }
}
