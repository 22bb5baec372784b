import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// A request to check a format string, under a profile and against a data model, as `predcheck check` does.
struct CheckQuery {
  static let fields = FormatQuery.fields + ["profile", "keys"] + ModelQuery.fields

  private let query: FormatQuery
  private var profile: PredicateProfile?
  private var target: ModelQuery?

  init(_ fields: Fields) throws(FieldError) {
    query = try FormatQuery(fields)
    if fields.has("profile") {
      profile = try fields.value(of: "profile", among: PredicateProfile.shipped) { $0.name }
    }
    if fields.has("keys") { try permit(fields) }
    if fields.has("model") {
      target = try ModelQuery(fields)
    } else if fields.has("entity") {
      throw fields.error("model", "the field is missing; an entity needs it")
    }
  }

  /// Sets the key paths that the profile permits.
  private mutating func permit(_ fields: Fields) throws(FieldError) {
    let keys = try fields.elements(of: "keys", .text)
    for (index, key) in keys.enumerated() {
      if let flaw = key.flawOfListedKey { throw fields.error("keys", "not a key path: \(flaw)", at: index) }
    }
    guard let profile else { throw fields.error("profile", "the field is missing; keys need it") }
    self.profile = profile.permitting(keys: keys)
  }

  var answer: [(key: String, json: String)] {
    let (template, diagnostics, source) = findings()
    let errors = diagnostics.filter { $0.severity == .error }
    var fields: [(key: String, json: String)] = [
      ("valid", errors.isEmpty ? "true" : "false"),
      ("diagnostics", String.jsonArray(diagnostics.map { $0.json })),
    ]
    if let template {
      if errors.isEmpty { fields.append(("canonical", String.jsonString(template.format))) }
      fields += [
        ("conversions", String.jsonArray(template.conversions.map { String.jsonString($0.text) })),
        ("variables", String.jsonArray(template.variables.map { String.jsonString($0) })),
      ]
    }
    if !errors.isEmpty {
      fields.append(("message", String.jsonString(FormatError(errors, source: source).description)))
    }
    return fields
  }

  /// Returns the tree of the format string, if it parses, the findings in source order, and their text.
  private func findings() -> (template: FormatPredicate?, [FormatDiagnostic], source: String) {
    let limits = profile?.predicateLimits ?? .default
    do throws(FormatError) {
      let tree = try FormatPredicate.unchecked(utf8: query.text, limits)
      var found = tree.findings()
      if let profile {
        found = profile.judging(found + tree.profileFindings(profile) + tree.typeFindings(in: profile))
      } else if let finding = TreeSize(tree).finding(under: limits) {
        found.append(finding)
      }
      if !found.contains(where: { $0.severity == .error }) {
        for finding in typeFindings(limits) where !found.contains(finding) { found.append(finding) }
      }
      return (tree, found.inSourceOrder, tree.source)
    } catch { return (nil, error.diagnostics, error.source) }
  }

  /// Returns the findings about the values, and about the objects of the model or rows without types.
  private func typeFindings(_ limits: PredicateLimits) -> [FormatDiagnostic] {
    do throws(FormatError) {
      let template = try FormatPredicate.template(utf8: query.text, limits: limits)
      let predicate = try query.bound(template.following(profile?.useRules))
      if let target {
        guard let profile else { return try predicate.check(against: target.model, entity: target.entity) }
        return try predicate.findings(in: profile, model: target.model, entity: target.entity)
      }
      // The check of the profile knows the types of keys.
      if let profile, !profile.keyTypes.isEmpty { return [] }
      let warnings = try Checker.resolve(predicate.located, root: .any, keys: UntypedKeys()).warnings
      return warnings.filter { $0.isAboutTypes }
    } catch {
      return error.diagnostics.filter { $0.isAboutTypes }
    }
  }
}
