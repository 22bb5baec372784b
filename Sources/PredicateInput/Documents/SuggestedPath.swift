import PredicateSyntax

extension RowTable {
  /// Returns where the rows of a document probably are: a list of objects, or an object of objects, that have a key which the
  /// document itself does not have. Returns nil if the table is not a single object of JSON.
  package func suggestedPath(for key: String) -> (path: RowPath, isList: Bool)? {
    guard values.count == 1, case .record(let fields) = values[0], isDocument else { return nil }
    // The nearest ones are found first.
    if fields.count > 1, Self.have(key, Array(fields.values)) { return (RowPath(keys: [], readsFields: true), false) }
    var level: [(keys: [String], fields: [String: FormatValue])] = [([], fields)]
    for _ in 0..<Self.searchedLevels {
      var next: [(keys: [String], fields: [String: FormatValue])] = []
      for (keys, fields) in level {
        for (name, value) in fields.inByteOrder {
          switch value {
          case .list(let elements) where Self.have(key, elements):
            return (RowPath(keys: keys + [name], readsFields: false), true)
          case .record(let fields):
            if fields.count > 1, Self.have(key, Array(fields.values)) {
              return (RowPath(keys: keys + [name], readsFields: true), false)
            }
            next.append((keys + [name], fields))
          default: break
          }
        }
      }
      level = next
    }
    return nil
  }

  /// The number of nested objects in which rows are sought.
  private static let searchedLevels = 3

  /// Returns whether all values are objects, and one of the first has a key.
  private static func have(_ key: String, _ values: [FormatValue]) -> Bool {
    values.allSatisfy { if case .record = $0 { true } else { false } }
      && values.prefix(100).contains { if case .record(let fields) = $0 { fields[key] != nil } else { false } }
  }
}
