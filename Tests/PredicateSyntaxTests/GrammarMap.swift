import TestSupport

/// The grammar prepared for a walk: each part knows its minimum and maximum number of tokens.
struct GrammarMap: Sendable {
  /// A rule of the grammar.
  struct Part: Sendable {
    let kind: Kind
    let least: Int
    let most: Int
  }
  indirect enum Kind: Sendable {
    case terminal(String)
    /// One of these characters.
    case characters([Character])
    /// Another production, by its index: within a token, or one that is a token.
    case production(Int), token(Int)
    case sequence([Part])
    case choice([Part], number: Int)
    case optional(Part, number: Int)
    case repeated(Part, atLeast: Int, number: Int)
  }

  /// The productions, in the order of the file.
  let names: [String]
  let indexes: [String: Int]
  private(set) var parts: [Part] = []
  /// The production of escapes in words.
  let wordEscape: Int
  /// The maximum of a part that can contain itself.
  static let unlimited = 1_000

  init(_ grammar: GrammarFile) {
    names = grammar.productions.map(\.name)
    indexes = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    wordEscape = indexes["WordEscape", default: 0]
    // A token counts as one. The other numbers are computed by iteration until nothing changes.
    parts = grammar.productions.map {
      Part(kind: .sequence([]), least: $0.isToken ? 1 : Self.unlimited, most: $0.isToken ? 1 : 0)
    }
    for _ in 0..<100 {
      for (index, production) in grammar.productions.enumerated() {
        let part = part(of: production.rule, in: grammar)
        parts[index] = production.isToken ? Part(kind: part.kind, least: 1, most: 1) : part
      }
    }
    // Classes that the notation cannot express.
    for (name, characters) in [("XIDStart", "éж名"), ("XIDContinue", "\u{301}·٣")] {
      guard let index = indexes[name] else { continue }
      let scalars = characters.unicodeScalars.map { Character($0) }
      parts[index] = Part(kind: .characters(scalars), least: 1, most: 1)
    }
  }

  private func part(of rule: GrammarFile.Rule, in grammar: GrammarFile) -> Part {
    switch rule {
    case .terminal(let text): return Part(kind: .terminal(text), least: 1, most: 1)
    case .characters(let text): return Part(kind: .characters(Self.characters(of: text)), least: 1, most: 1)
    case .name(let name):
      let index = indexes[name, default: 0]
      let isToken = grammar.productions[index].isToken
      return Part(
        kind: isToken ? .token(index) : .production(index), least: parts[index].least, most: parts[index].most)
    case .sequence(let rules):
      let inner = rules.map { part(of: $0, in: grammar) }
      return Part(
        kind: .sequence(inner), least: min(Self.unlimited, inner.reduce(0) { $0 + $1.least }),
        most: min(Self.unlimited, inner.reduce(0) { $0 + $1.most }))
    case .choice(let rules, let number):
      let inner = rules.map { part(of: $0, in: grammar) }
      return Part(
        kind: .choice(inner, number: number), least: inner.reduce(Self.unlimited) { min($0, $1.least) },
        most: inner.reduce(0) { max($0, $1.most) })
    case .optional(let rule, let number):
      let inner = part(of: rule, in: grammar)
      return Part(kind: .optional(inner, number: number), least: 0, most: inner.most)
    case .repeated(let rule, let count, let number):
      let inner = part(of: rule, in: grammar)
      return Part(
        kind: .repeated(inner, atLeast: count, number: number), least: min(Self.unlimited, count * inner.least),
        most: min(Self.unlimited, (count + 3) * inner.most))
    }
  }

  /// Returns the characters of a class, or some that are not in a class that begins with `^`.
  private static func characters(of text: String) -> [Character] {
    let isExcluded = text.hasPrefix("^")
    let members = members(of: isExcluded ? text.dropFirst() : text[...])
    return isExcluded ? "aZé😀 \n\t%@$'\"\\#()_-.*?9".filter { !members.contains($0) }.map { $0 } : Array(members)
  }

  /// Returns the characters that a class lists, including those between `a` and `z` in `a-z`.
  private static func members(of text: Substring) -> String {
    var result = ""
    var rest = text
    while let first = rest.popFirst() {
      result.append(first)
      guard rest.first == "-", rest.count > 1 else { continue }
      rest.removeFirst()
      guard let last = rest.popFirst() else { break }
      if let low = first.asciiValue, let high = last.asciiValue, low < high {
        for byte in (low + 1)...high { result.append(Character(UnicodeScalar(byte))) }
      }
    }
    return result
  }
}
