// The errors of invalid tokens that no known mistake explains.

extension Lexer {
  /// Returns what is wrong with a token, or `nil` if only its place is wrong.
  func error(of token: Token) -> FormatDiagnostic? {
    let range = token.range
    guard token.kind == .invalid, !Self.foreignOperators.contains(Array(bytes[range.start..<range.end])) else {
      return nil
    }
    let first = byte(at: range.start)
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): return errorOfNumber(range)
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      guard endOfString(from: range.start).end != nil else { return openString(first, range) }
      let flaw = decoded((range.start + 1)..<(range.end - 1)).flaw
      return errorOfEscape(at: flaw ?? range.start, end: range.end - 1)
    case UInt8(ascii: "%"): return FormatDiagnostic(.unknownConversion(text(range)), at: range)
    case UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "@"):
      if wordLength(at: range.start + 1) == 0 { return FormatDiagnostic(.missingName(after: text(range)), at: range) }
    default: break
    }
    // Of words, only those with half of a surrogate pair are invalid.
    if text(range).contains("\\u") || text(range).contains("\\U") { return FormatDiagnostic(.loneSurrogate, at: range) }
    let scalar = scalar(at: range.start)
    if let scalar, ForeignQuotes(scalar) != nil { return foreignString(scalar, range) }
    let isCharacter = scalar.map(UTF8.width) == range.end - range.start
    let found = isCharacter ? scalar.map(Self.quoted) : "'\(text(range))'"
    return FormatDiagnostic(.unexpectedCharacter(found ?? "this byte"), at: range)
  }

  /// The number of bytes that a hint examines at most. Each of many mistakes may examine the same text.
  static let reach = 200

  /// The text from an index on that a hint examines. It ends between two characters.
  func ahead(_ start: Int) -> ArraySlice<UInt8> {
    var end = min(start + Self.reach, bytes.count)
    while end < bytes.count, UTF8.isContinuation(bytes[end]) { end -= 1 }
    return bytes[start..<end]
  }

  /// Returns the end of the text before an index, without the blanks between them.
  func endOfText(before index: Int) -> Int {
    var end = index
    while Self.isBlank(byte(at: end - 1)) { end -= 1 }
    return end
  }

  /// Returns the error for a string without its closing quote.
  private func openString(_ quote: UInt8, _ range: FormatRange) -> FormatDiagnostic {
    let sign = String(UnicodeScalar(quote))
    let (start, opening) = (range.start, FormatRange(range.start, range.start + 1))
    let last = endOfText(before: bytes.count)
    let content = bytes[(start + 1)..<max(last, start + 1)]
    // A quote directly after a value, with a space or nothing after it, opens no string.
    let before = byte(at: start - 1)
    if content.first.map(Self.isBlank) ?? true, before.isWordByte || before.isQuote {
      let notes = before.isQuote ? ["a quote inside a string is written \\\(sign)"] : []
      return FormatDiagnostic(
        .unterminatedString(quote: sign, notes: notes), at: opening, fixIts: [.remove(opening)])
    }
    let backslash = UInt8(ascii: "\\")
    let isEscaped = content.last == quote && content.dropLast().last == backslash
    if isEscaped, content.dropLast(2).last != backslash {
      return FormatDiagnostic(
        .unterminatedString(
          quote: sign, notes: ["\\\(sign) is a quote inside the string; or pass the text as an argument of %@"]),
        at: FormatRange(start, last),
        fixIts: [
          .titled(
            "for a backslash at the end, write \\\\\(sign)", at: FormatRange(last - 2, last), with: "\\\\\(sign)")
        ])
    }
    let isNumber = !content.isEmpty && content.allSatisfy { $0.isDigit }
    return FormatDiagnostic(
      .unterminatedString(quote: sign, notes: isNumber ? ["for a number, remove the \(sign)"] : []), at: opening,
      fixIts: isNumber && byte(at: start - 1).isDigit ? [.remove(opening)] : closingFixIts(quote, from: start + 1))
  }

  /// Returns the fix-its for a string without its closing quote: a quote of the other kind in its place, or one at the end.
  private func closingFixIts(_ quote: UInt8, from start: Int) -> [FormatDiagnostic.FixIt] {
    let other: UInt8 = quote == UInt8(ascii: "'") ? UInt8(ascii: "\"") : UInt8(ascii: "'")
    let text = String(UnicodeScalar(quote))
    if let (index, found) = typographicQuote(from: start) {
      return [
        .titled(
          "close it with \(text), not with \(found)", at: FormatRange(index, index + UTF8.width(found)), with: text)
      ]
    }
    if let index = bytes[start...].firstIndex(of: other) {
      let after = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: " ")
      guard Self.isBlank(after) || after == UInt8(ascii: ")") else { return [] }
      let range = FormatRange(index, index + 1)
      return [.titled("close it with \(text), not with \(Character(UnicodeScalar(other)))", at: range, with: text)]
    }
    let last = endOfText(before: bytes.count)
    guard last > start, !Array(")}]\\".utf8).contains(bytes[last - 1]) else { return [] }
    return [.titled("write \(text) at the end", at: FormatRange(last, last), with: text)]
  }

  /// Returns the first closing typographic quote at an offset or after it.
  private func typographicQuote(from start: Int) -> (index: Int, quote: UnicodeScalar)? {
    var start = start
    while let index = bytes[start...].firstIndex(of: 0xE2) {
      if let scalar = scalar(at: index), scalar == "’" || scalar == "”" { return (index, scalar) }
      start = index + 1
    }
    return nil
  }

  /// Returns the error for a string in foreign quotes, such as `“x”`.
  private func foreignString(_ quote: UnicodeScalar, _ range: FormatRange) -> FormatDiagnostic {
    let message: Message = quote == "`" ? .backquote : .typographicQuote("\(quote)")
    let content = String(text(range).dropFirst().dropLast())
    let isConversion = quote != "`" && content.utf8.count <= 4 && FormatConversion(content) != nil
    let written = quote == "`" ? Printer.word(ofKey: content) : isConversion ? content : "\"\(content)\""
    let isPlain = text(range).count > 1 && !content.contains { $0 == "\\" || $0 == "\"" }
    let title = "write \(written)" + (isConversion ? " without quotes" : "")
    // In backquotes, SQL writes a key and JavaScript a string.
    let isSafe = !isConversion && quote != "`"
    let canReplace = isPlain && (quote != "`" || !content.isEmpty)
    return FormatDiagnostic(
      message, at: range, fixIts: canReplace ? [.titled(title, at: range, with: written, isSafe: isSafe)] : [])
  }
}
