/// The regular expressions of the grammar's tokens. Oniguruma, ICU and JavaScript read them equally.
struct TokenPatterns {
  /// A production that the grammar does not have.
  struct UnknownProduction: Error, CustomStringConvertible {
    let name: String
    var description: String { "the grammar has no production \(name)" }
  }

  let grammar: GrammarFile
  /// The characters that the text around a format writes in another way, with the regular expressions of their spellings.
  var spellings: [Character: String] = [:]

  /// Returns a production with the given name.
  func production(_ name: String) throws -> GrammarFile.Production {
    guard let production = grammar[name] else { throw UnknownProduction(name: name) }
    return production
  }

  /// Returns the regular expression of a production.
  func token(_ name: String) throws -> String { try pattern(of: .name(name)) }

  /// The end of a word or a number.
  var end: String { get throws { "(?!\(try token("WordPart")))" } }

  /// Returns the regular expression of several keywords.
  func keywords(_ words: [String]) throws -> String { try options(words) + end }

  /// Returns the regular expression of a keyword or an option, in any case. (With a flag for that, `ſ` would be an S.)
  private func inAnyCase(_ word: String) -> String {
    word.map { $0.isLetter ? "[\($0.uppercased())\($0.lowercased())]" : text(String($0)) }.joined()
  }

  /// Returns the regular expression of one of the options, which are letters.
  func options(_ letters: [String]) -> String { "(?:\(letters.map(inAnyCase).joined(separator: "|")))" }

  /// Returns the regular expression of one of several texts.
  func oneOf(_ texts: [String]) -> String { "(?:\(texts.map(text).joined(separator: "|")))" }

  /// Returns the regular expression of a text.
  func text(_ text: String) -> String {
    text.map { character in
      spellings[character] ?? (#"\^$.|?*+()[]{}"#.contains(character) ? #"\\#(character)"# : String(character))
    }.joined()
  }

  private func pattern(of rule: GrammarFile.Rule) throws -> String {
    switch rule {
    case .terminal(let text): self.text(text)
    case .characters(let text): text.hasPrefix("^") ? otherCharacters(than: text.dropFirst()) : "[\(text)]"
    case .name(let name): try Self.properties[name].map { "[\($0)]" } ?? pattern(of: production(name).rule)
    case .sequence(let parts): try Self.counted(parts.map { try pattern(of: $0) })
    case .choice: try choice(alternatives(of: rule))
    case .optional(let part, _): try Self.grouped(pattern(of: part)) + "?"
    case .repeated(let part, let least, _): try Self.grouped(pattern(of: part)) + (least == 0 ? "*" : "+")
    }
  }

  /// The productions that the grammar restricts to a property of Unicode in a remark.
  private static let properties = ["XIDStart": #"\p{XID_Start}"#, "XIDContinue": #"\p{XID_Continue}"#]

  /// Returns the alternatives of a choice, with those of the choices that it names.
  private func alternatives(of rule: GrammarFile.Rule) throws -> [GrammarFile.Rule] {
    switch rule {
    case .choice(let parts, _): return try parts.flatMap { try alternatives(of: $0) }
    case .name(let name) where Self.properties[name] == nil:
      switch try production(name).rule {
      case .choice, .characters, .name: return try alternatives(of: production(name).rule)
      case .terminal, .sequence, .optional, .repeated: return [rule]
      }
    case .name, .terminal, .characters, .sequence, .optional, .repeated: return [rule]
    }
  }

  /// Returns the regular expression of alternatives. All characters are one class, so that a letter is matched in one way only: in
  /// several, a long word would take exponential time. Of texts, the first one that matches is taken, so that the longest is first.
  private func choice(_ alternatives: [GrammarFile.Rule]) throws -> String {
    var members = ""
    var others: [String] = []
    for alternative in alternatives {
      if let some = Self.members(of: alternative) {
        members += some
      } else {
        others.append(try pattern(of: alternative))
      }
    }
    let areTexts = alternatives.allSatisfy { if case .terminal = $0 { true } else { false } }
    if areTexts { others.sort { $0.count > $1.count } }
    if members.isEmpty { return "(?:\(others.joined(separator: "|")))" }
    if others.isEmpty { return "[\(members)]" }
    // A character comes after longer texts that begin with it.
    return "(?:\((others + ["[\(members)]"]).joined(separator: "|")))"
  }

  /// Returns the members of the class that a rule is, or nil if it is another rule.
  private static func members(of rule: GrammarFile.Rule) -> String? {
    switch rule {
    case .characters(let text): text.hasPrefix("^") ? nil : text
    case .name(let name): properties[name]
    case .terminal(let text): text.count == 1 && text.allSatisfy(\.isLetter) ? text : nil
    case .sequence, .choice, .optional, .repeated: nil
    }
  }

  /// Returns the regular expression of a sequence, with equal parts counted.
  private static func counted(_ parts: [String]) -> String {
    var result = ""
    var index = 0
    while index < parts.count {
      let count = parts[index...].prefix { $0 == parts[index] }.count
      result += count > 1 ? "\(grouped(parts[index])){\(count)}" : parts[index]
      index += count
    }
    return result
  }

  private static func grouped(_ pattern: String) -> String {
    let isOne = pattern.count == 1 || pattern.wholeMatch(of: /\[[^\]]*\]|\(\?:[^()]*\)/) != nil
    return isOne ? pattern : "(?:\(pattern))"
  }

  /// Returns the regular expression of a character that is not in a class, in any spelling.
  private func otherCharacters(than members: Substring) -> String {
    let special = spellings.keys.sorted()
    if special.isEmpty { return "[^\(members)]" }
    let others = special.map { $0 == "\\" ? #"\\"# : String($0) }.joined()
    return "(?:\(special.compactMap { spellings[$0] }.joined(separator: "|"))|[^\(members)\(others)])"
  }
}
