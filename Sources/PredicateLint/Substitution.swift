import PredicateSyntax
import PredicateXML

/// What a program replaces in a text before it parses the text.
enum Substitution: Sendable {
  /// Nothing.
  case none
  /// `%NAME%`, as AutoPkg does.
  case percent
  /// `$NAME` and `${NAME}`, as a shell does.
  case dollar

  /// Returns the parts of a text: the holes, and what is between them.
  func parts(of text: MappedText) -> [PredicateText.Part] {
    if self == .none { return [.written(text)] }
    let bytes = text.utf8
    var parts: [PredicateText.Part] = []
    var (index, start) = (0, 0)
    func written(_ range: Range<Int>) {
      if !range.isEmpty { parts.append(.written(text.part(range))) }
    }
    while index < bytes.count {
      guard let (name, end) = hole(in: bytes, at: index) else {
        index += 1
        continue
      }
      written(start..<index)
      let hole = PredicateText.Hole(name: name, file: text.fileRange(of: index..<end), isCode: false)
      parts.append(.hole(hole))
      (index, start) = (end, end)
    }
    written(start..<bytes.count)
    return parts.isEmpty ? [.written(text)] : parts
  }

  /// Returns the name and the end of the hole at an offset.
  private func hole(in bytes: [UInt8], at start: Int) -> (name: String, end: Int)? {
    let isPercent = self == .percent
    guard bytes[start] == UInt8(ascii: isPercent ? "%" : "$") else { return nil }
    let isBraced = !isPercent && start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "{")
    let first = start + (isBraced ? 2 : 1)
    var end = first
    while end < bytes.count, bytes[end].isWordByte { end += 1 }
    if end == first { return nil }
    let name = String(decoding: bytes[first..<end], as: UTF8.self)
    if isPercent || isBraced {
      guard end < bytes.count, bytes[end] == UInt8(ascii: isPercent ? "%" : "}") else { return nil }
      end += 1
    }
    return (name, end)
  }
}
