import PredicateSyntax

extension FormatValue {
  /// A row whose columns are named by key paths, as a record: the value of `details.closeDate` is that of `closeDate` in the
  /// record of `details`.
  ///
  ///     let records = rows.map { FormatValue.record(keyPaths: names, values: $0) }
  ///     let answer = try records.queryAttributes(request)
  ///
  /// Where one key path begins with another, the later one stands. One of more than 100 keys is left out, since nothing may
  /// be nested deeper.
  ///
  /// - Parameters:
  ///   - keyPaths: the names of the columns.
  ///   - values: the value of each column.
  public static func record(keyPaths: [String], values: [FormatValue]) -> FormatValue {
    var record: [String: FormatValue] = [:]
    record.reserveCapacity(keyPaths.count)
    for (keyPath, value) in zip(keyPaths, values) {
      // A single key, as most are.
      guard keyPath.utf8.contains(UInt8(ascii: ".")) else {
        record[keyPath] = value
        continue
      }
      let keys = keyPath.split(separator: ".").map(String.init)
      if keys.count <= Limits.greatestHeight { insert(value, at: keys[...], into: &record) }
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
