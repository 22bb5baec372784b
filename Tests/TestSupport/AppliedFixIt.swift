import PredicateSyntax

extension FormatDiagnostic.FixIt {
  /// Returns the text with the change applied.
  public func applied(to source: String) -> String {
    var bytes = Array(source.utf8)
    bytes.replaceSubrange(range.start..<range.end, with: replacement.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }
}
