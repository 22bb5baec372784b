import CommandSupport
import PredicateInput
import PredicateModel
import PredicateSyntax

/// `predcheck check`: validates format strings and prints them in canonical form.
struct CheckCommand {
  let call: Call
  let console: Console

  func run() throws(CommandStop) -> ExitCode {
    guard !call.operands.isEmpty else {
      throw .usage(UsageError("expected a format string", call.isCommandNamed ? .check : nil))
    }
    let profile = try profile()
    var isFine = true
    var hasReadInput = false
    for (index, operand) in call.operands.enumerated() {
      if operand == Array("-".utf8) {
        if hasReadInput { throw .usage(UsageError("standard input can be read only once", .check)) }
        hasReadInput = true
        let text: [UInt8]
        do { text = try console.input.readAll() } catch { throw .input(error) }
        var line = 0
        for range in LineRanges(text, from: byteOrderMarkLength(text)) {
          line += 1
          guard !isBlank(text[range]) else { continue }
          if try !check(Array(text[range]), name: "<stdin>:\(line)", profile) { isFine = false }
        }
      } else {
        let name = call.operands.count == 1 ? "format" : "format \(index + 1)"
        if try !check(operand, name: name, profile) { isFine = false }
      }
    }
    return isFine ? .fine : .no
  }

  private func profile() throws(CommandStop) -> PredicateProfile? {
    let input: ProfileInput
    do { input = try ProfileInput(call) } catch { throw .usage(error) }
    return try input.profile()
  }

  /// Checks one format, prints the result, and returns whether the format is valid.
  private func check(_ bytes: [UInt8], name: String, _ profile: PredicateProfile?) throws(CommandStop) -> Bool {
    let result = CheckedFormat(bytes, isExpression: call.has(.expression), profile: profile)
    if result.isValid, result.canonical == nil {
      console.report("predcheck: internal error: the parser rejected \(name) without a diagnostic")
      throw .ended(.internalError)
    }
    if call.has(.json) {
      console.output.write(result.json + "\n")
    } else {
      if let canonical = result.canonical { console.output.write(canonical + "\n") }
      for diagnostic in result.diagnostics {
        console.report(diagnostic.rendered(in: result.source, name: name, color: console.hasColor))
      }
    }
    return result.isValid
  }
}

/// The result of checking one format string.
struct CheckedFormat {
  /// The findings, in source order.
  var diagnostics: [FormatDiagnostic]
  /// The canonical form, or nil if the format is invalid.
  var canonical: String?
  /// The conversions, in source order.
  var arguments: [String] = []
  /// The distinct key paths, in source order.
  var keyPaths: [String] = []
  /// The source text of the findings.
  var source: String

  var isValid: Bool { !diagnostics.contains { $0.severity == .error } }

  init(_ bytes: [UInt8], isExpression: Bool, profile: PredicateProfile? = nil) {
    source = String(decoding: bytes, as: UTF8.self)
    let limits = profile?.predicateLimits ?? .default
    do {
      let format: String
      if isExpression {
        let expression = try FormatExpression.unchecked(utf8: bytes, limits)
        diagnostics = expression.findings()
        if let profile {
          diagnostics += expression.findings(in: profile)
        } else if let finding = TreeSize(expression).finding(under: limits) {
          diagnostics.append(finding)
        }
        arguments = expression.conversions.map(\.text)
        keyPaths = expression.keyPaths
        format = expression.format
      } else {
        let predicate = try FormatPredicate.unchecked(utf8: bytes, limits)
        diagnostics = predicate.findings()
        if let profile {
          diagnostics += predicate.findings(in: profile)
        } else if let finding = TreeSize(predicate).finding(under: limits) {
          diagnostics.append(finding)
        }
        arguments = predicate.conversions.map(\.text)
        keyPaths = predicate.keyPaths
        format = predicate.format
      }
      diagnostics.sort { $0.range.start < $1.range.start }
      if isValid { canonical = format }
    } catch {
      diagnostics = error.diagnostics
      if !error.source.isEmpty { source = error.source }
    }
  }

  /// The object that `check --json` prints.
  var json: String {
    JSONWriter.object([
      ("valid", isValid ? "true" : "false"),
      ("canonical", canonical.map(JSONWriter.quoted) ?? "null"),
      ("diagnostics", JSONWriter.array(diagnostics.map(\.json))),
      ("arguments", JSONWriter.array(arguments.map(JSONWriter.quoted))),
      ("keyPaths", JSONWriter.array(keyPaths.map(JSONWriter.quoted))),
    ])
  }
}

extension FormatDiagnostic {
  /// The finding as a JSON object. Offsets are UTF-8 and half-open; `notes` and `fixIts` are omitted if empty.
  var json: String {
    var fields: [(key: String, json: String)] = [
      ("code", JSONWriter.quoted(code.rawValue)),
      ("severity", JSONWriter.quoted(severity.rawValue)),
      ("message", JSONWriter.quoted(message)),
      ("start", "\(range.start)"),
      ("end", "\(range.end)"),
    ]
    if !notes.isEmpty { fields.append(("notes", JSONWriter.array(notes.map(JSONWriter.quoted)))) }
    if !fixIts.isEmpty { fields.append(("fixIts", JSONWriter.array(fixIts.map(\.json)))) }
    return JSONWriter.object(fields)
  }
}

extension FormatDiagnostic.FixIt {
  fileprivate var json: String {
    JSONWriter.object([
      ("title", JSONWriter.quoted(title)),
      ("start", "\(range.start)"),
      ("end", "\(range.end)"),
      ("replacement", JSONWriter.quoted(replacement)),
      ("safe", isSafe ? "true" : "false"),
    ])
  }
}
