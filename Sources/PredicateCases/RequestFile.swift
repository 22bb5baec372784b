import PredicateModel

/// Reads fetch requests (Grammar/FetchRequests.md).
package enum RequestFile {
  /// The request of a file's bytes; what is wrong is told with its line, or with the path to the field.
  package static func request(of bytes: [UInt8], name: String) throws(InputFault) -> PredicateFetchRequest {
    try decodeFile(PredicateFetchRequest.self, of: bytes, name: name, called: "fetch request")
  }

  /// The stored requests of a file's bytes.
  package static func storedRequests(of bytes: [UInt8], name: String) throws(InputFault) -> StoredFetchRequests {
    try decodeFile(StoredFetchRequests.self, of: bytes, name: name, called: "file of stored requests")
  }
}
