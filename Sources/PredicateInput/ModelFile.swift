import PredicateSQL

extension PredicateModel {
  /// Reads the model in a file (Grammar/Guides/DataModel.md).
  package static func read(_ path: String) throws(InputError) -> PredicateModel {
    try read(readRegularFile(path), name: path)
  }

  /// Reads a model from the contents of a file. Errors contain the line or the path of the field.
  package static func read(_ bytes: [UInt8], name: String) throws(InputError) -> PredicateModel {
    try readJSON(bytes, name: name, PredicateModel.init)
  }
}
