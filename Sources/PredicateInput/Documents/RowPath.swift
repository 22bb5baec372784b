import PredicateSyntax

/// Where the rows of a document are: the keys that lead to them, such as `data.items`.
///
/// Lists on the way are searched, too. If the path ends in `*`, the fields of the object there are the rows, each as an object with a
/// `key` and a `value`. A key with a dot is put in quotes: `data."a.b"`.
package struct RowPath: Sendable, Hashable {
  package let keys: [String]
  /// Whether the rows are the fields of an object.
  package let readsFields: Bool

  /// Reads a path. Returns nil if a key is empty or a quote is not closed.
  package init?(_ text: String) {
    var keys: [String] = []
    var rest = text[...]
    var isField = false
    repeat {
      if isField { return nil }
      if rest.first == "\"" {
        guard let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
        keys.append(String(rest[rest.index(after: rest.startIndex)..<end]))
        rest = rest[end...].dropFirst()
        guard rest.isEmpty || rest.first == "." else { return nil }
      } else {
        let key = rest.prefix { $0 != "." }
        rest = rest.dropFirst(key.count)
        isField = key == "*"
        if key.isEmpty { return nil }
        if !isField { keys.append(String(key)) }
      }
      guard rest.first == "." else { break }
      rest = rest.dropFirst()
    } while true
    (self.keys, readsFields) = (keys, isField)
  }

  package init(keys: [String], readsFields: Bool) { (self.keys, self.readsFields) = (keys, readsFields) }

  /// The text of the path.
  package var text: String {
    (keys.map { $0.isEmpty || $0 == "*" || $0.contains(".") ? "\"\($0)\"" : $0 } + (readsFields ? ["*"] : []))
      .joined(separator: ".")
  }
}

// MARK: Rows of a document

/// The rows at a path of a JSON document.
struct RowsAtPath {
  let path: RowPath
  /// The text of each row, and the text of its key if it is a field.
  private(set) var rows: [(key: Range<Int>?, value: Range<Int>)] = []
  /// The number of keys of the path that were found.
  private(set) var depth = 0
  /// The keys of the objects that do not have the next key of the path.
  private var others: Set<String> = []
  /// Whether there is a value at the path, and whether it has rows.
  private var isFound = false

  /// Returns the JSON of a list of the rows, each on the line that it has in the document.
  static func json(of bytes: [UInt8], at path: RowPath, name: String) throws(InputError) -> [UInt8] {
    var found = RowsAtPath(path: path)
    var reader = JSONReader(bytes, allowsMalformedWrappers: true)
    do throws(JSONError) {
      try found.visit(&reader, path.keys[...])
      try reader.expectEnd()
    } catch {
      let byte = error.offset - startOfLine(of: error.offset, in: bytes) + 1
      throw InputError(name, line: lineNumber(of: error.offset, in: bytes), "\(error.reason), at byte \(byte)")
    }
    guard found.isFound else { throw InputError(name, found.absence) }
    return found.json(of: bytes)
  }

  private init(path: RowPath) { self.path = path }

  /// The reason why there are no rows.
  private var absence: String {
    guard depth < path.keys.count else {
      return "the value at '\(path.text)' is not an object, so it has no fields for --rows"
    }
    let key = path.keys[depth]
    let known = others.inByteOrder
    if known.isEmpty { return "--rows names the key '\(key)', but there is no object that could have it" }
    return "--rows names the key '\(key)', which the document does not have; the keys there are "
      + known.prefix(20).joined(separator: ", ") + (known.count > 20 ? ", …" : "") + suggestion(for: key, among: known)
  }

  /// Reads the value at the reader's position, and finds the rows in it at the rest of the path.
  private mutating func visit(_ reader: inout JSONReader, _ keys: ArraySlice<String>) throws(JSONError) {
    guard let key = keys.first else { return try take(&reader) }
    switch reader.nextByte {
    case UInt8(ascii: "["):
      try reader.readElements { (reader: inout JSONReader) throws(JSONError) in try visit(&reader, keys) }
    case UInt8(ascii: "{"):
      let level = path.keys.count - keys.count
      try reader.readFields { (reader: inout JSONReader, name, _) throws(JSONError) in
        if name == key {
          if depth <= level { (depth, others) = (level + 1, []) }
          return try visit(&reader, keys.dropFirst())
        }
        if depth == level { others.insert(name) }
        _ = try reader.value()
      }
    default: _ = try reader.value()
    }
  }

  /// Takes the rows of the value at the path.
  private mutating func take(_ reader: inout JSONReader) throws(JSONError) {
    switch reader.nextByte {
    case UInt8(ascii: "["):
      isFound = isFound || !path.readsFields
      try reader.readElements { (reader: inout JSONReader) throws(JSONError) in
        if path.readsFields { return try take(&reader) }
        try append(&reader, key: nil)
      }
    case UInt8(ascii: "{") where path.readsFields:
      isFound = true
      try reader.readFields { (reader: inout JSONReader, _, key) throws(JSONError) in try append(&reader, key: key) }
    default:
      if path.readsFields {
        _ = try reader.value()
      } else {
        isFound = true
        try append(&reader, key: nil)
      }
    }
  }

  private mutating func append(_ reader: inout JSONReader, key: Range<Int>?) throws(JSONError) {
    reader.skipSpace()
    let start = reader.position
    _ = try reader.value()
    rows.append((key, start..<reader.position))
  }

  private func json(of bytes: [UInt8]) -> [UInt8] {
    var json: [UInt8] = [UInt8(ascii: "[")]
    // The offset up to which the line ends are written.
    var position = 0
    for (index, row) in rows.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      let start = row.key?.lowerBound ?? row.value.lowerBound
      json += bytes[position..<start].filter { $0 == 0x0A }
      if let key = row.key {
        json += "{\"key\": ".utf8 + bytes[key] + ", \"value\": ".utf8
        json += bytes[key.upperBound..<row.value.lowerBound].filter { $0 == 0x0A }
      }
      json += bytes[row.value]
      if row.key != nil { json.append(UInt8(ascii: "}")) }
      position = row.value.upperBound
    }
    json.append(UInt8(ascii: "]"))
    return json
  }
}

extension JSONReader {
  /// The byte at which the next value begins.
  fileprivate var nextByte: UInt8? {
    mutating get {
      skipSpace()
      return peek
    }
  }

  /// Reads a list, whose elements a closure reads.
  fileprivate mutating func readElements(
    _ read: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try enter()
    if !skip(UInt8(ascii: "]")) {
      repeat { try read(&self) } while skip(UInt8(ascii: ","))
      guard skip(UInt8(ascii: "]")) else { throw expected("',' or ']'") }
    }
    leave()
  }

  /// Reads an object, whose values a closure reads. The closure gets each key, and the range of its text.
  fileprivate mutating func readFields(
    _ read: (inout JSONReader, String, Range<Int>) throws(JSONError) -> Void
  ) throws(JSONError) {
    try enter()
    if !skip(UInt8(ascii: "}")) {
      var names: Set<String> = []
      repeat {
        let (name, range) = try key()
        guard names.insert(name).inserted else {
          throw JSONError(offset: range.lowerBound, reason: "the key '\(name)' is duplicated")
        }
        try read(&self, name, range)
      } while skip(UInt8(ascii: ","))
      guard skip(UInt8(ascii: "}")) else { throw expected("',' or '}'") }
    }
    leave()
  }
}
