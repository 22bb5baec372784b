// Converting between trees and the predicates and expressions of other libraries.
extension Message {
  package static func notConvertible(_ what: String, reason: String) -> Message {
    Message(.argumentType, "\(what) cannot be converted: \(reason)")
  }
  package static func notArchived(_ what: String, reason: String) -> Message {
    Message(.argumentType, "\(what) cannot be archived: \(reason)")
  }
  package static func missingPart(_ part: String, of type: String) -> Message {
    Message(.argumentType, "an expression of the type \(type) has no \(part)")
  }
  package static func unnamedKeyPath(_ keyPath: String) -> Message {
    Message(
      .argumentType, "the key path \(keyPath) has no name at run time",
      notes: [
        "stored properties of structs and of final classes have a name, and constants of all classes",
        "name it in predicateKeys: .key(\"name\", at: \\.name)",
      ])
  }
}
