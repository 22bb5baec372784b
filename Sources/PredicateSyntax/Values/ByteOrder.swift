extension Sequence<String> {
  /// The strings in the order of their UTF-8 bytes, which is the same on every platform.
  package var inByteOrder: [String] { Array(self).sortedByBytes }
}

extension [String] {
  /// Sorts an array, so that the sort is compiled once and not for each type of sequence.
  @inline(never)
  fileprivate var sortedByBytes: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension [String: FormatValue] {
  /// The fields in the order of their keys' UTF-8 bytes.
  @inline(never)
  package var inByteOrder: [(key: String, value: FormatValue)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
