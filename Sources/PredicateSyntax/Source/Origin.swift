/// The properties of a tree other than its nodes: the text and the limits of its parse, how strings are read, and the results of
/// compiling it. A tree built in code has no text and no limits. Every tree has its own origin, which its copies share.
final class Origin: Sendable {
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

extension FormatPredicate {
  /// Whether strings compared with dates are read as dates. The profile that the text was parsed under decides.
  package var allowsDateStrings: Bool { origin?.allowsDateStrings ?? false }

  /// Returns a copy in which strings compared with dates are read as dates, if the condition is true.
  package func allowingDateStrings(_ condition: Bool) -> FormatPredicate {
    var copy = self
    if condition { copy.origin = Origin(source, origin?.limits, allowsDateStrings: true) }
    return copy
  }
}

extension FormatExpression {
  /// Whether strings compared with dates are read as dates.
  package var allowsDateStrings: Bool { origin?.allowsDateStrings ?? false }

  /// Returns a copy in which strings compared with dates are read as dates, if the condition is true.
  package func allowingDateStrings(_ condition: Bool) -> FormatExpression {
    var copy = self
    if condition { copy.origin = Origin(source, origin?.limits, allowsDateStrings: true) }
    return copy
  }
}
