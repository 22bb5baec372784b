#if hasFeature(Embedded)
// The functions of the standard library that embedded Swift does not have.
extension StringProtocol {
  /// Returns whether a string contains another one.
  package func contains(_ other: some StringProtocol) -> Bool { range(of: other) != nil }

  /// Returns the string with each occurrence of another string replaced.
  package func replacing(_ other: String, with replacement: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.range(of: other) {
      result += rest[..<range.lowerBound] + replacement
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// Returns the first range of a string that is not empty.
  private func range(of other: some StringProtocol) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].starts(with: other) { return start..<index(start, offsetBy: other.count) }
      start = index(after: start)
    }
    return nil
  }
}
#endif
