/// What a tree was read from: the text, and the limits under which it was read. A tree built by hand has none.
final class Origin: Sendable {
  let source: String
  let limits: Limits

  init(_ source: String, _ limits: Limits) {
    self.source = source
    self.limits = limits
  }
}
