/// The text of a tree, and the texts that it consists of if the tree was joined from several.
///
/// A tree that was parsed as a whole has its own text alone. The text of `a && b` contains those of a and b as they were written.
package struct WrittenText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A part of the text that has its own source.
  struct Part: Sendable, Hashable {
    /// The position of the part.
    var range: FormatRange
    /// The whole text that the part was written in.
    var text: String
    /// The start of the part in the text that it was written in.
    var start: Int
  }

  /// The whole text.
  package let text: String
  /// The parts, in order. Empty if the whole text was written at once.
  let parts: [Part]

  package init(_ text: String) { self.init(text, []) }
  package init(stringLiteral text: String) { self.init(text) }
  init(_ text: String, _ parts: [Part]) { (self.text, self.parts) = (text, parts) }

  package var isEmpty: Bool { text.isEmpty }

  /// Returns the text of a range, or an empty string if the range is not in this text.
  package func text(_ range: FormatRange) -> String {
    range.range(in: text).map { String(text[$0]) } ?? ""
  }

  /// Returns the literal at a range with its quotes, or `nil` if the string was not written there, but supplied in code.
  package func literal(at range: FormatRange) -> String? {
    let literal = text(range)
    guard literal.utf8.count >= 2, let quote = literal.utf8.first, quote.isQuote, literal.utf8.last == quote else {
      return nil
    }
    return literal
  }

  /// Renders a diagnostic in the text that it comes from.
  func rendered(_ diagnostic: FormatDiagnostic) -> String {
    let ranges = [diagnostic.range] + diagnostic.labels.map { $0.range }
    guard let part = parts.first(where: { part in ranges.allSatisfy { part.range.contains($0) } }) else {
      return diagnostic.rendered(in: text)
    }
    let distance = part.start - part.range.start
    var moved = diagnostic
    moved.range = diagnostic.range.moved(by: distance)
    for index in moved.labels.indices { moved.labels[index].range = moved.labels[index].range.moved(by: distance) }
    return moved.rendered(in: part.text)
  }
}
