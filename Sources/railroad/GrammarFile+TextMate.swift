extension GrammarFile {
  /// The contents of the files of Grammar/TextMate, by their paths inside Grammar/: the grammar for editors, its injections into
  /// other languages, and the manifest of an extension.
  package var textMateFiles: [String: String] {
    get throws {
      let injections = try Injection.all(self)
      var files = [Self.textMateFile: try textMateGrammar.json, "package.json": Self.manifest(injections)]
      for injection in injections { files[injection.file] = try injection.grammar.json }
      return Dictionary(uniqueKeysWithValues: files.map { ("TextMate/\($0)", $1) })
    }
  }

  private static let textMateFile = "PredicateFormat.tmLanguage.json"

  private var textMateGrammar: TextMateGrammar {
    get throws {
      let rules = TextMateRules(patterns: TokenPatterns(grammar: self))
      return TextMateGrammar(
        name: "Predicate format", scopeName: TextMateGrammar.scope, fileTypes: ["predicate"],
        patterns: [.init(include: "#strings"), .init(include: "#code")],
        repository: ["strings": .init(patterns: try rules.strings()), "code": .init(patterns: try rules.code)])
    }
  }

  /// Returns the manifest by which Visual Studio Code loads the folder as an extension.
  private static func manifest(_ injections: [Injection]) -> String {
    let grammars = injections.map { injection in
      let scopes = injection.scopes.map { "\"\($0)\"" }.joined(separator: ", ")
      return """
        ,
              {
                "scopeName": "\(injection.grammar.scopeName)",
                "path": "./\(injection.file)",
                "injectTo": [\(scopes)]
              }
        """
    }
    return """
      {
        "name": "\(TextMateGrammar.language)",
        "displayName": "Predicate formats",
        "description": "Colors predicate format strings, also in Swift, Objective-C, YAML and property lists.",
        "version": "1.0.0",
        "publisher": "PredicateFormat",
        "license": "Apache-2.0",
        "engines": {"vscode": "^1.60.0"},
        "categories": ["Programming Languages"],
        "contributes": {
          "languages": [
            {"id": "\(TextMateGrammar.language)", "aliases": ["Predicate format"], "extensions": [".predicate"]}
          ],
          "grammars": [
            {
              "language": "\(TextMateGrammar.language)",
              "scopeName": "\(TextMateGrammar.scope)",
              "path": "./\(textMateFile)"
            }\(grammars.joined())
          ]
        }
      }

      """
  }
}
