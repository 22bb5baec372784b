/// The properties of a tree other than its nodes: the text and the limits of its parse, how strings are read, and the results of
/// compiling it. A tree built in code has no text and no limits. Every tree has its own origin, which its copies share.
package final class Origin: Sendable {
  let source: String
  let limits: Limits?
  /// Whether strings compared with dates are read as dates.
  let allowsDateStrings: Bool
  /// The results of compiling the tree.
  let compilations = Compilations()

  init(_ source: String = "", _ limits: Limits? = nil, allowsDateStrings: Bool = false) {
    self.source = source
    self.limits = limits
    self.allowsDateStrings = allowsDateStrings
  }

  /// The origin of a tree that is derived from this one's.
  var ofChangedTree: Origin { Origin(source, limits, allowsDateStrings: allowsDateStrings) }

  /// Returns the origin of the same tree with additional limits.
  func limited(to limits: Limits) -> Origin {
    Origin(source, self.limits?.stricter(limits) ?? limits, allowsDateStrings: allowsDateStrings)
  }
}
