#if !hasFeature(Embedded)
import PredicateSyntax

extension PredicateProfile: Codable {
  /// The file version that is written, and the only one that can be read.
  public static let fileVersion = 1

  /// Decodes a profile in the format of Grammar/Guides/Profiles.md.
  ///
  /// - Throws: `DecodingError` with the coding path of an invalid field or an unknown name.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    try fields.expectVersion(Self.fileVersion)
    try fields.expectOnly(
      ["version", "base", "name", "about", "types", "keyTypes", "errors", "keyNames", "dateStrings", "limits"]
        + Part.allCases.map { FieldName($0.rawValue) }
    )
    var profile = try Self.base(fields)
    profile.name = try fields.decode(String.self, forKey: "name")
    if let about = try fields.decodeIfPresent(String.self, forKey: "about") { profile.about = about }
    for part in Part.allCases { try profile.read(part, fields) }
    if fields.contains("types") { try profile.readTypes(fields) }
    if fields.contains("keyTypes") { try profile.readKeyTypes(fields) }
    if fields.contains("errors") { try profile.readErrors(fields.nestedUnkeyedContainer(forKey: "errors")) }
    if fields.contains("keyNames") { profile.keyNames = try fields.name(KeyNames.self, of: "keyNames") }
    if fields.contains("dateStrings") {
      profile.allowsDateStrings = try fields.decode(Bool.self, forKey: "dateStrings")
    }
    if fields.contains("limits") {
      try profile.readLimits(fields.nestedContainer(keyedBy: FieldName.self, forKey: "limits"))
    }
    self = profile
  }

  /// Returns the shipped profile that a file extends, or a profile that permits everything if the file names none.
  private static func base(_ fields: KeyedDecodingContainer<FieldName>) throws -> PredicateProfile {
    guard let name = try fields.decodeIfPresent(String.self, forKey: "base") else { return PredicateProfile(name: "") }
    if let profile = named(name) {
      return PredicateProfile(
        name: "", permitted: profile.permitted, limits: profile.limits, keyNames: profile.keyNames,
        allowsDateStrings: profile.allowsDateStrings, keyTypes: profile.keyTypes, errors: profile.errors)
    }
    let known = shipped.map(\.name)
    let hint = suggestion(for: name, among: known)
    throw fields.error(
      "unknown profile '\(name)'; the profiles are \(known.joined(separator: ", "))\(hint)", at: "base")
  }

  /// Reads a list, or null for no restriction. An absent list keeps that of the base.
  private mutating func read(_ part: Part, _ fields: KeyedDecodingContainer<FieldName>) throws {
    let field = FieldName(part.rawValue)
    guard fields.contains(field) else { return }
    guard try !fields.decodeNil(forKey: field) else {
      permitted[part] = nil
      return
    }
    var list = try fields.nestedUnkeyedContainer(forKey: field)
    var names: Set<String> = []
    while !list.isAtEnd {
      let index = IndexInList(list.currentIndex)
      let name = try list.decode(String.self)
      guard part.row.names().contains(name) || part.row.admits(name) else {
        throw fields.error(part.refusal(of: name), below: [field, index])
      }
      names.formUnion(part == .keys ? name.listedKeyPaths : [name])
    }
    permitted[part] = names
  }

  /// Reads an object with a list of keys for each type. null removes the restriction.
  private mutating func readTypes(_ fields: KeyedDecodingContainer<FieldName>) throws {
    guard try !fields.decodeNil(forKey: "types") else {
      types = nil
      return
    }
    let named = try fields.nestedContainer(keyedBy: FieldName.self, forKey: "types")
    var types: [String: Set<String>] = [:]
    for type in named.allKeys {
      let keys = try named.decode([String].self, forKey: type)
      for (index, key) in keys.enumerated() {
        guard let flaw = key.flawOfKeyOfType else { continue }
        throw fields.error("'\(key)' is not a key: \(flaw)", below: [FieldName("types"), type, IndexInList(index)])
      }
      types[type.stringValue] = Set(keys)
    }
    self.types = types
  }

  /// Reads an object with the type of each key. It replaces that of the base.
  private mutating func readKeyTypes(_ fields: KeyedDecodingContainer<FieldName>) throws {
    keyTypes = [:]
    let named = try fields.nestedContainer(keyedBy: FieldName.self, forKey: "keyTypes")
    for key in named.allKeys {
      if let flaw = key.stringValue.flawOfListedKey {
        throw fields.error("'\(key.stringValue)' is not a key path: \(flaw)", below: [FieldName("keyTypes"), key])
      }
      let name = try named.decode(String.self, forKey: key)
      guard let type = KeyType(name: name) else {
        let known = KeyType.allNames
        throw fields.error(
          "unknown type '\(name)'; the types are \(known.joined(separator: ", ")), and [string] for a list"
            + suggestion(for: name, among: known), below: [FieldName("keyTypes"), key])
      }
      keyTypes[key.stringValue] = type
    }
  }

  /// Reads a list of the codes of warnings. It replaces that of the base.
  private mutating func readErrors(_ list: any UnkeyedDecodingContainer) throws {
    var list = list
    errors = []
    while !list.isAtEnd {
      let index = list.currentIndex
      let name = try list.decode(String.self)
      guard let code = DiagnosticCode(rawValue: name), code.severity == .warning else {
        let known = DiagnosticCode.allCases.filter { $0.severity == .warning }.map(\.rawValue)
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: list.codingPath + [IndexInList(index)],
            debugDescription: "'\(name)' is not the code of a warning\(suggestion(for: name, among: known))"))
      }
      errors.insert(code)
    }
  }

  /// Reads numbers, or null for no limit. An absent number keeps that of the base.
  private mutating func readLimits(_ fields: KeyedDecodingContainer<FieldName>) throws {
    try fields.expectOnly(Limit.allCases.map { FieldName($0.rawValue) })
    for limit in Limit.allCases {
      let field = FieldName(limit.rawValue)
      guard fields.contains(field) else { continue }
      guard try !fields.decodeNil(forKey: field) else {
        limits[limit] = nil
        continue
      }
      let least = limit == .height || limit == .errors ? 1 : 0
      let greatest = limit == .height ? Limits.greatestHeight : Int.max
      guard let number = try? fields.decode(Int.self, forKey: field), number >= least, number <= greatest else {
        let range = greatest == .max ? "an integer, \(least) or more" : "an integer from \(least) to \(greatest)"
        throw fields.error("expected \(range)", at: field)
      }
      limits[limit] = number
    }
  }

  /// Encodes every field that restricts something. The restrictions of a base are written out.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(Self.fileVersion, forKey: "version")
    try fields.encode(name, forKey: "name")
    if !about.isEmpty { try fields.encode(about, forKey: "about") }
    for part in Part.allCases {
      if let names = names(of: part) { try fields.encode(names, forKey: FieldName(part.rawValue)) }
    }
    if let types {
      var named = fields.nestedContainer(keyedBy: FieldName.self, forKey: "types")
      for (type, keys) in types { try named.encode(keys.inByteOrder, forKey: FieldName(type)) }
    }
    if !keyTypes.isEmpty {
      var named = fields.nestedContainer(keyedBy: FieldName.self, forKey: "keyTypes")
      for (key, type) in keyTypes { try named.encode(type.name, forKey: FieldName(key)) }
    }
    if !errors.isEmpty { try fields.encode(errors.map(\.rawValue).inByteOrder, forKey: "errors") }
    if keyNames != .any { try fields.encode(keyNames.rawValue, forKey: "keyNames") }
    if allowsDateStrings { try fields.encode(true, forKey: "dateStrings") }
    guard !limits.isEmpty else { return }
    var bounds = fields.nestedContainer(keyedBy: FieldName.self, forKey: "limits")
    for limit in Limit.allCases {
      if let number = limits[limit] { try bounds.encode(number, forKey: FieldName(limit.rawValue)) }
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
#endif
