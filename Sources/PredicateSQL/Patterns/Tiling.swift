/// The texts that become a sequence of scalars when each scalar of theirs is replaced by one or several: every way to lay
/// the sequence with pieces, each piece a set of scalars.
struct Tiling: Sendable {
  /// The scalars that become a slice of the sequence.
  let sources: @Sendable (ArraySlice<UInt32>) -> [UInt32]
  /// The longest slice that one scalar becomes.
  let longest: Int
  /// The most ways that are written out where pieces overlap.
  static let mostWays = 64

  /// Whether a scalar becomes a slice that lies across an index: the sequence cannot be divided there.
  func isCrossed(_ sequence: [UInt32], at index: Int) -> Bool {
    for first in max(0, index - longest + 1)..<index {
      var end = index + 1
      while end <= sequence.count && end - first <= longest {
        if !sources(sequence[first..<end]).isEmpty { return true }
        end += 1
      }
    }
    return false
  }

  /// Every way to lay the whole sequence; nil where there are too many.
  func ways(_ sequence: [UInt32]) -> [[ScalarSet]]? {
    // The ways to lay the rest from each index on, from the end.
    var rests: [[[ScalarSet]]] = Array(repeating: [], count: sequence.count) + [[[]]]
    for index in sequence.indices.reversed() {
      for end in index + 1...min(sequence.count, index + longest) {
        let scalars = sources(sequence[index..<end])
        if scalars.isEmpty { continue }
        let piece = ScalarSet(scalars)
        rests[index] += rests[end].map { [piece] + $0 }
        guard rests[index].count <= Self.mostWays else { return nil }
      }
    }
    return rests[0]
  }
}
