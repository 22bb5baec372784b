/// The files that show the grammar as railroad diagrams.
struct DiagramPage {
  private let grammar: GrammarFile

  init(_ grammar: GrammarFile) { self.grammar = grammar }

  /// The contents of the page and of each production's image, by their paths inside Grammar/.
  var files: [String: String] {
    var files = ["Diagrams.md": page]
    for production in grammar.productions { files["diagrams/\(production.name).svg"] = Drawing.svg(of: production) }
    return files
  }

  private var page: String {
    var text = """
      # Railroad diagrams

      `swift run --package-path Sources/railroad railroad` generates this page from [PredicateFormat.ebnf](PredicateFormat.ebnf), and
      `Tests/run --stage documentation` compares them. Follow the line from left to right. A round box is text, and keywords are
      case-insensitive. A square box is another production. A dashed box is one character of a class, or with `^` any other character.

      """
    var heading = ""
    for production in grammar.productions {
      if production.heading != heading {
        heading = production.heading
        let names = grammar.productions.filter { $0.heading == heading }.map(\.name)
        text += "\n## \(heading)\n\n\(Self.links(names))\n"
      }
      text += "\n### \(production.name)\n\n![\(production.name)](diagrams/\(production.name).svg)\n\n"
      for remark in production.remarks { text += "Remark: \(Self.escaped(remark)).\n\n" }
      text += links(of: production) + "\n"
    }
    return text
  }

  /// Returns links to the productions that a production uses, and to those that use it.
  private func links(of production: GrammarFile.Production) -> String {
    let used = names(in: production.rule)
    let users = grammar.productions.filter { names(in: $0.rule).contains(production.name) }.map(\.name)
    let parts = [("Uses", used), ("Used by", users)].filter { !$0.1.isEmpty }
    return parts.map { "\($0.0) \(Self.links($0.1))." }.joined(separator: " ")
  }

  private func names(in rule: GrammarFile.Rule) -> [String] {
    var result: [String] = []
    for case .name(let name) in rule.all where !result.contains(name) { result.append(name) }
    return result
  }

  private static func links(_ names: [String]) -> String {
    names.map { "[\($0)](#\($0.lowercased()))" }.joined(separator: ", ")
  }

  /// Returns the text with Markdown's special characters escaped.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\`*_[]<>".contains(character) { result += "\\" }
      result.append(character)
    }
  }
}
