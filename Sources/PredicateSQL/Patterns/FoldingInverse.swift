import PredicateSemantics
import PredicateSyntax

/// The inverse of folding: the scalars that become a sequence of scalars, before ordering and composition.
///
/// It is used for a regular expression that matches every text with a given folding.
package struct FoldingInverse: Sendable {
  /// The scalars that are removed: marks, under `[d]`.
  let dropped: [UInt32]
  /// The scalars that become a different sequence, keyed by the sequence. Hangul syllables are not included.
  let sources: [[UInt32]: [UInt32]]

  /// The maximum number of scalars that one scalar becomes.
  static let longestSequence = 4
  /// The combining iota subscript. Under `[c]` it becomes an iota, but it is ordered as a mark.
  static let iotaSubscript: UInt32 = 0x345
  /// The scalar that `iotaSubscript` becomes.
  static let iota: UInt32 = 0x3B9

  /// Creates the table for the options, which takes a few milliseconds.
  init(_ options: FormatStringOptions) {
    var dropped: [UInt32] = []
    var sources: [[UInt32]: [UInt32]] = [:]
    FoldingData.shared.forEachMapped { scalar in
      var buffer = FoldingBuffer(options)
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

  /// Returns the scalars that become the sequence, including the scalar itself for a sequence of one.
  func scalars(becoming sequence: ArraySlice<UInt32>) -> [UInt32] {
    guard let first = sequence.first else { return dropped }
    var scalars = sources[Array(sequence)] ?? []
    if sequence.count == 1 { scalars.append(first) }
    if sequence.count == 2 || sequence.count == 3 {
      var syllable = first
      for next in sequence.dropFirst() {
        guard let composite = FoldingData.syllable(syllable, next) else { return scalars }
        syllable = composite
      }
      scalars.append(syllable)
    }
    return scalars
  }

  /// Returns the folding of a text as ordered scalars before composition.
  package static func scalars(of text: String, _ options: FormatStringOptions) -> [UInt32] {
    var buffer = FoldingBuffer(options)
    for scalar in text.unicodeScalars { buffer.append(scalar.value) }
    buffer.order()
    return buffer.values
  }

  /// Returns the canonical combining class of a scalar, which is 0 for starters.
  static func combiningClass(_ scalar: UInt32) -> UInt32 { FoldingData.shared.word(scalar).combiningClass }
}
