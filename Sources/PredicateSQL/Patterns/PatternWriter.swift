/// Writes a pattern for an engine.
struct PatternWriter {
  private let style: SQLPatternFlavor.Style
  private var text = ""

  /// Returns the pattern with the flavor's opening and closing, so that it matches whole texts.
  ///
  /// - Throws: `PatternRefusal` with the reason why the engine could not run it.
  static func write(_ node: PatternNode, _ flavor: SQLPatternFlavor) throws(PatternRefusal) -> String {
    let style = flavor.style
    guard node.weight(copyingSets: style.copiesSets) <= style.greatestWeight else {
      throw PatternRefusal("the regular expression would be too long for the engine")
    }
    guard node.repetitions <= style.greatestRepetitions else {
      throw PatternRefusal("the counts of nested repetitions multiply to more than \(style.greatestRepetitions)")
    }
    guard !style.backtracks || !node.hasAmbiguousLoops else {
      throw PatternRefusal("repeating a part that can match in several ways may take the engine too long")
    }
    var writer = PatternWriter(style: style)
    writer.text = style.opening
    writer.write(node)
    writer.text += style.closing
    return writer.text
  }

  private init(style: SQLPatternFlavor.Style) { self.style = style }

  private mutating func write(_ node: PatternNode) {
    switch node {
    case .set(let set): writeSet(set)
    case .sequence(let nodes): for node in nodes { writePart(node) }
    case .alternation(let nodes): writeAlternatives(nodes)
    case .repetition(let node, let least, let most): writeRepetition(of: node, least, most)
    // `parsedPattern` has removed or refused anchors.
    case .lineStart, .lineEnd: break
    case .notAhead(let node):
      text += "(?!"
      write(node)
      text += ")"
    }
  }

  /// Writes a part of a sequence. An alternation needs a group.
  private mutating func writePart(_ node: PatternNode) {
    if case .alternation = node { writeGroup(node) } else { write(node) }
  }

  private mutating func writeGroup(_ node: PatternNode) {
    text += "(?:"
    write(node)
    text += ")"
  }

  private mutating func writeAlternatives(_ nodes: [PatternNode]) {
    for (index, node) in nodes.enumerated() {
      if index > 0 { text += "|" }
      writePart(node)
    }
  }

  private mutating func writeRepetition(of node: PatternNode, _ least: Int, _ most: Int?) {
    guard most != 0, node != .empty else { return }
    if case .set(let set) = node { writeSet(set) } else { writeGroup(node) }
    switch (least, most) {
    case (1, 1): break
    case (0, nil): text += "*"
    case (1, nil): text += "+"
    case (0, 1): text += "?"
    case (_, nil): text += "{\(least),}"
    case (_, let most?): text += least == most ? "{\(least)}" : "{\(least),\(most)}"
    }
  }

  private mutating func writeSet(_ set: ScalarSet) {
    if let scalar = set.single { return writeScalar(scalar) }
    if set == .all { return text += "." }
    // An empty set: the beginning of the text never follows a character.
    if set == .none { return text += "(?:a\\A)" }
    let complement = set.complement
    let isNegated = complement.ranges.count < set.ranges.count
    text += isNegated ? "[^" : "["
    for range in isNegated ? complement.ranges : set.ranges {
      writeScalar(range.lowerBound)
      if range.count == 1 { continue }
      if range.count > 2 { text += "-" }
      writeScalar(range.upperBound)
    }
    text += "]"
  }

  /// Writes a scalar literally. ASCII other than letters and digits, controls below U+00A0, and the line separators U+2028 and
  /// U+2029 are escaped.
  private mutating func writeScalar(_ scalar: UInt32) {
    switch scalar {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xA0...0x2027, 0x202A...:
      if let scalar = Unicode.Scalar(scalar) { text.unicodeScalars.append(scalar) }
    case 0x20...0x7E:
      text += "\\"
      if let scalar = Unicode.Scalar(scalar) { text.unicodeScalars.append(scalar) }
    case 0..<0x100:
      text += style.writesControlsAsU ? "\\u00" : "\\x"
      text += scalar < 0x10 ? "0" : ""
      text += String(scalar, radix: 16)
    default:
      text += style.writesControlsAsU ? "\\u" : "\\x{"
      text += String(scalar, radix: 16)
      text += style.writesControlsAsU ? "" : "}"
    }
  }
}
