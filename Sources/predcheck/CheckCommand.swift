import CommandSupport
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
    var result = try check.result(of: line.text)
    let source = result.source
    var fixed: [UInt8]?
    if call.has(.fix) || call.has(.allFixes) {
      var text = line.text
      // A fix can uncover another mistake, so the result is checked again.
      for _ in 0..<Self.mostRounds {
        let changed = result.fixed(text, unsafe: call.has(.allFixes))
        if changed == text { break }
        let next = try check.result(of: changed)
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
  private let allowsDateStrings: Bool
  private let arguments: [FormatValue]
  private let model: ModelEntity?

  init(_ call: Call, _ console: Console) throws(CommandStop) {
    isExpression = call.has(.expression)
    let input = try usage(ProfileInput(call))
    arguments = try usage(FormatRequest.arguments(call))
    if isExpression, call.has(.model) || !arguments.isEmpty {
      throw .usage(UsageError("--expression cannot be combined with --arg or --model", .check))
    }
    profile = try input.profile()
    allowsDateStrings = profile?.allowsDateStrings ?? false
    model = try ModelInput.given(call, console)
  }

  /// Creates a check of predicates without the rules of a profile.
  init(arguments: [FormatValue], model: ModelEntity?, allowsDateStrings: Bool) {
    isExpression = false
    profile = nil
    self.allowsDateStrings = allowsDateStrings
    self.arguments = arguments
    self.model = model
  }

  /// Checks one format.
  func result(of bytes: [UInt8]) throws(CommandStop) -> CheckedFormat {
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
        .allowingDateStrings(allowsDateStrings)
      if !arguments.isEmpty { predicate = try predicate.binding(arguments) }
      guard let model else { return predicate.findings(for: FormatValue.self).filter(isAboutText) }
      if let profile { return try predicate.findings(in: profile, model: model.model, entity: model.entity) }
      return try predicate.check(against: model.model, entity: model.entity)
    } catch {
      return error.diagnostics.filter(isAboutText)
    }
  }

  /// Returns the findings about an expression of rows without types.
  private func expressionFindings(_ bytes: [UInt8]) -> [FormatDiagnostic] {
    do throws(FormatError) {
      let expression = try FormatExpression.template(utf8: bytes, limits: profile?.predicateLimits ?? .default)
      _ = try CompiledExpression(expression, for: FormatValue.self)
      return []
    } catch {
      return error.diagnostics.filter(isAboutText)
    }
  }

  /// Whether a finding remains when the values of variables and conversions, and the functions of a program, are given.
  private func isAboutText(_ finding: FormatDiagnostic) -> Bool {
    ![.unboundVariable, .unboundArgument, .notRegistered, .notEvaluated].contains(finding.code)
  }
}

/// The result of checking one format string.
struct CheckedFormat {
  /// The findings, in source order.
  var diagnostics: [FormatDiagnostic]
  /// The tree, or nil if the text does not parse.
  private var tree: (any FormatTree)?
  /// The conversions, in source order.
  var arguments: [String] = []
  /// The distinct key paths, in source order.
  var keyPaths: [String] = []
  /// The source text of the findings.
  var source: String

  var isValid: Bool { errorCount == 0 }
  /// The canonical form, or nil if the format is invalid.
  var canonical: String? { isValid ? tree?.format : nil }
  var errorCount: Int { diagnostics.count { $0.severity == .error } }

  init(_ bytes: [UInt8], isExpression: Bool, limits given: Limits? = nil, profile: PredicateProfile? = nil) {
    source = String(decoding: bytes, as: UTF8.self)
    let limits = given ?? profile?.predicateLimits ?? .default
    do {
      let tree: any FormatTree =
        isExpression
        ? try FormatExpression.unchecked(utf8: bytes, limits) : try FormatPredicate.unchecked(utf8: bytes, limits)
      diagnostics = tree.textFindings(.none)
      if let profile {
        diagnostics += tree.profileFindings(profile)
      } else if let finding = TreeSize(tree).finding(under: limits) {
        diagnostics.append(finding)
      }
      arguments = tree.conversions.map(\.text)
      keyPaths = tree.keyPaths
      self.tree = tree
      diagnostics.sort { $0.range.start < $1.range.start }
    } catch {
      diagnostics = error.diagnostics
      if !error.source.isEmpty { source = error.source }
    }
  }

  /// Returns the format as `predcheck fmt` prints it, or nil if it is invalid.
  func laidOut(width: Int) -> String? { isValid ? tree?.laidOut(width: width) : nil }

  /// Adds findings that are not known yet.
  mutating func add(_ findings: [FormatDiagnostic]) {
    let known = diagnostics + findings.filter { !diagnostics.contains($0) }
    diagnostics = known.inSourceOrder
  }

  /// Returns the text with the first fix of each diagnostic. Only fixes that keep the meaning are applied, unless `unsafe` is true.
  func fixed(_ text: [UInt8], unsafe: Bool) -> [UInt8] {
    var text = text
    var end = Int.max
    // From the end, so that the positions before a change stay valid.
    let fixIts = diagnostics.compactMap(\.fixIts.first).filter { $0.isSafe || unsafe }
    for fixIt in fixIts.sorted(by: { $0.range.start > $1.range.start }) where fixIt.range.end <= min(end, text.count) {
      text.replaceSubrange(fixIt.range.start..<fixIt.range.end, with: Array(fixIt.replacement.utf8))
      end = fixIt.range.start
    }
    return text
  }

  /// The object that `check --json` prints. `text` is the text as it was given.
  func json(_ name: String, _ line: FormatInput.Line, _ text: String, fixed: [UInt8]?) -> String {
    var fields: [(key: String, json: String)] = [
      ("name", String.jsonString(name)), ("line", "\(line.number)"), ("index", "\(line.index)"),
      ("text", String.jsonString(text)),
      ("valid", isValid ? "true" : "false"),
      ("canonical", canonical.map(String.jsonString) ?? "null"),
      ("diagnostics", String.jsonArray(diagnostics.map { $0.json(in: source, line: line.number) })),
      ("arguments", String.jsonArray(arguments.map(String.jsonString))),
      ("keyPaths", String.jsonArray(keyPaths.map(String.jsonString))),
    ]
    if let fixed { fields.append(("fixed", String.jsonString(String(decoding: fixed, as: UTF8.self)))) }
    return String.jsonObject(fields)
  }
}

extension FormatRange {
  /// Returns the line and the column, in characters, of the start of the range in a text. Both are counted from 1.
  func position(in source: String) -> (line: Int, column: Int) {
    let before = String(decoding: source.utf8.prefix(start), as: UTF8.self)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.count, (lines.last?.count ?? 0) + 1)
  }
}

extension FormatDiagnostic {
  /// Returns the diagnostic as a JSON object. Offsets are UTF-8 and half-open. The line and the column, in characters from 1, are
  /// those in a text that begins on a line; they are omitted if the text is empty, and `notes` and `fixIts` if they are.
  func json(in source: String, line: Int = 1) -> String {
    var fields: [(key: String, json: String)] = [
      ("code", String.jsonString(code.rawValue)),
      ("severity", String.jsonString(severity.rawValue)),
      ("message", String.jsonString(message)),
      ("start", "\(range.start)"),
      ("end", "\(range.end)"),
    ]
    if !source.isEmpty {
      let position = range.position(in: source)
      fields += [("line", "\(line + position.line - 1)"), ("column", "\(position.column)")]
    }
    if !notes.isEmpty { fields.append(("notes", String.jsonArray(notes.map(String.jsonString)))) }
    if !fixIts.isEmpty { fields.append(("fixIts", String.jsonArray(fixIts.map(\.json)))) }
    return String.jsonObject(fields)
  }
}

extension FormatDiagnostic.FixIt {
  fileprivate var json: String {
    String.jsonObject([
      ("title", String.jsonString(title)),
      ("start", "\(range.start)"),
      ("end", "\(range.end)"),
      ("replacement", String.jsonString(replacement)),
      ("safe", isSafe ? "true" : "false"),
    ])
  }
}
