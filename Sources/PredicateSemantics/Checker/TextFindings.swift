import PredicateSyntax

/// Findings that need no type information. Errors: unknown functions, wrong numbers of arguments, unknown types of CAST.
/// Warnings: valid text that was probably not meant (`TextFindings+Comparisons.swift` and related files).
struct TextFindings: TreeWalker {
  private let functions: PredicateFunctions
  private(set) var diagnostics: [FormatDiagnostic]
  /// The source text of the ranges. Empty for trees built in code, which get no warnings about spelling.
  let source: WrittenText
  private let bytes: [UInt8]
  /// Whether the text contains a backslash.
  let hasBackslash: Bool
  /// The offsets of the patterns of MATCHES, for the warnings about backslashes.
  var patterns: Set<Int> = []

  init(source: WrittenText, _ functions: PredicateFunctions) {
    self.functions = functions
    diagnostics = functions.refusals
    self.source = source
    bytes = Array(source.text.utf8)
    hasBackslash = bytes.contains(UInt8(ascii: "\\"))
  }

  @inline(never)
  mutating func report(_ message: Message, at range: FormatRange, fixIts: [FormatDiagnostic.FixIt] = []) {
    report(FormatDiagnostic(message, at: range, fixIts: fixIts))
  }

  mutating func report(_ finding: FormatDiagnostic) { diagnostics.add(finding.separatingWords(in: bytes)) }

  mutating func enter(_ predicate: FormatPredicate) {
    switch predicate.kind {
    case .comparison(let comparison): visit(comparison, at: predicate.range)
    case .and(let parts): visitChain(parts, isAnd: true)
    case .or(let parts): visitChain(parts, isAnd: false)
    case .not, .constant, .invalid: break
    }
  }

  mutating func enter(_ expression: FormatExpression) {
    switch expression.kind {
    case .function(let call):
      if let operation = operation(call, in: expression) { visit(operation) }
      if let (name, arity) = Checker.callee(call.selector, among: functions) {
        if arity != call.arguments.count {
          report(.wrongArgumentCount(name, expected: arity, found: call.arguments.count), at: expression.range)
        }
      } else if call.arguments.isEmpty, Self.presentTimes.contains(call.selector.lowercased()) {
        report(.presentTime(call.selector), at: expression.range, fixIts: [.write("now()", at: expression.range)])
      } else if call.selector != Keyword.fetch.rawValue, !diagnostics.isFull(of: .error) {
        // Finding the nearest name takes time, so it is skipped if the error would not be listed.
        diagnostics.add(
          FormatDiagnostic(Checker.unknownFunction(call.selector, among: functions), at: expression.range))
      }
    case .targetFunction(let call):
      // A function that is not registered yet is not an error in the text.
      let found = call.arguments.count + 1
      if let arity = functions.named(call.selector)?.parameters.count, arity != found {
        let name = Checker.nameOfTargetFunction(call.selector)
        report(.wrongArgumentCount(name, expected: arity, found: found), at: expression.range)
      }
    case .cast(let cast):
      guard let type = Cast(rawValue: cast.type) else { return report(Cast.unknown(cast.type), at: expression.range) }
      // The conversion of a constant string to a date fails for every row, or for none.
      guard type == .date, case .constant(let text) = cast.value.kind else { return }
      do throws(EvaluationError) {
        _ = try type.convert(text)
      } catch {
        report(error.message, at: expression.range)
      }
    case .constant(.string(let value)): visitString(value, at: expression.range)
    case .constant(.decimal), .constant(.double):
      if let read = FormatDecimal.rounding(source.text(expression.range)), read.isRounded {
        report(.roundedNumber(to: read.number), at: expression.range)
      }
    case .subquery(let subquery): visit(subquery)
    case .keyPath(let steps):
      visitSign(steps, at: expression.range)
      visitLaterSigns(steps.dropFirst(), at: expression.range)
    case .keys(let keys):
      visitLaterSigns(keys.steps[...], at: expression.range)
      if case .variable("time") = keys.root.kind, case .key(.named(let name))? = keys.steps.first?.kind,
        Self.spotlightDates.contains(name)
      {
        report(.spotlightDate("$time.\(name)", code: .unintendedKey), at: expression.range)
      }
    default: break
    }
  }

  /// Returns a call of an operator of arithmetic, unless a date without quotes contains it.
  private func operation(_ call: FormatExpression.Call, in expression: FormatExpression) -> Operation? {
    let range = expression.range
    guard call.arguments.count == 2, let infix = ArithmeticOperator(selector: call.selector) else { return nil }
    if let last = diagnostics.last, last.code == .unquotedDate, range.end <= last.range.end { return nil }
    return Operation(
      left: call.arguments[0], right: call.arguments[1], spelling: infix.rawValue, range: range, source: source,
      infix: source.isEmpty ? nil : expression.word.range)
  }

  /// Calls without arguments that give the present time in other languages.
  private static let presentTimes: Set<String> = [
    "date", "nsdate", "today", "getdate", "sysdate", "current_timestamp", "current_date", "curdate",
  ]

  /// The dates of Spotlight, which are written as keys of $time.
  private static let spotlightDates: Set<String> = [
    "now", "today", "yesterday", "this_week", "this_month", "this_year", "iso",
  ]
}

extension Checker {
  /// Functions of other languages with their equivalents.
  private static let foreignFunctions = [
    "avg": "average", "mean": "average", "maximum": "max", "minimum": "min", "std": "stddev", "ceil": "ceiling",
    "upper": "uppercase", "toupper": "uppercase", "lower": "lowercase", "tolower": "lowercase", "len": "length",
    "pow": "**", "power": "**", "mod": "modulus", "cardinality": "count",
    "date": "CAST", "todate": "CAST", "to_date": "CAST", "if": "TERNARY", "iif": "TERNARY", "coalesce": "TERNARY",
    "ifnull": "TERNARY", "isnull": "TERNARY",
  ]

  /// Returns the selector of the function that a call means, and the number of its parameters; `nil` if there is none.
  static func callee(_ selector: String, among functions: PredicateFunctions) -> (selector: String, arity: Int)? {
    if let predefined = PredefinedFunction.named(selector) { return (selector, predefined.arity) }
    if let function = functions.named(selector) { return (selector, function.parameters.count) }
    return PredefinedFunction.meant(by: selector).map { ($0.selector, $0.arity) }
  }

  /// Returns the error for an unknown function, with the nearest known name.
  static func unknownFunction(_ selector: String, among functions: PredicateFunctions) -> Message {
    let name = shortened(selector)
    let known = functions.selectors + PredefinedFunction.all.map { $0.selector }
    let nearest =
      foreignFunctions[name.lowercased()] ?? nearestWord(to: name, among: known.map(shortened) + Keyword.calls)
    return .unknownFunction(name, nearest: nearest)
  }

  /// Returns a selector with one parameter without its colon, which is its usual spelling.
  private static func shortened(_ selector: String) -> String {
    selector.firstIndex(of: ":") == selector.indices.last ? String(selector.dropLast()) : selector
  }
}

extension FormatTree {
  /// Returns the errors and warnings that need no type information.
  package func textFindings(_ functions: PredicateFunctions) -> [FormatDiagnostic] {
    var findings = TextFindings(source: writtenText, functions)
    walk(by: &findings)
    return findings.diagnostics.inSourceOrder
  }
}

extension FormatPredicate {
  /// Returns the errors and warnings that need no type information, such as unknown functions, or a `'%@'` in quotes. The
  /// array is empty if there are none.
  ///
  /// - Parameter functions: The registered functions, which are not reported as unknown.
  public func findings(functions: PredicateFunctions = .none) -> [FormatDiagnostic] { textFindings(functions) }
}

extension FormatExpression {
  /// Returns the errors and warnings that need no type information.
  ///
  /// - Parameter functions: The registered functions, which are not reported as unknown.
  public func findings(functions: PredicateFunctions = .none) -> [FormatDiagnostic] { textFindings(functions) }
}
