import PredicateModel

/// Reads the files of data models (Grammar/Guides/DataModel.md).
package enum ModelFile {
  /// Reads the model in a file.
  package static func read(_ path: String) throws(InputError) -> DataModel {
    try model(of: readFile(path), name: path)
  }

  /// Reads a model from the contents of a file. Errors contain the line or the path of the field.
  package static func model(of bytes: [UInt8], name: String) throws(InputError) -> DataModel {
    try decodeFile(DataModel.self, of: bytes, name: name, called: "data model")
  }
}
