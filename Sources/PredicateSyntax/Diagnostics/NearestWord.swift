/// The maximum number of letters of a word that has a near candidate.
private let longestWord = 40

/// Returns the candidate that `word` is probably a typo of, or `nil` if none is near.
///
/// A candidate is near if at most a third of the longer word's letters are inserted, deleted, replaced, or swapped with
/// a neighbor. Between words of two letters, one replacement or swap is near. Case is ignored. The first of equally near
/// candidates wins.
/// Words of more than `longestWord` letters have no near candidates.
package func nearestWord(to word: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(word.lowercased().unicodeScalars)
  guard letters.count <= longestWord else { return nil }
  var best: (word: String, distance: Int)?
  for candidate in candidates {
    let other = Array(candidate.lowercased().unicodeScalars)
    let allowed = max(letters.count, other.count) / 3
    guard abs(letters.count - other.count) <= allowed else { continue }
    let distance = editDistance(letters, other)
    if distance <= max(allowed, 1), distance < max(letters.count, other.count), distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.word
}

/// Returns the suffix of a message, such as `; did you mean CONTAINS?`, or an empty string if no candidate is near.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String {
  didYouMean(nearestWord(to: word, among: candidates))
}

/// Returns the suffix for a known candidate.
package func didYouMean(_ nearest: String?) -> String { nearest.map { "; did you mean \($0)?" } ?? "" }

/// Returns the number of insertions, deletions, replacements, and swaps of neighbors that turn one word into the other.
private func editDistance(_ left: [UnicodeScalar], _ right: [UnicodeScalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      let cost = left[i] == right[j] ? 0 : 1
      var distance = min(previous[j + 1] + 1, row[j] + 1, previous[j] + cost)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        distance = min(distance, beforePrevious[j - 1] + 1)
      }
      row.append(distance)
    }
    beforePrevious = previous
    previous = row
  }
  return previous[right.count]
}
