import PredicateSemantics
import PredicateSyntax

extension PredicateFetchRequest {
  /// Reads a request from the contents of a file (Grammar/Guides/FetchRequests.md).
  ///
  /// - Throws: `InputError` with the line, or with the path of the field.
  package static func read(_ bytes: [UInt8], name: String) throws(InputError) -> PredicateFetchRequest {
    try readJSON(bytes, name: name) { value throws(FieldError) in try PredicateFetchRequest(value) }
  }
}
