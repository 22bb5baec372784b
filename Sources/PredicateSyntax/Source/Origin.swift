/// What a tree carries beside its parts: the text that it was read from, the limits under which it was read, what strings in it
/// may stand for, and what was compiled of it. A tree built by hand has no text and no limits. Each tree has an origin of its
/// own, which its copies share.
final class Origin: Sendable {
  let source: String
  let limits: Limits?
  /// Whether strings beside dates are dates.
  let allowsDateStrings: Bool
  /// What the tree was compiled to.
  let compilations = Compilations()

  init(_ source: String = "", _ limits: Limits? = nil, allowsDateStrings: Bool = false) {
    self.source = source
    self.limits = limits
    self.allowsDateStrings = allowsDateStrings
  }

  /// The origin of a tree that is made from this one's.
  var ofChangedTree: Origin { Origin(source, limits, allowsDateStrings: allowsDateStrings) }

  /// The origin of the same tree under limits too.
  func limited(to limits: Limits) -> Origin {
    Origin(source, self.limits?.stricter(limits) ?? limits, allowsDateStrings: allowsDateStrings)
  }
}

extension FormatPredicate {
  /// Whether strings beside dates are dates: so it is in what was read under a profile that allows it.
  package var allowsDateStrings: Bool { origin?.allowsDateStrings ?? false }

  /// A copy in which strings beside dates are dates, if the condition holds.
  package func allowingDateStrings(_ condition: Bool) -> FormatPredicate {
    var copy = self
    if condition { copy.origin = Origin(source, origin?.limits, allowsDateStrings: true) }
    return copy
  }
}

extension FormatExpression {
  /// Whether strings beside dates are dates, as in a predicate.
  package var allowsDateStrings: Bool { origin?.allowsDateStrings ?? false }

  /// A copy in which strings beside dates are dates, if the condition holds.
  package func allowingDateStrings(_ condition: Bool) -> FormatExpression {
    var copy = self
    if condition { copy.origin = Origin(source, origin?.limits, allowsDateStrings: true) }
    return copy
  }
}
