import PredicateCases
import PredicateEvaluation
import PredicateModel
import PredicateSQL
import PredicateSyntax

/// What `predcheck explain CODE` tells of a code: why it is so, and an example of each kind. A test runs them all.
struct FaultPage: Sendable {
  var code: DiagnosticCode
  /// Why it is so, and what to do: a sentence or a few.
  var why: String
  /// A format that gets the finding.
  var bad: FaultExample
  /// What was meant, as it is written; it gets no finding at all.
  var good: FaultExample

  init(_ code: DiagnosticCode, _ why: String, bad: FaultExample, good: FaultExample) {
    self.code = code
    self.why = why
    self.bad = bad
    self.good = good
  }

  /// One page for each code.
  static let all =
    readingPages + parsingPages + checkingPages + profilePages + warningPages + evaluatingPages + functionPages
    + translatingPages

  static func of(_ code: DiagnosticCode) -> FaultPage? { all.first { $0.code == code } }
}

/// A format string, with what it needs to show its finding.
struct FaultExample: Sendable, ExpressibleByStringLiteral {
  /// What the predicate is run on.
  enum Subject: Sendable {
    case nothing
    /// An object, as JSON.
    case object(String)
    /// The words below, whose keys have types.
    case words
    /// The words below, in a request for their texts that has the predicate as having, with group keys.
    case groups([String])
    /// An entity of the model of words, which the predicate is checked against.
    case entity(String)
    /// A statement about the words of that model: its dialect, and the longest condition that is let pass.
    case statement(SQLDialect, SQLLimits = .default)
  }

  /// What examples with types are about.
  struct Word: Sendable {
    let text: String
    let length: Int
    let tags: [String]
    let check: @Sendable () -> Bool

    static let declaration =
      "struct Word { let text: String; let length: Int; let tags: [String]; let check: () -> Bool }"
    static let sample = [Word(text: "tea", length: 3, tags: ["drink"], check: { true })]
  }

  /// The same words in a database.
  enum WordModel {
    static let declaration = "Word { text: string, length: integer16 }"
    static let model = try? DataModel([
      DataModel.Entity("Word", attributes: [.init("text", .string), .init("length", .integer16)])
    ])
  }

  var bytes: [UInt8]
  /// Values for the conversions, as JSON; nil where the conversions stay.
  var arguments: String?
  var subject: Subject
  /// The profile that the text is checked against: the name of a shipped one, which `--keys` may follow as in a call, or
  /// what a file of one holds.
  var profile: String?
  /// The limits under which the text is read and evaluated, as they are written in Swift and as they are.
  var limits: (text: String, limits: Limits)?
  /// Whether it is evaluated by a task that was cancelled.
  var isCancelled = false
  /// The key path that a validator of the program refuses.
  var refused: String?
  /// What the program registers, as it is written in Swift and as it is.
  var registered: (text: String, functions: PredicateFunctions)?

  init(stringLiteral text: String) { self.init(text) }

  init(_ text: String, arguments: String? = nil, on subject: Subject = .nothing) {
    self.init(bytes: Array(text.utf8), arguments: arguments, on: subject)
  }

  init(_ text: String, on subject: Subject = .nothing, in profile: String) {
    self.init(text, on: subject)
    self.profile = profile
  }

  init(
    _ text: String, arguments: String? = nil, on subject: Subject = .nothing, within written: String, _ limits: Limits
  ) {
    self.init(text, arguments: arguments, on: subject)
    self.limits = (written, limits)
  }

  /// What is evaluated by a task that was cancelled.
  static func cancelled(_ text: String, on subject: Subject) -> FaultExample {
    var example = FaultExample(text, on: subject)
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

  /// What the example gets, from the text, the arguments and the run, as far as it comes.
  func findings() -> [Diagnostic] {
    isCancelled ? CancelledTask.run { findingsOfRun() } : findingsOfRun()
  }

  private func findingsOfRun() -> [Diagnostic] {
    let checked = CheckedFormat(bytes, isExpression: false, profile: checkedProfile)
    guard checked.isValid else { return checked.diagnostics }
    let functions = registered?.functions ?? .none
    do {
      let predicate = try FormatPredicate.template(utf8: bytes, limits: limits?.limits ?? .default)
        .allowingDateStrings(checkedProfile?.allowsDateStrings ?? false)
      let bound = arguments == nil ? predicate : try predicate.binding(argumentValues)
      if let refused { try bound.validate(with: Refusal(path: refused)) }
      switch subject {
      case .nothing: return checked.diagnostics
      case .object(let json):
        let object = (try? JSONReader.value(of: Array(json.utf8))) ?? .null
        _ = try bound.evaluate(with: object, functions: functions)
        return checked.diagnostics + bound.findings(for: [object], functions: functions)
      case .words:
        let compiled = try CompiledPredicate(bound, for: Word.self, functions: functions)
        _ = try compiled.filter(Word.sample)
        return checked.diagnostics + compiled.warnings
      case .groups(let keys):
        let request = PredicateFetchRequest(properties: ["text"], groupKeys: keys, having: bound)
        _ = try CompiledFetch(request, for: Word.self, functions: functions)
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

  /// A validator that refuses one key path.
  private struct Refusal: PredicateValidator, Error, CustomStringConvertible {
    let path: String
    var description: String { "nobody may ask for it" }

    func validate(_ keyPath: ReachedKeyPath) throws {
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
    return PredicateProfile.named(profile) ?? (try? ProfileFile.profile(of: Array(profile.utf8), name: "profile"))
  }

  private var argumentValues: [FormatValue] {
    guard let arguments, case .list(let values)? = try? JSONReader.value(of: Array(arguments.utf8)) else { return [] }
    return values
  }

  /// The text, cut where it is longer than a page, and bytes that are no text shown as such.
  var text: String { Explanation.shortened(String(decoding: bytes, as: UTF8.self)) }

  /// What the example is run with, in words; nil where it is the text alone.
  var setting: String? {
    var parts: [String] = []
    if let arguments { parts.append("with the arguments \(arguments)") }
    switch subject {
    case .nothing: break
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
        parts.append("with at most \(limits.parameters) values to bind")
      }
    }
    if let profile { parts.append("in the profile \(profile)") }
    if let limits { parts.append("within Limits(\(limits.text))") }
    if isCancelled { parts.append("by a task that was cancelled") }
    if let refused { parts.append("with a validator that refuses the key path \(refused)") }
    if let registered { parts.append("with functions: [\(registered.text)]") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
