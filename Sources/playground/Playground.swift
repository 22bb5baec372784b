import PredicateSQL
import PredicateSemantics
import PredicateSyntax

// The function that the page calls.

/// Answers a request of the page.
@_expose(wasm, "answer")
@_cdecl("answer")
public func answer(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutableRawPointer {
  answer(Request(request(bytes, count)).answer)
}

/// A request of the page: a format string with its arguments and variables, a data model and one of its entities.
struct Request {
  private(set) var format = ""
  private(set) var entity = ""
  /// The values of the conversions. If the list is empty, the conversions remain in the format.
  private(set) var arguments: [FormatExpression?] = []
  private(set) var variables: [String: FormatExpression?] = [:]
  private(set) var model: PredicateModel?
  private(set) var modelError: FieldError?

  init(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.value(of: bytes), case .record(let fields) = value else { return }
    if case .string(let text) = fields["format"] { format = text }
    if case .string(let name) = fields["entity"] { entity = name }
    if case .list(let texts) = fields["arguments"] { arguments = texts.map { Self.constant($0) } }
    if case .record(let texts) = fields["variables"] { variables = texts.mapValues { Self.constant($0) } }
    guard case .string(let text) = fields["model"] else { return }
    do throws(FieldError) { model = try Self.model(Array(text.utf8)) } catch { modelError = error }
    if let model, model.entity(entity) == nil { entity = model.entities.first?.name ?? "" }
  }

  private static func model(_ bytes: [UInt8]) throws(FieldError) -> PredicateModel {
    let value: FormatValue
    do throws(JSONError) { value = try JSONReader.value(of: bytes) } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw FieldError([.field("line \(line)")], error.reason)
    }
    return try PredicateModel(value)
  }

  /// Reads a value as `predcheck --arg` does: text that is not JSON is a string.
  private static func constant(_ value: FormatValue) -> FormatExpression {
    guard case .string(let text) = value else { return FormatExpression(.constant(value)) }
    return FormatExpression(.constant((try? JSONReader.value(of: Array(text.utf8))) ?? value))
  }
}

extension Request {
  /// The answer. Offsets in it are those of UTF-8.
  var answer: String {
    let (template, found) = parsed()
    var diagnostics = found
    var predicate: FormatPredicate?
    var fields: [(key: String, json: String)] = []
    if let template, isValid(diagnostics) {
      fields += [
        ("canonical", String.jsonString(template.format)), ("layout", String.jsonString(template.laidOut(width: 72))),
        ("conversions", String.jsonArray(template.conversions.map { String.jsonString($0.text) })),
        ("variables", String.jsonArray(template.variables.map { String.jsonString($0) })),
        ("profiles", String.jsonArray(PredicateProfile.general.map { json(of: $0) })),
      ]
      do throws(FormatError) {
        let bound = arguments.isEmpty ? template : try template.binding(arguments)
        predicate = bound
        if let model { add(try bound.check(against: model, entity: entity), to: &diagnostics) }
      } catch {
        // Their values are given later.
        add(error.diagnostics.filter { $0.code != .unboundVariable && $0.code != .unboundArgument }, to: &diagnostics)
      }
      fields.append(("tree", TreeOutline.json(of: predicate ?? template)))
    }
    fields.append(("diagnostics", String.jsonArray(diagnostics.map { $0.json })))
    if let model {
      fields.append(("entities", String.jsonArray(model.entities.map { String.jsonString($0.name) })))
      fields.append(("entity", String.jsonString(entity)))
      if let predicate {
        let statements = DatabaseDialect.all.map { json(of: predicate.substituting(variables), $0, model) }
        fields.append(("statements", String.jsonArray(statements)))
      }
    }
    if let modelError {
      let error = String.jsonObject([
        ("path", String.jsonString(modelError.pathText)), ("reason", String.jsonString(modelError.reason)),
      ])
      fields.append(("modelError", error))
    }
    return String.jsonObject(fields)
  }

  private func isValid(_ diagnostics: [FormatDiagnostic]) -> Bool { !diagnostics.contains { $0.severity == .error } }

  /// Returns the tree of the format string, if it parses, and the findings that need no model.
  private func parsed() -> (FormatPredicate?, [FormatDiagnostic]) {
    do throws(FormatError) {
      let tree = try FormatPredicate.unchecked(utf8: Array(format.utf8), .default)
      var diagnostics = tree.findings()
      if let finding = TreeSize(tree).finding(under: .default) { diagnostics.append(finding) }
      return (tree, diagnostics)
    } catch { return (nil, error.diagnostics) }
  }

  /// Adds findings that are not known yet, in source order.
  private func add(_ findings: [FormatDiagnostic], to diagnostics: inout [FormatDiagnostic]) {
    diagnostics += findings.filter { !diagnostics.contains($0) }
    diagnostics.sort { $0.range.start < $1.range.start }
  }

  /// Returns what a profile refuses. A profile that permits only listed keys permits all keys here.
  private func json(of profile: PredicateProfile) -> String {
    var profile = profile
    let listsKeys = profile.permitted.removeValue(forKey: .keys) != nil
    var findings: [FormatDiagnostic]
    do throws(FormatError) {
      let template = try FormatPredicate.unchecked(utf8: Array(format.utf8), in: profile)
      findings = (arguments.isEmpty ? template : try template.bound(arguments, .default)).findings(in: profile)
    } catch { findings = error.diagnostics }
    return String.jsonObject([
      ("name", String.jsonString(profile.name)), ("about", String.jsonString(profile.about)),
      ("listsKeys", listsKeys ? "true" : "false"), ("findings", String.jsonArray(findings.map { $0.json })),
    ])
  }

  private func json(of predicate: FormatPredicate, _ dialect: DatabaseDialect, _ model: PredicateModel) -> String {
    var fields: [(key: String, json: String)] = [("dialect", String.jsonString(dialect.name))]
    do throws(FormatError) {
      let statement = try predicate.sql(dialect, model: model, entity: entity)
      fields += statement.json(try statement.text(of: dialect, inLines: true, withLiterals: false), dialect)
    } catch {
      fields.append(("errors", String.jsonArray(error.diagnostics.map { $0.json })))
    }
    return String.jsonObject(fields)
  }
}
