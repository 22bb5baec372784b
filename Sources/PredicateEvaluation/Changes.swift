import PredicateSemantics
import PredicateSyntax

// Methods that change matching elements. They find all matches before the first change. If the predicate fails, nothing has
// changed, and `max:(key)` ranges over the original array.

extension Array {
  /// Removes the elements that match the predicate.
  ///
  /// - Returns: The number of removed elements.
  /// - Throws: `FormatError` for an unknown key or an impossible comparison, or for the first element whose evaluation fails.
  @discardableResult
  public mutating func removeAll(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int {
    try removeAll(at: indices(matching: predicate, variables: variables, functions: functions, onError: onError))
  }

  /// Removes the elements at positions, which must be in ascending order, and returns their number.
  mutating func removeAll(at found: [Int]) -> Int {
    guard let first = found.first else { return 0 }
    // Moves each remaining element once.
    var end = first
    var removed = found[...]
    for index in first..<count {
      if index == removed.first {
        removed.removeFirst()
      } else {
        swapAt(end, index)
        end += 1
      }
    }
    removeSubrange(end...)
    return found.count
  }

  /// Calls `change` with each element that matches the predicate, in order.
  ///
  /// - Returns: The number of matching elements.
  /// - Throws: The errors of `removeAll(matching:variables:functions:onError:)`.
  @discardableResult
  public mutating func updateAll(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw, _ change: (inout Element) -> Void
  ) throws(FormatError) -> Int {
    let found = try indices(matching: predicate, variables: variables, functions: functions, onError: onError)
    for index in found { change(&self[index]) }
    return found.count
  }
}
