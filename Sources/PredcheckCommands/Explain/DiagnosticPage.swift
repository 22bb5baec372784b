import PredcheckSupport
import PredicateFetching
import PredicateInput
import PredicateLint
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// The page that `predcheck explain CODE` prints: the reason for a code, and two examples. A test runs all examples.
package struct DiagnosticPage: Sendable {
  package var code: FormatDiagnostic.Code
  /// The reason, and how to correct the format.
  package var why: String
  /// A format that produces the finding.
  package var bad: DiagnosticExample
  /// The corrected format, which produces no findings.
  package var good: DiagnosticExample

  @inline(never)
  init(_ code: FormatDiagnostic.Code, _ why: String, bad: DiagnosticExample, good: DiagnosticExample) {
    self.code = code
    self.why = why
    self.bad = bad
    self.good = good
  }

  /// The pages by subject, with the headings of the list of codes and of Grammar/Diagnostics.md.
  package static let groups: [(head: String, pages: [DiagnosticPage])] = [
    ("Reading the text", readingPages), ("Parsing", parsingPages), ("Checking the text", checkingPages),
    ("Checking against a profile", profilePages), ("Warnings: valid, but probably unintended", warningPages),
    ("Arguments, types and values", evaluatingPages), ("Functions of the program", functionPages),
    ("Data models and SQL", translatingPages), ("Files with predicates", lintPages),
  ]

  /// All pages, one per code.
  package static let all = groups.flatMap(\.pages)

  /// The mistakes that the code reports, each with a format and its repair.
  package var mistakes: [Mistake] { Mistake.all.filter { $0.code == code } }

  /// The first sentence of the reason.
  var summary: String { why.firstRange(of: ". ").map { why[..<$0.lowerBound] + "." } ?? why }

  package static func of(_ code: FormatDiagnostic.Code) -> DiagnosticPage? { all.first { $0.code == code } }
}

/// A format string, with everything that its finding depends on.
package struct DiagnosticExample: Sendable, ExpressibleByStringLiteral {
  /// The subject that the predicate is evaluated on or checked against.
  package enum Subject: Sendable {
    case nothing
    /// A JSON object.
    case object(String)
    /// The sample words below, whose keys have types.
    case words
    /// A request for the texts of the sample words, with these group keys and the predicate as its `having`.
    case groups([String])
    /// An entity of the sample words' data model, against which the predicate is checked.
    case entity(String)
    /// A SQL statement for the sample words' data model, in a dialect and with limits for the condition.
    case statement(DatabaseDialect, SQLLimits = .default)
    /// The text is the contents of a file with this name, which `predcheck lint` checks.
    case file(String)
  }

  /// The element type of the examples with types.
  package struct Word: Sendable {
    let text: String
    let length: Int
    let tags: [String]
    let check: @Sendable () -> Bool

    package static let declaration =
      "struct Word { let text: String; let length: Int; let tags: [String]; let check: () -> Bool }"
    static let sample = [Word(text: "tea", length: 3, tags: ["drink"], check: { true })]
  }

  /// The data model of the sample words.
  enum WordModel {
    static let declaration = "Word { text: string, length: integer16 }"
    static let model = try? PredicateModel([
      PredicateModel.Entity("Word", attributes: [.init("text", .string), .init("length", .integer16)])
    ])
  }

  package var bytes: [UInt8]
  /// The arguments as a JSON array, or nil to leave the conversions unbound.
  var arguments: String?
  package var subject: Subject
  /// The profile that the format is checked against: a shipped profile's name, optionally followed by `--keys`, or the
  /// contents of a profile file.
  var profile: String?
  /// The limits for parsing and evaluation, as Swift source and as a value.
  var limits: (text: String, limits: PredicateLimits)?
  /// Whether a cancelled task evaluates the example.
  var isCancelled = false
  /// The key path that the example's validator rejects.
  var refused: String?
  /// The registered functions, as Swift source and as a value.
  var registered: (text: String, functions: PredicateFunctions)?

  @inline(never)
  package init(stringLiteral text: String) { self.init(text) }

  @inline(never)
  package init(_ text: String, arguments: String? = nil, on subject: Subject = .nothing) {
    self.init(bytes: Array(text.utf8), arguments: arguments, on: subject)
  }

  @inline(never)
  init(_ text: String, on subject: Subject = .nothing, in profile: String) {
    self.init(text, on: subject)
    self.profile = profile
  }

  init(
    _ text: String, arguments: String? = nil, on subject: Subject = .nothing, within written: String,
    _ limits: PredicateLimits
  ) {
    self.init(text, arguments: arguments, on: subject)
    self.limits = (written, limits)
  }

  /// Returns an example that a cancelled task evaluates.
  static func cancelled(_ text: String, on subject: Subject) -> DiagnosticExample {
    var example = DiagnosticExample(text, on: subject)
    example.isCancelled = true
    return example
  }

  init(_ text: String, refusing keyPath: String) {
    self.init(text)
    refused = keyPath
  }

  init(_ text: String, on subject: Subject, with registration: String, _ functions: PredicateFunctions) {
    self.init(text, on: subject)
    registered = (registration, functions)
  }

  init(bytes: [UInt8], arguments: String? = nil, on subject: Subject = .nothing) {
    self.bytes = bytes
    self.arguments = arguments
    self.subject = subject
  }

  /// Returns the findings of the example. Stops at the first stage that fails.
  package func findings() -> [FormatDiagnostic] {
    isCancelled ? CancelledTask.run { findingsOfRun() } : findingsOfRun()
  }

  private func findingsOfRun() -> [FormatDiagnostic] {
    if case .file(let name) = subject {
      return HostFile(path: name, bytes: bytes).map { Linter().report(on: $0).findings.map(\.diagnostic) } ?? []
    }
    let checked = CheckedFormat(bytes, isExpression: false, profile: checkedProfile)
    guard checked.isValid else { return checked.diagnostics }
    let functions = registered?.functions ?? .none
    do {
      let predicate = try FormatPredicate.template(utf8: bytes, limits: limits?.limits ?? .default)
        .following(checkedProfile?.useRules)
      let bound = arguments == nil ? predicate : try predicate.binding(argumentValues)
      if let refused { try bound.validate(with: Refusal(path: refused)) }
      switch subject {
      case .nothing, .file: return checked.diagnostics
      case .object(let json):
        let object = (try? JSONReader.value(of: Array(json.utf8))) ?? .null
        _ = try bound.evaluate(with: object, options: EvaluationOptions(functions: functions))
        return checked.diagnostics + bound.findings(for: [object], functions: functions)
      case .words:
        let compiled = try CompiledPredicate(bound, for: Word.self, options: EvaluationOptions(functions: functions))
        _ = try compiled.filter(Word.sample)
        return checked.diagnostics + compiled.warnings
      case .groups(let keys):
        let request = PredicateFetchRequest(properties: ["text"], groupKeys: keys, having: bound)
        _ = try CompiledFetch(request, for: Word.self, options: EvaluationOptions(functions: functions))
        return checked.diagnostics
      case .entity(let name):
        guard let model = WordModel.model else { return checked.diagnostics }
        return checked.diagnostics + (try bound.check(against: model, entity: name, functions: functions))
      case .statement(let dialect, let limits):
        guard let model = WordModel.model else { return checked.diagnostics }
        _ = try SQLTranslator(dialect, model: model, entity: "Word", limits: limits).select(where: bound)
        return checked.diagnostics
      }
    } catch {
      return error.diagnostics
    }
  }

  /// A validator that rejects one key path.
  private struct Refusal: PredicateValidator, Error, CustomStringConvertible {
    let path: String
    var description: String { "the path is not permitted" }

    func validate(_ keyPath: ValidatedKeyPath) throws {
      if keyPath.path == path { throw self }
    }
  }

  private var checkedProfile: PredicateProfile? {
    guard let profile else { return nil }
    let parts = profile.split(separator: " --keys ")
    if parts.count == 2 {
      let keys = parts[1].split(separator: ",").map(String.init)
      return PredicateProfile.named(String(parts[0]))?.permitting(keys: keys)
    }
    return PredicateProfile.named(profile) ?? (try? PredicateProfile.read(Array(profile.utf8), name: "profile"))
  }

  private var argumentValues: [FormatValue] {
    guard let arguments, case .list(let values)? = try? JSONReader.value(of: Array(arguments.utf8)) else { return [] }
    return values
  }

  /// The source text, truncated if it is long, with invalid UTF-8 replaced.
  package var text: String { Explanation.shortened(String(decoding: bytes, as: UTF8.self)) }

  /// A description of everything but the source text that the example uses, or nil if it uses the text alone.
  package var setting: String? {
    var parts: [String] = []
    if let arguments { parts.append("with the arguments \(arguments)") }
    switch subject {
    case .nothing: break
    case .file(let name): parts.append("in the file \(name)")
    case .object(let json): parts.append("on \(Explanation.shortened(json))")
    case .words: parts.append("on words: \(Word.declaration)")
    case .groups(let keys):
      let groups = keys.isEmpty ? "without groups" : "for groups by \(keys.joined(separator: ", "))"
      parts.append("as having of a request for the property text, \(groups), on words: \(Word.declaration)")
    case .entity(let name): parts.append("for the entity \(name) of the model \(WordModel.declaration)")
    case .statement(let dialect, let limits):
      parts.append("as \(dialect.name) for the model \(WordModel.declaration)")
      if limits.length != SQLLimits.default.length {
        parts.append("with a condition of at most \(limits.length) bytes")
      }
      if limits.parameters != SQLLimits.default.parameters {
        parts.append("with at most \(limits.parameters) parameters")
      }
    }
    if let profile { parts.append("in the profile \(profile)") }
    if let limits { parts.append("within PredicateLimits(\(limits.text))") }
    if isCancelled { parts.append("in a cancelled task") }
    if let refused { parts.append("with a validator that refuses the key path \(refused)") }
    if let registered { parts.append("with functions: [\(registered.text)]") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
