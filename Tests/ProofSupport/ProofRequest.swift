import PredicateFormat
import PredicateSQL
import PredicateInput

/// A generated fetch request and its kind of result.
package struct ProofRequest: Sendable {
  /// The seed and the number: `12/345`.
  package var id: String
  /// The entity to fetch.
  package var entity: String
  package var request: PredicateFetchRequest
  package var result: SQLFetchResult
  /// The reason that the check must reject the request, or nil if it must not.
  package var invalidity: Invalidity?

  package init(
    id: String, entity: String, request: PredicateFetchRequest, result: SQLFetchResult, invalidity: Invalidity? = nil
  ) {
    (self.id, self.entity, self.request) = (id, entity, request)
    (self.result, self.invalidity) = (result, invalidity)
  }

  /// The request as JSON, for failure reports. Object arguments are printed only as descriptions; the seed can recreate them.
  package var json: String {
    var fields = [("id", String.jsonString("request-seeds/\(id)")), ("result", String.jsonString(result.rawValue))]
    fields.append(("entity", String.jsonString(entity)))
    func add(_ name: String, _ list: [String]) {
      if !list.isEmpty { fields.append((name, String.jsonArray(list))) }
    }
    if let predicate = request.predicate { fields.append(("predicate", String.jsonString(predicate.losslessFormat))) }
    add("sort", request.sortKeys.map(Self.text))
    add("after", request.after.map { String.jsonString($0.formatExpression.losslessFormat) })
    if let limit = request.limit { fields.append(("limit", "\(limit)")) }
    if request.offset > 0 { fields.append(("offset", "\(request.offset)")) }
    if request.isDistinct { fields.append(("distinct", "true")) }
    add("properties", request.properties.map(Self.text))
    add("groupBy", request.groupKeys.map(String.jsonString))
    if let having = request.having { fields.append(("having", String.jsonString(having.losslessFormat))) }
    if let invalidity { fields.append(("invalidity", String.jsonString(invalidity.rawValue))) }
    return String.jsonObject(fields)
  }

  private static func text(_ key: SortKey) -> String {
    let comparison =
      switch key.comparison {
      case .default: "default"
      case .caseInsensitive: "caseInsensitive"
      case .localizedStandard: "localizedStandard"
      case .function(let function): function.name
      }
    return String.jsonObject([
      ("key", String.jsonString(key.keyPath)), ("ascending", key.isAscending ? "true" : "false"),
      ("comparison", String.jsonString(comparison)),
    ])
  }

  private static func text(_ property: FetchProperty) -> String {
    var fields = [("name", String.jsonString(property.name))]
    fields.append(("expression", String.jsonString(property.expression.losslessFormat)))
    if let type = property.type { fields.append(("type", String.jsonString(type.rawValue))) }
    return String.jsonObject(fields)
  }
}
