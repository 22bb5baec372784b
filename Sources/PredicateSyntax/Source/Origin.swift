/// What the nodes of a tree share: the text, the limits and the rules of its parse, and the results of compiling it. Only
/// predicates keep results.
package final class Origin: Sendable {
  /// The text of the parse; empty for a tree built in code.
  let text: WrittenText
  /// The limits of the parse, or `nil` for a tree built in code.
  let limits: PredicateLimits?
  /// What the profile of the parse decides about each use of the tree, besides the limits.
  let rules: UseRules
  /// The results of compiling the tree.
  let compilations = Compilations()

  package init(_ text: WrittenText = "", _ limits: PredicateLimits? = nil, rules: UseRules = UseRules()) {
    self.text = text
    self.limits = limits
    self.rules = rules
  }

  /// Returns the origin of a node that takes in a part of another tree: that of the node, with the limits of both and the rules of
  /// the part. Nodes within a parsed tree have no origin.
  static func of(_ node: Origin?, with part: Origin?) -> Origin? {
    guard let node, let part else { return node ?? part?.withoutText() }
    let limits = part.limits.map { node.limits?.stricter($0) ?? $0 } ?? node.limits
    return Origin(node.text, limits, rules: part.rules.within(node.rules))
  }

  /// Returns an origin with the same text and limits, and without results.
  func withoutCompilations() -> Origin { Origin(text, limits, rules: rules) }

  /// Returns the origin of a copy whose positions are not those in the text.
  func withoutText() -> Origin { Origin("", limits, rules: rules) }

  /// Returns an origin with tighter limits and without results. Of each limit, the stricter value applies.
  func limited(to limits: PredicateLimits) -> Origin {
    Origin(text, self.limits?.stricter(limits) ?? limits, rules: rules)
  }
}

/// What a profile decides about each use of a tree, besides its limits. It stays with the tree that was parsed under the profile,
/// also as a part of another tree.
package struct UseRules: Sendable, Hashable {
  /// Whether strings compared with dates are read as dates.
  package var allowsDateStrings: Bool
  /// The key paths whose records may be read as a whole, or `nil` if all may. Of other records, a predicate reads only keys.
  package var wholeValues: Set<String>?
  /// The permitted key paths, or `nil` if the profile lists none.
  package var listedKeys: Set<String>?

  package init(allowsDateStrings: Bool = false, wholeValues: Set<String>? = nil, listedKeys: Set<String>? = nil) {
    self.allowsDateStrings = allowsDateStrings
    self.wholeValues = wholeValues
    self.listedKeys = listedKeys
  }

  /// Whether the rules are those of a tree without a profile.
  package var areDefault: Bool { !allowsDateStrings && wholeValues == nil && listedKeys == nil }

  /// Returns the rules for a part with its own rules within a tree with these rules.
  package func within(_ outer: UseRules) -> UseRules {
    UseRules(
      allowsDateStrings: allowsDateStrings || outer.allowsDateStrings, wholeValues: wholeValues ?? outer.wholeValues,
      listedKeys: listedKeys ?? outer.listedKeys)
  }
}
