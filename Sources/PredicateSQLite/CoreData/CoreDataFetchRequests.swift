import Foundation
import PredicateModel
import PredicateSyntax

/// The fetch request templates of a model of Core Data, as stored requests.
///
/// They need no store, and no mapping of the model's entities. Which attributes there are is nowhere specified; those read here
/// are known from published facts, in either spelling (`returnDistinctResults`, `returnsDistinctResults`).
public struct CoreDataFetchRequests: Sendable, Hashable {
  /// The templates, by name.
  public let requests: StoredFetchRequests
  /// What a template says that a request here cannot, a sentence each.
  public let notes: [String]

  /// Reads a package `.xcdatamodeld` (its current version), a model `.xcdatamodel`, or the file `contents` of one.
  ///
  /// - Throws: `CoreDataModelFault` with the line: of a predicate that does not parse, a number that is none, an entity that
  ///   the model does not have.
  public init(contentsOf url: URL) throws(CoreDataModelFault) {
    let file = try CoreDataModelFile.contents(of: url)
    try self.init(file.bytes, name: file.name)
  }

  /// Reads the bytes of a file `contents`; `name` is what faults call it.
  public init(_ contents: [UInt8], name: String = "contents") throws(CoreDataModelFault) {
    let contents = try CoreDataContents(contents, name: name)
    var read: [String: PredicateFetchRequest] = [:]
    var notes: [String] = []
    for element in contents.fetchRequests {
      var template = try FetchRequestTemplate(element, file: name)
      guard read[template.name] == nil else { throw template.fault("there are two of that name") }
      read[template.name] = try template.request(contents.entities)
      notes += template.notes
    }
    requests = StoredFetchRequests(read)
    self.notes = notes
  }
}

extension StoredFetchRequests {
  /// Reads the fetch request templates of a model of Core Data; see `CoreDataFetchRequests`, which also tells what a template
  /// says that a request here cannot.
  ///
  /// - Parameter url: a package `.xcdatamodeld`, a model `.xcdatamodel`, or the file `contents` of one.
  public init(coreDataModel url: URL) throws(CoreDataModelFault) {
    self = try CoreDataFetchRequests(contentsOf: url).requests
  }
}

/// One template on its way to a request.
private struct FetchRequestTemplate {
  /// The attributes that are known, by their names without the `s` of `returns` and `includes`. The last three say how objects
  /// are loaded and not which, and so nothing to a request here.
  private static let known: Set<String> = [
    "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "returnDistinctResults", "includeSubentities",
    "resultType", "includePropertyValues", "includePendingChanges", "returnObjectsAsFaults",
  ]

  let name: String
  private(set) var notes: [String] = []
  private let attributes: [String: String]
  private let line: Int
  private let file: String

  init(_ element: CoreDataContents.FetchRequest, file: String) throws(CoreDataModelFault) {
    self.file = file
    line = element.line
    guard let name = element.attributes["name"], !name.isEmpty else {
      throw CoreDataModelFault(file, line: line, "'fetchRequest' needs a 'name'")
    }
    self.name = name
    var attributes: [String: String] = [:]
    for (written, value) in element.attributes.sorted(by: { $0.key < $1.key }) {
      let key = Self.usual(written)
      if !Self.known.contains(key) {
        notes.append("the template '\(name)' has an attribute '\(written)', which is not read")
      }
      attributes[key] = value
    }
    self.attributes = attributes
    for inner in element.elements {
      notes.append("the template '\(name)' has an element '\(inner)', which is not read")
    }
  }

  /// `returnsDistinctResults` as `returnDistinctResults`.
  private static func usual(_ name: String) -> String {
    for verb in ["return", "include"] where name.hasPrefix(verb + "s") {
      return verb + name.dropFirst(verb.count + 1)
    }
    return name
  }

  func fault(_ reason: String) -> CoreDataModelFault {
    CoreDataModelFault(file, line: line, "the template '\(name)': \(reason)")
  }

  mutating func request(_ entities: [CoreDataContents.Entity]) throws(CoreDataModelFault) -> PredicateFetchRequest {
    guard let entity = attributes["entity"], !entity.isEmpty else { throw fault("it needs an 'entity'") }
    guard entities.contains(where: { $0.name == entity }) else {
      throw fault("there is no entity '\(entity)'\(suggestion(for: entity, among: entities.map(\.name)))")
    }
    let request = PredicateFetchRequest(
      try predicate(), of: entity, limit: try number("fetchLimit"), batchSize: try number("fetchBatchSize"),
      isDistinct: try says("returnDistinctResults") ?? false)
    if let (_, conversion) = request.strayConversion {
      throw fault("'\(conversion)' in its predicate has no argument; a template has variables such as $NAME")
    }
    try expectSubentities(of: entity, entities)
    if let type = attributes["resultType"], type != "0" {
      notes.append(
        "the template '\(name)' has the resultType '\(type)'; here the method that runs it says what is wanted")
    }
    return request
  }

  private func predicate() throws(CoreDataModelFault) -> FormatPredicate? {
    guard let text = attributes["predicateString"], !text.isEmpty else { return nil }
    do { return try FormatPredicate.template(text) } catch {
      let place = "the template '\(name.cleaned)'"
      throw CoreDataModelFault(file, line: line, report: "\(place): its predicate is not valid: \(error)")
    }
  }

  /// A number that is not negative; Core Data's 0 is none.
  private func number(_ attribute: String) throws(CoreDataModelFault) -> Int? {
    guard let text = attributes[attribute], !text.isEmpty else { return nil }
    guard let number = Int(text), number >= 0 else { throw fault("'\(attribute)' is '\(text)'; expected a number") }
    return number == 0 ? nil : number
  }

  private func says(_ attribute: String) throws(CoreDataModelFault) -> Bool? {
    switch attributes[attribute] {
    case nil, ""?: return nil
    case "YES"?: return true
    case "NO"?: return false
    case let other?: throw fault("'\(attribute)' is '\(other)'; expected YES or NO")
    }
  }

  /// A request here is always for the objects of subentities too.
  private mutating func expectSubentities(
    of entity: String, _ entities: [CoreDataContents.Entity]
  ) throws(CoreDataModelFault) {
    let isWanted = try says("includeSubentities")
    guard isWanted != true, let heir = entities.first(where: { $0.parent == entity }) else { return }
    if isWanted == false { throw fault("it leaves out subentities such as '\(heir.name)', which a request cannot") }
    notes.append(
      "the template '\(name)' does not say 'includeSubentities'; the request is for subentities such as '\(heir.name)' too"
    )
  }
}
