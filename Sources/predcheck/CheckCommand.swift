import CommandSupport
import Foundation
import PredicateInput
import PredicateModel
import PredicateSyntax

/// `predcheck check`: validates format strings and prints them in canonical form.
struct CheckCommand {
  let call: Call
  let console: Console

  func run() throws(CommandStop) -> ExitCode {
    let check = try FormatCheck(call, console)
    var isFine = true
    for input in try inputs() {
      var lines = input.lines
      for index in lines.indices where lines[index].isFormat {
        if try !self.check(&lines[index], input.name, check) { isFine = false }
      }
      if call.has(.fix) || call.has(.allFixes) { try write(lines, input) }
    }
    return isFine ? .fine : .no
  }

  // MARK: Input

  /// A line of a file of formats, or a format of the command line.
  struct Line {
    var text: [UInt8]
    /// The range of the unchanged text in the input.
    var range: Range<Int>
    var number = 1
    /// The index of the format among all formats.
    var index = 0
    /// Whether the line is a format, and not blank or a comment.
    var isFormat = true
  }

  /// The formats of a file, of standard input or of one operand.
  private struct Input {
    var name: String
    /// The path of a file, which fixes change.
    var path: String?
    var bytes: [UInt8]
    var lines: [Line]
  }

  private func inputs() throws(CommandStop) -> [Input] {
    let files = call.values(.file)
    guard !call.operands.isEmpty || !files.isEmpty else {
      throw .usage(UsageError("expected a format string", call.isCommandNamed ? .check : nil))
    }
    var count = 0
    var inputs: [Input] = []
    for (index, operand) in call.operands.enumerated() {
      if operand != Array("-".utf8) {
        let name = call.operands.count == 1 ? "format" : "format-\(index + 1)"
        let line = Line(text: operand, range: operand.indices, index: count)
        inputs.append(Input(name: name, bytes: operand, lines: [line]))
        count += 1
        continue
      }
      if inputs.contains(where: { $0.name == "<stdin>" }) {
        throw .usage(UsageError("standard input can be read only once", .check))
      }
      let bytes: [UInt8]
      do { bytes = try console.input.readAll() } catch { throw .input(error) }
      inputs.append(Input(name: "<stdin>", bytes: bytes, lines: Self.lines(bytes, &count)))
    }
    for file in files {
      let path: String
      do { path = try Call.text(file, what: "the value of --file", .check) } catch { throw .usage(error) }
      let bytes: [UInt8]
      do { bytes = try readFile(path) } catch { throw .input(error) }
      inputs.append(Input(name: path, path: path, bytes: bytes, lines: Self.lines(bytes, &count)))
    }
    return inputs
  }

  /// Returns the lines of a file of formats. Blank lines, and lines that begin with `#` and a space, are not formats: `#size` is a
  /// key.
  private static func lines(_ bytes: [UInt8], _ count: inout Int) -> [Line] {
    var lines: [Line] = []
    for range in LineRanges(bytes, from: byteOrderMarkLength(bytes)) {
      let text = bytes[range]
      let isComment = text.first == UInt8(ascii: "#") && isBlank(text.dropFirst().prefix(1))
      var line = Line(text: Array(text), range: range, number: lines.count + 1, index: count)
      line.isFormat = !isComment && !isBlank(text)
      if line.isFormat { count += 1 }
      lines.append(line)
    }
    return lines
  }

  // MARK: Checking

  /// Checks one format, prints the result, and returns whether the format is valid. With `--fix`, changes it.
  private func check(_ line: inout Line, _ name: String, _ check: FormatCheck) throws(CommandStop) -> Bool {
    var result = try check.result(of: line.text)
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
      console.output.write(result.json(name, line, fixed: fixed) + "\n")
      return result.isValid
    }
    if let canonical = result.canonical, fixed == nil { console.output.write(canonical + "\n") }
    for diagnostic in result.diagnostics {
      console.report(
        diagnostic.rendered(in: result.source, name: name, line: line.number, color: console.hasColor))
    }
    return result.isValid
  }

  /// The maximum number of times that a format is fixed and checked again.
  private static let mostRounds = 10

  /// Prints the fixed formats, or writes them to their file if a fix changed it. All other bytes, such as line ends, stay the same.
  private func write(_ lines: [Line], _ input: Input) throws(CommandStop) {
    var text: [UInt8] = []
    var end = 0
    for line in lines {
      text += input.bytes[end..<line.range.lowerBound] + line.text
      end = line.range.upperBound
    }
    text += input.bytes[end...]
    guard let path = input.path else {
      if !call.has(.json) { console.output.writeLine(text.last == 0x0A ? text.dropLast() : text[...]) }
      return
    }
    if text == input.bytes { return }
    do {
      try Data(text).write(to: URL(fileURLWithPath: path))
    } catch {
      throw .input(InputError(path, report: "the file cannot be written: \(error.localizedDescription)"))
    }
  }
}

/// What `check` asks of each format: a profile, the values of the conversions, and a model.
struct FormatCheck {
  private let isExpression: Bool
  private let profile: PredicateProfile?
  private let arguments: [FormatValue]
  private let model: (model: DataModel, entity: String)?

  init(_ call: Call, _ console: Console) throws(CommandStop) {
    isExpression = call.has(.expression)
    let input: ProfileInput
    let path: String?
    let entity: String?
    do throws(UsageError) {
      input = try ProfileInput(call)
      arguments = try FormatRequest.arguments(call)
      path = try call.text(.model)
      entity = try call.text(.entity)
      if (path == nil) != (entity == nil) { throw UsageError("--model and --entity are needed together", .check) }
      if isExpression, path != nil || !arguments.isEmpty {
        throw UsageError("--expression cannot be combined with --arg or --model", .check)
      }
    } catch { throw .usage(error) }
    profile = try input.profile()
    guard let path, let entity else {
      model = nil
      return
    }
    do { model = (try ModelInput.read(path, database: nil, console), entity) } catch { throw .input(error) }
    if let model, model.model.entity(entity) == nil {
      throw .usage(ModelRequest.unknownEntity(entity, of: model.model, .check))
    }
  }

  /// Checks one format.
  func result(of bytes: [UInt8]) throws(CommandStop) -> CheckedFormat {
    var result = CheckedFormat(bytes, isExpression: isExpression, profile: profile)
    if result.isValid, !isExpression, model != nil || !arguments.isEmpty {
      result.add(findings(bytes))
    }
    return result
  }

  /// Returns the findings about the arguments and the model.
  private func findings(_ bytes: [UInt8]) -> [FormatDiagnostic] {
    do throws(FormatError) {
      var predicate = try FormatPredicate.template(utf8: bytes, limits: profile?.predicateLimits ?? .default)
      if !arguments.isEmpty { predicate = try predicate.binding(arguments) }
      guard let model else { return [] }
      if let profile { return try predicate.findings(in: profile, model: model.model, entity: model.entity) }
      return try predicate.check(against: model.model, entity: model.entity)
    } catch {
      // Values for them are given later.
      return error.diagnostics.filter { $0.code != .unboundVariable && $0.code != .unboundArgument }
    }
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

  var isValid: Bool { errorCount == 0 }
  var errorCount: Int { diagnostics.count { $0.severity == .error } }

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

  /// Adds findings that are not known yet.
  mutating func add(_ findings: [FormatDiagnostic]) {
    let known = diagnostics + findings.filter { !diagnostics.contains($0) }
    diagnostics = known.sorted { $0.range.start < $1.range.start }
    if !isValid { canonical = nil }
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

  /// The object that `check --json` prints.
  func json(_ name: String, _ line: CheckCommand.Line, fixed: [UInt8]?) -> String {
    var fields: [(key: String, json: String)] = [
      ("name", JSONWriter.quoted(name)), ("line", "\(line.number)"), ("index", "\(line.index)"),
      ("text", JSONWriter.quoted(source)),
      ("valid", isValid ? "true" : "false"),
      ("canonical", canonical.map(JSONWriter.quoted) ?? "null"),
      ("diagnostics", JSONWriter.array(diagnostics.map { $0.json(in: source, line: line.number) })),
      ("arguments", JSONWriter.array(arguments.map(JSONWriter.quoted))),
      ("keyPaths", JSONWriter.array(keyPaths.map(JSONWriter.quoted))),
    ]
    if let fixed { fields.append(("fixed", JSONWriter.quoted(String(decoding: fixed, as: UTF8.self)))) }
    return JSONWriter.object(fields)
  }
}

extension FormatDiagnostic {
  /// The diagnostic as a JSON object. Offsets are UTF-8 and half-open; `notes` and `fixIts` are omitted if empty.
  var json: String { json(in: "", line: 1) }

  /// Returns the diagnostic as a JSON object, with its line and its column, in characters from 1, in a text that begins on a line.
  func json(in source: String, line: Int) -> String {
    var fields: [(key: String, json: String)] = [
      ("code", JSONWriter.quoted(code.rawValue)),
      ("severity", JSONWriter.quoted(severity.rawValue)),
      ("message", JSONWriter.quoted(message)),
      ("start", "\(range.start)"),
      ("end", "\(range.end)"),
    ]
    if !source.isEmpty {
      let before = String(decoding: source.utf8.prefix(range.start), as: UTF8.self)
      let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
      fields += [("line", "\(line + lines.count - 1)"), ("column", "\((lines.last?.count ?? 0) + 1)")]
    }
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
