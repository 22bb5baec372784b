import PredicateInput
import PredicateXML

/// Finds the predicates of fetch requests and of fetched properties in a Core Data model.
enum CoreDataModelReader {
  static func predicates(in bytes: [UInt8]) throws(UnreadableFile) -> [PredicateText] {
    var found: [PredicateText] = []
    /// The entity of the open element that has a predicate for its objects.
    var entity: String?
    var name = ""
    do throws(XMLError) {
      var reader = try XMLReader(bytes)
      while let event = try reader.next() {
        guard case .start(let element) = event else { continue }
        // A fetched property contains a fetch request without an entity in older models.
        if element.name == "entity" || element.name == "fetchedProperty" { entity = nil }
        if let given = element["entity"]?.string { entity = given }
        if let given = element["name"]?.string { name = given }
        guard let text = element["predicateString"], !text.utf8.isEmpty else { continue }
        var predicate = PredicateText("Core Data model", text)
        predicate.entity = entity
        predicate.path = name
        predicate.escaping = .xml
        found.append(predicate)
      }
    } catch {
      throw UnreadableFile(reason: error.reason, offset: error.offset)
    }
    return found
  }
}
