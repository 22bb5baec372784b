import PredicateSyntax
import TestSupport

/// Walks the grammar and writes a sentence. Equal seeds give equal sentences.
struct SentenceWriter {
  private let map: GrammarMap
  private var random: SeededRandom
  /// Whether words may contain escapes. (Apple's print does not escape keys.)
  private let allowsWordEscapes: Bool
  /// The tokens written so far.
  private var tokens: [String] = []

  /// One way at one of the grammar's choices.
  struct Way: Hashable {
    /// The number of the choice.
    let choice: Int
    /// The number of the alternative; for an option or a repetition, 0, or 1 for more than the minimum.
    let way: Int
  }
  /// The ways that were taken.
  private(set) var ways: Set<Way> = []

  init(_ map: GrammarMap, seed: UInt64, allowsWordEscapes: Bool = true) {
    self.map = map
    random = SeededRandom(state: seed)
    self.allowsWordEscapes = allowsWordEscapes
  }

  /// Returns the tokens of a sentence of a production, about `length` of them if the production allows it.
  mutating func sentence(of name: String, length: Int) -> [String] {
    tokens = []
    if let index = map.indexes[name] { write(map.parts[index], length: length) }
    return tokens
  }

  /// Returns the text of tokens, with blanks of all kinds, and none next to brackets and commas.
  mutating func text(of tokens: [String]) -> String {
    var text = ""
    for (index, token) in tokens.enumerated() {
      let isNextToSign =
        index > 0 && ["(", ")", "[", "]", "{", "}", ","].contains { $0 == token || $0 == tokens[index - 1] }
      if index > 0, !isNextToSign || number(3) == 0 { text += [" ", " ", " ", "  ", "\n", "\t", " \r\n"][number(7)] }
      text += token
    }
    return text
  }

  /// Returns a random number below `count`.
  mutating func number(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

  // MARK: Sentences

  private mutating func write(_ part: GrammarMap.Part, length: Int) {
    switch part.kind {
    case .terminal(let text): tokens.append(inSomeCase(text))
    case .characters, .token: tokens.append(token(part))
    case .production(let index): write(map.parts[index], length: length)
    case .sequence(let parts): write(parts, length: length)
    case .choice(let parts, let number): write(choice(of: parts, number, length: length), length: length)
    case .optional, .repeated: write([part], length: length)
    }
  }

  /// Writes parts that share a length: each gets its minimum, and a random part of the rest.
  private mutating func write(_ parts: [GrammarMap.Part], length: Int) {
    var left = max(0, length - parts.reduce(0) { $0 + $1.least })
    // First chooses which parts are written, so that no length is reserved for the others.
    var written: [GrammarMap.Part] = []
    for part in parts { written += repetitions(of: part, &left) }
    for (index, part) in written.enumerated() {
      let share = min(index == written.count - 1 ? left : number(left + 1), part.most - part.least)
      left -= share
      write(part, length: part.least + share)
    }
  }

  /// Returns the repetitions of an option or a repetition to write, and subtracts their length from `left`.
  private mutating func repetitions(of part: GrammarMap.Part, _ left: inout Int) -> [GrammarMap.Part] {
    switch part.kind {
    case .optional(let inner, let choice):
      guard take(inner.least <= left ? number(2) : 0, of: choice) > 0 else { return [] }
      left -= inner.least
      return [inner]
    case .repeated(let inner, let count, let choice):
      // More is likelier if more is left; with twenty levels of the grammar, a low probability is enough.
      let more = number(left + 60) < left ? min(left / max(1, inner.least), 1 + number(3)) : 0
      take(min(1, more), of: choice)
      left -= more * inner.least
      return Array(repeating: inner, count: count + more)
    default: return [part]
    }
  }

  /// Returns one of several parts: none that is too long, and rarely one that is much too short.
  private mutating func choice(of parts: [GrammarMap.Part], _ choice: Int, length: Int) -> GrammarMap.Part {
    let least = parts.reduce(GrammarMap.unlimited) { min($0, $1.least) }
    var allowed = parts.indices.filter { parts[$0].least <= max(least, length) }
    if number(8) > 0 {
      let long = allowed.filter { parts[$0].most * 2 > length }
      if !long.isEmpty { allowed = long }
    }
    return parts[take(allowed[number(allowed.count)], of: choice)]
  }

  @discardableResult private mutating func take(_ way: Int, of choice: Int) -> Int {
    ways.insert(Way(choice: choice, way: way))
    return way
  }

  private mutating func inSomeCase(_ text: String) -> String {
    switch number(6) {
    case 0: text.lowercased()
    case 1: text.prefix(1) + text.dropFirst().lowercased()
    default: text
    }
  }

  // MARK: Tokens

  private mutating func token(ofProduction index: Int) -> String {
    let name = map.names[index]
    while true {
      let text = token(map.parts[index])
      // Exclusions in remarks of the grammar.
      if name == "Number", Double(text)?.isFinite == false { continue }
      if name == "Identifier", Keyword.isReserved(text) { continue }
      if name == "Escape" || name == "WordEscape", text.count == 6, let unit = UInt16(text.dropFirst(2), radix: 16),
        unit >> 11 == 0x1B
      {
        return "\\ud83d\\ude00"
      }
      return text
    }
  }

  private mutating func token(_ part: GrammarMap.Part) -> String {
    switch part.kind {
    case .terminal(let text): return text
    case .characters(let characters): return String(characters[number(characters.count)])
    case .token(let index), .production(let index): return token(ofProduction: index)
    case .sequence(let parts):
      var text = ""
      for part in parts { text += token(part) }
      return text
    case .choice(let parts, let choice):
      // The first alternative is the most common one.
      var way = number(3) == 0 ? 0 : number(parts.count)
      if !allowsWordEscapes, case .token(map.wordEscape) = parts[way].kind { way = 0 }
      return token(parts[take(way, of: choice)])
    case .optional(let inner, let choice): return take(number(2), of: choice) == 0 ? "" : token(inner)
    case .repeated(let inner, let least, let choice):
      let more = number(5)
      take(min(1, more), of: choice)
      var text = ""
      for _ in 0..<(least + more) { text += token(inner) }
      return text
    }
  }
}
