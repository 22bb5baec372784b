import PredicateSyntax
import PredicateXML

/// Finds the predicates in Swift and Objective-C.
struct SourceScanner {
  private let lexer: SourceLexer
  private let tokens: [SourceToken]
  private let calls: [SourceCall]

  static func predicates(in bytes: [UInt8], _ kind: FileKind) -> [PredicateText] {
    let scanner = SourceScanner(bytes, kind)
    return scanner.tokens.indices.compactMap { scanner.predicate(before: $0) }
  }

  private init(_ bytes: [UInt8], _ kind: FileKind) {
    var lexer = SourceLexer(bytes, isSwift: kind == .swift)
    self.lexer = lexer
    var tokens: [SourceToken] = []
    while let token = lexer.next() { tokens.append(token) }
    self.tokens = tokens
    calls = SourceCall.all.filter { call in
      call.kind == kind && call.required.map { bytes.firstRange(of: $0) != nil } ?? true
    }
  }

  private func text(_ index: Int) -> String {
    guard index < tokens.count, index >= 0 else { return "" }
    if case .string = tokens[index].kind { return "\"" }
    return lexer.text(tokens[index])
  }

  /// Returns the predicate of the call whose tokens end before an index.
  private func predicate(before index: Int) -> PredicateText? {
    guard index > 0, isMark(index - 1, ":") || isMark(index - 1, "("),
      let call = calls.first(where: { matches($0, index) })
    else { return nil }
    var reader = TextReader(scanner: self, index: index)
    guard let (parts, escaping) = reader.text(), !parts.isEmpty else { return nil }
    var predicate = PredicateText(call.name, parts)
    predicate.isExpression = call.isExpression
    predicate.escaping = escaping
    predicate.arguments = arguments(from: reader.index, call.library)
    if call.library == .realm { predicate.profile = "realm" }
    return predicate.isOnlyHole ? nil : predicate
  }

  private func matches(_ call: SourceCall, _ end: Int) -> Bool {
    let start = end - call.tokens.count
    guard start >= 0 else { return false }
    return call.tokens.indices.reversed().allSatisfy { index in
      if call.tokens[index] == "_" {
        if case .word = tokens[start + index].kind { return true }
        return false
      }
      return text(start + index) == call.tokens[index]
    }
  }

  fileprivate func isMark(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
    guard index < tokens.count, case .mark = tokens[index].kind else { return false }
    return lexer.bytes[tokens[index].file.lowerBound] == UInt8(ascii: mark)
  }

  /// Returns the index of the token after an expression: a comma or a closing bracket outside of all brackets.
  fileprivate func endOfExpression(from start: Int) -> Int {
    var depth = 0
    var index = start
    let limit = min(tokens.count, start + Self.maximumLength)
    while index < limit {
      if let end = endOfGenericArguments(after: index) {
        index = end
        continue
      }
      if case .mark = tokens[index].kind {
        switch lexer.bytes[tokens[index].file.lowerBound] {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
          if depth == 0 { return index }
          depth -= 1
        case UInt8(ascii: ","), UInt8(ascii: ";"):
          if depth == 0 { return index }
        default: break
        }
      }
      index += 1
    }
    return index
  }

  /// The maximum number of tokens of an argument.
  private static let maximumLength = 10_000

  /// Returns the index after `<String, Any>`, which follows the name of a type, or nil if there is none after an index.
  private func endOfGenericArguments(after name: Int) -> Int? {
    guard name + 1 < tokens.count, isMark(name + 1, "<"), text(name).first?.isUppercase == true,
      tokens[name].file.upperBound == tokens[name + 1].file.lowerBound
    else { return nil }
    var depth = 0
    for index in (name + 1)..<min(tokens.count, name + 50) {
      if isMark(index, "<") { depth += 1 }
      if isMark(index, ">") { depth -= 1 }
      if depth == 0 { return index + 1 }
      if case .word = tokens[index].kind { continue }
      guard "<>,.?[]:&".unicodeScalars.contains(where: { isMark(index, $0) }) else { return nil }
    }
    return nil
  }

  /// Returns the index of the first `+` outside of all brackets, or the end.
  fileprivate func endOfOperand(from start: Int, to end: Int) -> Int {
    var depth = 0
    for index in start..<end {
      if isMark(index, "(") || isMark(index, "[") { depth += 1 }
      if isMark(index, ")") || isMark(index, "]") { depth -= 1 }
      if depth == 0, index > start, isMark(index, "+") { return index }
    }
    return end
  }

  // MARK: Arguments

  /// Returns the arguments after the text. `index` is that of a comma or of the end of the call.
  private func arguments(from index: Int, _ library: SourceCall.Library) -> SourceArguments {
    var index = index
    var values: [SourceArguments.Argument] = []
    while isMark(index, ",") {
      let start = index + 1
      let end = endOfExpression(from: start)
      // `argumentArray: list`, or the end of a call with a trailing label.
      if isMark(start + 1, ":") {
        let isList = text(start) == "argumentArray" || text(start) == "arguments"
        return SourceArguments(library: library, values: isList ? elements(start + 2, end) : values, isList: isList)
      }
      // A comma may follow the last argument.
      if start < end { values.append(argument(start..<end)) }
      index = end
    }
    // An Objective-C method may have another part, such as `arguments:`.
    let isNamed = if index < tokens.count, case .word = tokens[index].kind { true } else { false }
    return SourceArguments(library: library, values: isNamed ? nil : values, isList: false)
  }

  /// Returns the elements of a list `[a, b]`, or nil if it is another expression.
  private func elements(_ start: Int, _ end: Int) -> [SourceArguments.Argument]? {
    guard isMark(start, "[") else { return nil }
    // `[a, b] as [Any]` is a list, too.
    var end = end
    if let cast = (start..<end).last(where: { text($0) == "as" }) { end = cast }
    guard isMark(end - 1, "]") else { return nil }
    var values: [SourceArguments.Argument] = []
    var index = start + 1
    while index < end - 1 {
      let next = endOfExpression(from: index)
      // The bracket closes before the end, as in `[a] + [b]`.
      if next < end - 1, isMark(next, "]") { return nil }
      if index < next { values.append(argument(index..<next)) }
      index = next + 1
    }
    return values
  }

  private func argument(_ range: Range<Int>) -> SourceArguments.Argument {
    let end = tokens[max(range.lowerBound, range.upperBound - 1)].file.upperBound
    return SourceArguments.Argument(kind: kind(of: range), file: tokens[range.lowerBound].file.lowerBound..<end)
  }

  private func kind(of range: Range<Int>) -> SourceArguments.Kind {
    var range = range
    if isMark(range.lowerBound, "-") { range = (range.lowerBound + 1)..<range.upperBound }
    guard let first = range.first else { return .unknown }
    // `@5` and `@YES` of Objective-C.
    if isMark(first, "@") { return range.count == 2 ? .object : .unknown }
    guard range.count == 1 else { return .unknown }
    if case .string = tokens[first].kind { return .string }
    let word = text(first)
    if ["true", "false", "YES", "NO"].contains(word) { return .boolean }
    if word == "nil" { return .nil }
    guard let digit = word.utf8.first, digit.isDigit else { return .unknown }
    return word.contains(".") ? .double : .integer
  }
}

/// Reads the text of a call: a literal, several that are joined, or one that a function formats.
private struct TextReader {
  let scanner: SourceScanner
  var index: Int

  /// Returns the parts of the text and moves to the comma or bracket after it. Returns nil if it has no literal.
  mutating func text() -> (parts: [PredicateText.Part], escaping: Escaping)? {
    if let formatted = formatted() { return formatted }
    var parts: [PredicateText.Part] = []
    var escaping: Escaping?
    let end = scanner.endOfExpression(from: index)
    while index < end {
      let operand = index
      index = scanner.endOfOperand(from: operand, to: end)
      if let (literal, style) = literals(operand..<index) {
        parts += literal
        // Literals of different kinds cannot be changed in one way.
        escaping = escaping == nil || escaping == style ? style : .unknown
      } else {
        guard let first = scanner.range(of: operand..<index) else { return nil }
        parts.append(.hole(PredicateText.Hole(name: scanner.code(first), file: first, isCode: true)))
      }
      if index < end { index += 1 }
    }
    return escaping.map { (parts, $0) }
  }

  /// Returns the parts of one literal, or of several next to each other, as in Objective-C.
  private func literals(_ range: Range<Int>) -> (parts: [PredicateText.Part], escaping: Escaping)? {
    var parts: [PredicateText.Part] = []
    var escaping: Escaping?
    for index in range {
      guard case .string(let literal, let style) = scanner.kind(index) else { return nil }
      parts += literal
      escaping = escaping == nil || escaping == style ? style : .unknown
    }
    return escaping.map { (parts, $0) }
  }

  /// Reads `String(format: "…", …)` and `[NSString stringWithFormat:@"…", …]`, whose conversions insert text.
  private mutating func formatted() -> (parts: [PredicateText.Part], escaping: Escaping)? {
    let shapes = ["String ( format :", "NSString ( format :", "[ NSString stringWithFormat :"]
    for shape in shapes {
      let words = shape.split(separator: " ").map(String.init)
      guard words.indices.allSatisfy({ scanner.word(index + $0) == words[$0] }) else { continue }
      let start = index + words.count
      let end = scanner.endOfExpression(from: start)
      guard let (literal, _) = literals(start..<end) else { return nil }
      index = scanner.endOfExpression(from: index)
      return (literal.flatMap(Self.holes), .unknown)
    }
    return nil
  }

  /// Returns the parts of a format whose conversions are holes.
  private static func holes(_ part: PredicateText.Part) -> [PredicateText.Part] {
    guard case .written(let text) = part else { return [part] }
    var parts: [PredicateText.Part] = []
    var (start, position) = (0, 0)
    let bytes = text.utf8
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "%"), position + 1 < bytes.count else {
        position += 1
        continue
      }
      if start < position { parts.append(.written(text.part(start..<position))) }
      var end = position + 1
      // Flags, width, precision and length come before the letter.
      while end < bytes.count, bytes[end].isDigit || "+- #.*lhqzt".utf8.contains(bytes[end]) { end += 1 }
      end = min(end + 1, bytes.count)
      let name = String(decoding: bytes[position..<end], as: UTF8.self)
      if name == "%%" {
        parts.append(.written(text.part(position..<(position + 1))))
      } else {
        // The digits of a number cannot change the meaning.
        let isText = name.hasSuffix("@") || name.lowercased().hasSuffix("s")
        parts.append(.hole(PredicateText.Hole(name: name, file: text.fileRange(of: position..<end), isCode: isText)))
      }
      (start, position) = (end, end)
    }
    if start < bytes.count { parts.append(.written(text.part(start..<bytes.count))) }
    return parts
  }
}

extension SourceScanner {
  fileprivate func kind(_ index: Int) -> SourceToken.Kind { index < tokens.count ? tokens[index].kind : .mark }
  fileprivate func word(_ index: Int) -> String { text(index) }

  /// The bytes of the file that tokens take.
  fileprivate func range(of range: Range<Int>) -> Range<Int>? {
    guard !range.isEmpty, range.upperBound <= tokens.count else { return nil }
    return tokens[range.lowerBound].file.lowerBound..<tokens[range.upperBound - 1].file.upperBound
  }

  fileprivate func code(_ range: Range<Int>) -> String { String(decoding: lexer.bytes[range], as: UTF8.self) }
}
