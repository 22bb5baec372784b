/// The grammar in Grammar/PredicateFormat.ebnf as data.
package struct GrammarFile: Sendable {
  /// The right side of a production, or a part of it. Rules with alternatives are numbered, so a traversal of the grammar can
  /// report which ones it took.
  package indirect enum Rule: Sendable {
    case terminal(String)
    /// One character of a class. Contains the text between the brackets.
    case characters(String)
    case name(String)
    case sequence([Rule])
    case choice([Rule], number: Int)
    case optional(Rule, number: Int)
    case repeated(Rule, atLeast: Int, number: Int)

    /// This rule and all rules inside it.
    package var all: [Rule] {
      switch self {
      case .terminal, .characters, .name: [self]
      case .sequence(let parts), .choice(let parts, _): [self] + parts.flatMap(\.all)
      case .optional(let part, _), .repeated(let part, _, _): [self] + part.all
      }
    }
  }

  /// A production of the grammar: `Name ::= …`.
  package struct Production: Sendable {
    package let name: String
    /// The heading above the production: the text of a remark with dashes.
    package let heading: String
    /// The right side, with single spaces and without remarks.
    package fileprivate(set) var text = ""
    /// The remarks, which state what the rule alone cannot express.
    package fileprivate(set) var remarks: [String] = []
    package fileprivate(set) var rule = Rule.sequence([])

    /// Whether the production is part of a token, which contains no spaces.
    package var isToken: Bool { heading.hasPrefix("Tokens") }

    /// The terminals on the right side.
    package var terminals: Set<String> {
      var result: Set<String> = []
      for case .terminal(let text) in rule.all { result.insert(text) }
      return result
    }
  }

  /// The productions, in the order of the file.
  package private(set) var productions: [Production] = []
  private var indexByName: [String: Int] = [:]

  /// The production with the given name, or nil if there is none.
  package subscript(name: String) -> Production? { indexByName[name].map { productions[$0] } }

  /// Parses a grammar.
  package init(_ text: String) {
    var heading = ""
    for (code, remark) in Self.lines(of: text) {
      let words = code.split(separator: " ")
      if words.count > 2, words[1] == "::=" {
        productions.append(Production(name: String(words[0]), heading: heading))
        productions[productions.count - 1].text = words.dropFirst(2).joined(separator: " ")
      } else if !words.isEmpty, !productions.isEmpty {
        productions[productions.count - 1].text += " " + words.joined(separator: " ")
      } else if remark.hasPrefix("----") {
        heading = remark.filter { $0 != "-" }.trimmingPrefix(" ").description
        if heading.last == " " { heading.removeLast() }
      }
      if !words.isEmpty, !remark.isEmpty { productions[productions.count - 1].remarks.append(remark) }
    }
    var choices = 0
    for index in productions.indices {
      indexByName[productions[index].name] = index
      var reader = RuleReader(rest: Substring(productions[index].text), choices: choices)
      productions[index].rule = reader.choice()
      choices = reader.choices
    }
  }

  /// Returns the lines without their remarks, each with the remark that begins on it.
  private static func lines(of text: String) -> [(code: String, remark: String)] {
    var result = [(code: "", remark: "")]
    var isRemark = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !isRemark { result.append(("", "")) }
      // A remark that continues on further lines belongs to the line that it begins on.
      for word in line.split(separator: " ") {
        let last = result.count - 1
        switch word {
        case "/*": isRemark = true
        case "*/": isRemark = false
        default:
          if isRemark {
            result[last].remark += (result[last].remark.isEmpty ? "" : " ") + word
          } else {
            result[last].code += (result[last].code.isEmpty ? "" : " ") + word
          }
        }
      }
    }
    return result
  }
}

/// A parser for the right side of a production.
private struct RuleReader {
  var rest: Substring
  /// The number of rules with alternatives so far.
  var choices: Int

  private mutating func skipBlanks() { rest = rest.drop { $0 == " " } }

  private mutating func number() -> Int {
    choices += 1
    return choices - 1
  }

  mutating func choice() -> GrammarFile.Rule {
    var parts = [sequence()]
    while rest.first == "|" {
      rest.removeFirst()
      parts.append(sequence())
    }
    return parts.count == 1 ? parts[0] : .choice(parts, number: number())
  }

  private mutating func sequence() -> GrammarFile.Rule {
    var parts: [GrammarFile.Rule] = []
    skipBlanks()
    while let first = rest.first, first != "|", first != ")" {
      parts.append(repetition())
      skipBlanks()
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func repetition() -> GrammarFile.Rule {
    let part = item()
    guard let sign = rest.first, "?*+".contains(sign) else { return part }
    rest.removeFirst()
    return sign == "?"
      ? .optional(part, number: number()) : .repeated(part, atLeast: sign == "+" ? 1 : 0, number: number())
  }

  private mutating func item() -> GrammarFile.Rule {
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

  private mutating func text(to end: Character) -> String {
    let text = rest.prefix { $0 != end }
    rest = rest.dropFirst(text.count + 1)
    return String(text)
  }
}
