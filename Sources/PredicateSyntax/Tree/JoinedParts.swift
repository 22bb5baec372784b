/// What `&&` and `||` have joined: the first parts of a list on which further joins go on, so that each of many joins in a row
/// costs the same.
///
/// `p = p || q` puts q behind the parts of p, in the same memory. The p of before still is its own parts, since it knows how
/// many they are; what joins another part to it finds that the list has gone on without it, and copies.
final class JoinedParts: Sendable {
  /// A list that only grows, so that what a join has seen of it stays.
  final class List: Sendable {
    private let parts: Lock<[FormatPredicate]>

    init(_ parts: [FormatPredicate]) { self.parts = Lock(parts) }

    /// Puts a part behind the first so many. False where another one stands there already.
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
  let list: List
  private let count: Int

  private init(isAnd: Bool, _ list: List, _ count: Int) { (self.isAnd, self.list, self.count) = (isAnd, list, count) }

  /// The compound of the parts and of one more.
  init(isAnd: Bool, _ parts: [FormatPredicate], _ part: FormatPredicate) {
    (self.isAnd, list, count) = (isAnd, List(parts + [part]), parts.count + 1)
  }

  /// The compound with one part more at its end.
  func with(_ part: FormatPredicate) -> JoinedParts {
    if list.append(part, after: count) { return JoinedParts(isAnd: isAnd, list, count + 1) }
    return JoinedParts(isAnd: isAnd, list.first(count), part)
  }

  /// AND or OR of the parts.
  var kind: FormatPredicate.Kind { isAnd ? .and(list.first(count)) : .or(list.first(count)) }
}
