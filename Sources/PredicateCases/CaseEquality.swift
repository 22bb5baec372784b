import PredicateSemantics
import PredicateSyntax

/// Returns whether a value equals the one that a case expects. Values compare as in the language, except that nil equals only
/// nil, NaN equals NaN, two doubles are compared without a tolerance, sets are unordered, and an absent field of a record is nil.
package func equalInCase(_ expected: FormatValue, _ got: FormatValue) -> Bool {
  switch (expected, got) {
  case (.null, .null): return true
  case (.null, _), (_, .null): return false
  case (.double(let l), .double(let r)): return l == r || l.isNaN && r.isNaN
  case (.list(let l), .list(let r)): return l.count == r.count && zip(l, r).allSatisfy(equalInCase)
  case (.set(let l), .set(let r)):
    var rest = r
    return l.count == r.count
      && l.allSatisfy { element in
        guard let index = rest.firstIndex(where: { equalInCase(element, $0) }) else { return false }
        rest.remove(at: index)
        return true
      }
  case (.record(let l), .record(let r)):
    return Set(l.keys).union(r.keys).allSatisfy { equalInCase(l[$0] ?? .null, r[$0] ?? .null) }
  default: return FormatValue.equal(expected, got)
  }
}
