import PredicateSyntax
import PredicateXML

/// The text of a predicate that was found in a file.
package struct PredicateText: Sendable {
  /// A part of the text.
  enum Part: Sendable {
    case written(MappedText)
    case hole(Hole)
  }

  /// A part of the text that the file does not contain: another program, or the program around it, puts text in its place.
  struct Hole: Sendable {
    /// The name that `--define` gives a text, or the code in `\(…)`.
    let name: String
    /// The bytes of the hole in the file.
    let file: Range<Int>
    /// Whether code inserts text that the user of the program may have typed. This deserves a warning.
    let isCode: Bool
  }

  /// Where the text was found, such as `munki`, `Swift` or `log`.
  package let host: String
  /// The parts, in order.
  var parts: [Part]
  /// Whether the text is an expression.
  package var isExpression = false
  /// The name of the profile that applies unless the command names another.
  package var profile: String?
  /// The entity of a Core Data model that SELF is.
  package var entity: String?
  /// The path of the text in a document, such as `installs.0.condition`.
  package var path = ""
  /// Whether the offsets of the text are those in the file. In a binary property list, they are those in the text.
  package var isInFile = true
  /// How the file writes the text.
  var escaping = Escaping.none
  /// The arguments of the call, if the text is in source code.
  package var arguments: SourceArguments?

  /// The offset of the text in the file.
  package var start: Int {
    switch parts.first {
    case .written(let text): text.fileOffset(0)
    case .hole(let hole): hole.file.lowerBound
    case nil: 0
    }
  }

  init(_ host: String, _ text: MappedText) { self.init(host, [.written(text)]) }

  init(_ host: String, _ parts: [Part]) { (self.host, self.parts) = (host, parts) }

  /// Returns the text with other texts in place of the holes, and the ranges of these.
  func filled(with fillings: [String]) -> (text: MappedText, holes: [Range<Int>]) {
    var text = MappedText(start: start)
    var holes: [Range<Int>] = []
    for part in parts {
      switch part {
      case .written(let written): text.append(written)
      case .hole(let hole):
        let start = text.utf8.count
        text.append(fillings[holes.count].utf8, inPlaceOf: hole.file)
        holes.append(start..<text.utf8.count)
      }
    }
    return (text, holes)
  }

  /// The text with the name of each hole in its place.
  package var template: [UInt8] { filled(with: holes.map(\.name)).text.utf8 }

  /// The holes, in order.
  var holes: [Hole] {
    parts.compactMap { if case .hole(let hole) = $0 { hole } else { nil } }
  }

  /// Whether the text is nothing but one hole and spaces.
  var isOnlyHole: Bool {
    parts.allSatisfy { part in
      guard case .written(let text) = part else { return true }
      return text.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") }
    }
  }
}
