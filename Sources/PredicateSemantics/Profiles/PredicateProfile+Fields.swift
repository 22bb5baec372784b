import PredicateSyntax

// Reads profiles in the format of Grammar/Guides/Profiles.md.

extension PredicateProfile {
  /// The file version that is written, and the only one that can be read.
  public static let fileVersion = 1

  /// Reads a profile.
  package init(_ value: FormatValue) throws(FieldError) {
    let fields = try Fields(value)
    try fields.expectVersion(Self.fileVersion)
    try fields.expectOnly(
      ["version", "base", "name", "about", "types", "keyTypes", "errors", "keyNames", "dateStrings", "limits"]
        + Part.allCases.map { $0.rawValue })
    self = try Self.base(fields)
    name = try fields.read("name", .text)
    if let about = try fields.readIfPresent("about", .text) { self.about = about }
    for part in Part.allCases { try read(part, fields) }
    try readTypes(fields)
    if fields.has("keyTypes") { try readKeyTypes(fields.fields(of: "keyTypes")) }
    if fields.has("errors") { try readErrors(fields) }
    if fields.has("keyNames") { keyNames = try fields.name("keyNames", of: KeyNames.self) }
    if let allows = try fields.readIfPresent("dateStrings", .flag) { allowsDateStrings = allows }
    if fields.has("limits") { try readLimits(fields.fields(of: "limits", only: Limit.allCases.map { $0.rawValue })) }
  }

  /// Returns the shipped profile that a file extends, or a profile that permits everything if the file names none.
  private static func base(_ fields: Fields) throws(FieldError) -> PredicateProfile {
    guard let name = try fields.readIfPresent("base", .text) else { return PredicateProfile(name: "") }
    if let profile = named(name) {
      return PredicateProfile(
        name: "", permitted: profile.permitted, limits: profile.limits, keyNames: profile.keyNames,
        allowsDateStrings: profile.allowsDateStrings, keyTypes: profile.keyTypes, errors: profile.errors)
    }
    let known = shipped.map { $0.name }
    let hint = suggestion(for: name, among: known)
    throw fields.error("base", "unknown profile '\(name)'; the profiles are \(known.joined(separator: ", "))\(hint)")
  }

  /// Reads a list, or null for no restriction. An absent list keeps that of the base.
  private mutating func read(_ part: Part, _ fields: Fields) throws(FieldError) {
    let field = part.rawValue
    if fields.isNull(field) { permitted[part] = nil }
    guard fields.has(field) else { return }
    var names: Set<String> = []
    for (index, name) in try fields.elements(of: field, .text).enumerated() {
      guard part.row.names().contains(name) || part.row.admits(name) else {
        throw fields.error(field, part.refusal(of: name), at: index)
      }
      names.formUnion(part == .keys ? name.listedKeyPaths : [name])
    }
    permitted[part] = names
  }

  /// Reads an object with a list of keys for each type. null removes the restriction.
  private mutating func readTypes(_ fields: Fields) throws(FieldError) {
    if fields.isNull("types") { types = nil }
    guard fields.has("types") else { return }
    let named = try fields.fields(of: "types")
    var types: [String: Set<String>] = [:]
    for type in named.names {
      _ = try named.read(type, .list)
      let keys = try named.elements(of: type, .text)
      for (index, key) in keys.enumerated() {
        if let flaw = key.flawOfKeyOfType { throw named.error(type, "'\(key)' is not a key: \(flaw)", at: index) }
      }
      types[type] = Set(keys)
    }
    self.types = types
  }

  /// Reads an object with the type of each key. It replaces that of the base.
  private mutating func readKeyTypes(_ named: Fields) throws(FieldError) {
    keyTypes = [:]
    for key in named.names {
      if let flaw = key.flawOfListedKey { throw named.error(key, "'\(key)' is not a key path: \(flaw)") }
      let name = try named.read(key, .text)
      guard let type = KeyType(name: name) else {
        let known = KeyType.allNames
        throw named.error(
          key,
          "unknown type '\(name)'; the types are \(known.joined(separator: ", ")), and [string] for a list"
            + suggestion(for: name, among: known))
      }
      keyTypes[key] = type
    }
  }

  /// Reads a list of the codes of warnings. It replaces that of the base.
  private mutating func readErrors(_ fields: Fields) throws(FieldError) {
    errors = []
    for (index, name) in try fields.elements(of: "errors", .text).enumerated() {
      guard let code = FormatDiagnostic.Code(rawValue: name), code.severity == .warning else {
        let known = FormatDiagnostic.Code.allCases.filter { $0.severity == .warning }.map { $0.rawValue }
        throw fields.error(
          "errors", "'\(name)' is not the code of a warning\(suggestion(for: name, among: known))", at: index)
      }
      errors.insert(code)
    }
  }

  /// Reads numbers, or null for no limit. An absent number keeps that of the base.
  private mutating func readLimits(_ numbers: Fields) throws(FieldError) {
    for limit in Limit.allCases {
      let field = limit.rawValue
      if numbers.isNull(field) { limits[limit] = nil }
      guard numbers.has(field) else { continue }
      let least = limit == .height || limit == .errors ? 1 : 0
      let greatest = limit == .height ? PredicateLimits.greatestHeight : Int.max
      let range = greatest == .max ? "an integer, \(least) or more" : "an integer from \(least) to \(greatest)"
      limits[limit] = try numbers.read(
        field,
        FieldShape(range) { value in
          FieldShape.integer.read(value).flatMap { $0 >= least && $0 <= greatest ? $0 : nil }
        })
    }
  }
}

extension PredicateProfile.Part {
  /// Returns the reason why a list of the part cannot contain a name.
  fileprivate func refusal(of name: String) -> String {
    if self == .keys, let flaw = name.flawOfListedKey { return "'\(name)' is not a key path: \(flaw)" }
    return "'\(name)' is not a known name in '\(rawValue)'\(suggestion(for: name, among: row.names()))"
  }
}
