/// Splits the UTF-8 bytes of a format string into tokens, one at a time.
///
/// Whitespace (space, tab, CR, LF) separates tokens and has no other meaning. There are no comments. Text that is not a token of the
/// language becomes an invalid token, which `error(of:)` explains.
package struct Lexer: Sendable {
  package let bytes: [UInt8]
  package var position = 0
  /// Whether a token so far was a conversion.
  private(set) var hasConversions = false
  /// Whether a word or string so far contained a backslash. The functions that return names and strings rely on it, so their token
  /// must be one of this lexer, not of a later state of a copy.
  var hasEscapes = false
  /// The `infix` of the next token.
  private var infix: InfixOperator?
  private let keywords = KeywordTable.shared
  private let symbols = Self.symbolTable

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the byte at an offset from the position, or 0 beyond the end. (A NUL byte in the text is invalid anyway.)
  func byte(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return index < bytes.count ? bytes[index] : 0
  }

  /// Returns the byte at an index, or 0 outside of the text.
  func byte(at index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  /// Returns all tokens. The last one is the end.
  package mutating func tokens() -> [Token] {
    var tokens: [Token] = []
    // Most texts have no more tokens.
    tokens.reserveCapacity(min(bytes.count / 2 + 2, 256))
    while true {
      let token = next()
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  private mutating func next() -> Token {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    let start = position
    guard start < bytes.count else { return Token(kind: .end, range: FormatRange(near: start, start)) }
    infix = nil
    let kind = lexToken()
    return Token(kind: kind, range: FormatRange(near: start, position), infix: infix)
  }

  @inline(__always)
  private mutating func lexToken() -> Token.Kind {
    switch byte() {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): lexString()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): lexNumber()
    case UInt8(ascii: "."): byte(1).isDigit ? lexNumber() : lexSymbol()
    case UInt8(ascii: "$"): lexSigil(as: .variable, allowsHash: true)
    case UInt8(ascii: "#"): lexSigil(as: .escapedWord)
    case UInt8(ascii: "@"): lexAtWord()
    case UInt8(ascii: "%"): lexConversion()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): lexWord()
    case UInt8(ascii: "\\"), 0x80...: wordLength(at: position) > 0 ? lexWord() : lexSymbol()
    default: lexSymbol()
    }
  }

  // MARK: Words

  /// Lexes a word, which may turn out to be a keyword, or a selector if a colon follows.
  ///
  /// Identifier ::= Word
  private mutating func lexWord() -> Token.Kind {
    let start = position
    skipPlainWord()
    // No keyword contains an escape or a non-ASCII letter.
    if mayContinueWord, skipWord(isFirst: position == start) {
      return isBeforeColon ? lexSelector() : checked(.word, from: start)
    }
    if isBeforeColon { return lexSelector() }
    if byte() == UInt8(ascii: "-"), position == start + 3 { skipHyphenated(from: start) }
    guard let row = keywords.row(of: bytes, start, position) else { return .word }
    infix = row.infix
    return row.kind
  }

  /// Skips letters, digits, and `_`. (The loop is twice as fast over local variables as over properties.)
  private mutating func skipPlainWord() {
    let bytes = bytes
    var index = position
    while index < bytes.count, bytes[index].isWordByte { index += 1 }
    position = index
  }

  /// Whether a colon follows that makes the last word a selector.
  private var isBeforeColon: Bool {
    byte() == UInt8(ascii: ":") && byte(1) != UInt8(ascii: "=") && byte(1) != UInt8(ascii: ":")
  }

  /// Skips to the end of `UTI-EQUALS` or `UTI-CONFORMS-TO`, each of which is one word despite its hyphens.
  private mutating func skipHyphenated(from start: Int) {
    for length in InfixOperator.hyphenatedLengths {
      let end = start + length
      guard end <= bytes.count, wordLength(at: end, isFirst: false) == 0 else { continue }
      if keywords.row(of: bytes, start, end) != nil { position = end }
    }
  }

  /// Lexes a selector from its first colon on, including any `word:` that follows directly.
  ///
  /// Selector ::= ( Word ":" )+
  private mutating func lexSelector() -> Token.Kind {
    position += 1
    infix = .selector
    while wordLength(at: position) > 0 {
      let before = position
      skipWord(isFirst: true)
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
  private mutating func lexSigil(as kind: Token.Kind, allowsHash: Bool = false) -> Token.Kind {
    let start = position
    position += 1
    if allowsHash, byte() == UInt8(ascii: "#") { position += 1 }
    guard wordLength(at: position) > 0 else {
      position = start
      return lexInvalid()
    }
    skipWord(isFirst: true)
    return checked(kind, from: start)
  }

  /// Lexes `@word`, or a key with a name in parentheses, such as `@status(device.model.family)`.
  private mutating func lexAtWord() -> Token.Kind {
    let start = position
    let kind = lexSigil(as: .atWord)
    if byte() == UInt8(ascii: "("), let length = bytes[start...].parenthesizedKeyLength { position = start + length }
    return kind
  }

  /// Lexes a character that begins no token, or a run of this character. Consumes a string in typographic quotes as a whole, so that
  /// its words are not tokens.
  private mutating func lexInvalid() -> Token.Kind {
    guard let scalar = scalar(at: position) else { return .invalid }
    let start = position
    position += UTF8.width(scalar)
    while scalar.isASCII, position < bytes.count, bytes[position] == bytes[start] { position += 1 }
    if let quotes = ForeignQuotes(scalar), let end = quotes.end(in: self) { position = end }
    return .invalid
  }

  /// Skips the characters of a word, or the rest of a word.
  ///
  /// Word ::= WordStart WordPart*
  ///
  /// - Returns: Whether there were any.
  @discardableResult mutating func skipWord(isFirst: Bool = true) -> Bool {
    let before = position
    var length = wordLength(at: position, isFirst: isFirst)
    while length > 0 {
      hasEscapes = hasEscapes || bytes[position] == UInt8(ascii: "\\")
      position += length
      skipPlainWord()
      length = mayContinueWord ? wordLength(at: position, isFirst: false) : 0
    }
    return position > before
  }

  /// Returns the kind of a word, or `invalid` if its escapes contain an unpaired surrogate.
  private func checked(_ kind: Token.Kind, from start: Int) -> Token.Kind {
    guard hasEscapes else { return kind }
    let units = units(of: bytes[start..<position]).makeIterator()
    return transcode(units, from: UTF16.self, to: UTF32.self, stoppingOnError: true) { _ in } ? .invalid : kind
  }

  /// Whether the next byte may begin an escape or a non-ASCII letter that continues a plain word.
  private var mayContinueWord: Bool { byte() == UInt8(ascii: "\\") || byte() >= 0x80 }

  /// Returns the number of bytes of the word character at `index`, or 0 if there is none. An escape such as `\u00e9` counts as a
  /// character. Unicode letters are those of XID_Start and XID_Continue.
  ///
  /// WordStart ::= [a-zA-Z_] | XIDStart | WordEscape
  /// WordPart ::= WordStart | Digit | XIDContinue
  /// XIDStart ::= [#x80-#x10FFFF]
  /// XIDContinue ::= [#x80-#x10FFFF]
  func wordLength(at index: Int, isFirst: Bool = true) -> Int {
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

  /// Returns the escape at `index` inside a word, for keys with characters that words cannot contain, or `nil` if there is none.
  ///
  /// WordEscape ::= "\" ( [uU] Hex Hex Hex Hex | [xX] Hex Hex | Octal Octal Octal )
  private func keyEscape(at index: Int) -> (length: Int, unit: UInt16)? {
    guard index + 1 < bytes.count else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "u"), UInt8(ascii: "U"): return digits(from: index + 2, count: 4, radix: 16).map { (6, $0) }
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return digits(from: index + 2, count: 2, radix: 16).map { (4, $0) }
    case UInt8(ascii: "0")...UInt8(ascii: "7"): return digits(from: index + 1, count: 3, radix: 8).map { (4, $0) }
    default: return nil
    }
  }

  /// Returns the name in a word, `#word`, `@word`, variable, or selector token. The `@` is part of it; `#` and `$` are not.
  package func name(of token: Token) -> String {
    var start = token.range.start
    let end = token.range.end
    if start < end, bytes[start] == UInt8(ascii: "$") { start += 1 }
    if start < end, bytes[start] == UInt8(ascii: "#") { start += 1 }
    let word = bytes[start..<end]
    guard hasEscapes, word.contains(UInt8(ascii: "\\")) else { return String(decoding: word, as: UTF8.self) }
    return String(decoding: units(of: word), as: UTF16.self)
  }

  /// Returns the key that a word, `#word` or `@word` token names. Without an escape, only an `@word` begins with `@`.
  func key(of token: Token) -> FormatExpression.Key {
    token.kind == .atWord || hasEscapes ? .init(name(of: token)) : .named(name(of: token))
  }

  /// Returns the word in UTF-16 with its escapes decoded. Two escapes may form a surrogate pair.
  private func units(of slice: ArraySlice<UInt8>) -> [UInt16] {
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
    return units
  }

  // MARK: Symbols and conversions

  private mutating func lexSymbol() -> Token.Kind {
    let (start, first, second) = (position, byte(), byte(1))
    // Symbols of two bytes come before their one-byte prefixes.
    for index in symbols.starts[Int(first)]..<symbols.starts[Int(first) + 1] {
      let row = symbols.rows[index]
      if row.second == 0 || row.second == second {
        position += row.second == 0 ? 1 : 2
        // Operators such as `===`, `=~`, and `<=>` begin with a valid symbol.
        if Self.mayEndForeignOperator(byte()), let length = foreignOperatorLength(at: start) {
          position = start + length
          return .invalid
        }
        infix = row.infix
        return .symbol(row.symbol)
      }
    }
    if let length = foreignOperatorLength(at: start) {
      position += length
      return .invalid
    }
    return lexInvalid()
  }

  /// A symbol and its second byte, which is 0 for symbols of one byte.
  private typealias SymbolRow = (second: UInt8, symbol: Token.Symbol, infix: InfixOperator?)

  /// The symbols by first byte, longer ones first. Those of the byte b are `rows[starts[b]..<starts[b + 1]]`.
  private static let symbolTable: (rows: [SymbolRow], starts: [Int]) = {
    var (rows, starts): ([SymbolRow], [Int]) = ([], [0])
    for first in UInt8.min...UInt8.max {
      for symbol in Token.Symbol.allCases where symbol.rawValue.utf8.first == first {
        let second = symbol.rawValue.utf8.dropFirst().first ?? 0
        rows.append((second: second, symbol: symbol, infix: InfixOperator(symbol.rawValue)))
      }
      starts.append(rows.count)
    }
    return (rows, starts)
  }()

  /// Symbolic operators of other languages. None is a prefix of another. `Vocabulary` has their meanings.
  static let foreignOperators = ["===", "!==", "=~", "~=", "<=>", "><", "=!", "::"].map { Array($0.utf8) }

  private static func mayEndForeignOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "~"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"): true
    default: false
    }
  }

  private func foreignOperatorLength(at start: Int) -> Int? {
    Self.foreignOperators.first { bytes[start...].starts(with: $0) }?.count
  }

  /// Lexes a conversion: `%`, a length modifier of up to two letters, and one more character.
  ///
  /// Conversion ::= KeyConversion | "%@" | "%%" | "%" IntegerLength? IntegerLetter
  ///   | "%" DoubleLength? DoubleLetter | "%" OtherLetter
  private mutating func lexConversion() -> Token.Kind {
    hasConversions = true
    let start = position
    position += 1
    switch byte() {
    case UInt8(ascii: "@"), UInt8(ascii: "K"), UInt8(ascii: "%"):
      position += 1
      return .conversion
    default: return lexLongConversion(from: start)
    }
  }

  private mutating func lexLongConversion(from start: Int) -> Token.Kind {
    let lengths: [UInt8] = Array("hlqL".utf8)
    while lengths.contains(byte()), position - start < 3 { position += 1 }
    // Include printf flags, widths, and positions, so that the message shows the whole conversion.
    while byte().isDigit || byte() == UInt8(ascii: ".") && byte(1).isDigit || byte() == UInt8(ascii: "$") {
      position += 1
    }
    if let scalar = scalar(at: position), !Self.isBlank(byte()), !Self.endsValue(byte()) {
      position += UTF8.width(scalar)
    }
    guard FormatConversion(String(decoding: bytes[start..<position], as: UTF8.self)) != nil else { return .invalid }
    // `%ul` is `%lu` with its letters exchanged.
    guard position == start + 2, bytes[start + 1] == UInt8(ascii: "u"), byte() == UInt8(ascii: "l"), !byte(1).isWordByte
    else { return .conversion }
    position += 1
    return .invalid
  }

  // MARK: Characters

  /// Returns the text of a range.
  @inline(never)
  package func text(_ range: FormatRange) -> String {
    String(decoding: bytes[range.start..<range.end], as: UTF8.self)
  }

  /// Returns the scalar that begins at `index`. The bytes are valid UTF-8.
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

  /// Whether a byte is a closing bracket or a comma.
  static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","): true
    default: false
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D)
  }
}
