import PredicateSQL
import PredicateSemantics
import PredicateSyntax

// The five functions of the module. Each takes the JSON of a request, and returns that of an answer in memory. An answer to a wrong
// request has only the field `error`. README.md describes the fields.

/// Checks a format string.
@_expose(wasm, "check")
@_cdecl("check")
public func check(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutableRawPointer {
  answer(bytes, count) { request throws(FieldError) in
    try CheckQuery(Fields(request: request, only: CheckQuery.fields)).answer
  }
}

/// Evaluates a format string for rows.
@_expose(wasm, "evaluate")
@_cdecl("evaluate")
public func evaluate(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutableRawPointer {
  answer(bytes, count) { request throws(FieldError) in
    let fields = try Fields(request: request, only: FormatQuery.fields + ["rows"])
    let query = try FormatQuery(fields)
    let rows = try fields.read("rows", .list)
    return answer { () throws(FormatError) in try Evaluation.fields(of: query.predicate(), rows) }
  }
}

/// Prints a format string in its canonical form, and over several lines if it is wide.
@_expose(wasm, "format")
@_cdecl("format")
public func format(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutableRawPointer {
  answer(bytes, count) { request throws(FieldError) in
    let fields = try Fields(request: request, only: ["format", "width"])
    let text = Array(try fields.read("format", .text).utf8)
    let width = try fields.readIfPresent("width", .width) ?? 80
    return answer { () throws(FormatError) in
      let template = try FormatPredicate.template(utf8: text)
      let errors = template.findings().filter { $0.severity == .error }
      if !errors.isEmpty { throw FormatError(errors, source: template.source) }
      return [
        ("canonical", String.jsonString(template.format)),
        ("layout", String.jsonString(template.laidOut(width: width))),
      ]
    }
  }
}

extension FieldShape<Int> {
  fileprivate static var width: Self {
    Self("an integer from 1 to 1000000") { value in
      FieldShape.integer.read(value).flatMap { 1...1_000_000 ~= $0 ? $0 : nil }
    }
  }
}

/// Translates a format string to SQL.
@_expose(wasm, "sql")
@_cdecl("sql")
public func sql(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutableRawPointer {
  answer(bytes, count) { request throws(FieldError) in
    let fields = try Fields(request: request, only: FormatQuery.fields + ModelQuery.fields + ["dialect"])
    let query = try FormatQuery(fields)
    let target = try ModelQuery(fields)
    let dialect = try fields.value(of: "dialect", among: DatabaseDialect.all) { $0.name }
    return answer { () throws(FormatError) in
      let statement = try query.predicate().sql(dialect, model: target.model, entity: target.entity)
      return statement.json(statement.text, dialect)
    }
  }
}

/// Answers with the version of the package, the names that requests may use, and the maximum size of a request.
@_expose(wasm, "version")
@_cdecl("version")
public func version(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutableRawPointer {
  answer(bytes, count) { request throws(FieldError) in
    _ = try Fields(request: request, only: [])
    return [
      ("version", String.jsonString(packageVersion)),
      ("dialects", String.jsonArray(DatabaseDialect.all.map { String.jsonString($0.name) })),
      ("profiles", String.jsonArray(PredicateProfile.shipped.map { String.jsonString($0.name) })),
      ("greatestRequest", "\(Fields.greatestRequest)"),
    ]
  }
}

/// Returns the answer to a request, or the error in it, in memory.
private func answer(
  _ bytes: UnsafePointer<UInt8>, _ count: Int,
  _ fields: ([UInt8]) throws(FieldError) -> [(key: String, json: String)]
) -> UnsafeMutableRawPointer {
  do throws(FieldError) { return answer(String.jsonObject(try fields(request(bytes, count)))) } catch {
    return answer(error.answer)
  }
}

/// Returns the fields of an answer, or of the errors in its format string.
private func answer(
  _ fields: () throws(FormatError) -> [(key: String, json: String)]
) -> [(key: String, json: String)] {
  do throws(FormatError) { return [("valid", "true"), ("diagnostics", "[]")] + (try fields()) } catch {
    return error.answer
  }
}

extension FormatError {
  /// The fields of an answer with the errors, also as `predcheck` prints them.
  var answer: [(key: String, json: String)] {
    [
      ("valid", "false"), ("diagnostics", String.jsonArray(diagnostics.map { $0.json })),
      ("message", String.jsonString(description)),
    ]
  }
}
