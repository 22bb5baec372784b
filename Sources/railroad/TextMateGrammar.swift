import Foundation

/// A TextMate grammar: the rules by which an editor colors a text. Editors read it as JSON.
package struct TextMateGrammar: Codable, Sendable {
  /// A rule: a token (`match`), a range (`begin` and `end`), a list (`patterns`), or other rules by their name (`include`).
  package struct Rule: Codable, Sendable {
    package var name: String?
    package var match: String?
    package var begin: String?
    package var end: String?
    package var contentName: String?
    package var include: String?
    /// The rules of the groups of the regular expression, by their number.
    package var captures: [String: Rule]?
    package var beginCaptures: [String: Rule]?
    package var endCaptures: [String: Rule]?
    package var patterns: [Rule]?
  }

  package var comment = "swift run railroad writes this file from Grammar/PredicateFormat.ebnf. Do not edit it."
  package var name: String
  package var scopeName: String
  package var fileTypes: [String]?
  /// The scopes in which the rules apply, if the grammar is injected into others.
  package var injectionSelector: String?
  package var patterns: [Rule]
  package var repository: [String: Rule] = [:]

  /// The scope of the texts of the language, and the last part of its other scopes.
  package static let language = "predicate-format"
  package static let scope = "source.\(language)"

  /// The grammar as JSON.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }
}

extension TextMateGrammar.Rule {
  /// A token with a scope of the language.
  static func token(_ scope: String, _ match: String) -> Self { Self(name: named(scope), match: match) }

  /// Returns the captures that give the whole match a scope of the language.
  static func whole(_ scope: String) -> [String: Self] { ["0": Self(name: named(scope))] }

  /// Returns a scope of the language.
  static func named(_ scope: String) -> String { "\(scope).\(TextMateGrammar.language)" }
}
