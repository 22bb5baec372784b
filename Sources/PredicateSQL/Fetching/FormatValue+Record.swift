import PredicateSyntax

extension FormatValue {
  /// Returns a row with columns named by key paths as a record. The value of `details.closeDate` becomes the value of
  /// `closeDate` in the record `details`.
  ///
  ///     let records = rows.map { FormatValue.record(keyPaths: names, values: $0) }
  ///     let answer = try records.queryAttributes(request)
  ///
  /// If one key path is a prefix of another, the later one wins. A key path of more than 100 keys is omitted, because that is
  /// the maximum nesting depth.
  ///
  /// - Parameters:
  ///   - keyPaths: The names of the columns.
  ///   - values: The value of each column.
  public static func record(keyPaths: [String], values: [FormatValue]) -> FormatValue {
    var record: [String: FormatValue] = [:]
    record.reserveCapacity(keyPaths.count)
    for (keyPath, value) in zip(keyPaths, values) {
      // Fast path: most columns are single keys.
      guard keyPath.utf8.contains(UInt8(ascii: ".")) else {
        record[keyPath] = value
        continue
      }
      let keys = keyPath.split(separator: ".").map(String.init)
      if keys.count <= PredicateLimits.greatestHeight { insert(value, at: keys[...], into: &record) }
    }
    return .record(record)
  }

  private static func insert(
    _ value: FormatValue, at keys: ArraySlice<String>, into record: inout [String: FormatValue]
  ) {
    guard let key = keys.first else { return }
    if keys.count == 1 {
      record[key] = value
      return
    }
    var inner: [String: FormatValue] = [:]
    if case .record(let known)? = record[key] { inner = known }
    insert(value, at: keys.dropFirst(), into: &inner)
    record[key] = .record(inner)
  }
}
