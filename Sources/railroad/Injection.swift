/// A TextMate grammar that colors formats within the texts of another language.
struct Injection {
  typealias Rule = TextMateGrammar.Rule

  /// The name of the language, and of the file.
  let language: String
  /// The scopes of the language's texts.
  let scopes: [String]
  /// What the rules are not applied to.
  let exceptions: String
  let patterns: [Rule]
  var repository: [String: Rule] = [:]

  var file: String { "\(language).injection.tmLanguage.json" }

  var grammar: TextMateGrammar {
    TextMateGrammar(
      name: "Predicate formats in \(language)",
      scopeName: "\(TextMateGrammar.language).injection.\(language.lowercased())",
      injectionSelector: scopes.map { "L:\($0) \(exceptions)" }.joined(separator: ", "), patterns: patterns,
      repository: repository)
  }

  /// Returns the injections, for all languages.
  static func all(_ grammar: GrammarFile) throws -> [Injection] {
    [
      Injection(
        language: "Swift", scopes: ["source.swift"], exceptions: "-comment -string", patterns: try swift(grammar)),
      Injection(
        language: "ObjectiveC", scopes: ["source.objc", "source.objcpp"], exceptions: "-comment -string",
        patterns: [
          try literal(
            grammar, begin: #"(?<=predicateWithFormat:|expressionWithFormat:)\s*(@")"#, end: #""|$"#,
            spellings: backslashes, scope: "string.quoted.double.objc")
        ]),
      Injection(language: "YAML", scopes: ["source.yaml"], exceptions: "-comment -string", patterns: try yaml(grammar)),
      try propertyList(grammar),
    ]
  }

  // MARK: Literals

  /// How a literal with escapes writes the characters that have a meaning in it.
  private static let backslashes: [Character: String] = ["\"": #"\\""#, "\\": #"\\\\"#]

  /// Returns the rule of a literal whose text is a format.
  ///
  /// - Parameters:
  ///   - begin: The regular expression of the beginning. The first group is the quote.
  ///   - end: The regular expression of the end.
  ///   - spellings: How the literal writes characters.
  ///   - scope: The scope of the quotes.
  private static func literal(
    _ grammar: GrammarFile, begin: String, end: String, spellings: [Character: String], scope: String
  ) throws -> Rule {
    let rules = TextMateRules(patterns: TokenPatterns(grammar: grammar, spellings: spellings))
    let escape = spellings["\\"].map { _ in Rule(name: "constant.character.escape", match: #"\\."#) }
    let strings = try rules.strings(until: end, escape: escape)
    return Rule(
      begin: begin, end: end, contentName: embedded, beginCaptures: ["1": Rule(name: scope)],
      endCaptures: ["0": Rule(name: scope)], patterns: strings + [escape].compactMap(\.self) + [code])
  }

  /// The scope of a format within another text.
  private static let embedded = "meta.embedded.inline.\(TextMateGrammar.language)"
  private static let code = Rule(include: "\(TextMateGrammar.scope)#code")

  private static func swift(_ grammar: GrammarFile) throws -> [Rule] {
    let calls =
      ["NSPredicate(format:", "NSExpression(format:"]
      + ["FormatPredicate", "FormatExpression"].flatMap { ["\($0)(", "\($0).template("] }
    let before = "(?<=\(calls.map(TokenPatterns(grammar: grammar).text).joined(separator: "|")))\\s*"
    let several = ["\"": #"(?:\\)?""#, "\\": #"\\\\"#] as [Character: String]
    return [
      try literal(
        grammar, begin: before + "(\"\"\")", end: "\"\"\"", spellings: several,
        scope: "string.quoted.double.block.swift"),
      try literal(
        grammar, begin: before + "(#\")", end: "\"#|$", spellings: [:],
        scope: "string.quoted.double.single-line.raw.swift"),
      try literal(
        grammar, begin: before + "(\")", end: "\"|$", spellings: backslashes,
        scope: "string.quoted.double.single-line.swift"),
    ]
  }

  // MARK: Values of keys

  /// The keys whose values are formats, in YAML and in property lists.
  private static let keys = ["condition", "filter", "predicate", "predicateFormat"]

  private static func yaml(_ grammar: GrammarFile) throws -> [Rule] {
    let before = "(?<=\(keys.flatMap { ["^\($0):", "\\s\($0):"] }.joined(separator: "|")))\\s+"
    let plain = try TextMateRules(patterns: TokenPatterns(grammar: grammar)).strings(until: #"\s#|$"#)
    return try [("", "[ \\t]+"), ("-[ \\t]+", "[ \\t]{3,}")].map { block(after: $0, indentation: $1) } + [
      literal(grammar, begin: before + "(\")", end: "\"", spellings: backslashes, scope: "string.quoted.double.yaml"),
      literal(
        grammar, begin: before + "(')", end: "'(?!')", spellings: ["'": "''"], scope: "string.quoted.single.yaml"),
      // A value without quotes does not begin with a sign that has a meaning in YAML.
      Rule(
        begin: before + #"(?=[^\s"'|>#&*!?\[\]{}%@`,])"#, end: #"(?=\s#|$)"#, contentName: embedded,
        patterns: plain + [code]),
    ]
  }

  /// Returns the rule of a value in the lines below its key, which are indented more than the key.
  private static func block(after dash: String, indentation: String) -> Rule {
    Rule(
      begin: "^([ \\t]*)\(dash)(\(keys.joined(separator: "|")))(:)\\s+([|>][-+0-9]*)(?=\\s*$)",
      end: "^(?!\\1\(indentation)|\\s*$)", contentName: embedded,
      beginCaptures: [
        "2": Rule(name: "entity.name.tag.yaml"), "3": Rule(name: "punctuation.separator.key-value.mapping.yaml"),
        "4": Rule(name: "keyword.control.flow.block-scalar.yaml"),
      ],
      patterns: [Rule(include: TextMateGrammar.scope)])
  }

  /// Property lists write `<`, `&` and optionally other characters as entities.
  private static func propertyList(_ grammar: GrammarFile) throws -> Injection {
    let spellings: [Character: String] = [
      "<": "&lt;", ">": "(?:>|&gt;)", "&": "&amp;", "\"": "(?:\"|&quot;)", "'": "(?:'|&apos;)",
    ]
    let rules = TextMateRules(patterns: TokenPatterns(grammar: grammar, spellings: spellings))
    let tag = Rule(name: "entity.name.tag.xml")
    let value = Rule(
      begin: "<string>", end: "</string>", contentName: embedded, beginCaptures: ["0": tag], endCaptures: ["0": tag],
      patterns: try rules.strings(until: "</string>") + [Rule(include: "#code")])
    let key = Rule(
      begin: "(<key>)(?:\(keys.joined(separator: "|")))(</key>)", end: "(?<=</string>)|(?=<(?!string>))",
      beginCaptures: ["1": tag, "2": tag], patterns: [value])
    return Injection(
      language: "PropertyList", scopes: ["text.xml"], exceptions: "-comment", patterns: [key],
      repository: ["code": Rule(patterns: try rules.code)])
  }
}
