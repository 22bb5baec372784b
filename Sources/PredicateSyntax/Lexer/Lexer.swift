/// Splits the UTF-8 bytes of a format string into tokens, one at a time.
///
/// Blanks (space, tab, CR, LF) separate tokens and mean nothing else; there are no comments. A fault is reported once,
/// where it is found, and lexing goes on after it.
package struct Lexer: Sendable {
  package let bytes: [UInt8]
  package var position = 0
  package var faults: FaultList

  package init(_ bytes: [UInt8], faults: FaultList) {
    self.bytes = bytes
    self.faults = faults
  }

  /// The byte at an offset from the position; 0 beyond the end. (A NUL byte in the text is a stray character anyway.)
  func byte(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return index < bytes.count ? bytes[index] : 0
  }

  /// The next token; `end` for ever at the end.
  package mutating func next() -> Token {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    skipSignOfString()
    let start = position
    guard start < bytes.count else { return Token(kind: .end, range: SourceRange(start, start)) }
    let kind = lexToken()
    return Token(kind: kind, range: SourceRange(start, position))
  }

  /// `@"text"` is a string in Objective-C: the `@` is a fault, the string is read.
  private mutating func skipSignOfString() {
    guard byte() == UInt8(ascii: "@"), byte(1) == UInt8(ascii: "\"") || byte(1) == UInt8(ascii: "'") else { return }
    let place = SourceRange(position, position + 1)
    faults.report(
      .missingName(after: "@"), at: place,
      fixIts: [Diagnostic.FixIt(title: "strings have no @ here", range: place, replacement: "", isSafe: true)])
    position += 1
  }

  private mutating func lexToken() -> Token.Kind {
    switch byte() {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): lexString()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): lexNumber()
    case UInt8(ascii: "."): Self.isDigit(byte(1)) ? lexNumber() : lexSymbol()
    case UInt8(ascii: "$"): lexSigil("$", as: .variable, allowsHash: true)
    case UInt8(ascii: "#"): lexSigil("#", as: .escapedWord)
    case UInt8(ascii: "@"): lexAtWord()
    case UInt8(ascii: "%"): lexConversion()
    default: wordLength(at: position) > 0 ? lexWord() : lexSymbol()
    }
  }

  // MARK: Words

  private mutating func lexWord() -> Token.Kind {
    let start = position
    skipWord()
    if byte() == UInt8(ascii: ":"), byte(1) != UInt8(ascii: "=") { return lexSelector() }
    if let keyword = keyword(from: start) { return .keyword(keyword) }
    return .word
  }

  /// The keyword from `start` to the position. `UTI-EQUALS` is one word although it holds hyphens.
  private mutating func keyword(from start: Int) -> Keyword? {
    let length = position - start
    guard length <= 15 else { return nil }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    if length == 3, byte() == UInt8(ascii: "-"), word.uppercased() == "UTI" {
      for keyword in [Keyword.utiEquals, .utiConformsTo] {
        let end = start + keyword.rawValue.utf8.count
        guard end <= bytes.count, wordLength(at: end, isFirst: false) == 0 else { continue }
        if String(decoding: bytes[start..<end], as: UTF8.self).uppercased() == keyword.rawValue {
          position = end
          return keyword
        }
      }
    }
    return Keyword.named(word)
  }

  /// Selector ::= ( Word ":" )+
  ///
  /// `word:` has been read up to the colon; takes further `word:` that follow directly.
  private mutating func lexSelector() -> Token.Kind {
    position += 1
    while wordLength(at: position) > 0 {
      let before = position
      skipWord()
      guard byte() == UInt8(ascii: ":"), byte(1) != UInt8(ascii: "=") else {
        position = before
        break
      }
      position += 1
    }
    return .selector
  }

  /// EscapedKey ::= "#" Word
  /// AtKey ::= "@" Word
  /// Variable ::= "$" "#"? Word
  private mutating func lexSigil(_ sigil: String, as kind: Token.Kind, allowsHash: Bool = false) -> Token.Kind {
    let start = position
    position += 1
    if allowsHash, byte() == UInt8(ascii: "#") { position += 1 }
    guard wordLength(at: position) > 0 else {
      faults.report(.missingName(after: sigil), at: SourceRange(start, position))
      return .invalid
    }
    skipWord()
    return kind
  }

  /// `@word`, or one with a name in parentheses: `@status(device.model.family)`.
  private mutating func lexAtWord() -> Token.Kind {
    if let length = ParenthesisedKey.length(in: bytes[position...]) {
      position += length
      return .atWord
    }
    return lexSigil("@", as: .atWord)
  }

  /// Word ::= WordStart WordPart*
  private mutating func skipWord() {
    var length = wordLength(at: position)
    while length > 0 {
      position += length
      length = wordLength(at: position, isFirst: false)
    }
  }

  /// WordStart ::= [a-zA-Z_] | XIDStart | WordEscape
  /// WordPart ::= WordStart | Digit | XIDContinue
  ///
  /// The number of bytes of the word character at `index`, 0 where there is none. An escape such as `\u00e9` counts as a
  /// character; so does any letter of Unicode (XID).
  private func wordLength(at index: Int, isFirst: Bool = true) -> Int {
    guard index < bytes.count else { return 0 }
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): return 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return isFirst ? 0 : 1
    case UInt8(ascii: "\\"): return keyEscape(at: index)?.length ?? 0
    case 0x80...:
      guard let scalar = scalar(at: index) else { return 0 }
      let properties = scalar.properties
      return (isFirst ? properties.isXIDStart : properties.isXIDContinue) ? UTF8.width(scalar) : 0
    default: return 0
    }
  }

  /// WordEscape ::= "\" ( [uU] Hex Hex Hex Hex | [xX] Hex Hex | Octal Octal Octal )
  ///
  /// An escape inside a word: `\uhhhh`, `\xhh` or three octal digits, for keys with characters that no word holds.
  private func keyEscape(at index: Int) -> (length: Int, unit: UInt16)? {
    guard index + 1 < bytes.count else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "u"), UInt8(ascii: "U"): return digits(from: index + 2, count: 4, radix: 16).map { (6, $0) }
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return digits(from: index + 2, count: 2, radix: 16).map { (4, $0) }
    case UInt8(ascii: "0")...UInt8(ascii: "7"): return digits(from: index + 1, count: 3, radix: 8).map { (4, $0) }
    default: return nil
    }
  }

  /// The name that a word, `#word`, `@word`, variable or selector token stands for. `@` stays, the other sigils do not.
  package func name(of token: Token) -> String {
    var slice = bytes[token.range.start..<token.range.end]
    if slice.first == UInt8(ascii: "$") { slice = slice.dropFirst() }
    if slice.first == UInt8(ascii: "#") { slice = slice.dropFirst() }
    guard slice.contains(UInt8(ascii: "\\")) else { return String(decoding: slice, as: UTF8.self) }
    var units: [UInt16] = []
    var index = slice.startIndex
    while index < slice.endIndex {
      if slice[index] == UInt8(ascii: "\\"), let escape = keyEscape(at: index) {
        units.append(escape.unit)
        index += escape.length
      } else if let scalar = scalar(at: index) {
        units.append(contentsOf: String(scalar).utf16)
        index += UTF8.width(scalar)
      } else {
        index += 1
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  // MARK: Symbols and conversions

  private mutating func lexSymbol() -> Token.Kind {
    if let length = foreignOperatorLength() {
      position += length
      return .foreignOperator
    }
    let first = byte()
    if first < 0x80 {
      for (second, symbol) in Self.symbols[Int(first)] where second == 0 || second == byte(1) {
        position += second == 0 ? 1 : 2
        return .symbol(symbol)
      }
    }
    let start = position
    let scalar = scalar(at: position)
    position += scalar.map(UTF8.width) ?? 1
    let place = SourceRange(start, position)
    let isQuote = scalar.map(Self.typographicQuotes.contains) ?? false
    faults.report(
      .unexpectedCharacter(scalar.map(Self.quoted) ?? "this byte"), at: place,
      fixIts: isQuote ? [Diagnostic.FixIt(title: "write \"", range: place, replacement: "\"", isSafe: false)] : [])
    return .invalid
  }

  private static let typographicQuotes: [UnicodeScalar] = ["“", "”", "„", "‘", "’", "‚", "«", "»"]

  /// The symbols by their first byte: the second byte, or 0 for those of one; longer ones first.
  private static let symbols: [[(second: UInt8, symbol: Token.Symbol)]] = {
    var table: [[(second: UInt8, symbol: Token.Symbol)]] = Array(repeating: [], count: 128)
    for symbol in Token.Symbol.allCases {
      let bytes = Array(symbol.rawValue.utf8)
      table[Int(bytes[0])].append((bytes.count > 1 ? bytes[1] : 0, symbol))
    }
    return table
  }()

  private static let foreignOperators = ["===", "!==", "=~", "~=", "≠", "≤", "≥"].map { Array($0.utf8) }

  private func foreignOperatorLength() -> Int? {
    switch byte() {
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "~"), 0x80...:
      Self.foreignOperators.first { bytes[position...].starts(with: $0) }?.count
    default: nil
    }
  }

  /// Conversion ::= KeyConversion | "%@" | "%%" | "%" IntegerLength? IntegerLetter
  ///   | "%" DoubleLength? DoubleLetter | "%" OtherLetter
  ///
  /// `%`, an optional length of up to two letters, and one more character: all of it is the conversion's text.
  private mutating func lexConversion() -> Token.Kind {
    let start = position
    position += 1
    if byte() == UInt8(ascii: "%") {
      position += 1
      return .conversion
    }
    let lengths: [UInt8] = Array("hlqL".utf8)
    while lengths.contains(byte()), position - start < 3 { position += 1 }
    // Flags, widths and positions of printf are taken along, so that the message names the whole conversion.
    while Self.isDigit(byte()) || byte() == UInt8(ascii: ".") && Self.isDigit(byte(1)) || byte() == UInt8(ascii: "$") {
      position += 1
    }
    if let scalar = scalar(at: position), !Self.isBlank(byte()) { position += UTF8.width(scalar) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard Conversion(text) != nil else {
      faults.report(.unknownConversion(text), at: SourceRange(start, position))
      return .invalid
    }
    return .conversion
  }

  // MARK: Characters

  /// The text of a range.
  package func text(_ range: SourceRange) -> String {
    String(decoding: bytes[range.start..<range.end], as: UTF8.self)
  }

  /// The scalar that begins at `index`; the bytes are known to be UTF-8.
  func scalar(at index: Int) -> UnicodeScalar? {
    guard index < bytes.count else { return nil }
    return String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
  }

  static func quoted(_ scalar: UnicodeScalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
      "the character U+" + String(repeating: "0", count: max(0, 4 - String(scalar.value, radix: 16).count))
        + String(scalar.value, radix: 16, uppercase: true)
    default: "'\(scalar)'"
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
