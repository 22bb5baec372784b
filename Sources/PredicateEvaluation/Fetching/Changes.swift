import PredicateModel
import PredicateSyntax

// Changes of the elements of which a predicate is true. They are found before the first one is changed, so that a fault of
// the predicate changes nothing, and `max:(key)` ranges over the array as it was.

extension Array {
  /// Removes the elements of which the predicate is true.
  ///
  /// - Returns: how many they were.
  /// - Throws: `FormatError` with a wrong key or impossible comparison, or with the fault of the first element that has one.
  @discardableResult
  public mutating func removeAll(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Int {
    try removeAll(at: indices(matching: predicate, variables: variables, functions: functions, onFault: onFault))
  }

  /// Removes the elements at positions, which are in order; returns how many they were.
  mutating func removeAll(at found: [Int]) -> Int {
    guard let first = found.first else { return 0 }
    // Those that stay move down, each once.
    var place = first
    var gone = found[...]
    for index in first..<count {
      if index == gone.first {
        gone.removeFirst()
      } else {
        swapAt(place, index)
        place += 1
      }
    }
    removeSubrange(place...)
    return found.count
  }

  /// Calls `change` with each element of which the predicate is true, in order.
  ///
  /// - Returns: how many they were.
  /// - Throws: as `removeAll(matching:variables:functions:onFault:)`.
  @discardableResult
  public mutating func updateAll(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw, _ change: (inout Element) -> Void
  ) throws(FormatError) -> Int {
    let found = try indices(matching: predicate, variables: variables, functions: functions, onFault: onFault)
    for index in found { change(&self[index]) }
    return found.count
  }
}
