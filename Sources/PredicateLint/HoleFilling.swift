import PredicateXML

extension PredicateText {
  /// The texts that may stand in a hole: a value, a part of a word, a condition, and an operator.
  private static let candidates = ["$hole", "hole", "TRUEPREDICATE", "=="]

  /// The maximum number of holes that are tried with more than a value.
  private static let maximumTries = 32

  /// Returns the text with something in each hole that lets it be parsed as far as possible. A hole takes any text, so what stands in
  /// it is only a way to check the rest.
  ///
  /// - Parameters:
  ///   - definitions: The texts of holes by name.
  ///   - firstError: Returns the offset of the first error in a text, or nil if it is valid.
  package func filled(_ definitions: [String: String], firstError: ([UInt8]) -> Int?) -> FilledText {
    let holes = holes
    var fillings = holes.map { definitions[$0.name] ?? Self.candidates[0] }
    for index in holes.indices.prefix(Self.maximumTries) where definitions[holes[index].name] == nil {
      var best = (offset: -1, filling: fillings[index])
      for candidate in Self.candidates {
        fillings[index] = candidate
        let filled = filled(with: fillings)
        // What follows the hole moves with the length of the candidate.
        let hole = filled.holes[index]
        let error = firstError(filled.text.utf8) ?? .max
        let offset = error == .max ? .max : error < hole.upperBound ? min(error, hole.lowerBound) : error - hole.count
        if offset > best.offset { best = (offset, candidate) }
        if offset == .max { break }
      }
      fillings[index] = best.filling
    }
    let filled = filled(with: fillings)
    let undefined = zip(holes, filled.holes).filter { definitions[$0.0.name] == nil }.map(\.1)
    return FilledText(text: filled.text, holes: undefined)
  }

  /// The bytes of the file at which code inserts text, with the code. Constants, such as `Word.textKey`, are left out.
  package var insertions: [(code: String, file: Range<Int>)] {
    holes.filter { $0.isCode && !Self.isConstant($0.name) }.map { ($0.name, $0.file) }
  }

  private static func isConstant(_ code: String) -> Bool {
    if ["#keyPath(", "#selector("].contains(where: code.hasPrefix) || ["true", "false"].contains(code) { return true }
    return code.first?.isUppercase == true && code.allSatisfy { $0.isLetter || $0.isNumber || "._".contains($0) }
  }
}

/// A text with something in each of its holes.
package struct FilledText: Sendable {
  package let text: MappedText
  /// The ranges of the holes that have no text of their own.
  package let holes: [Range<Int>]

  /// Returns whether a part of the text is, or touches, a hole.
  package func touchesHole(_ range: Range<Int>) -> Bool {
    holes.contains { $0.lowerBound <= range.upperBound && range.lowerBound <= $0.upperBound }
  }
}
