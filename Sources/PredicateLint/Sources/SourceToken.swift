import PredicateSyntax
import PredicateXML

/// A token of Swift or Objective-C.
struct SourceToken {
  enum Kind {
    /// A word or a number.
    case word
    /// A literal with its text and the escaping in it.
    case string([PredicateText.Part], Escaping)
    /// One character.
    case mark
  }

  let kind: Kind
  /// The bytes of the token in the file.
  let file: Range<Int>
}

/// Divides source code into tokens. It skips comments and directives.
struct SourceLexer {
  let bytes: [UInt8]
  let isSwift: Bool
  private var index = 0

  init(_ bytes: [UInt8], isSwift: Bool) { (self.bytes, self.isSwift) = (bytes, isSwift) }

  /// Creates a lexer that begins at an offset.
  init(_ bytes: [UInt8], isSwift: Bool, from start: Int) {
    self.init(bytes, isSwift: isSwift)
    index = start
  }

  private func has(_ text: StaticString, at offset: Int) -> Bool {
    guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { unsafe bytes[offset + $0] == text.utf8Start[$0] }
  }

  /// Returns the next token, or nil at the end of the file.
  mutating func next() -> SourceToken? {
    skipSpaceAndComments()
    guard index < bytes.count else { return nil }
    let start = index
    if let string = string() { return string }
    if isInWord(bytes[index]) {
      let isNumber = bytes[index].isDigit
      while index < bytes.count, isInWord(bytes[index]) || isDecimalPoint(isNumber) { index += 1 }
      return SourceToken(kind: .word, file: start..<index)
    }
    index += 1
    return SourceToken(kind: .mark, file: start..<index)
  }

  private func isInWord(_ byte: UInt8) -> Bool { byte.isWordByte || byte >= 0x80 }

  private func isDecimalPoint(_ isNumber: Bool) -> Bool {
    isNumber && bytes[index] == UInt8(ascii: ".") && index + 1 < bytes.count && bytes[index + 1].isDigit
  }

  /// The text of a token.
  func text(_ token: SourceToken) -> String { String(decoding: bytes[token.file], as: UTF8.self) }

  private mutating func skipSpaceAndComments() {
    while index < bytes.count {
      if bytes[index] <= 0x20 {
        index += 1
      } else if has("//", at: index) {
        index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
      } else if has("/*", at: index) {
        skipComment()
      } else {
        return
      }
    }
  }

  /// Skips a comment, which Swift nests.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if has("/*", at: index), isSwift || depth == 0 {
        depth += 1
        index += 2
      } else if has("*/", at: index) {
        depth -= 1
        index += 2
      } else {
        index += 1
      }
    } while depth > 0 && index < bytes.count
  }

  // MARK: Literals

  private mutating func string() -> SourceToken? {
    if !isSwift {
      if has("'", at: index) {
        let start = index
        skipCharacter()
        return SourceToken(kind: .word, file: start..<index)
      }
      let isObject = has("@\"", at: index)
      return isObject || has("\"", at: index) ? cString(from: index + (isObject ? 2 : 1)) : nil
    }
    var hashes = 0
    while has("#", at: index + hashes) { hashes += 1 }
    guard has("\"", at: index + hashes) else { return nil }
    let isMultiline = has("\"\"\"", at: index + hashes)
    return swiftString(hashes: hashes, isMultiline: isMultiline)
  }

  /// Skips a character literal of C.
  private mutating func skipCharacter() {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "'"), bytes[index] != 0x0A {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
  }

  private mutating func cString(from first: Int) -> SourceToken {
    let start = index
    index = first
    var text = MappedText(start: index)
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != 0x0A {
      take(&text, escapeLength: 1)
    }
    index = min(index + 1, bytes.count)
    return SourceToken(
      kind: .string([.written(text)], .source(hashes: 0, isMultiline: false)), file: start..<index)
  }

  private mutating func swiftString(hashes: Int, isMultiline: Bool) -> SourceToken {
    let start = index
    let quotes = isMultiline ? 3 : 1
    index += hashes + quotes
    var parts: [PredicateText.Part] = []
    let indentation = isMultiline ? indentationOfEnd(hashes: hashes) : 0
    if isMultiline {
      // The text begins on the next line.
      index = (bytes[index...].firstIndex(of: 0x0A) ?? bytes.count - 1) + 1
      skip(indentation)
    }
    var text = MappedText(start: index)
    while index < bytes.count {
      if isEnd(hashes: hashes, quotes: quotes) { break }
      if bytes[index] == 0x0A {
        if !isMultiline { break }
        let lineEnd = index
        index += 1
        skip(indentation)
        if isEnd(hashes: hashes, quotes: quotes) { break }
        text.append(CollectionOfOne(0x0A), inPlaceOf: lineEnd..<index)
        continue
      }
      guard isEscape(hashes: hashes) else {
        take(&text, escapeLength: nil)
        continue
      }
      let after = index + 1 + hashes
      if after < bytes.count, bytes[after] == UInt8(ascii: "(") {
        let hole = interpolation(after)
        parts += [.written(text), .hole(hole)]
        text = MappedText(start: index)
      } else if isMultiline, after < bytes.count, isEndOfLine(after) {
        index = (bytes[after...].firstIndex(of: 0x0A) ?? bytes.count - 1) + 1
        skip(indentation)
      } else {
        take(&text, escapeLength: 1 + hashes)
      }
    }
    index = min(index + hashes + quotes, bytes.count)
    parts.append(.written(text))
    return SourceToken(
      kind: .string(parts, .source(hashes: hashes, isMultiline: isMultiline)), file: start..<index)
  }

  private func isEscape(hashes: Int) -> Bool {
    bytes[index] == UInt8(ascii: "\\") && (0..<hashes).allSatisfy { has("#", at: index + 1 + $0) }
  }

  private func isEnd(hashes: Int, quotes: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "\""), quotes == 1 || has("\"\"\"", at: index) else { return false }
    return (0..<hashes).allSatisfy { has("#", at: index + quotes + $0) }
  }

  private func isEndOfLine(_ offset: Int) -> Bool {
    let rest = bytes[offset...].prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    return rest.endIndex < bytes.count && bytes[rest.endIndex] == 0x0A
  }

  /// Returns the number of spaces before the closing quotes of a literal of several lines.
  private func indentationOfEnd(hashes: Int) -> Int {
    let end = "\"\"\"" + String(repeating: "#", count: hashes)
    var offset = index
    while let range = bytes.firstRange(of: end, from: offset) {
      let line = (bytes[..<range.lowerBound].lastIndex(of: 0x0A) ?? -1) + 1
      if bytes[line..<range.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return range.lowerBound - line }
      offset = range.upperBound
    }
    return 0
  }

  private mutating func skip(_ spaces: Int) {
    let end = min(index + spaces, bytes.count)
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
  }

  /// Reads `\(…)`, whose parenthesis is at an offset. Strings in it may have parentheses.
  private mutating func interpolation(_ parenthesis: Int) -> PredicateText.Hole {
    let start = index
    var lexer = SourceLexer(bytes, isSwift: true, from: parenthesis)
    var depth = 0
    repeat {
      guard let token = lexer.next() else { break }
      if case .mark = token.kind {
        if bytes[token.file.lowerBound] == UInt8(ascii: "(") { depth += 1 }
        if bytes[token.file.lowerBound] == UInt8(ascii: ")") { depth -= 1 }
      }
    } while depth > 0
    index = lexer.index
    let code = bytes[(parenthesis + 1)..<max(parenthesis + 1, index - 1)]
    return PredicateText.Hole(name: String(decoding: code, as: UTF8.self), file: start..<index, isCode: true)
  }

  // MARK: Characters

  /// Reads an escape whose letter is at a distance, or the characters up to the next one that is not ordinary.
  private mutating func take(_ text: inout MappedText, escapeLength: Int?) {
    let start = index
    if let escapeLength, bytes[index] == UInt8(ascii: "\\") {
      let character = escape(index + escapeLength)
      text.append(character, inPlaceOf: start..<index)
      return
    }
    repeat {
      index += 1
    } while index < bytes.count && ![UInt8(ascii: "\\"), UInt8(ascii: "\""), 0x0A].contains(bytes[index])
    text.append(bytes[start..<index], from: start)
  }

  /// Returns the bytes that an escape stands for. The offset is that of its letter.
  private mutating func escape(_ letter: Int) -> [UInt8] {
    guard letter < bytes.count else {
      index = bytes.count
      return []
    }
    index = letter + 1
    switch bytes[letter] {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "0"): return [0]
    case 0x0A where !isSwift: return []
    case UInt8(ascii: "u") where isSwift:
      let digits = bytes[min(letter + 2, bytes.count)...].prefix { hexDigitValue($0) != nil }
      index = min(digits.endIndex + 1, bytes.count)
      return scalar(digits)
    case UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "x"):
      let most = bytes[letter] == UInt8(ascii: "u") ? 4 : bytes[letter] == UInt8(ascii: "U") ? 8 : 2
      let digits = bytes[(letter + 1)...].prefix(most).prefix { hexDigitValue($0) != nil }
      index = digits.endIndex
      return scalar(digits)
    default: return [bytes[letter]]
    }
  }

  private func scalar(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xFFFD
    return Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
  }
}
