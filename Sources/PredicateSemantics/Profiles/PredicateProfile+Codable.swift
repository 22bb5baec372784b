#if !hasFeature(Embedded)
import PredicateSyntax

extension PredicateProfile: Codable {
  /// Decodes a profile in the format of Grammar/Guides/Profiles.md.
  ///
  /// - Throws: `DecodingError` with the coding path of an invalid field or an unknown name.
  public init(from decoder: any Decoder) throws { self = try decoder.read(PredicateProfile.init) }

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
#endif
