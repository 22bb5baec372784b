import PredicateSyntax

/// Reads a JSON file of the package, such as a data model. Errors have the line, and the path of the field.
///
/// - Parameter read: Makes the result of the value in the file.
package func readJSON<Value>(
  _ bytes: [UInt8], name: String, _ read: (FormatValue) throws(FieldError) -> Value
) throws(InputError) -> Value {
  let value: FormatValue
  do throws(JSONError) { value = try JSONReader.value(of: bytes, allowsMalformedWrappers: true) } catch {
    throw InputError(name, line: lineNumber(of: error.offset, in: bytes), error.reason)
  }
  do throws(FieldError) { return try read(value) } catch {
    let line = lineNumber(of: JSONReader.offset(of: error.path, in: bytes), in: bytes)
    let path = error.pathText
    throw InputError(name, line: line, report: (path.isEmpty ? "" : path + ": ") + error.reason)
  }
}

extension JSONReader {
  /// Returns the offset of the value at a path of a valid text, or of the nearest value around it.
  fileprivate static func offset(of path: [FieldError.Step], in bytes: [UInt8]) -> Int {
    var reader = JSONReader(bytes, allowsMalformedWrappers: true)
    reader.skipSpace()
    var offset = reader.position
    for step in path {
      guard (try? reader.move(to: step)) == true else { break }
      offset = reader.position
    }
    return offset
  }

  /// Moves from the beginning of an object or a list to a value in it. Returns whether there is one.
  private mutating func move(to step: FieldError.Step) throws(JSONError) -> Bool {
    try enter()
    switch step {
    case .field(let name):
      repeat {
        let key = try key().name
        skipSpace()
        if key == name { return true }
        _ = try value()
      } while skip(UInt8(ascii: ","))
    case .element(let index):
      for _ in 0..<index {
        _ = try value()
        guard skip(UInt8(ascii: ",")) else { return false }
      }
      skipSpace()
      return true
    }
    return false
  }
}
