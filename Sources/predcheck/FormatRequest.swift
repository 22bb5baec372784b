import PredicateCases
import PredicateEvaluation
import PredicateModel
import PredicateSyntax

/// A format string and the values for it, as `eval` and `sql` take them from a call.
struct FormatRequest {
  private(set) var format: [UInt8]
  private(set) var arguments: [FormatValue] = []
  private(set) var variables: [String: (any FormatArgument)?] = [:]

  private let command: Command
  private let profile: ProfileInput
  /// Whether the objects are those of a data model.
  private let asksModel: Bool

  /// The one format of a call, with its `--arg` and `--var`.
  init(_ call: Invocation) throws(UsageError) {
    guard call.operands.count == 1, let format = call.operands.first else {
      throw UsageError("expected one format string, found \(call.operands.count)", call.command)
    }
    self.format = format
    command = call.command
    profile = try ProfileInput(call)
    asksModel = call.has(.model)
    for value in call.values(.arg) { arguments.append(try self.value(value, what: "the value of --arg")) }
    for definition in call.values(.var) {
      let (name, value) = try variable(definition)
      variables[name] = value
    }
  }

  /// Whether the format is on standard input.
  var isOnStandardInput: Bool { format == Array("-".utf8) }

  /// Takes the format from standard input, where it is there.
  mutating func readFormat(_ console: Console) throws(CommandStop) {
    guard isOnStandardInput else { return }
    do { format = try console.input.readAll() } catch { throw .input(error) }
    // The line end that closes the input is none of the format's.
    if format.last == 0x0A { format.removeLast() }
  }

  /// JSON in the case format; what is no JSON is a string.
  private func value(_ bytes: [UInt8], what: String) throws(UsageError) -> FormatValue {
    do {
      return try JSONReader.value(of: bytes)
    } catch {
      let isNumber = JSONNumber.length(of: bytes[...]) == bytes.count
      if error.isWrapper || isNumber {
        let hint = isNumber ? "; in quotes it is a string" : ""
        throw UsageError("\(what) is not usable: \(error.reason)\(hint)", command)
      }
      return .string(try Invocation.text(bytes, what: what, command))
    }
  }

  /// `NAME=VALUE`; the name may have its dollar sign.
  private func variable(_ definition: [UInt8]) throws(UsageError) -> (String, FormatValue) {
    let bare = definition.first == UInt8(ascii: "$") ? definition.dropFirst() : definition[...]
    guard let equals = bare.firstIndex(of: UInt8(ascii: "=")), equals > bare.startIndex else {
      throw UsageError("expected --var NAME=VALUE", command)
    }
    let name = try Invocation.text(Array(bare[..<equals]), what: "the name of a --var", command)
    return (name, try value(Array(bare[(equals + 1)...]), what: "the value of --var \(name)"))
  }

  // MARK: The predicate

  /// The format's predicate with its arguments. Where the format has errors, or uses more than the call's profile permits,
  /// they are reported, and the answer is no; arguments that do not fit it are a call that cannot be used.
  func predicate(_ console: Console, json: Bool) throws(CommandStop) -> FormatPredicate {
    let profile = try profile.profile()
    let predicate: FormatPredicate
    do {
      predicate = try FormatPredicate.template(utf8: format, limits: profile?.predicateLimits ?? .default)
        .allowingDateStrings(profile?.allowsDateStrings ?? false)
    } catch {
      report(error, console, json: json)
      throw .ended(.no)
    }
    let findings = predicate.findings()
    if !findings.isEmpty { report(FormatError(findings, source: predicate.source), console, json: json) }
    if findings.contains(where: { $0.severity == .error }) { throw .ended(.no) }
    let bound: FormatPredicate
    do {
      bound = try predicate.binding(arguments)
    } catch {
      report(error, console, json: json)
      throw .ended(.unusable)
    }
    let refused = profile.map { refusals(of: bound, in: $0) } ?? []
    if !refused.isEmpty {
      report(FormatError(refused, source: predicate.source), console, json: json)
      throw .ended(.no)
    }
    return bound
  }

  /// What the profile does not permit. Rows of a file are records; of a model's objects the keys must be listed by path.
  private func refusals(of predicate: FormatPredicate, in profile: PredicateProfile) -> [Diagnostic] {
    guard profile.types != nil, !asksModel else { return predicate.findings(in: profile) }
    return predicate.findings(in: profile, for: FormatValue.self)
  }

  /// Shows findings: as an object on standard output, where `place` adds to it, or as text on standard error.
  func report(_ error: FormatError, _ console: Console, json: Bool, place: [(key: String, json: String)] = []) {
    if json {
      let diagnostics = (key: "diagnostics", json: JSONWriter.array(error.diagnostics.map(\.json)))
      console.output.write(JSONWriter.object([diagnostics] + place) + "\n")
      return
    }
    for diagnostic in error.diagnostics {
      // An error without its text may still point into the format; one without a place points nowhere.
      let hasText = !error.source.isEmpty || diagnostic.range == .none
      let source = hasText ? error.source : String(decoding: format, as: UTF8.self)
      console.report(diagnostic.rendered(in: source, color: console.hasColor))
    }
  }
}
