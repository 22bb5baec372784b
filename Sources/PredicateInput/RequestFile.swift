import PredicateModel

/// Reads fetch requests (Grammar/Guides/FetchRequests.md).
package enum RequestFile {
  /// Reads a request from the contents of a file. Errors contain the line or the path of the field.
  package static func request(of bytes: [UInt8], name: String) throws(InputError) -> PredicateFetchRequest {
    try decodeFile(PredicateFetchRequest.self, of: bytes, name: name, called: "fetch request")
  }

  /// Reads stored requests from the contents of a file.
  package static func storedRequests(of bytes: [UInt8], name: String) throws(InputError) -> StoredFetchRequests {
    try decodeFile(StoredFetchRequests.self, of: bytes, name: name, called: "file of stored requests")
  }
}
