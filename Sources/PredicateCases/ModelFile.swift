import PredicateModel

/// Reads the files of data models (Grammar/DataModel.md).
package enum ModelFile {
  /// The model of a file.
  package static func read(_ path: String) throws(InputFault) -> DataModel {
    try model(of: readFile(path), name: path)
  }

  /// The model of a file's bytes; what is wrong is told with its line, or with the path to the field.
  package static func model(of bytes: [UInt8], name: String) throws(InputFault) -> DataModel {
    try decodeFile(DataModel.self, of: bytes, name: name, called: "data model")
  }
}
