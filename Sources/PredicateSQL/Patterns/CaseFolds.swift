/// Case folding of Foundation's regular expressions: full case folding for literals, simple case variants for sets. Nothing is
/// decomposed: an é and an e with an acute remain different.
struct CaseFolds: Sendable {
  static let shared = CaseFolds()

  /// For each scalar with case variants, all of them including itself.
  private var letters: [UInt32: [UInt32]] = [:]
  /// For each sequence that a single scalar folds to, these scalars.
  private var expansions: [[UInt32]: [UInt32]] = [:]
  /// The scalars that fold to a sequence.
  private var expanding: Set<UInt32> = []

  private init() {
    // The highest scalars with case are those of Adlam.
    for value in UInt32(0x41)...0x1E943 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      guard properties.changesWhenCaseMapped, ScalarCategories.isKnown(scalar) else { continue }
      let lower = Array(properties.lowercaseMapping.unicodeScalars)
      let upper = Array(properties.uppercaseMapping.unicodeScalars)
      let title = Array(properties.titlecaseMapping.unicodeScalars)
      // Dotless i has an uppercase mapping but folds to itself.
      if value != 0x131 {
        for mapping in [lower, upper, title] where mapping.count == 1 && ScalarCategories.isKnown(mapping[0]) {
          join(value, mapping[0].value)
        }
      }
      if lower.count > 1 { expand(value, lower) } else if upper.count > 1 { expand(value, upper) }
    }
    // Scalars that fold to the same sequence are variants of each other. The lowercase of a capital sharp s is a single scalar,
    // but it folds as the small one does.
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
    let lowered = mapping.flatMap { $0.properties.lowercaseMapping.unicodeScalars.map { $0.value } }
    expansions[lowered, default: []].append(scalar)
  }

  /// Returns the scalars of the set with all their case variants.
  func closure(of set: ScalarSet) -> ScalarSet {
    let more = letters.filter { set.contains($0.key) }.flatMap { $0.value }
    return set.union(ScalarSet(more))
  }

  /// Returns the node for a run of literals, or nil if a literal folds to several scalars or too many sequences fold to a part
  /// of the run.
  func node(literals: [UInt32]) -> PatternNode? {
    guard !literals.contains(where: expanding.contains) else { return nil }
    let cover = Cover(sources: { sources(of: $0) }, longest: 3)
    var nodes: [PatternNode] = []
    var start = 0
    while start < literals.count {
      var end = start + 1
      while end < literals.count && cover.isInsideMapping(literals, at: end) { end += 1 }
      guard let decompositions = cover.decompositions(of: Array(literals[start..<end])) else { return nil }
      nodes.append(alternatives(decompositions, followedBy: []))
      start = end
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private func sources(of slice: ArraySlice<UInt32>) -> [UInt32] {
    if slice.count == 1, let scalar = slice.first { return letters[scalar] ?? [scalar] }
    return expansions[slice.map(representative)] ?? []
  }

  /// Returns the variant that expansions use for a scalar.
  private func representative(_ scalar: UInt32) -> UInt32 { letters[scalar]?.first ?? scalar }
}
