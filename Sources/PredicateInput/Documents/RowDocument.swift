import PredicateXML

extension ByteSource {
  /// Returns a source of the JSON of a document: of a property list or YAML, and of the rows at a path. Other sources are returned as
  /// they are.
  func json(of kind: RowKind, at path: RowPath?) -> ByteSource {
    guard kind.isConverted || path != nil else { return self }
    let name = name
    return converted { bytes throws(InputError) in
      let json = try kind.json(of: bytes, name: name)
      guard let path else { return json }
      return try RowsAtPath.json(of: json, at: path, name: name)
    }
  }
}

extension RowKind {
  /// Whether files of this kind are read as JSON that is made of them.
  var isConverted: Bool { self == .plist || self == .yaml }

  /// Whether a file is one value, in which the rows can be at a path.
  package var isDocument: Bool { self == .json || isConverted }

  /// Returns the JSON of a document.
  fileprivate func json(of bytes: [UInt8], name: String) throws(InputError) -> [UInt8] {
    do throws(UnreadableFile) {
      switch self {
      case .plist: return try PropertyListRows.json(of: bytes)
      case .yaml:
        if let encoding = foreignEncoding(bytes) {
          throw UnreadableFile(reason: "this is \(encoding); expected text in UTF-8")
        }
        return try YAMLRows.json(of: bytes)
      case .json, .jsonl, .csv, .tsv, .text: return bytes
      }
    } catch {
      throw InputError(name, line: error.offset.map { lineNumber(of: $0, in: bytes) }, error.reason)
    }
  }
}
