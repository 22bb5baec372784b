#if !hasFeature(Embedded)
import PredicateSyntax

extension StoredFetchRequests: Codable {
  /// The file version that is written, and the only one that can be read.
  public static let fileVersion = 1

  /// Decodes `{"version": 1, "requests": {"VenuesNamed": {…}}}`.
  ///
  /// - Throws: `DecodingError` with the coding path of the invalid value.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    try fields.expectVersion(Self.fileVersion)
    try fields.expectOnly(["version", "requests"])
    let named = try fields.nestedContainer(keyedBy: FieldName.self, forKey: "requests")
    var requests: [String: PredicateFetchRequest] = [:]
    for text in named.allKeys.map({ $0.stringValue }).inByteOrder {
      let name = FieldName(text)
      if text.isEmpty { throw named.error("the name of a stored request is empty", at: name) }
      let request = try named.decode(PredicateFetchRequest.self, forKey: name)
      if let (field, conversion) = request.strayConversion {
        throw named.error(
          "'\(conversion)' in its \(field) has no argument; a stored request uses variables such as $NAME", at: name)
      }
      requests[text] = request
    }
    self.init(requests)
  }

  /// Encodes the requests, keyed by name.
  ///
  /// - Throws: The errors of `PredicateFetchRequest.encode(to:)`.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(Self.fileVersion, forKey: "version")
    var named = fields.nestedContainer(keyedBy: FieldName.self, forKey: "requests")
    for name in names { try named.encodeIfPresent(self[name], forKey: FieldName(name)) }
  }
}
#endif
