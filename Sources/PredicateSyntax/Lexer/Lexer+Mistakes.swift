/// Diagnostics for characters that cannot begin a token, such as the syntax of other languages and typographic quotes. Valid text
/// only runs the check for escape sequences of XML, after an `&`.
extension Lexer {
  /// Symbolic operators of other languages. None is a prefix of another. `Vocabulary` has their meanings.
  static let foreignOperators = ["===", "!==", "=~", "~=", "<=>", "><", "=!", "≠", "≤", "≥", "::"].map {
    Array($0.utf8)
  }

  /// The operators that typographic and mathematical characters mean.
  private static let typographicOperators: [UnicodeScalar: String] = [
    "−": "-", "–": "-", "—": "-", "×": "*", "÷": "/", "∧": "&&", "∨": "||", "¬": "!",
  ]

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

  /// Returns whether the text at an index matches a form. A `0` in the form matches any digit.
  func hasForm(_ form: String, at start: Int) -> Bool {
    form.utf8.enumerated().allSatisfy { offset, form in
      let byte = byte(at: start + offset)
      return form.isDigit ? byte.isDigit : byte == form
    }
  }

  /// Reports a character without meaning. Consumes a string in typographic quotes as a whole, so that its words are not parsed.
  mutating func rejectCharacter() -> Token.Kind {
    let start = position
    let scalar = scalar(at: position)
    position += scalar.map(UTF8.width) ?? 1
    switch scalar {
    case let quote? where Self.openingQuotes.contains(quote): rejectQuote(quote, from: start)
    case ":" where wordLength(at: position) > 0: rejectNamedParameter(from: start)
    case "\\" where byte() == UInt8(ascii: "("): rejectInterpolation(from: start)
    case "\\" where byte().isQuote: rejectEscapedQuote(from: start)
    default:
      while scalar == "?", byte() == UInt8(ascii: "?") { position += 1 }
      let range = FormatRange(start, position)
      var fixIts: [FormatDiagnostic.FixIt] = []
      if scalar == ";", bytes[position...].allSatisfy(Self.isBlank) {
        fixIts = [.remove(range, isSafe: true)]
      } else if let op = scalar.flatMap({ Self.typographicOperators[$0] }) {
        fixIts = [.write(op, at: range)]
      }
      diagnostics.report(
        .unexpectedCharacter(scalar.map(Self.quoted) ?? "this byte", notes: notes(onCharacter: scalar)), at: range,
        fixIts: fixIts)
    }
    return .invalid
  }

  /// Returns the notes on what to write instead of a character of another language.
  private func notes(onCharacter scalar: UnicodeScalar?) -> [String] {
    switch scalar {
    case "?" where ahead(position).contains(UInt8(ascii: ":")): ["a choice is written TERNARY(condition, value, other)"]
    case "?": ["write %@ for an argument; an optional key needs no '?'"]
    case ":": ["pass a time or a date as an argument of %@"]
    case ";": ["commas divide the parts of a call; AND and OR join predicates"]
    default: []
    }
  }

  /// Reports a format that is written with the quotes of Objective-C code: `@"name == 'x'"`. Returns false for anything else.
  mutating func rejectQuotedFormat() -> Bool {
    var last = bytes.count - 1
    while last > 0, Self.isBlank(bytes[last]) || bytes[last] == UInt8(ascii: ";") { last -= 1 }
    guard last > 2, bytes[last] == bytes[1], !bytes[2..<last].contains(bytes[1]),
      bytes[2..<last].contains(UInt8(ascii: " "))
    else { return false }
    let (range, text) = (FormatRange(0, bytes.count), text(FormatRange(2, last)))
    diagnostics.report(
      .objectiveCString, at: range, fixIts: [.titled("write the predicate without quotes", at: range, with: text)])
    diagnostics.stop()
    position = bytes.count
    return true
  }

  /// The escape sequences of XML.
  private static let entities = ["&quot;": "\"", "&apos;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&"]

  /// Reports an escape sequence of XML, and stops, because there are probably more. Returns false for anything else.
  mutating func rejectEntity() -> Bool {
    guard let end = bytes[position..<min(position + 6, bytes.count)].firstIndex(of: UInt8(ascii: ";")),
      case let range = FormatRange(position, end + 1), Self.entities[text(range)] != nil
    else { return false }
    let whole = FormatRange(0, bytes.count)
    var plain = text(whole)
    for name in ["&quot;", "&apos;", "&lt;", "&gt;", "&amp;"] {
      plain = plain.replacing(name, with: Self.entities[name] ?? name)
    }
    diagnostics.report(
      .escapedText(text(range)), at: range, fixIts: [.titled("replace all of them", at: whole, with: plain)])
    diagnostics.stop()
    position = bytes.count
    return true
  }

  /// Reports `@%` and `$@`, which are probably conversions.
  mutating func rejectTurnedConversion() -> Token.Kind {
    rejectConversionOfValue(at: FormatRange(position, position + 2))
    position += 2
    return .invalid
  }

  /// Reports text that is probably `%@`.
  private mutating func rejectConversionOfValue(at range: FormatRange) {
    diagnostics.report(
      .unknownConversion(text(range), nearest: "%@"), at: range, fixIts: [.write("%@", at: range, isSafe: true)])
  }

  /// Whether the `@` at an index is in the position of a value, or directly after a conversion as in `%@@`.
  private func isValueSign(at index: Int) -> Bool {
    guard index > 0, byte() == 0 || Self.isBlank(byte()) || byte() == UInt8(ascii: ")") || byte() == UInt8(ascii: ",")
    else { return false }
    let before = byte(at: index - 1)
    return Self.isBlank(before) || Array("=<>!~@".utf8).contains(before)
  }

  /// Reports `$`, `#` or `@` without a name. Consumes `${name}` as a whole.
  mutating func rejectMissingName(after sigil: String, from start: Int) {
    if sigil == "@", isValueSign(at: start) {
      // Objective-C's `@5`.
      let number = FormatRange(start + 1, position)
      if number.start < number.end {
        let range = FormatRange(start, position)
        diagnostics.report(
          .missingName(after: sigil, notes: ["a number is written without the sign"]), at: range,
          fixIts: [.write(text(number), at: range, isSafe: true)])
        return
      }
      let isDoubled = start > 1 && text(FormatRange(start - 2, start)) == "%@"
      return rejectConversionOfValue(at: FormatRange(isDoubled ? start - 2 : start, position))
    }
    if sigil == "@", rejectRealmDate(atSign: start) { return }
    if sigil == "$", rejectTemplate(from: start) || rejectSignsInRow(from: start) { return }
    var notes: [String] = []
    var fixIts: [FormatDiagnostic.FixIt] = []
    let digits = position - start - 1
    if sigil == "$", digits > 1, byte() == UInt8(ascii: "."), !byte(1).isDigit {
      notes = ["the name of a variable begins with a letter"]
      let name = "$x" + text(FormatRange(start + 1, position))
      fixIts = [.write(name, at: FormatRange(start, position))]
    } else if sigil == "$", digits > 0 {
      let isAmount = digits > 1 || byte() == UInt8(ascii: ".") && byte(1).isDigit
      let amount = isAmount ? ", and an amount is written without the sign" : ""
      notes = ["the name of a variable begins with a letter; for an argument write %@" + amount]
    } else if sigil == "$", byte() == UInt8(ascii: "%") {
      notes = ["a conversion passes a value or a key, not the name of a variable; write the name into the format"]
    } else if sigil == "#", digits > 0 {
      notes = ["pass a date as an argument of %@, or write CAST(\"2020-01-31\", \"NSDate\")"]
    } else if sigil == "$" {
      notes = ["write %@ for an argument"]
    }
    diagnostics.report(.missingName(after: sigil, notes: notes), at: FormatRange(start, position), fixIts: fixIts)
  }

  /// Reports `${name}`, which JavaScript and shells interpolate. Returns false for anything else.
  private mutating func rejectTemplate(from start: Int) -> Bool {
    guard byte() == UInt8(ascii: "{"), let end = ahead(position).firstIndex(of: UInt8(ascii: "}")) else { return false }
    position = end + 1
    let range = FormatRange(start, position)
    // The left operand is a key.
    var before = start
    while before > 0, Self.isBlank(byte(at: before - 1)) || byte(at: before - 1) == UInt8(ascii: "(") { before -= 1 }
    let conversion = before == 0 ? "%K" : "%@"
    diagnostics.report(
      .interpolation("${…}"), at: range,
      fixIts: [
        .titled("write \(conversion) and pass the \(before == 0 ? "key" : "value")", at: range, with: conversion)
      ])
    return true
  }

  /// Reports `$$$` before a value. Returns false for anything else.
  private mutating func rejectSignsInRow(from start: Int) -> Bool {
    let sign = UInt8(ascii: "$")
    let stop = ahead(position).prefix { $0 == sign }.endIndex
    var next = stop
    while Self.isBlank(byte(at: next)) { next += 1 }
    let isBeforeValue =
      Array("'\"%".utf8).contains(byte(at: next)) || byte(at: next).isDigit && next > stop
    guard stop > start + 1, isBeforeValue else { return false }
    position = stop
    let range = FormatRange(start, stop)
    diagnostics.report(.unexpectedCharacter("'\(text(range))'"), at: range, fixIts: [.remove(FormatRange(start, next))])
    return true
  }

  /// Reports a string without its closing quote.
  mutating func rejectOpenString(_ quote: UInt8, from start: Int) {
    let sign = String(UnicodeScalar(quote))
    let range = FormatRange(start, start + 1)
    let last = endOfText(before: bytes.count)
    let content = bytes[(start + 1)..<max(last, start + 1)]
    if content.isEmpty, start > 0, byte(at: start - 1) == quote {
      diagnostics.report(
        .unterminatedString(quote: sign, notes: ["a quote inside a string is written \\\(sign)"]), at: range,
        fixIts: [.remove(range)])
      return
    }
    let backslash = UInt8(ascii: "\\")
    let isEscaped = content.last == quote && content.dropLast().last == backslash
    if isEscaped, content.dropLast(2).last != backslash {
      let end = FormatRange(last - 2, last)
      diagnostics.report(
        .unterminatedString(
          quote: sign, notes: ["\\\(sign) is a quote inside the string; or pass the text as an argument of %@"]),
        at: FormatRange(start, last),
        fixIts: [.titled("for a backslash at the end, write \\\\\(sign)", at: end, with: "\\\\\(sign)")])
      return
    }
    let isNumber = !content.isEmpty && content.allSatisfy { $0.isDigit }
    diagnostics.report(
      .unterminatedString(quote: sign, notes: isNumber ? ["for a number, remove the \(sign)"] : []), at: range,
      fixIts: isNumber && byte(at: start - 1).isDigit ? [.remove(range)] : closingFixIts(quote, from: start + 1))
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

  /// Reports `:name`, a parameter in SQL.
  private mutating func rejectNamedParameter(from start: Int) {
    skipWord()
    let range = FormatRange(start, position)
    let name = "$" + text(FormatRange(start + 1, position))
    diagnostics.report(.unexpectedCharacter("':'"), at: range, fixIts: [.write(name, at: range)])
  }

  /// Reports `\'` where a string begins, and stops, because the string ends in the same way.
  private mutating func rejectEscapedQuote(from start: Int) {
    let whole = FormatRange(0, bytes.count)
    let range = FormatRange(start, start + 2)
    let quote = text(FormatRange(start + 1, start + 2))
    let plain = text(whole).replacing("\\" + quote, with: quote)
    diagnostics.report(.escapedQuote(quote), at: range, fixIts: [.titled("remove all of them", at: whole, with: plain)])
    diagnostics.stop()
    position = bytes.count
  }

  /// Reports `\(name)`, which a raw string in Swift does not interpolate.
  private mutating func rejectInterpolation(from start: Int) {
    var open = 0
    repeat {
      if byte() == UInt8(ascii: "(") { open += 1 }
      if byte() == UInt8(ascii: ")") { open -= 1 }
      position += 1
    } while open > 0 && position < bytes.count
    let range = FormatRange(start, position)
    diagnostics.report(
      .interpolation("\\(…)"), at: range, fixIts: [.titled("write %@ and pass the value", at: range, with: "%@")])
  }

  private static let openingQuotes: [UnicodeScalar] = ["“", "”", "„", "‘", "’", "‚", "«", "»", "`"]
  /// Returns the quotes that may close an opening quote. A straight quote closes it only if none of these follows.
  private static func closingQuotes(of quote: UnicodeScalar) -> [UnicodeScalar] {
    switch quote {
    case "`": ["`"]
    case "‘", "’", "‚": ["’", "‘"]
    case "«", "»": ["»", "«"]
    default: ["”", "“"]
    }
  }

  /// Reports a string in foreign quotes, such as `“x”`, and suggests how to write it.
  private mutating func rejectQuote(_ quote: UnicodeScalar, from start: Int) {
    let message: Message = quote == "`" ? .backquote : .typographicQuote("\(quote)")
    let opening = position
    guard let end = end(of: Self.closingQuotes(of: quote)) ?? end(of: ["'", "\"", "`"]), let closing = scalar(at: end)
    else {
      diagnostics.report(message, at: FormatRange(start, opening))
      return
    }
    position = end + UTF8.width(closing)
    let content = text(FormatRange(opening, end))
    let isConversion = quote != "`" && content.utf8.count <= 4 && Conversion(content) != nil
    let written = quote == "`" ? Printer.word(ofKey: content) : isConversion ? content : "\"\(content)\""
    let isPlain = !content.contains { $0 == "\\" || $0 == "\"" }
    let canReplace = isPlain && (quote != "`" || !content.isEmpty)
    let range = FormatRange(start, position)
    let title = "write \(written)" + (isConversion ? " without quotes" : "")
    // In backquotes, SQL writes a key and JavaScript a string.
    let isSafe = !isConversion && quote != "`"
    diagnostics.report(
      message, at: range, fixIts: canReplace ? [.titled(title, at: range, with: written, isSafe: isSafe)] : [])
  }

  /// Returns the offset of the first of some quotes, or `nil` if the text that a hint examines contains none of them.
  private func end(of quotes: [UnicodeScalar]) -> Int? {
    var index = position
    while index - position < Self.reach, let scalar = scalar(at: index) {
      if quotes.contains(scalar) { return index }
      index += UTF8.width(scalar)
    }
    return nil
  }

  /// Conversions that are near those of a format.
  private static let meantConversions = ["%k": "%K", "%": "%@", "%l": "%ld", "%ln": "%@", "%ul": "%lu"]

  /// Reports text after a percent sign that is not a conversion: C's remainder operator, a printf width, or a typo.
  mutating func rejectConversion(_ text: String, from start: Int) -> Token.Kind {
    let rest = text.utf8.dropFirst()
    // A percent sign after a digit, as in `5%`, was not meant as a conversion.
    let isAtEnd = (position == bytes.count || Self.endsValue(byte())) && !byte(at: start - 1).isDigit
    let message: Message
    var nearest: String?
    if start > 1, rest.isEmpty || rest.first == UInt8(ascii: "'"), bytes[start - 1] == UInt8(ascii: "@") {
      message = .wildcardOutsideArgument("%")
      nearest = ""
      position = start + 1
    } else if rest.allSatisfy({ $0.isDigit }), !(rest.isEmpty && isAtEnd) {
      message = .remainderOperator
      position = start + 1
    } else if rest.contains(where: { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }) {
      message = .conversionFlags(text)
    } else {
      nearest = Self.meantConversions[text]
      // `%name == 1` probably means a key.
      let letters = bytes[(start + 1)...].prefix { $0.isWordByte }.count
      if nearest == nil, letters > 3 {
        nearest = ""
        position = start + 1
      }
      message = .unknownConversion(text, nearest: nearest?.isEmpty == false ? nearest : nil)
    }
    let range = FormatRange(start, position)
    diagnostics.report(
      message, at: range, fixIts: nearest.map { [$0.isEmpty ? .remove(range) : .write($0, at: range)] } ?? [])
    return .invalid
  }

  /// Reports `2018-11-05T12:31:32`, whose year and month have been read as numbers. Returns false for anything else.
  mutating func rejectDate(atDay day: Int) -> Bool {
    let start = day - 8
    guard position == day + 5, hasForm("0000-00-00T00", at: start) else { return false }
    while byte().isDigit || byte() == UInt8(ascii: ":") || byte() == UInt8(ascii: ".") { position += 1 }
    let hasSeconds = position - start == 19
    let date = "CAST(\"\(text(FormatRange(start, position)))Z\", \"NSDate\")"
    let hasOffset = byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-")
    if byte() == UInt8(ascii: "Z") { position += 1 }
    let range = FormatRange(start, position)
    diagnostics.report(.dateWithoutQuotes, at: range, fixIts: hasSeconds && !hasOffset ? [.write(date, at: range)] : [])
    return true
  }

  /// Reports `oid(5f99ed20…)` and `uuid(aecfe463-…)`, the values of Realm. Returns false for anything else.
  mutating func rejectTypedValue(from number: Int) -> Bool {
    func isPart(_ index: Int) -> Bool { byte(at: index).isWordByte || byte(at: index) == UInt8(ascii: "-") }
    var open = number - 1
    while open > 0, number - open < 40, isPart(open) { open -= 1 }
    let stop = ahead(position).indices.first { !isPart($0) } ?? bytes.count
    guard open > 2, byte(at: open) == UInt8(ascii: "("), byte(at: stop) == UInt8(ascii: ")") else { return false }
    let name = text(FormatRange(open - 3, open)) == "oid" ? "oid" : "uuid"
    let start = open - name.utf8.count
    guard start >= 0, text(FormatRange(start, open)) == name else { return false }
    position = stop
    let range = FormatRange(start, stop + 1)
    diagnostics.report(.typedValue(name), at: range, fixIts: [.write("%@", at: range)])
    return true
  }

  /// Reports `2017-12-01@12:07:53`, a date of Realm, whose day has been read as numbers. Returns false for anything else.
  private mutating func rejectRealmDate(atSign sign: Int) -> Bool {
    var start = sign
    while start > 0, sign - start < 10, byte(at: start - 1).isDigit || byte(at: start - 1) == UInt8(ascii: "-") {
      start -= 1
    }
    guard bytes[start..<sign].count(where: { $0 == UInt8(ascii: "-") }) == 2, byte(at: sign + 1).isDigit else {
      return false
    }
    while byte().isDigit || byte() == UInt8(ascii: ":") { position += 1 }
    diagnostics.report(.dateWithoutQuotes, at: FormatRange(start, position))
    return true
  }

  /// Reports a missing space between a number and a reserved word, as in `1AND`, and moves back to the start of the word.
  ///
  /// - Returns: Whether a reserved word follows the number.
  mutating func rejectMissingBlank(number start: Int, word: Int) -> Bool {
    let name = text(FormatRange(word, position))
    guard Keyword.isReserved(name) else { return false }
    let range = FormatRange(word, word)
    diagnostics.report(
      .missingBlank(between: text(FormatRange(start, word)), and: name.uppercased()), at: FormatRange(word, position),
      fixIts: [.titled("write \" \(name)\"", at: range, with: " ", isSafe: true)])
    position = word
    return true
  }
}
