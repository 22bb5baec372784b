/// Case as Foundation's regular expressions ignore it: literals by full case folding, sets by the scalars of which each
/// folds to the other. Nothing is taken apart: an é and an e with an acute stay two things.
struct CaseFolds: Sendable {
  static let shared = CaseFolds()

  /// For each scalar with others of its letter, all of them, itself too.
  private var letters: [UInt32: [UInt32]] = [:]
  /// For each sequence that a single scalar folds to, the scalars that do.
  private var expansions: [[UInt32]: [UInt32]] = [:]
  /// The scalars that fold to a sequence.
  private var expanding: Set<UInt32> = []

  private init() {
    // The highest cased letters are Adlam's.
    for value in UInt32(0x41)...0x1E943 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      guard properties.changesWhenCaseMapped, ScalarCategories.isKnown(scalar) else { continue }
      let lower = Array(properties.lowercaseMapping.unicodeScalars)
      let upper = Array(properties.uppercaseMapping.unicodeScalars)
      let title = Array(properties.titlecaseMapping.unicodeScalars)
      // A dotless i has a capital, but folds to itself.
      if value != 0x131 {
        for mapping in [lower, upper, title] where mapping.count == 1 && ScalarCategories.isKnown(mapping[0]) {
          join(value, mapping[0].value)
        }
      }
      if lower.count > 1 { expand(value, lower) } else if upper.count > 1 { expand(value, upper) }
    }
    // What folds to the same sequence is one letter. A capital sharp s is lowered to one, but folds as that one does.
    for (sequence, scalars) in expansions {
      for scalar in scalars { join(scalars[0], scalar) }
      expansions[sequence] = nil
      expansions[sequence.map(representative)] = letters[scalars[0]] ?? scalars
    }
    expanding = Set(expansions.values.joined())
  }

  private mutating func join(_ left: UInt32, _ right: UInt32) {
    let all = Set(letters[left] ?? [left]).union(letters[right] ?? [right]).sorted()
    guard all.count > 1 else { return }
    for scalar in all { letters[scalar] = all }
  }

  private mutating func expand(_ scalar: UInt32, _ mapping: [Unicode.Scalar]) {
    let lowered = mapping.flatMap { $0.properties.lowercaseMapping.unicodeScalars.map(\.value) }
    expansions[lowered, default: []].append(scalar)
  }

  /// The scalars of the set, and all others of their letters.
  func closure(of set: ScalarSet) -> ScalarSet {
    let more = letters.filter { set.contains($0.key) }.flatMap(\.value)
    return set.union(ScalarSet(more))
  }

  /// What matches a run of literals; nil where a scalar of it folds to several, or too much does to a part of it.
  func node(literals: [UInt32]) -> PatternNode? {
    guard !literals.contains(where: expanding.contains) else { return nil }
    let tiling = Tiling(sources: { sources(of: $0) }, longest: 3)
    var nodes: [PatternNode] = []
    var start = 0
    while start < literals.count {
      var end = start + 1
      while end < literals.count && tiling.isCrossed(literals, at: end) { end += 1 }
      guard let ways = tiling.ways(Array(literals[start..<end])) else { return nil }
      nodes.append(alternatives(ways, separatedBy: []))
      start = end
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private func sources(of slice: ArraySlice<UInt32>) -> [UInt32] {
    if slice.count == 1, let scalar = slice.first { return letters[scalar] ?? [scalar] }
    return expansions[slice.map(representative)] ?? []
  }

  /// The one scalar of a letter that expansions are spelled with.
  private func representative(_ scalar: UInt32) -> UInt32 { letters[scalar]?.first ?? scalar }
}
