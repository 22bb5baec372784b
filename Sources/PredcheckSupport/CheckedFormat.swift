import PredicateInput
import PredicateSemantics
import PredicateSyntax

/// The result of checking one format string.
package struct CheckedFormat {
  /// The findings, in source order.
  package var diagnostics: [FormatDiagnostic]
  /// The tree, or nil if the text does not parse.
  private var tree: (any FormatTree)?
  /// The conversions, in source order.
  package var arguments: [String] = []
  /// The distinct key paths, in source order.
  var keyPaths: [String] = []
  /// The source text of the findings.
  package var source: String

  package var isValid: Bool { errorCount == 0 }
  /// The canonical form, or nil if the format is invalid.
  package var canonical: String? { isValid ? tree?.format : nil }
  package var errorCount: Int { diagnostics.count { $0.severity == .error } }

  package init(
    _ bytes: [UInt8], isExpression: Bool, limits given: PredicateLimits? = nil, profile: PredicateProfile? = nil
  ) {
    source = String(decoding: bytes, as: UTF8.self)
    let limits = given ?? profile?.predicateLimits ?? .default
    do {
      let tree: any FormatTree =
        isExpression
        ? try FormatExpression.unchecked(utf8: bytes, limits) : try FormatPredicate.unchecked(utf8: bytes, limits)
      diagnostics = tree.textFindings(.none)
      if let profile {
        diagnostics += tree.profileFindings(profile)
        diagnostics += (tree as? FormatPredicate)?.typeFindings(in: profile) ?? []
        diagnostics += (tree as? FormatExpression)?.typeFindings(in: profile) ?? []
        diagnostics = profile.judging(diagnostics)
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
  package mutating func add(_ findings: [FormatDiagnostic]) {
    let known = diagnostics + findings.filter { !diagnostics.contains($0) }
    diagnostics = known.inSourceOrder
  }

  /// The first fix of each diagnostic, from the end of the text, without those that overlap. Only fixes that keep the meaning are
  /// among them, unless `unsafe` is true.
  package func fixes(unsafe: Bool) -> [FormatDiagnostic.FixIt] {
    let fixIts = diagnostics.compactMap(\.fixIts.first).filter { $0.isSafe || unsafe }
    var end = source.utf8.count
    // From the end, so that the positions before a change stay valid.
    return fixIts.sorted { $0.range.start > $1.range.start }.filter { fixIt in
      guard fixIt.range.end <= end else { return false }
      end = fixIt.range.start
      return true
    }
  }

  /// Returns the text with fixes, which are in the order of `fixes(unsafe:)`.
  ///
  /// Returns the text unchanged if the result would have a word that neither the text nor a fix has. Fixes that join two words make
  /// another predicate, which may be valid.
  package static func applying(_ fixes: [FormatDiagnostic.FixIt], to text: [UInt8]) -> [UInt8] {
    var result = text
    var words: Set<ArraySlice<UInt8>> = []
    for fixIt in fixes where fixIt.range.end <= text.count {
      let replacement = Array(fixIt.replacement.utf8)
      result.replaceSubrange(fixIt.range.start..<fixIt.range.end, with: replacement)
      words.formUnion(replacement.words)
    }
    if result == text { return text }
    return result.words.isSubset(of: words.union(text.words)) ? result : text
  }

  /// Returns the text with the fixes of the diagnostics.
  package func fixed(_ text: [UInt8], unsafe: Bool) -> [UInt8] { Self.applying(fixes(unsafe: unsafe), to: text) }

  /// The object that `check --json` prints. `text` is the text as it was given.
  package func json(_ name: String, _ line: FormatInput.Line, _ text: String, fixed: [UInt8]?) -> String {
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
  package func position(in source: String) -> (line: Int, column: Int) {
    let before = String(decoding: source.utf8.prefix(start), as: UTF8.self)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.count, (lines.last?.count ?? 0) + 1)
  }
}

extension FormatDiagnostic {
  /// Returns the diagnostic as a JSON object. Offsets are UTF-8 and half-open. The line and the column, in characters from 1, are
  /// those in a text that begins on a line; they are omitted if the text is empty, and `notes` and `fixIts` if they are.
  package func json(in source: String, line: Int = 1) -> String {
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
