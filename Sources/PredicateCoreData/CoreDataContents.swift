import PredicateXML

/// The content of a `contents` file: entities with their properties, each with its line.
struct CoreDataContents {
  struct Entity {
    var name: String
    var parent: String?
    var attributes: [Element] = []
    var relationships: [Relationship] = []
    /// The names of fetched properties, which have no storage.
    var fetchedProperties: [String] = []
    /// The keys that are the first element of an index.
    var indexed: Set<String> = []
    var line: Int
  }

  struct Relationship {
    var name: String
    var destination: String
    var inverse: String?
    var isToMany: Bool
    var isOrdered: Bool
    var isTransient: Bool
    var line: Int
  }

  /// The start of an element of the file. `CoreDataMapping` reads that of an attribute, and `CoreDataFetchRequests` that of a fetch
  /// request template, which also has the names of the elements inside it.
  struct Element {
    var file: String
    var name: String
    var attributes: [String: String]
    var elements: [String] = []
    var line: Int

    /// The value of an attribute, or nil if it is missing or empty.
    subscript(_ attribute: String) -> String? {
      attributes[attribute].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The name that the element gives to its content.
    var givenName: String { attributes["name"] ?? "" }

    func isYes(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

    func required(_ attribute: String) throws(CoreDataModelError) -> String {
      if let value = self[attribute] { return value }
      throw CoreDataModelError(file, line: line, "'\(name)' needs a '\(attribute)'")
    }
  }

  private(set) var entities: [Entity] = []
  private(set) var fetchRequests: [Element] = []
  private var hasModel = false
  /// The names of the open elements.
  private var open: [String] = []
  private var indexHasElement = false

  init(_ bytes: [UInt8], name: String) throws(CoreDataModelError) {
    try Self.read(bytes, name: name) { element, text throws(CoreDataModelError) in try take(element, text) }
    guard hasModel else { throw CoreDataModelError(name, "this is not a Core Data model: it has no 'model'") }
  }

  /// Returns the strings of a property list's dictionary, by key.
  static func propertyListStrings(_ bytes: [UInt8], name: String) throws(CoreDataModelError) -> [String: String] {
    var strings: [String: String] = [:]
    var key: String?
    try read(bytes, name: name) { element, text throws(CoreDataModelError) in
      guard let text else { return }
      if element.name == "key" { key = text }
      if element.name == "string", let name = key {
        strings[name] = text
        key = nil
      }
    }
    return strings
  }

  // MARK: Elements

  /// Passes the elements of a file to a closure in order: each at its start without a text, and at its end with the text after its last
  /// child element.
  private static func read(
    _ bytes: [UInt8], name: String, _ take: (Element, _ text: String?) throws(CoreDataModelError) -> Void
  ) throws(CoreDataModelError) {
    if bytes.starts(with: Array("bplist".utf8)) {
      throw CoreDataModelError(
        name, "this is a compiled model or a binary property list; expected the XML that Xcode edits")
    }
    var open: [Element] = []
    var text = ""
    let lines = FileLines(bytes)
    do {
      var reader = try XMLReader(bytes)
      while let event = try reader.next() {
        switch event {
        case .start(let element):
          let values = element.attributes.map { ($0.name, $0.value.string) }
          open.append(
            Element(
              file: name, name: element.name, attributes: Dictionary(uniqueKeysWithValues: values),
              line: lines.line(of: element.range.lowerBound)))
          text = ""
          try take(open[open.count - 1], nil)
        case .text(let part): text += part.string
        case .end:
          try take(open.removeLast(), text)
          text = ""
        }
      }
    } catch let error as XMLError {
      throw CoreDataModelError(name, line: error.place.line, error.reason)
    } catch let error as CoreDataModelError {
      throw error
    } catch {}
  }

  /// Takes the start of an element, or with a text, its end. Elements that are neither entities, their properties and indexes nor
  /// fetch request templates are ignored.
  private mutating func take(_ element: Element, _ text: String?) throws(CoreDataModelError) {
    if text != nil {
      open.removeLast()
      return
    }
    open.append(element.name)
    switch open {
    case ["model"]: hasModel = true
    case ["model", "entity"]:
      entities.append(Entity(name: try element.required("name"), parent: element["parentEntity"], line: element.line))
    case ["model", "entity", "attribute"]:
      let name = try element.required("name")
      entities[entities.count - 1].attributes.append(element)
      if element.isYes("indexed") { entities[entities.count - 1].indexed.insert(name) }
    case ["model", "entity", "relationship"]:
      entities[entities.count - 1].relationships.append(
        Relationship(
          name: try element.required("name"), destination: try element.required("destinationEntity"),
          inverse: element["inverseName"], isToMany: element.isYes("toMany"),
          isOrdered: element.isYes("ordered"), isTransient: element.isYes("transient"),
          line: element.line))
    case ["model", "entity", "fetchedProperty"]:
      entities[entities.count - 1].fetchedProperties.append(try element.required("name"))
    case ["model", "entity", "fetchIndex"]: indexHasElement = false
    case ["model", "entity", "fetchIndex", "fetchIndexElement"]:
      // Only the first element of an index counts; other types than Binary do not index values.
      if !indexHasElement, element["type"] ?? "Binary" == "Binary", let property = element["property"] {
        entities[entities.count - 1].indexed.insert(property)
      }
      indexHasElement = true
    case ["model", "fetchRequest"]: fetchRequests.append(element)
    case ["model", "fetchRequest", element.name]: fetchRequests[fetchRequests.count - 1].elements.append(element.name)
    default: break
    }
  }
}
