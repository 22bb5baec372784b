import PredicateSyntax

/// Fetch requests by name, with `$NAME` variables in the places of values that a program gives later: what Core Data keeps in
/// a model as fetch request templates.
///
///     let stored = try JSONDecoder().decode(StoredFetchRequests.self, from: data)
///     let request = try stored.request("VenuesNamed", ["NAME": "Bean"])
///
/// They never change: `request(_:_:)` gives a copy with the values in it. Read them from JSON, as Grammar/FetchRequests.md
/// describes it, or from a model of Core Data with `StoredFetchRequests(coreDataModel:)`.
public struct StoredFetchRequests: Sendable, Hashable {
  private let requests: [String: PredicateFetchRequest]

  /// Stores requests by their names.
  public init(_ requests: [String: PredicateFetchRequest] = [:]) { self.requests = requests }

  /// The names, in the order of their bytes.
  public var names: [String] { requests.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

  /// The request of a name as it is stored, its variables without values; nil where there is none.
  public subscript(name: String) -> PredicateFetchRequest? { requests[name] }

  /// The request of a name with values for its variables.
  ///
  /// - Parameter variables: the values, by name without the dollar sign: one for each variable, and no others.
  /// - Throws: `FormatError` where there is no such request, where a variable has no value, and where a value is for no
  ///   variable of the request.
  public func request(
    _ name: String, _ variables: [String: (any FormatArgument)?] = [:]
  ) throws(FormatError) -> PredicateFetchRequest {
    guard let stored = requests[name] else {
      throw FormatError(
        [Diagnostic(.unknownRequest(name, nearest: nearestWord(to: name, among: names)), at: .none)], source: "")
    }
    let known = stored.variables
    let missing = known.filter { variables[$0] == nil }
    let strange = variables.keys.filter { !known.contains($0) }.sorted()
    let faults =
      missing.map { Diagnostic(.requestVariableMissing($0, of: name), at: .none) }
      + strange.map {
        Diagnostic(.unknownRequestVariable($0, of: name, nearest: nearestWord(to: $0, among: known)), at: .none)
      }
    if !faults.isEmpty { throw FormatError(faults, source: "") }
    return stored.substituting(variables)
  }
}

extension PredicateFetchRequest {
  /// The `$NAME` variables that have no value yet, each once, without the dollar sign: those of the predicate, the properties,
  /// and having.
  public var variables: [String] {
    var variables: [String] = []
    for name in templates.flatMap(\.variables) where !variables.contains(name) { variables.append(name) }
    return variables
  }

  /// The field with a conversion such as `%@`, and the conversion; nil where there is none. A stored request has no way to
  /// fill one.
  package var strayConversion: (field: String, conversion: String)? {
    for template in templates {
      if let conversion = template.conversions.first { return (template.field, conversion.text) }
    }
    return nil
  }

  private var templates: [(field: String, variables: [String], conversions: [Conversion])] {
    var templates: [(field: String, variables: [String], conversions: [Conversion])] = []
    if let predicate { templates.append(("predicate", predicate.variables, predicate.conversions)) }
    for property in properties {
      templates.append(("properties", property.expression.variables, property.expression.conversions))
    }
    if let having { templates.append(("having", having.variables, having.conversions)) }
    return templates
  }
}

extension StoredFetchRequests: Codable {
  /// The version of the file that is written, and the only one that is read.
  public static let fileVersion = 1

  /// Reads `{"version": 1, "requests": {"VenuesNamed": {…}}}`.
  ///
  /// - Throws: `DecodingError`, with the path to what is wrong.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    try fields.expectVersion(Self.fileVersion)
    try fields.expectOnly(["version", "requests"])
    let named = try fields.nestedContainer(keyedBy: FieldName.self, forKey: "requests")
    var requests: [String: PredicateFetchRequest] = [:]
    for name in named.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      if name.stringValue.isEmpty { throw named.fault("the name of a stored request is empty", at: name) }
      let request = try named.decode(PredicateFetchRequest.self, forKey: name)
      if let (field, conversion) = request.strayConversion {
        throw named.fault(
          "'\(conversion)' in its \(field) has no argument; a stored request has variables such as $NAME", at: name)
      }
      requests[name.stringValue] = request
    }
    self.init(requests)
  }

  /// Writes the requests by their names.
  ///
  /// - Throws: as `PredicateFetchRequest.encode(to:)`.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(Self.fileVersion, forKey: "version")
    var named = fields.nestedContainer(keyedBy: FieldName.self, forKey: "requests")
    for name in names { try named.encodeIfPresent(requests[name], forKey: FieldName(name)) }
  }
}
