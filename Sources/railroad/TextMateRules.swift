import PredicateSemantics
import PredicateSyntax

/// The rules of a TextMate grammar for formats, for one spelling of their characters.
struct TextMateRules {
  typealias Rule = TextMateGrammar.Rule

  let patterns: TokenPatterns

  /// The scope of the keywords and operators in each production. A text in several productions has the scope of the first.
  private static let scopes: [(productions: [String], scope: String)] = [
    (["OptionOperator"], comparison), (["PlainOperator"], comparison),
    (["Or", "And", "Not"], "keyword.operator.logical"),
    (["Modifier"], "keyword.operator.modifier"),
    (["Assignment"], "keyword.operator.assignment"),
    (["SetOperation"], "keyword.operator.set"),
    (["Additive", "Multiplicative", "Power"], "keyword.operator.arithmetic"),
    (["BitOr", "BitXor", "BitAnd", "Shift", "Prefix"], "keyword.operator.bitwise"),
    (["Truth", "Literal"], "constant.language"),
    (["Primary"], "variable.language"),
    (["Index"], "support.constant.index"),
    (["Call", "Cast", "Function", "Ternary", "Subquery"], "keyword.other.special"),
  ]
  private static let comparison = "keyword.operator.comparison"

  /// The scope of each of the symbols that are not operators. A dot has its own rule.
  private static let punctuation = [
    ("(", "punctuation.section.parens.begin"), (")", "punctuation.section.parens.end"),
    ("[", "punctuation.section.brackets.begin"), ("]", "punctuation.section.brackets.end"),
    ("{", "punctuation.section.braces.begin"), ("}", "punctuation.section.braces.end"),
    (",", "punctuation.separator.comma"),
  ]

  // MARK: Strings

  /// Returns the rules of strings.
  ///
  /// - Parameters:
  ///   - terminator: The regular expression of the text at which the format ends, even within a string that is not complete.
  ///   - escape: The escapes of the text around the format.
  func strings(until terminator: String? = nil, escape: Rule? = nil) throws -> [Rule] {
    let escapes = [.token("constant.character.escape", try patterns.token("Escape"))] + [escape].compactMap(\.self)
    return try patterns.production("String").terminals.sorted().map { quote in
      Rule(
        name: Rule.named("string.quoted.\(quote == "'" ? "single" : "double")"), begin: patterns.text(quote),
        end: patterns.text(quote) + (terminator.map { "|(?=\($0))" } ?? ""),
        beginCaptures: Rule.whole("punctuation.definition.string.begin"),
        endCaptures: Rule.whole("punctuation.definition.string.end"), patterns: escapes)
    }
  }

  // MARK: Everything else

  /// The rules of all tokens but strings. If several match at a position, the first one is taken.
  var code: [Rule] {
    get throws {
      let end = try patterns.end
      let call = #"(?=\s*\()"#
      let selector = "(?:\(try patterns.token("Word")):(?!=))+"
      let key = "(?:\(try patterns.token("EscapedKey"))|\(try patterns.token("Identifier")))"
      let known = Set(patterns.grammar.productions.flatMap(\.terminals))
      let unused = Keyword.words.filter { !known.contains($0) }
      var rules: [Rule] = [
        .token("constant.numeric.float", try patterns.token("Double") + end),
        .token("constant.numeric.integer", try patterns.token("Integer") + end),
        .token("constant.other.placeholder", try patterns.token("Conversion")),
        .token("variable.parameter", try patterns.token("Variable")),
        .token("variable.other.key", try patterns.token("ParenthesizedKey")),
        .token("support.function.collection", patterns.oneOf(CollectionOperator.names) + end),
        .token("variable.other.key", try patterns.token("AtKey")),
        .token("support.function.predefined", patterns.oneOf(try Self.functionNames) + call),
        .token("entity.name.function", selector + call),
        .token("keyword.operator.selector", selector),
      ]
      rules += try operators { $0.first?.isLetter == true }
      rules += [
        .token("invalid.illegal.reserved", try patterns.keywords(unused)),
        .token("entity.name.function", key + call), .token("variable.other.key", key),
      ]
      // Longer symbols come before their prefixes.
      rules += try operators { $0.first?.isLetter == false && $0.count > 1 }
      rules += try operators { $0.first?.isLetter == false && $0.count == 1 }
      rules += Self.punctuation.map { .token($0.1, patterns.text($0.0)) }
      rules.append(try dot)
      return rules
    }
  }

  /// The names of the predefined functions, each with the word that is short for it.
  private static var functionNames: [String] {
    get throws {
      try PredefinedFunction.all.flatMap { function in
        let arguments = [String](repeating: "a", count: function.arity).joined(separator: ", ")
        let word = function.selector.prefix { $0 != ":" }
        let isShort =
          try FormatExpression.template("\(word)(\(arguments))")
          == FormatExpression.template("\(function.selector)(\(arguments))")
        return isShort && word != function.selector ? [function.selector, String(word)] : [function.selector]
      }
    }
  }

  /// Returns the rules of those keywords and operators of the grammar that a condition holds for.
  private func operators(_ isIncluded: (String) -> Bool) throws -> [Rule] {
    var known = Set(Self.punctuation.map(\.0))
    var rules: [Rule] = []
    for (productions, scope) in Self.scopes {
      let all = try productions.flatMap { try patterns.production($0).terminals.sorted() }
      let texts = all.filter { known.insert($0).inserted }.filter(isIncluded)
      guard let first = texts.first else { continue }
      let pattern = first.first?.isLetter == true ? try patterns.keywords(texts) : patterns.oneOf(texts)
      let takesOptions = productions == ["OptionOperator"]
      rules.append(takesOptions ? try withOptions(scope, pattern) : .token(scope, pattern))
    }
    return rules
  }

  /// Returns the rule of operators that options such as `[cd]` may follow, on the same line or on a later one.
  private func withOptions(_ scope: String, _ pattern: String) throws -> Rule {
    let letters = try patterns.options(patterns.production("OptionLetter").terminals.sorted())
    let options = Rule(
      begin: patterns.text("["), end: #"\]|(?=\S)(?!\#(letters))"#,
      beginCaptures: Rule.whole("punctuation.definition.options.begin"),
      endCaptures: Rule.whole("punctuation.definition.options.end"),
      patterns: [.token("storage.modifier.option", letters + "+")])
    return Rule(
      begin: pattern, end: #"(?=[^\s\[])|(?<=\])"#, beginCaptures: Rule.whole(scope), patterns: [options])
  }

  /// A dot, after which FIRST, LAST and SIZE are keys.
  private var dot: Rule {
    get throws {
      let keys = try patterns.keywords(patterns.production("Step").terminals.sorted())
      return Rule(
        begin: patterns.text("."), end: #"(?=\S)(?!\#(keys))"#, beginCaptures: Rule.whole("punctuation.accessor"),
        patterns: [.token("variable.other.key", keys)])
    }
  }
}
