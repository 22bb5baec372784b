import Foundation
import PredicateSemantics
import PredicateSyntax

/// The fetch request templates of a Core Data model, as stored requests.
///
/// They require neither a store nor a mapping of the model's entities. Apple does not document their attributes. The
/// names here come from published models; both spellings (`returnDistinctResults`, `returnsDistinctResults`) are
/// accepted.
public struct CoreDataFetchRequests: Sendable, Hashable {
  /// The templates, by name.
  public let requests: StoredFetchRequests
  /// The settings of templates that `PredicateFetchRequest` does not support, one sentence each.
  public let notes: [String]

  /// Reads a package `.xcdatamodeld` (its current version), a model `.xcdatamodel`, or its `contents` file.
  ///
  /// - Throws: `CoreDataModelError` if the file cannot be read or is not a model, or with the line of an invalid predicate, an
  ///   invalid number or an unknown entity.
  public init(contentsOf url: URL) throws(CoreDataModelError) {
    let file = try CoreDataContents.bytes(of: url)
    try self.init(file.bytes, name: file.name)
  }

  /// Reads the bytes of a `contents` file. Errors refer to the file as `name`.
  ///
  /// - Throws: `CoreDataModelError` with the line of an invalid predicate, an invalid number or an unknown entity.
  public init(_ contents: [UInt8], name: String = "contents") throws(CoreDataModelError) {
    let contents = try CoreDataContents(contents, name: name)
    var read: [String: PredicateFetchRequest] = [:]
    var notes: [String] = []
    for element in contents.fetchRequests {
      let template = try element.template(&notes)
      guard read[template.givenName] == nil else { throw template.error("there are two with that name") }
      read[template.givenName] = try template.request(contents.entities, &notes)
    }
    requests = StoredFetchRequests(read)
    self.notes = notes
  }
}

extension StoredFetchRequests {
  /// Reads the fetch request templates of a Core Data model. `CoreDataFetchRequests` also lists the settings that a
  /// `PredicateFetchRequest` does not support.
  ///
  /// - Parameter url: A package `.xcdatamodeld`, a model `.xcdatamodel`, or its `contents` file.
  /// - Throws: `CoreDataModelError` with the line of an invalid predicate, an invalid number or an unknown entity.
  public init(coreDataModel url: URL) throws(CoreDataModelError) {
    self = try CoreDataFetchRequests(contentsOf: url).requests
  }
}

// The conversion of a template to a request.
extension CoreDataContents.Element {
  /// The known attributes, without the `s` of `returns` and `includes`. A request has no equivalent of
  /// the last three.
  private static let known: Set<String> = [
    "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "returnDistinctResults", "includeSubentities",
    "resultType", "includePropertyValues", "includePendingChanges", "returnObjectsAsFaults",
  ]

  /// Returns the template with the known spelling of its attributes. Adds a note for each unknown attribute and element.
  fileprivate func template(_ notes: inout [String]) throws(CoreDataModelError) -> Self {
    var template = self
    let name = try required("name")
    template.attributes = [:]
    for written in attributes.keys.inByteOrder {
      let key = Self.normalized(written)
      if !Self.known.contains(key) {
        notes.append("the template '\(name)' has an attribute '\(written)', which is ignored")
      }
      template.attributes[key] = attributes[written]
    }
    for inner in elements { notes.append("the template '\(name)' has an element '\(inner)', which is ignored") }
    return template
  }

  /// Returns `returnDistinctResults` for `returnsDistinctResults`.
  private static func normalized(_ name: String) -> String {
    for verb in ["return", "include"] where name.hasPrefix(verb + "s") {
      return verb + name.dropFirst(verb.count + 1)
    }
    return name
  }

  fileprivate func error(_ reason: String) -> CoreDataModelError {
    CoreDataModelError(file, line: line, "the template '\(givenName)': \(reason)")
  }

  fileprivate func request(
    _ entities: [CoreDataContents.Entity], _ notes: inout [String]
  ) throws(CoreDataModelError) -> PredicateFetchRequest {
    guard let entity = self["entity"] else { throw error("it needs an 'entity'") }
    guard entities.contains(where: { $0.name == entity }) else {
      throw error("unknown entity '\(entity)'\(suggestion(for: entity, among: entities.map(\.name)))")
    }
    let request = PredicateFetchRequest(
      try predicate(), of: entity, limit: try number("fetchLimit"), batchSize: try number("fetchBatchSize"),
      isDistinct: try flag("returnDistinctResults") ?? false)
    if let (_, conversion) = request.strayConversion {
      throw error("'\(conversion)' in its predicate has no argument; a template uses variables such as $NAME")
    }
    if let note = try noteOnSubentities(of: entity, entities) { notes.append(note) }
    if let type = attributes["resultType"], type != "0" {
      notes.append(
        "the template '\(givenName)' has the resultType '\(type)'; the method that runs it determines the kind of result"
      )
    }
    return request
  }

  private func predicate() throws(CoreDataModelError) -> FormatPredicate? {
    guard let text = self["predicateString"] else { return nil }
    do { return try FormatPredicate.template(text) } catch {
      throw CoreDataModelError(
        file, line: line, report: "the template '\(givenName.cleaned)': its predicate is not valid: \(error)")
    }
  }

  /// Returns a number that is not negative. Core Data uses 0 for none.
  private func number(_ attribute: String) throws(CoreDataModelError) -> Int? {
    guard let text = self[attribute] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw error("'\(attribute)' is '\(text)'; expected 0 or a positive number")
    }
    return number == 0 ? nil : number
  }

  private func flag(_ attribute: String) throws(CoreDataModelError) -> Bool? {
    switch self[attribute] {
    case nil: return nil
    case "YES"?: return true
    case "NO"?: return false
    case let other?: throw error("'\(attribute)' is '\(other)'; expected YES or NO")
    }
  }

  /// Refuses a template that excludes subentities, and returns a note for one that does not specify this. A request
  /// always includes them.
  private func noteOnSubentities(
    of entity: String, _ entities: [CoreDataContents.Entity]
  ) throws(CoreDataModelError) -> String? {
    let includesSubentities = try flag("includeSubentities")
    guard includesSubentities != true, let subentity = entities.first(where: { $0.parent == entity }) else {
      return nil
    }
    if includesSubentities == false {
      throw error("it excludes subentities such as '\(subentity.name)', which a request cannot do")
    }
    return """
      the template '\(givenName)' does not set 'includeSubentities'; the request includes subentities such as \
      '\(subentity.name)'
      """
  }
}
