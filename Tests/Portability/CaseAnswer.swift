import PredicateSemantics
import PredicateSyntax

// Cases of Corpus/Language in WebAssembly: their rows are filtered, and their expressions computed, by the interpreter.

/// Answers with `passed`, `skipped: …` or `failed: …` for the line of a case.
@_expose(wasm, "run_case")
@_cdecl("run_case")
public func runCase(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutableRawPointer {
  answer(CaseAnswer(request(bytes, count)).text)
}

/// A case, and the comparison of its answer with what it expects.
private struct CaseAnswer {
  private var fields: [String: FormatValue] = [:]

  init(_ bytes: [UInt8]) {
    if let value = try? JSONReader.value(of: bytes), case .record(let fields) = value { self.fields = fields }
  }

  private func text(_ name: String) -> String? { if case .string(let text)? = fields[name] { text } else { nil } }

  private func list(_ name: String) -> [FormatValue]? { if case .list(let list)? = fields[name] { list } else { nil } }

  private var arguments: [FormatExpression?] { (list("arguments") ?? []).map { FormatExpression(.constant($0)) } }

  private var variables: [String: FormatExpression?] {
    guard case .record(let values)? = fields["variables"] else { return [:] }
    return values.mapValues { FormatExpression(.constant($0)) }
  }

  /// The code of the error of evaluation that the case expects, or `nil`.
  private var expectedError: String? {
    guard case .record(let error)? = fields["error"], case .string("evaluate")? = error["stage"] else { return nil }
    return if case .string(let code)? = error["code"] { code } else { nil }
  }

  var text: String {
    let others = ["functions", "limits", "model", "profile", "data", "keys", "fetch", "dubious", "repeat"]
    for name in others where fields[name] != nil {
      return "skipped: it has '\(name)'"
    }
    if fields["error"] != nil, expectedError == nil { return "skipped: it is not evaluated" }
    if fields["error"] == nil, fields["value"] == nil, fields["result"] == nil, list("objects") == nil {
      return "skipped: it is not evaluated"
    }
    do throws(FormatError) { return try outcome() } catch {
      let code = error.diagnostics.first { $0.severity == .error }?.code.rawValue ?? ""
      if let reason = error.diagnostics.first?.message, reason.hasSuffix(SystemFunctions.isMissing) {
        return "skipped: \(reason)"
      }
      return code == expectedError ? "passed" : "failed: \(error.description)"
    }
  }

  private func outcome() throws(FormatError) -> String {
    let object = fields["object"] ?? .null
    if let source = text("expression") {
      let template = try FormatExpression.template(source)
      let expression = (arguments.isEmpty ? template : try template.binding(arguments)).substituting(variables)
      return compared(try Interpreter.value(of: expression, for: object), with: fields["value"])
    }
    let template = try FormatPredicate.template(text("format") ?? "")
    let predicate = (arguments.isEmpty ? template : try template.binding(arguments)).substituting(variables)
    if let rows = list("objects") {
      let found = try Interpreter.indices(of: rows, matching: predicate)
      guard let matches = fields["matches"] else { return expectedError == nil ? "passed" : "failed: no error" }
      return compared(.list(found.map { .integer(Int64($0)) }), with: matches)
    }
    let isTrue = try !Interpreter.indices(of: [object], matching: predicate).isEmpty
    return compared(.bool(isTrue), with: fields["result"] ?? fields["value"])
  }

  private func compared(_ got: FormatValue, with expected: FormatValue?) -> String {
    guard let expected else { return "failed: no error, but \(got.formatExpression.format)" }
    return equalInCase(expected, got) ? "passed" : "failed: \(got.formatExpression.format)"
  }
}
