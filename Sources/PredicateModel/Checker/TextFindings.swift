import PredicateSyntax

/// What the text of a predicate alone tells, with no types. Errors: unknown functions, wrong
/// numbers of arguments, types that CAST does not know. Warnings: what is valid, and hardly what was meant
/// (`TextFindings+Comparisons.swift` and its neighbours).
struct TextFindings: TreeRewriter {
  private let functions: PredicateFunctions
  private(set) var diagnostics: [Diagnostic]
  /// The text that the ranges point into. Empty for what was built by hand, which gets no warnings about spelling.
  let places: TextPlaces
  /// Whether the text has a backslash at all.
  let hasBackslash: Bool
  /// Where the patterns of MATCHES begin, for what is said of backslashes.
  var patterns: Set<Int> = []

  init(source: String, _ functions: PredicateFunctions) {
    self.functions = functions
    diagnostics = functions.refusals
    places = TextPlaces(source)
    hasBackslash = places.bytes.contains(UInt8(ascii: "\\"))
  }

  mutating func report(_ message: Message, at range: SourceRange, fixIts: [Diagnostic.FixIt] = []) {
    diagnostics.add(Diagnostic(message, at: range, fixIts: fixIts))
  }

  mutating func visit(_ predicate: FormatPredicate) {
    switch predicate.kind {
    case .comparison(let comparison): visit(comparison, at: predicate.range)
    case .and(let parts): visitChain(parts, isAnd: true)
    case .or(let parts): visitChain(parts, isAnd: false)
    case .not, .constant, .invalid: break
    }
  }

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    switch expression.kind {
    case .function(let selector, let arguments):
      if selector == "from:subtract:" { visitSubtraction(at: expression.range) }
      if let arity = PredefinedFunction.named(selector)?.arity ?? functions.named(selector)?.parameters.count {
        if arity != arguments.count {
          report(.wrongArgumentCount(selector, expected: arity, found: arguments.count), at: expression.range)
        }
      } else if !diagnostics.isFull(of: .error) {
        // What is nearest takes time, and is looked for only where it is told.
        diagnostics.add(Diagnostic(Checker.unknownFunction(selector, among: functions), at: expression.range))
      }
    case .targetFunction(_, let selector, let arguments):
      // What no program has registered yet is no fault of the text.
      if let arity = functions.named(selector)?.parameters.count, arity != arguments.count + 1 {
        report(
          .wrongArgumentCount(Checker.nameOfTargetFunction(selector), expected: arity, found: arguments.count + 1),
          at: expression.range)
      }
    case .cast(_, let type):
      if Cast(rawValue: type) == nil {
        report(Cast.unknown(type), at: expression.range)
      }
    case .constant(.string(let value)): visitString(value, at: expression.range)
    case .subquery(_, let variable, let predicate): visitSubquery(variable, predicate, at: expression.range)
    default: break
    }
    return nil
  }

  /// The findings, in the order of the text.
  var sorted: [Diagnostic] { diagnostics.sorted { $0.range.start < $1.range.start } }
}

extension Checker {
  /// Functions of other languages, and what stands for them here.
  private static let foreignFunctions = [
    "avg": "average", "mean": "average", "maximum": "max", "minimum": "min", "std": "stddev", "ceil": "ceiling",
    "upper": "uppercase", "toupper": "uppercase", "lower": "lowercase", "tolower": "lowercase", "len": "length",
    "pow": "**", "power": "**", "mod": "modulus", "cardinality": "count",
    "date": "CAST", "todate": "CAST", "to_date": "CAST", "if": "TERNARY", "iif": "TERNARY", "coalesce": "TERNARY",
    "ifnull": "TERNARY", "isnull": "TERNARY",
  ]

  /// The fault of a function that no table knows, with the nearest name that one does.
  static func unknownFunction(_ selector: String, among functions: PredicateFunctions) -> Message {
    let name = shortened(selector)
    let known = functions.selectors + PredefinedFunction.table.map(\.selector)
    let special = ["SUBQUERY", "TERNARY", "FUNCTION", "CAST"]
    let nearest =
      foreignFunctions[name.lowercased()] ?? nearestWord(to: name, among: known.map(shortened) + special)
    return .unknownFunction(name, nearest: nearest)
  }

  /// A selector of one part as it is mostly written, without its colon.
  private static func shortened(_ selector: String) -> String {
    selector.firstIndex(of: ":") == selector.indices.last ? String(selector.dropLast()) : selector
  }
}

extension FormatPredicate {
  /// What the text alone shows to be wrong in a predicate that parses: errors such as unknown functions, and warnings about
  /// what is valid and hardly meant, such as a `'%@'` in quotes. Empty where nothing is.
  ///
  /// - Parameter functions: the functions of the program, which are known then.
  public func findings(functions: PredicateFunctions = .none) -> [Diagnostic] {
    var findings = TextFindings(source: source, functions)
    _ = findings.rewrite(self)
    return findings.sorted
  }
}

extension FormatExpression {
  /// What the text alone shows to be wrong in an expression that parses.
  ///
  /// - Parameter functions: the functions of the program, which are known then.
  public func findings(functions: PredicateFunctions = .none) -> [Diagnostic] {
    var findings = TextFindings(source: source, functions)
    _ = findings.rewrite(self)
    return findings.sorted
  }
}
