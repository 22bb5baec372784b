import PredicateSyntax

/// Named fetch requests with `$NAME` variables for values that are supplied later, like the fetch request templates of a Core
/// Data model.
///
///     let stored = try JSONDecoder().decode(StoredFetchRequests.self, from: data)
///     let request = try stored.request("VenuesNamed", ["NAME": "Bean"])
///
/// Stored requests never change: `request(_:_:)` returns a copy that contains the values. Decode them from JSON in the format
/// of Grammar/Guides/FetchRequests.md, or read them from a Core Data model with `StoredFetchRequests(coreDataModel:)`.
public struct StoredFetchRequests: Sendable, Hashable {
  private let requests: [String: PredicateFetchRequest]

  /// Creates a collection of requests, keyed by name.
  public init(_ requests: [String: PredicateFetchRequest] = [:]) { self.requests = requests }

  /// The names, sorted by their UTF-8 bytes.
  public var names: [String] { requests.keys.inByteOrder }

  /// Accesses the stored request with the given name, its variables without values, or `nil` if there is none.
  public subscript(name: String) -> PredicateFetchRequest? { requests[name] }

  /// Returns the named request with values for its variables.
  ///
  /// - Parameter variables: The values, keyed by name without the dollar sign. Each variable of the request needs one.
  /// - Throws: `FormatError` if there is no such request, if a variable has no value, or if a value is for a variable that
  ///   the request does not have.
  public func request(
    _ name: String, _ variables: [String: AnyFormatArgument?] = [:]
  ) throws(FormatError) -> PredicateFetchRequest {
    guard let stored = requests[name] else {
      throw FormatError(.unknownRequest(name, nearest: nearestWord(to: name, among: names)))
    }
    let known = stored.variables
    let missing = known.filter { variables[$0] == nil }
    let strange = variables.keys.filter { !known.contains($0) }.inByteOrder
    let errors =
      missing.map { FormatDiagnostic(.requestVariableMissing($0, of: name), at: .none) }
      + strange.map {
        FormatDiagnostic(.unknownRequestVariable($0, of: name, nearest: nearestWord(to: $0, among: known)), at: .none)
      }
    if !errors.isEmpty { throw FormatError(errors, source: "") }
    return stored.substituting(variables)
  }
}

extension PredicateFetchRequest {
  /// The `$NAME` variables without a value in the predicate, the properties and the having condition. Each is listed once,
  /// without the dollar sign.
  public var variables: [String] {
    var variables: [String] = []
    for name in templates.flatMap({ $0.variables }) where !variables.contains(name) { variables.append(name) }
    return variables
  }

  /// The first conversion such as `%@`, with its field, or `nil` if there is none. A stored request cannot supply arguments.
  package var strayConversion: (field: String, conversion: String)? {
    for template in templates {
      if let conversion = template.conversions.first { return (template.field, conversion.text) }
    }
    return nil
  }

  private var templates: [(field: String, variables: [String], conversions: [FormatConversion])] {
    var templates: [(field: String, variables: [String], conversions: [FormatConversion])] = []
    if let predicate { templates.append(("predicate", predicate.variables, predicate.conversions)) }
    for property in properties {
      templates.append(("properties", property.expression.variables, property.expression.conversions))
    }
    if let having { templates.append(("having", having.variables, having.conversions)) }
    return templates
  }
}
