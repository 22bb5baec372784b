/// The inverse of a mapping from scalars to sequences. It divides a sequence into slices, and returns for each slice the set of
/// scalars that map to it.
struct Cover: Sendable {
  /// Returns the scalars that map to a slice of the sequence.
  let sources: @Sendable (ArraySlice<UInt32>) -> [UInt32]
  /// The maximum length of a slice that one scalar maps to.
  let longest: Int
  /// The maximum number of decompositions that are listed if slices overlap.
  static let mostDecompositions = 64

  /// Returns whether a scalar maps to a slice across an index, so that the sequence cannot be divided there.
  func isInsideMapping(_ sequence: [UInt32], at index: Int) -> Bool {
    for first in max(0, index - longest + 1)..<index {
      var end = index + 1
      while end <= sequence.count && end - first <= longest {
        if !sources(sequence[first..<end]).isEmpty { return true }
        end += 1
      }
    }
    return false
  }

  /// Returns every decomposition of the whole sequence into sets of scalars, or nil if there are too many.
  func decompositions(of sequence: [UInt32]) -> [[ScalarSet]]? {
    // The decompositions of the rest from each index, computed from the end.
    var rests: [[[ScalarSet]]] = Array(repeating: [], count: sequence.count) + [[[]]]
    for index in sequence.indices.reversed() {
      for end in index + 1...min(sequence.count, index + longest) {
        let scalars = sources(sequence[index..<end])
        if scalars.isEmpty { continue }
        let set = ScalarSet(scalars)
        rests[index] += rests[end].map { [set] + $0 }
        guard rests[index].count <= Self.mostDecompositions else { return nil }
      }
    }
    return rests[0]
  }
}
