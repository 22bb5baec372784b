import Foundation

/// The productions of Grammar/PredicateFormat.ebnf.
struct GrammarFile {
  /// What a production, or a part of one, stands for.
  indirect enum Rule {
    case terminal(String)
    /// One character of a class; the text between the brackets.
    case characters(String)
    case name(String)
    case sequence([Rule])
    case choice([Rule])
    case repeated(Rule, atLeast: Int, atMost: Int)

    /// All rules within this one, itself too.
    var all: [Rule] {
      switch self {
      case .terminal, .characters, .name: [self]
      case .sequence(let parts), .choice(let parts): [self] + parts.flatMap(\.all)
      case .repeated(let part, _, _): [self] + part.all
      }
    }
  }

  /// The productions by their names, and their texts with single blanks.
  private(set) var rules: [String: Rule] = [:]
  private(set) var texts: [String: String] = [:]
  /// The names in the order of the file; those from `firstToken` on hold no blanks inside.
  private(set) var names: [String] = []
  static let firstToken = "Key"

  /// The text of a file of the package.
  static func text(of path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  init() throws {
    let remark = try Regex(#"/\*(.|\n)*?\*/"#)
    let text = try Self.text(of: "Grammar/PredicateFormat.ebnf").replacing(remark, with: "")
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let first = words.first else { continue }
      if words.count > 2, words[1] == "::=" {
        names.append(String(first))
        texts[String(first)] = words.dropFirst(2).joined(separator: " ")
      } else if let last = names.last {
        texts[last, default: ""] += " " + words.joined(separator: " ")
      }
    }
    for (name, text) in texts {
      var reader = Reader(rest: Substring(text))
      rules[name] = reader.choice()
    }
  }

  /// The terminals of all productions, or of those that are no tokens.
  func terminals(ofTokens: Bool) -> Set<String> {
    let end = names.firstIndex(of: Self.firstToken) ?? names.count
    var result: Set<String> = []
    for name in ofTokens ? names[end...] : names[..<end] {
      for case .terminal(let text) in rules[name]?.all ?? [] { result.insert(text) }
    }
    return result
  }

  /// Reads the right side of a production.
  private struct Reader {
    var rest: Substring

    mutating func skipBlanks() { rest = rest.drop { $0 == " " } }

    mutating func choice() -> Rule {
      var parts = [sequence()]
      while rest.first == "|" {
        rest.removeFirst()
        parts.append(sequence())
      }
      return parts.count == 1 ? parts[0] : .choice(parts)
    }

    mutating func sequence() -> Rule {
      var parts: [Rule] = []
      skipBlanks()
      while let first = rest.first, first != "|", first != ")" {
        parts.append(repetition())
        skipBlanks()
      }
      return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    mutating func repetition() -> Rule {
      let part = item()
      switch rest.first {
      case "?": return taken(.repeated(part, atLeast: 0, atMost: 1))
      case "*": return taken(.repeated(part, atLeast: 0, atMost: 2))
      case "+": return taken(.repeated(part, atLeast: 1, atMost: 2))
      default: return part
      }
    }

    mutating func taken(_ rule: Rule) -> Rule {
      rest.removeFirst()
      return rule
    }

    mutating func item() -> Rule {
      switch rest.removeFirst() {
      case "(":
        let inner = choice()
        if rest.first == ")" { rest.removeFirst() }
        return inner
      case "[": return .characters(text(to: "]"))
      case "\"": return .terminal(text(to: "\""))
      case "'": return .terminal(text(to: "'"))
      case let letter:
        let name = String(letter) + rest.prefix { $0.isLetter }
        rest = rest.dropFirst(name.count - 1)
        return .name(name)
      }
    }

    mutating func text(to end: Character) -> String {
      let text = rest.prefix { $0 != end }
      rest = rest.dropFirst(text.count + 1)
      return String(text)
    }
  }
}

/// Writes random sentences of the grammar; the same ones for the same seed.
struct SentenceWriter {
  let grammar: GrammarFile
  private var state: UInt64
  /// How many productions each rule needs at least.
  private let heights: [String: Int]

  init(_ grammar: GrammarFile, seed: UInt64) {
    self.grammar = grammar
    state = seed
    var heights: [String: Int] = [:]
    for _ in grammar.names {
      for (name, rule) in grammar.rules { heights[name] = Self.height(of: rule, heights).map { $0 + 1 } }
    }
    self.heights = heights
  }

  private static func height(of rule: GrammarFile.Rule, _ heights: [String: Int]) -> Int? {
    switch rule {
    case .terminal, .characters: return 0
    case .name(let name): return heights[name]
    case .sequence(let parts):
      let all = parts.compactMap { height(of: $0, heights) }
      return all.count == parts.count ? all.max() ?? 0 : nil
    case .choice(let parts): return parts.compactMap { height(of: $0, heights) }.min()
    case .repeated(let part, let least, _): return least == 0 ? 0 : height(of: part, heights)
    }
  }

  private mutating func random(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }

  /// A sentence of a production. Beyond `depth` productions the shortest way is taken.
  mutating func sentence(of name: String, depth: Int, isToken: Bool = false) -> String {
    let isToken = isToken || (grammar.names.firstIndex(of: name) ?? 0) >= firstToken
    switch name {
    case "XIDStart": return ["é", "ж", "名"][random(3)]
    case "XIDContinue": return ["\u{301}", "·", "٣"][random(3)]
    default: break
    }
    guard let rule = grammar.rules[name] else { return "" }
    while true {
      let text = write(rule, depth: depth - 1, isToken: isToken)
      // What remarks of the grammar rule out.
      if name == "Identifier", isKeyword(text) { continue }
      if name == "Escape", text.count == 6, text.dropFirst(2).lowercased() >= "d800" { continue }
      return text
    }
  }

  private var firstToken: Int { grammar.names.firstIndex(of: GrammarFile.firstToken) ?? 0 }

  private mutating func write(_ rule: GrammarFile.Rule, depth: Int, isToken: Bool) -> String {
    switch rule {
    case .terminal(let text): return !isToken && random(4) == 0 ? text.lowercased() : text
    case .characters(let text): return character(of: text)
    case .name(let name): return sentence(of: name, depth: depth, isToken: isToken)
    case .sequence(let parts):
      var texts: [String] = []
      for part in parts {
        let text = write(part, depth: depth, isToken: isToken)
        if !text.isEmpty { texts.append(text) }
      }
      return texts.joined(separator: isToken ? "" : " ")
    case .choice(let parts):
      let least = parts.compactMap { Self.height(of: $0, heights) }.min() ?? 0
      let allowed = parts.filter { (Self.height(of: $0, heights) ?? .max) <= max(least, depth) }
      return write(allowed[random(allowed.count)], depth: depth, isToken: isToken)
    case .repeated(let part, let least, let most):
      let fits = (Self.height(of: part, heights) ?? .max) <= depth
      // Most levels of the grammar are passed through, or sentences would grow beyond all bounds.
      let extra = fits && random(isToken ? 2 : 5) == 0 ? 1 + random(most - least) : 0
      var texts: [String] = []
      for _ in 0..<(least + extra) { texts.append(write(part, depth: depth, isToken: isToken)) }
      return texts.joined(separator: isToken ? "" : " ")
    }
  }

  private mutating func character(of text: String) -> String {
    let isExcluded = text.hasPrefix("^")
    let members = Self.members(of: isExcluded ? String(text.dropFirst()) : text)
    let pool = isExcluded ? "aZé😀 \n\t%@$'\"\\#()_-.*?9".filter { !members.contains($0) } : members
    let characters = Array(pool)
    return String(characters[random(characters.count)])
  }

  /// The characters that a class lists; `a-z` gives three of them.
  private static func members(of text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let first = rest.popFirst() {
      result.append(first)
      guard rest.first == "-", rest.count > 1 else { continue }
      rest.removeFirst()
      guard let last = rest.popFirst() else { break }
      if let low = first.asciiValue, let high = last.asciiValue, low < high {
        // All of them: `[^uUxX0-7]` must leave out each.
        for byte in (low + 1)...high { result.append(Character(UnicodeScalar(byte))) }
      }
    }
    return result
  }
}
