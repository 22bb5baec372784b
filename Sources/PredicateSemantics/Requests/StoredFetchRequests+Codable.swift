#if !hasFeature(Embedded)
import PredicateSyntax

extension StoredFetchRequests: Codable {
  /// The file version that is written, and the only one that can be read.
  public static let fileVersion = 1

  /// Decodes `{"version": 1, "requests": {"VenuesNamed": {…}}}`.
  ///
  /// - Throws: `DecodingError` with the coding path of the invalid value.
  public init(from decoder: any Decoder) throws {
    let rules = DecoderRules.of(decoder)
    self = try decoder.read { value throws(FieldError) in try StoredFetchRequests(value, rules: rules) }
  }

  /// Reads stored requests, which the rules must permit.
  package init(_ value: FormatValue, rules: (any TreeRules)? = nil) throws(FieldError) {
    let fields = try Fields(value)
    try fields.expectVersion(Self.fileVersion)
    try fields.expectOnly(["version", "requests"])
    let named = try fields.fields(of: "requests")
    var requests: [String: PredicateFetchRequest] = [:]
    for name in named.names {
      if name.isEmpty { throw named.error(name, "the name of a stored request is empty") }
      let request = try PredicateFetchRequest(named.read(name, .any), at: named.path(of: name), rules: rules)
      if let (field, conversion) = request.strayConversion {
        throw named.error(
          name, "'\(conversion)' in its \(field) has no argument; a stored request uses variables such as $NAME")
      }
      requests[name] = request
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
