import CommandSupport
import PredcheckSupport
import PredicateEvaluation
import PredicateInput
import PredicateSemantics
import PredicateSyntax

/// A format string of a command line, with the values of its conversions and variables.
struct FormatRequest {
  private(set) var format: [UInt8]
  private(set) var arguments: [FormatValue] = []
  private(set) var variables: [String: (any FormatArgument)?] = [:]

  /// The name of the format in messages.
  let name: String
  private let profile: ProfileInput

  /// Reads the format, `--arg` and `--var` of a command.
  ///
  /// - Parameter hasFiles: Whether the operands after the format are files.
  init(_ call: Call, hasFiles: Bool = false) throws(UsageError) {
    guard let format = call.operands.first, call.operands.count == 1 || hasFiles else {
      let hint = call.operands.count > 1 && call.has(.database) ? "; files cannot be combined with --database" : ""
      throw UsageError("expected one format string, found \(call.operands.count)\(hint)", call.command)
    }
    try self.init(call, format: format)
  }

  /// Reads `--arg` and `--var` of a command for one of its formats.
  init(_ call: Call, format: [UInt8], name: String = "format") throws(UsageError) {
    self.format = format
    self.name = name
    profile = try ProfileInput(call)
    arguments = try Self.arguments(call)
    for definition in call.values(.var) {
      let (name, value) = try Self.variable(definition, call.command)
      if variables.updateValue(value, forKey: name) != nil {
        throw UsageError("two values of --var for $\(name)", call.command)
      }
    }
  }

  /// Whether the format is read from standard input.
  var isOnStandardInput: Bool { format == Array("-".utf8) }

  /// Reads the format from standard input if the command line requests that.
  mutating func readFormat(_ console: Console) throws(CommandStop) {
    if isOnStandardInput { format = try console.readFormat() }
  }

  /// Returns the values of `--arg`.
  static func arguments(_ call: Call) throws(UsageError) -> [FormatValue] {
    var arguments: [FormatValue] = []
    for value in call.values(.arg) {
      arguments.append(try Call.value(value, what: "the value of --arg", call.command))
    }
    return arguments
  }

  /// Parses `NAME=VALUE`. The name may begin with a dollar sign.
  private static func variable(
    _ definition: [UInt8], _ command: Command
  ) throws(UsageError) -> (String, FormatValue) {
    let bare = definition.first == UInt8(ascii: "$") ? definition.dropFirst() : definition[...]
    guard let equals = bare.firstIndex(of: UInt8(ascii: "=")), equals > bare.startIndex else {
      throw UsageError("expected --var NAME=VALUE", command)
    }
    let name = try Call.text(Array(bare[..<equals]), what: "the name of a --var", command)
    return (name, try Call.value(Array(bare[(equals + 1)...]), what: "the value of --var \(name)", command))
  }

  // MARK: The predicate

  /// Returns the format's predicate with its arguments bound. Reports errors and then throws an exit status. Warns about values of
  /// variables that neither the predicate nor `otherVariables` use, unless these are nil.
  ///
  /// - Parameter entity: The entity of the objects; nil if they are the rows of a file.
  func predicate(
    _ console: Console, json: Bool, of entity: ModelEntity? = nil, otherVariables: [String]? = nil
  ) throws(CommandStop) -> FormatPredicate {
    let profile = try profile.profile()
    let predicate: FormatPredicate
    do {
      predicate = try FormatPredicate.template(utf8: format, limits: profile?.predicateLimits ?? .default)
        .following(profile?.useRules)
    } catch { throw ended(by: error, console, json: json) }
    let findings = predicate.findings()
    let isValid = !findings.contains { $0.severity == .error }
    // The results of a valid format are the only JSON on standard output.
    if !findings.isEmpty { report(FormatError(findings, source: predicate.source), console, json: json && !isValid) }
    if !isValid { throw .ended(.unusable) }
    let bound: FormatPredicate
    do { bound = try predicate.binding(arguments) } catch { throw ended(by: error, console, json: json) }
    let refused = profile.map { refusals(of: bound, $0, entity) } ?? []
    if !refused.isEmpty { throw ended(by: FormatError(refused, source: predicate.source), console, json: json) }
    if let otherVariables { warn(ofUnusedIn: bound.variables + otherVariables, console) }
    return bound
  }

  /// Warns about values of `--var` that are not among the variables that the command line uses.
  func warn(ofUnusedIn used: [String], _ console: Console) {
    var known: Set<String> = []
    let names = used.filter { known.insert($0).inserted }
    let unused = variables.keys.inByteOrder.filter { !known.contains($0) }
    if unused.isEmpty { return }
    let list =
      names.isEmpty ? "it has no variables" : "its variables are " + names.map { "$\($0)" }.joined(separator: ", ")
    for name in unused {
      console.report("warning: the format does not use $\(name.cleaned); \(list.cleaned)")
    }
  }

  /// Returns what a profile does not permit for the objects of an entity, or for the rows of a file.
  func refusals(
    of predicate: FormatPredicate, _ profile: PredicateProfile, _ entity: ModelEntity?
  ) -> [FormatDiagnostic] {
    guard profile.types != nil else { return predicate.findings(in: profile) }
    guard let (model, name) = entity else { return predicate.findings(in: profile, for: FormatValue.self) }
    do throws(FormatError) {
      return try predicate.findings(in: profile, model: model, entity: name)
    } catch { return error.diagnostics }
  }

  /// Reports findings: as a JSON object with the fields of `position` on standard output, or as text on standard error.
  ///
  /// - Parameter option: The option whose value the findings are about, or nil if they are about the format.
  func report(
    _ error: FormatError, _ console: Console, json: Bool, position: [(key: String, json: String)] = [],
    option: Flag? = nil
  ) {
    // An error without source text may still refer to the format, but not if it has no range.
    let located = error.diagnostics.map { diagnostic in
      let hasText = !error.source.isEmpty || diagnostic.range == .none
      return (diagnostic, source: hasText ? error.source : String(decoding: format, as: UTF8.self))
    }
    console.report(located, name: option?.spelling ?? name, json: json, position)
  }

  /// Reports findings, and returns the end of the command.
  func ended(by error: FormatError, _ console: Console, json: Bool, option: Flag? = nil) -> CommandStop {
    report(error, console, json: json, option: option)
    return .ended(.unusable)
  }
}
