import PredicateSyntax

/// What the text of a predicate alone tells, with no types and nothing registered: unknown functions, wrong numbers of
/// arguments, types that CAST does not know, misspelt collection operators of SELF.
struct TextFindings: TreeRewriter {
  private(set) var diagnostics: [Diagnostic] = []

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    switch expression.kind {
    case .function(let selector, let arguments):
      if let function = PredefinedFunction.named(selector) {
        if function.arity != arguments.count {
          diagnostics.append(
            Diagnostic(
              .wrongArgumentCount(selector, expected: function.arity, found: arguments.count), at: expression.range))
        }
      } else {
        diagnostics.append(Checker.unknownFunction(selector, at: expression.range))
      }
    case .cast(_, let type):
      if Cast(rawValue: type) == nil {
        diagnostics.append(
          Diagnostic(.unknownCast(type, known: Cast.allCases.map(\.rawValue)), at: expression.range))
      }
    default: break
    }
    return nil
  }
}

extension Checker {
  /// Functions of other languages, and what stands for them here.
  private static let foreignFunctions = [
    "avg": "average", "mean": "average", "maximum": "max", "minimum": "min", "std": "stddev", "ceil": "ceiling",
    "upper": "uppercase", "toupper": "uppercase", "lower": "lowercase", "tolower": "lowercase", "len": "length",
    "pow": "**", "power": "**", "mod": "modulus", "cardinality": "count",
  ]

  /// The fault of a function that no table knows, with the nearest name that one does.
  static func unknownFunction(_ selector: String, at range: SourceRange) -> Diagnostic {
    let name = selector.hasSuffix(":") ? String(selector.dropLast()) : selector
    let known = PredefinedFunction.table.map { row in
      row.arity <= 1 && row.selector.hasSuffix(":") ? String(row.selector.dropLast()) : row.selector
    }
    let nearest = foreignFunctions[name.lowercased()] ?? nearestWord(to: name, among: known)
    return Diagnostic(.unknownFunction(name, nearest: nearest), at: range)
  }
}

extension FormatPredicate {
  /// What the text alone shows to be wrong in a predicate that parses: unknown functions, wrong numbers of arguments, types
  /// that CAST does not know. Empty where nothing is.
  public func findings() -> [Diagnostic] {
    var findings = TextFindings()
    _ = findings.rewrite(self)
    return findings.diagnostics
  }
}

extension FormatExpression {
  /// What the text alone shows to be wrong in an expression that parses.
  public func findings() -> [Diagnostic] {
    var findings = TextFindings()
    _ = findings.rewrite(self)
    return findings.diagnostics
  }
}
