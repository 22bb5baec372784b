import PredicateSQL
import PredicateSyntax

// Diagnostics and the parts of a statement as JSON objects. Offsets are those of UTF-8.

extension FormatRange {
  /// The fields of the range in an object.
  var json: [(key: String, json: String)] { [("start", "\(start)"), ("end", "\(end)")] }
}

extension FormatDiagnostic {
  var json: String {
    String.jsonObject(
      [
        ("code", String.jsonString(code.rawValue)), ("severity", String.jsonString(severity.rawValue)),
        ("message", String.jsonString(message)),
        ("labels", String.jsonArray(labels.map { $0.json })),
        ("notes", String.jsonArray(notes.map { String.jsonString($0) })),
        ("fixIts", String.jsonArray(fixIts.map { $0.json })),
      ] + range.json)
  }
}

extension FormatDiagnostic.Label {
  fileprivate var json: String { String.jsonObject([("text", String.jsonString(text))] + range.json) }
}

extension FormatDiagnostic.FixIt {
  fileprivate var json: String {
    String.jsonObject(
      [
        ("title", String.jsonString(title)), ("replacement", String.jsonString(replacement)),
        ("isSafe", isSafe ? "true" : "false"),
      ] + range.json)
  }
}

extension SQLParameter {
  /// The type, the value, and the value as JSON text, which has all digits in every language.
  var json: String {
    let value = String(json: value)
    return String.jsonObject([
      ("type", String.jsonString(kind.rawValue + (isList ? " list" : ""))), ("value", value),
      ("text", String.jsonString(value)),
    ])
  }
}

extension SQLNote {
  var json: String {
    String.jsonObject(
      [("kind", String.jsonString(kind.rawValue)), ("message", String.jsonString(message))] + range.json)
  }
}

extension TranslatedStatement {
  /// The fields of the statement in an object. `text` is that of the statement, on one line or in several.
  func json(_ text: String, _ dialect: DatabaseDialect) -> [(key: String, json: String)] {
    let session = dialect.table.sessionSettings.compactMap { $0.statement }
    return [
      ("text", String.jsonString(text)),
      ("parameters", String.jsonArray(parameters.map { $0.json })),
      ("notes", String.jsonArray(notes.map { $0.json })),
      ("session", String.jsonArray(session.map { String.jsonString($0) })),
      ("functions", String.jsonArray(requiredFunctions.map { String.jsonString($0) })),
    ]
  }
}
