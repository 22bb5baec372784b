/// The operands of a chain of `&&` or `||`: a prefix of a shared list that further joins append to, so that each join takes
/// amortized constant time.
///
/// `p = p || q` appends q to the list of p, in the same memory. The old value of p is unaffected because it has its own
/// count. Joining another operand to the old value finds that the list has grown since, and copies the prefix.
package final class JoinedParts: Sendable {
  /// An append-only list, so that every prefix remains valid.
  package final class List: Sendable {
    private let parts: Lock<[FormatPredicate]>

    init(_ parts: [FormatPredicate]) { self.parts = Lock(parts) }

    /// Appends a part if the list still has the given count.
    ///
    /// - Returns: Whether the part was appended; false if another one is already there.
    func append(_ part: FormatPredicate, after count: Int) -> Bool {
      parts.withLock { parts in
        guard parts.count == count else { return false }
        parts.append(part)
        return true
      }
    }

    func first(_ count: Int) -> [FormatPredicate] {
      parts.withLock { parts in parts.count == count ? parts : Array(parts.prefix(count)) }
    }
  }

  let isAnd: Bool
  package let list: List
  private let count: Int

  private init(isAnd: Bool, _ list: List, _ count: Int) { (self.isAnd, self.list, self.count) = (isAnd, list, count) }

  /// Creates a compound of the given parts and one more.
  init(isAnd: Bool, _ parts: [FormatPredicate], _ part: FormatPredicate) {
    (self.isAnd, list, count) = (isAnd, List(parts + [part]), parts.count + 1)
  }

  /// Returns the compound with one more part at its end.
  func with(_ part: FormatPredicate) -> JoinedParts {
    if list.append(part, after: count) { return JoinedParts(isAnd: isAnd, list, count + 1) }
    return JoinedParts(isAnd: isAnd, list.first(count), part)
  }

  /// The AND or OR of the parts.
  var kind: FormatPredicate.Kind { isAnd ? .and(list.first(count)) : .or(list.first(count)) }
}
