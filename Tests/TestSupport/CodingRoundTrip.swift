import Foundation

/// Returns a value that is encoded as JSON as another type, or as its own.
public func throughJSON<T: Decodable>(_ type: T.Type, _ value: some Encodable) throws -> T {
  try JSONDecoder().decode(type, from: JSONEncoder().encode(value))
}

/// Returns a value that is encoded as a binary property list as another type, or as its own.
public func throughPropertyList<T: Decodable>(_ type: T.Type, _ value: some Encodable) throws -> T {
  let encoder = PropertyListEncoder()
  encoder.outputFormat = .binary
  return try PropertyListDecoder().decode(type, from: encoder.encode(value))
}
