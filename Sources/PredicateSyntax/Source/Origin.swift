/// What the nodes of a tree share: the text and the limits of its parse, how strings are read, and the results of compiling it.
/// Only predicates keep results.
package final class Origin: Sendable {
  /// The text of the parse; empty for a tree built in code.
  let source: String
  /// The limits of the parse, or `nil` for a tree built in code.
  let limits: Limits?
  /// Whether strings compared with dates are read as dates.
  let allowsDateStrings: Bool
  /// The results of compiling the tree.
  let compilations = Compilations()

  package init(_ source: String = "", _ limits: Limits? = nil, allowsDateStrings: Bool = false) {
    self.source = source
    self.limits = limits
    self.allowsDateStrings = allowsDateStrings
  }

  /// Returns the origin of a node that takes in a part of another tree: that of the node, with the limits of both. Nodes within a
  /// parsed tree have no origin.
  static func of(_ node: Origin?, with part: Origin?) -> Origin? {
    guard let node else { return part }
    guard let limits = part?.limits else { return node }
    return node.limited(to: limits)
  }

  /// Returns an origin with the same text and limits, and without results.
  func withoutCompilations() -> Origin { Origin(source, limits, allowsDateStrings: allowsDateStrings) }

  /// Returns an origin with tighter limits and without results. Of each limit, the stricter value applies.
  func limited(to limits: Limits) -> Origin {
    Origin(source, self.limits?.stricter(limits) ?? limits, allowsDateStrings: allowsDateStrings)
  }
}
