import PredicateSyntax

/// Folding backwards: which scalars become a sequence of scalars, before the text is put in order and together.
///
/// It is what a regular expression needs that is to match every text of a folding.
package struct FoldingInverse: Sendable {
  /// The scalars that become nothing: marks, under `[d]`.
  package let dropped: [UInt32]
  /// The scalars that become a sequence other than themselves, by the sequence; Hangul syllables are not among them.
  private let sources: [[UInt32]: [UInt32]]

  /// The most scalars that one scalar becomes.
  package static let longestSequence = 4
  /// Iota below the letter: under `[c]` it becomes an iota, but is a mark while marks are put in order.
  package static let iotaBelow: UInt32 = 0x345
  /// What iota below becomes.
  package static let iota: UInt32 = 0x3B9

  /// Makes the table of the options: a few milliseconds.
  package init(_ options: StringOptions) {
    let steps = FoldingBuffer.Steps(options)
    var dropped: [UInt32] = []
    var sources: [[UInt32]: [UInt32]] = [:]
    FoldingData.shared.forEachMapped { scalar in
      var buffer = FoldingBuffer(steps)
      buffer.append(scalar)
      let sequence = buffer.values
      if sequence.isEmpty {
        dropped.append(scalar)
      } else if sequence != [scalar] {
        sources[sequence, default: []].append(scalar)
      }
    }
    self.dropped = dropped
    self.sources = sources
  }

  /// The scalars that become the sequence, among them the one of a sequence of one.
  package func scalars(becoming sequence: ArraySlice<UInt32>) -> [UInt32] {
    guard let first = sequence.first else { return dropped }
    var scalars = sources[Array(sequence)] ?? []
    if sequence.count == 1 { scalars.append(first) }
    if sequence.count == 2 || sequence.count == 3 {
      var syllable = first
      for next in sequence.dropFirst() {
        guard let composite = Hangul.composite(syllable, next) else { return scalars }
        syllable = composite
      }
      scalars.append(syllable)
    }
    return scalars
  }

  /// The folding of a text taken apart and in order, as scalars; putting it together is all that is left to do.
  package static func scalars(of text: String, _ options: StringOptions) -> [UInt32] {
    var buffer = FoldingBuffer(FoldingBuffer.Steps(options))
    for scalar in text.unicodeScalars { buffer.append(scalar.value) }
    buffer.order()
    return buffer.values
  }

  /// The canonical combining class of a scalar; 0 for starters.
  package static func combiningClass(_ scalar: UInt32) -> UInt32 { FoldingData.shared.word(scalar).combiningClass }
}
