import PredicateSyntax

/// What the text of a predicate alone tells, with no types: unknown functions, wrong numbers of arguments, types that CAST
/// does not know.
struct TextFindings: TreeRewriter {
  private let functions: PredicateFunctions
  private(set) var diagnostics: [Diagnostic]

  init(_ functions: PredicateFunctions) {
    self.functions = functions
    diagnostics = functions.refusals
  }

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    switch expression.kind {
    case .function(let selector, let arguments):
      if let arity = PredefinedFunction.named(selector)?.arity ?? functions.named(selector)?.parameters.count {
        if arity != arguments.count {
          diagnostics.append(
            Diagnostic(.wrongArgumentCount(selector, expected: arity, found: arguments.count), at: expression.range))
        }
      } else {
        diagnostics.append(Checker.unknownFunction(selector, at: expression.range, among: functions))
      }
    case .targetFunction(_, let selector, let arguments):
      // What no program has registered yet is no fault of the text.
      if let arity = functions.named(selector)?.parameters.count, arity != arguments.count + 1 {
        diagnostics.append(
          Diagnostic(
            .wrongArgumentCount(Checker.nameOfTargetFunction(selector), expected: arity, found: arguments.count + 1),
            at: expression.range))
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
  static func unknownFunction(
    _ selector: String, at range: SourceRange, among functions: PredicateFunctions
  ) -> Diagnostic {
    let name = shortened(selector)
    let known = functions.selectors + PredefinedFunction.table.map(\.selector)
    let nearest = foreignFunctions[name.lowercased()] ?? nearestWord(to: name, among: known.map(shortened))
    return Diagnostic(.unknownFunction(name, nearest: nearest), at: range)
  }

  /// A selector of one part as it is mostly written, without its colon.
  private static func shortened(_ selector: String) -> String {
    selector.firstIndex(of: ":") == selector.indices.last ? String(selector.dropLast()) : selector
  }
}

extension FormatPredicate {
  /// What the text alone shows to be wrong in a predicate that parses: unknown functions, wrong numbers of arguments, types
  /// that CAST does not know. Empty where nothing is.
  ///
  /// - Parameter functions: the functions of the program, which are known then.
  public func findings(functions: PredicateFunctions = .none) -> [Diagnostic] {
    var findings = TextFindings(functions)
    _ = findings.rewrite(self)
    return findings.diagnostics
  }
}

extension FormatExpression {
  /// What the text alone shows to be wrong in an expression that parses.
  ///
  /// - Parameter functions: the functions of the program, which are known then.
  public func findings(functions: PredicateFunctions = .none) -> [Diagnostic] {
    var findings = TextFindings(functions)
    _ = findings.rewrite(self)
    return findings.diagnostics
  }
}
