import PredicateSyntax

/// Locates operators and words in the source text. Trees only store the ranges of entire predicates and expressions.
///
/// Lookups fail for trees without source text and for parts supplied by arguments.
struct SourceText {
  let bytes: [UInt8]

  init(_ source: String) { bytes = Array(source.utf8) }

  /// Returns the text of a range, or an empty string if the range is not in this text.
  func text(_ range: FormatRange) -> String {
    guard isInside(range) else { return "" }
    return String(decoding: bytes[range.start..<range.end], as: UTF8.self)
  }

  /// Returns the literal at a range with its quotes, or `nil` if the string was not written there, but supplied in code.
  func literal(at range: FormatRange) -> String? {
    guard isInside(range), range.end - range.start >= 2, case let quote = bytes[range.start],
      quote.isQuote, bytes[range.end - 1] == quote
    else { return nil }
    return text(range)
  }

  /// Returns the range between two parts, without whitespace and parentheses.
  func between(_ left: FormatRange, _ right: FormatRange) -> FormatRange? {
    guard left.end <= right.start else { return nil }
    return trimmed(FormatRange(left.end, right.start))
  }

  /// Returns the range of the word or single symbol at the start of a range.
  func word(at range: FormatRange) -> FormatRange? {
    guard isInside(range), range.start < range.end else { return nil }
    var end = range.start
    while end < range.end, isWordByte(bytes[end]) { end += 1 }
    return FormatRange(range.start, max(end, range.start + 1))
  }

  /// Returns the range of the word before a position, or `nil` if there is none.
  func word(before position: Int) -> FormatRange? {
    guard position <= bytes.count else { return nil }
    var end = position
    while end > 0, bytes[end - 1] <= 0x20 || bytes[end - 1] == UInt8(ascii: "(") { end -= 1 }
    var start = end
    while start > 0, isWordByte(bytes[start - 1]) { start -= 1 }
    return start < end ? FormatRange(start, end) : nil
  }

  /// Returns whether removing a range would join the words around it.
  func isWithinWord(_ range: FormatRange) -> Bool {
    range.start > 0 && range.end < bytes.count && isWordByte(bytes[range.start - 1]) && isWordByte(bytes[range.end])
  }

  /// Whether a blank precedes a range.
  func isAfterBlank(_ range: FormatRange) -> Bool { range.start > 0 && bytes[range.start - 1] <= 0x20 }

  /// Returns the range after a first part: `[0]` of `a[0]`.
  func after(_ part: FormatRange, in whole: FormatRange) -> FormatRange {
    guard part.end < whole.end, part.start >= whole.start, isInside(whole) else { return whole }
    return trimmed(FormatRange(part.end, whole.end)) ?? whole
  }

  /// Returns the range of an operator and the range of its options. Both are the entire range if there are no options.
  func operatorAndOptions(_ range: FormatRange) -> (FormatRange, FormatRange) {
    guard isInside(range), let open = bytes[range.start..<range.end].firstIndex(of: UInt8(ascii: "[")),
      bytes[range.end - 1] == UInt8(ascii: "]"), let name = trimmed(FormatRange(range.start, open))
    else { return (range, range) }
    return (name, FormatRange(open, range.end))
  }

  /// Returns the range of the operator symbol, or that of the first word if the call was not written with an operator.
  func infix(_ symbol: String, of arguments: [FormatExpression], in whole: FormatRange) -> FormatRange {
    if arguments.count == 2, let range = between(arguments[0].range, arguments[1].range), text(range) == symbol {
      return range
    }
    let sign = FormatRange(whole.start, min(whole.end, whole.start + symbol.utf8.count))
    return text(sign) == symbol ? sign : word(at: whole) ?? whole
  }

  private func isInside(_ range: FormatRange) -> Bool { range.end <= bytes.count }

  private func trimmed(_ range: FormatRange) -> FormatRange? {
    guard isInside(range) else { return nil }
    let isEdge = { (byte: UInt8) in byte <= 0x20 || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") }
    var (start, end) = (range.start, range.end)
    while start < end, isEdge(bytes[start]) { start += 1 }
    while end > start, isEdge(bytes[end - 1]) { end -= 1 }
    return start < end ? FormatRange(start, end) : nil
  }

  private func isWordByte(_ byte: UInt8) -> Bool { byte.isInWord || byte == UInt8(ascii: ":") }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter, a digit, `_`, or part of a non-ASCII character.
  var isInWord: Bool { isWordByte || self >= 0x80 }
}
