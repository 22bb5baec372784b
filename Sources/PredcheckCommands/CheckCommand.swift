import CommandSupport
import PredcheckSupport
import PredicateEvaluation
import PredicateInput
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// `predcheck check`: validates format strings and prints them in canonical form.
struct CheckCommand {
  let call: Call
  let console: Console

  func run() throws(CommandStop) -> ExitCode {
    let check = try FormatCheck(call, console)
    var isFine = true
    for var input in try FormatInput.all(call, console) {
      for index in input.lines.indices where input.lines[index].isFormat {
        if try self.check(&input.lines[index], input.name, check) { continue }
        isFine = false
        if let hint = input.hint { console.report(hint) }
      }
      if call.has(.fix) || call.has(.allFixes) { try input.write(console, json: call.has(.json)) }
    }
    return isFine ? .fine : .no
  }

  // MARK: Checking

  /// Checks one format, prints the result, and returns whether the format is valid. With `--fix`, changes it.
  private func check(_ line: inout FormatInput.Line, _ name: String, _ check: FormatCheck) throws(CommandStop) -> Bool {
    var result = check.result(of: line.text)
    let source = result.source
    var fixed: [UInt8]?
    if call.has(.fix) || call.has(.allFixes) {
      var text = line.text
      // A fix can uncover another mistake, so the result is checked again.
      for _ in 0..<Self.mostRounds {
        let changed = result.fixed(text, unsafe: call.has(.allFixes))
        if changed == text { break }
        let next = check.result(of: changed)
        // A guess that makes the text worse is not applied.
        if next.errorCount > result.errorCount { break }
        (text, result) = (changed, next)
      }
      fixed = text
      line.text = text
    }
    if call.has(.json) {
      console.output.write(result.json(name, line, source, fixed: fixed) + "\n")
      return result.isValid
    }
    if let canonical = result.canonical, fixed == nil { console.output.write(canonical + "\n") }
    for diagnostic in result.diagnostics {
      console.report(diagnostic, in: result.source, name: name, line: line.number)
    }
    return result.isValid
  }

  /// The maximum number of times that a format is fixed and checked again.
  private static let mostRounds = 10
}

/// What `check` requires of each format: a profile, the values of the conversions, and a model.
struct FormatCheck {
  private let isExpression: Bool
  private let profile: PredicateProfile?
  private let rules: UseRules?
  private let arguments: [FormatValue]
  private let model: KeyEntity?

  init(_ call: Call, _ console: Console) throws(CommandStop) {
    isExpression = call.has(.expression)
    let input = try usage(ProfileInput(call))
    arguments = try usage(FormatRequest.arguments(call))
    if isExpression, call.has(.model) || !arguments.isEmpty {
      throw .usage(UsageError("--expression cannot be combined with --arg or --model", .check))
    }
    profile = try input.profile()
    rules = profile?.useRules
    model = try ModelInput.keys(call)
  }

  /// Creates a check of texts in files.
  init(isExpression: Bool, profile: PredicateProfile?, model: KeyEntity?) {
    (self.isExpression, self.profile, self.model) = (isExpression, profile, model)
    (rules, arguments) = (profile?.useRules, [])
  }

  /// Creates a check of predicates that reports nothing about a profile. The rules of one may apply.
  init(arguments: [FormatValue], model: KeyEntity?, rules: UseRules?) {
    isExpression = false
    profile = nil
    self.rules = rules
    self.arguments = arguments
    self.model = model
  }

  /// Checks one format.
  func result(of bytes: [UInt8]) -> CheckedFormat {
    // Keys that are permitted by type need the type, which only the model knows.
    let needsModel = model != nil && profile?.types != nil
    var result = CheckedFormat(
      bytes, isExpression: isExpression, limits: profile?.predicateLimits, profile: needsModel ? nil : profile)
    if result.isValid { result.add(isExpression ? expressionFindings(bytes) : findings(bytes)) }
    return result
  }

  /// Returns the findings about the arguments, and about the objects of the model or rows without types.
  private func findings(_ bytes: [UInt8]) -> [FormatDiagnostic] {
    do throws(FormatError) {
      var predicate = try FormatPredicate.template(utf8: bytes, limits: profile?.predicateLimits ?? .default)
        .following(rules)
      if !arguments.isEmpty { predicate = try predicate.binding(arguments) }
      // The check of the profile knows the types of keys.
      if model == nil, let profile, !profile.keyTypes.isEmpty { return [] }
      guard let model else { return predicate.findings(for: FormatValue.self).filter(\.isAboutTypes) }
      if let profile { return try model.model.findings(about: predicate, in: profile, entity: model.entity) }
      return try model.model.check(predicate, entity: model.entity)
    } catch {
      return error.diagnostics.filter(\.isAboutTypes)
    }
  }

  /// Returns the findings about an expression of rows without types.
  private func expressionFindings(_ bytes: [UInt8]) -> [FormatDiagnostic] {
    do throws(FormatError) {
      let expression = try FormatExpression.template(utf8: bytes, limits: profile?.predicateLimits ?? .default)
      _ = try CompiledExpression(expression, for: FormatValue.self)
      return []
    } catch {
      return error.diagnostics.filter(\.isAboutTypes)
    }
  }
}
